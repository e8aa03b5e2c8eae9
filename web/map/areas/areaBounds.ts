import type { Map as MapLibreMap } from 'maplibre-gl'
import type { Position } from '#contract/geodesy/position.ts'
import type { AreaWanted } from '#contract/wire/area.ts'
import { fitBounds } from '../fitBounds.ts'

export type AreaBounds = AreaWanted['bounds']
/** West, south, east and north as typed in their fields. */
export type Edges = readonly [number | string, number | string, number | string, number | string]

/** As MapLibre gives it. */
interface Corner {
  lng: number
  lat: number
}

/** Latitude where the tiles end, degrees. */
const MOST_LAT = 85
/** Decimals of degrees: finer than a pixel at the deepest zoom. */
const DECIMALS = 4

/** Area between two corners as the map gives them, also beyond 180°. */
export function boundsBetween(one: Corner, other: Corner): AreaBounds {
  const width = Math.min(360, Math.abs(one.lng - other.lng))
  const west = wrapped(Math.min(one.lng, other.lng))
  const lat = (value: number) => rounded(Math.max(-MOST_LAT, Math.min(MOST_LAT, value)))
  return [
    rounded(west),
    lat(Math.min(one.lat, other.lat)),
    rounded(west + width),
    lat(Math.max(one.lat, other.lat)),
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
    { lng: longitudeDeg - wide, lat: latitudeDeg - AROUND_DEG },
    { lng: longitudeDeg + wide, lat: latitudeDeg + AROUND_DEG },
  )
}

const wrapped = (lng: number) => lng - 360 * Math.floor((lng + 180) / 360)
const rounded = (value: number) => Math.round(value * 10 ** DECIMALS) / 10 ** DECIMALS
