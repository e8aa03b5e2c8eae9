import type { Map as MapLibreMap } from 'maplibre-gl'
import type { Position } from '#contract/geodesy/position.ts'
import type { AreaWanted } from '#contract/wire/area.ts'
import { fitBounds } from '../fitBounds.ts'
import { isInBounds } from '../isInBounds.ts'

export type AreaBounds = AreaWanted['bounds']
/** West, south, east and north as typed in their fields. */
export type Edges = readonly [number | string, number | string, number | string, number | string]

/** Latitude where the tiles end, degrees. */
const MOST_LATITUDE_DEG = 85
/** Decimals of degrees: finer than a pixel at the deepest zoom. */
const DECIMALS = 4

/** Area between two corners of the map, whose longitudes may lie beyond 180°. */
export function boundsBetween(one: Position, other: Position): AreaBounds {
  const width = Math.min(360, Math.abs(one.longitudeDeg - other.longitudeDeg))
  const west = wrapped(Math.min(one.longitudeDeg, other.longitudeDeg))
  const edge = (latitudeDeg: number) =>
    rounded(Math.max(-MOST_LATITUDE_DEG, Math.min(MOST_LATITUDE_DEG, latitudeDeg)))
  return [
    rounded(west),
    edge(Math.min(one.latitudeDeg, other.latitudeDeg)),
    rounded(west + width),
    edge(Math.max(one.latitudeDeg, other.latitudeDeg)),
  ]
}

/** Eastern edge as people write it, within ±180°. */
export const shownEast = (east: number) => rounded(wrapped(east))

/** Parses four typed edges; an eastern edge west of the western one crosses 180°. */
export function boundsOfEdges(edges: readonly (number | string)[]): AreaBounds | null {
  const [west, south, east, north] = edges.map((edge) => (edge === '' ? Number.NaN : Number(edge)))
  if (west === undefined || south === undefined || east === undefined || north === undefined) return null
  if (![west, south, east, north].every(Number.isFinite)) return null
  return [west, south, east <= west ? east + 360 : east, north]
}

/** Moves the map to the area. */
export const showArea = (map: MapLibreMap, [west, south, east, north]: AreaBounds) =>
  fitBounds(map, { west, south, east, north }, { maxZoom: 16, durationMs: 800 })

/** Corners of an area, with the first repeated at the end. */
export const ringOf = ([west, south, east, north]: AreaBounds): [number, number][] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]

/** Area around a town that the user searched for, with its harbour and roads: 10 km to each side. */
const AROUND_DEG = 0.09
export function boundsAround({ latitudeDeg, longitudeDeg }: Position): AreaBounds {
  const wide = AROUND_DEG / Math.max(0.1, Math.cos((latitudeDeg * Math.PI) / 180))
  return boundsBetween(
    { latitudeDeg: latitudeDeg - AROUND_DEG, longitudeDeg: longitudeDeg - wide },
    { latitudeDeg: latitudeDeg + AROUND_DEG, longitudeDeg: longitudeDeg + wide },
  )
}

/** Area around the vessel that has the most others within the area, or null without vessels. */
export function busiestArea(places: readonly Position[]): AreaBounds | null {
  let busiest: AreaBounds | null = null
  let most = 0
  for (const place of places) {
    const area = boundsAround(place)
    const count = places.filter((other) => isInBounds(area, other)).length
    if (count > most) [busiest, most] = [area, count]
  }
  return busiest
}

const wrapped = (longitudeDeg: number) => longitudeDeg - 360 * Math.floor((longitudeDeg + 180) / 360)
const rounded = (value: number) => Math.round(value * 10 ** DECIMALS) / 10 ** DECIMALS
