import type { MapView } from './mapView.ts'

/** What a map showed where it came to rest, without boats and tracks, which are elsewhere by now. */
export interface Seen {
  view: MapView
  /** CSS pixels. */
  width: number
  height: number
  /** What it was drawn with: another base, other charts and another brightness look otherwise. */
  look: string
  /** A data URL. */
  picture: string
}

export interface MapMemory {
  recall(): Seen | null
  remember(seen: Seen): void
  /** Where the map is now is where it begins when no place is asked for. */
  beginsAt(view: MapView): void
}

const KEYS = { begun: 'map-as-begun', left: 'map-as-left' }

/**
 * What a browser keeps of the map of one person, so that it is there to be seen in the second in which it is drawn anew: as it
 * was when they left it and, for when no place is asked for, as it began. Of somebody else's it recalls nothing.
 */
export function mapMemory(person: string, which: keyof typeof KEYS): MapMemory {
  let begun: MapView | null = null
  const keep = (key: string, seen: Seen) => {
    try {
      localStorage.setItem(key, JSON.stringify({ person, seen }))
    } catch {
      // A browser without room for it draws the map as one that was never seen.
      localStorage.removeItem(key)
    }
  }
  return {
    recall() {
      try {
        const kept = JSON.parse(localStorage.getItem(KEYS[which]) ?? 'null')
        return kept?.person === person ? kept.seen : null
      } catch {
        return null
      }
    },
    remember(seen) {
      keep(KEYS.left, seen)
      if (begun && isNear(begun, seen.view)) keep(KEYS.begun, seen)
    },
    beginsAt(view) {
      begun = view
    },
  }
}

/** Whether a map at the one place shows what one at the other does, but for its edges. */
export const isNear = (a: MapView, b: MapView) =>
  Math.abs(a.zoom - b.zoom) < 0.05 &&
  Math.max(Math.abs(a.lat - b.lat), Math.abs(a.lng - b.lng)) < 20 / 2 ** a.zoom

/** Nobody who comes after sees what was looked at. */
export function forgetMaps() {
  for (const key of Object.values(KEYS)) localStorage.removeItem(key)
}
