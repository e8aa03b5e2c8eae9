import { DEG_RAD, wrap180 } from '#contract/domain/units.ts'
import { EARTH_RADIUS_M, haversineM, meanLongitudeDeg } from '#contract/geodesy/geo.ts'
import type { GeofenceShape } from '#contract/wire/geofence.ts'

type Place = { lat: number; lon: number }
export type Ring = [lon: number, lat: number][]

export const CIRCLE_CORNERS = 64

/** Points of the outline in order, as GeoJSON has them; areas end where they begin. */
export function outlineOf({ type, coordinates, radius }: GeofenceShape): Ring {
  const [first] = coordinates
  if (!first) return []
  if (type === 'circle') return circleRing(first, radius ?? 0)
  // Longitude continued beyond 180° where the outline crosses it, so that the outline is not cut.
  const ring = coordinates.map(({ lat, lon }): Ring[number] => [first.lon + wrap180(lon - first.lon), lat])
  return type === 'polygon' && ring[0] ? [...ring, ring[0]] : ring
}

/** Corners at the same great-circle distance from the centre: the direct geodesic on the sphere. */
function circleRing({ lat, lon }: Place, radiusM: number): Ring {
  const angular = radiusM / EARTH_RADIUS_M
  const phi = lat * DEG_RAD
  return Array.from({ length: CIRCLE_CORNERS + 1 }, (_, index) => {
    const bearing = -((index % CIRCLE_CORNERS) / CIRCLE_CORNERS) * 2 * Math.PI
    const sin = Math.sin(phi) * Math.cos(angular) + Math.cos(phi) * Math.sin(angular) * Math.cos(bearing)
    const east = Math.atan2(
      Math.sin(bearing) * Math.sin(angular) * Math.cos(phi),
      Math.cos(angular) - Math.sin(phi) * sin,
    )
    return [lon + east / DEG_RAD, Math.asin(sin) / DEG_RAD]
  })
}

/** Shape of an outline drawn by hand, with a radius in whole decimetres and longitudes within ±180°. */
export function shapeOf(type: GeofenceShape['type'], outline: Ring): GeofenceShape {
  const closed = type !== 'line'
  const corners = (closed ? outline.slice(0, -1) : outline).map(([lon, lat]) => place(lat, lon))
  if (type !== 'circle') return { type, coordinates: corners, radius: null }
  const centre = place(
    corners.reduce((sum, { lat }) => sum + lat, 0) / corners.length,
    meanLongitudeDeg(corners.map(({ lon }) => lon)) ?? 0,
  )
  const sumM = corners.reduce((sum, { lat, lon }) => sum + haversineM(centre.lat, centre.lon, lat, lon), 0)
  return { type, coordinates: [centre], radius: Math.round((sumM / corners.length) * 10) / 10 }
}

const place = (lat: number, lon: number): Place => ({
  lat: Number(lat.toFixed(6)),
  lon: Number(wrap180(lon).toFixed(6)),
})

/** Place for popup and name: the centre of a circle, the middle of a line, the mean of a polygon's corners. */
export function anchorOf({ type, coordinates }: GeofenceShape): Place {
  if (type === 'line') return coordinates[Math.floor(coordinates.length / 2)] ?? { lat: 0, lon: 0 }
  return {
    lat: coordinates.reduce((sum, { lat }) => sum + lat, 0) / Math.max(1, coordinates.length),
    lon: meanLongitudeDeg(coordinates.map(({ lon }) => lon)) ?? 0,
  }
}

/** Kilometres: the radius of a circle, the length of a line, the perimeter of a polygon. */
export function sizeKm(shape: GeofenceShape): number {
  if (shape.type === 'circle') return (shape.radius ?? 0) / 1000
  const outline = outlineOf(shape)
  let sumM = 0
  for (let index = 1; index < outline.length; index++) {
    const [fromLon = 0, fromLat = 0] = outline[index - 1] ?? []
    const [lon = 0, lat = 0] = outline[index] ?? []
    sumM += haversineM(fromLat, fromLon, lat, lon)
  }
  return sumM / 1000
}
