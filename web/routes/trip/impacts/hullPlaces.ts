import type { HullLocation, ImpactEvent } from '#contract/wire/impact.ts'

/** Hull from above, bow to the right and port up, in a box of 252 × 168. */
export const HULL_OUTLINE =
  'M14 36C60 24 112 20 152 28C194 37 218 58 240 84C218 110 194 131 152 140C112 148 60 144 14 132C9 100 9 68 14 36Z'

const PLACES: Readonly<Record<HullLocation, readonly [x: number, y: number]>> = {
  bow: [222, 84],
  'starboard-bow': [188, 114],
  starboard: [112, 134],
  'starboard-quarter': [46, 122],
  stern: [22, 84],
  'port-quarter': [46, 46],
  port: [112, 34],
  'port-bow': [188, 54],
  keel: [124, 84],
  'starboard-keel': [148, 109],
  'port-keel': [148, 59],
}

export interface HullPlace {
  location: HullLocation
  x: number
  y: number
  count: number
  peakG: number
}

/** Impact locations on the hull, with count and maximum; the hardest comes last, so that it lies on top. */
export function hullPlaces(
  events: readonly Pick<ImpactEvent, 'hull_location' | 'peak_impact'>[],
): HullPlace[] {
  const places = new Map<HullLocation, HullPlace>()
  for (const { hull_location: location, peak_impact } of events) {
    const [x, y] = PLACES[location]
    const place = places.get(location) ?? { location, x, y, count: 0, peakG: 0 }
    place.count++
    place.peakG = Math.max(place.peakG, peak_impact)
    places.set(location, place)
  }
  return [...places.values()].sort((a, b) => a.peakG - b.peakG)
}
