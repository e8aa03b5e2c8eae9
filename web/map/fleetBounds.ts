export interface Bounds {
  west: number
  south: number
  /** May exceed 180 where the bounds cross the antimeridian. */
  east: number
  north: number
}

/** The smallest box round all places: across the antimeridian where that is the shorter way. Null without places. */
export function fleetBounds(places: readonly { lat: number; lon: number }[]): Bounds | null {
  const longitudes = places.map(({ lon }) => lon).sort((a, b) => a - b)
  const [first] = longitudes
  const last = longitudes.at(-1)
  if (first === undefined || last === undefined) return null
  // The box leaves out the widest empty stretch of longitudes; it begins where that ends.
  let widest = first + 360 - last
  let west = first
  let east = last
  for (let index = 1; index < longitudes.length; index++) {
    const gap = (longitudes[index] ?? 0) - (longitudes[index - 1] ?? 0)
    if (gap > widest) {
      widest = gap
      west = longitudes[index] ?? 0
      east = (longitudes[index - 1] ?? 0) + 360
    }
  }
  const latitudes = places.map(({ lat }) => lat)
  const south = latitudes.reduce((least, lat) => Math.min(least, lat))
  const north = latitudes.reduce((most, lat) => Math.max(most, lat))
  return { west, south, east, north }
}
