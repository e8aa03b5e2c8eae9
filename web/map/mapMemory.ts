import type { MapView } from './mapView.ts'

/** Last view of a map at rest, without vessels and tracks, which have moved since. */
export interface Seen {
  view: MapView
  /** CSS pixels. */
  width: number
  height: number
  /** Key of the look: base map, charts and brightness. */
  look: string
  /** A data URL. */
  picture: string
}

export interface MapMemory {
  recall(): Seen | null
  remember(seen: Seen): void
  /** Records the present view as the initial one, used when the address names no place. */
  beginsAt(view: MapView): void
}

const KEYS = { begun: 'map-as-begun', left: 'map-as-left' }

/**
 * Remembers a user's map in the browser, to show it at once while the map draws. Keeps two views: the last one, and the
 * initial one for addresses without a place. Returns nothing for another user.
 */
export function mapMemory(person: string, which: keyof typeof KEYS): MapMemory {
  let begun: MapView | null = null
  const keep = (key: string, seen: Seen) => {
    try {
      localStorage.setItem(key, JSON.stringify({ person, seen }))
    } catch {
      // A browser without space stores nothing, and the map draws as at the first visit.
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

/** True when two views show nearly the same part of the map. */
export const isNear = (a: MapView, b: MapView) =>
  Math.abs(a.zoom - b.zoom) < 0.05 &&
  Math.max(Math.abs(a.latitudeDeg - b.latitudeDeg), Math.abs(a.longitudeDeg - b.longitudeDeg)) <
    20 / 2 ** a.zoom

/** Removes stored views, so that the next user does not see them. */
export function forgetMaps() {
  for (const key of Object.values(KEYS)) localStorage.removeItem(key)
}
