import type { Position } from '#contract/geodesy/position.ts'

export interface Bounds {
  west: number
  south: number
  /** May exceed 180 where the bounds cross the antimeridian. */
  east: number
  north: number
}

/** Smallest box around all places, across the antimeridian where that is shorter. Null without places. */
export function fleetBounds(places: readonly Position[]): Bounds | null {
  const longitudes = places.map(({ longitudeDeg }) => longitudeDeg).sort((a, b) => a - b)
  const [first] = longitudes
  const last = longitudes.at(-1)
  if (first === undefined || last === undefined) return null
  // The box leaves out the widest empty range of longitudes, and begins where that range ends.
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
  const latitudes = places.map(({ latitudeDeg }) => latitudeDeg)
  const south = latitudes.reduce((least, latitudeDeg) => Math.min(least, latitudeDeg))
  const north = latitudes.reduce((most, latitudeDeg) => Math.max(most, latitudeDeg))
  return { west, south, east, north }
}

/** Largest distance between neighbours in the same waters; degrees, about 120 nmi. */
const WATERS_DEG = 2

/**
 * Vessels in the waters that hold most of the fleet, for the first view of a fleet scattered over the globe. Joins
 * vessels through squares of the map that touch.
 */
export function homeWaters<Place extends Position>(places: readonly Place[]): Place[] {
  const cells = new Map<string, Place[]>()
  const columns = 360 / WATERS_DEG
  const key = (column: number, row: number) => `${(column + columns) % columns},${row}`
  const cellOf = ({ latitudeDeg, longitudeDeg }: Place) =>
    [Math.floor((longitudeDeg + 180) / WATERS_DEG), Math.floor(latitudeDeg / WATERS_DEG)] as const
  for (const place of places) {
    const cell = key(...cellOf(place))
    const held = cells.get(cell)
    if (held) held.push(place)
    else cells.set(cell, [place])
  }
  let most: Place[] = []
  while (cells.size > 0) {
    const [first] = cells.values()
    const waiting = first?.[0] ? [cellOf(first[0])] : []
    const group: Place[] = []
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [column, row] = next
      const found = cells.get(key(column, row))
      if (!found) continue
      cells.delete(key(column, row))
      group.push(...found)
      for (let dx = -1; dx <= 1; dx++) {
        for (let dy = -1; dy <= 1; dy++) waiting.push([(column + dx + columns) % columns, row + dy])
      }
    }
    if (group.length > most.length) most = group
  }
  return most
}
