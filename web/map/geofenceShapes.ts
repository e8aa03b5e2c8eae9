import { DEG_RAD, wrap180 } from '#contract/domain/units.ts'
import { EARTH_RADIUS_M, haversineM, meanLongitudeDeg } from '#contract/geodesy/geo.ts'
import type { Position } from '#contract/geodesy/position.ts'
import type { GeofenceShape } from '#contract/wire/geofence.ts'

export type Ring = [longitudeDeg: number, latitudeDeg: number][]

export const CIRCLE_CORNERS = 64

/** Points of the outline in order, as GeoJSON has them; areas end where they begin. */
export function outlineOf({ type, coordinates, radius }: GeofenceShape): Ring {
  const [first] = coordinates
  if (!first) return []
  if (type === 'circle') return circleRing(first, radius ?? 0)
  // Longitude continued beyond 180° where the outline crosses it, so that the outline is not cut.
  const ring = coordinates.map(({ latitudeDeg, longitudeDeg }): Ring[number] => [
    first.longitudeDeg + wrap180(longitudeDeg - first.longitudeDeg),
    latitudeDeg,
  ])
  return type === 'polygon' && ring[0] ? [...ring, ring[0]] : ring
}

/** Corners at the same great-circle distance from the centre: the direct geodesic on the sphere. */
function circleRing({ latitudeDeg, longitudeDeg }: Position, radiusM: number): Ring {
  const angular = radiusM / EARTH_RADIUS_M
  const phi = latitudeDeg * DEG_RAD
  return Array.from({ length: CIRCLE_CORNERS + 1 }, (_, index) => {
    const bearing = -((index % CIRCLE_CORNERS) / CIRCLE_CORNERS) * 2 * Math.PI
    const sin = Math.sin(phi) * Math.cos(angular) + Math.cos(phi) * Math.sin(angular) * Math.cos(bearing)
    const east = Math.atan2(
      Math.sin(bearing) * Math.sin(angular) * Math.cos(phi),
      Math.cos(angular) - Math.sin(phi) * sin,
    )
    return [longitudeDeg + east / DEG_RAD, Math.asin(sin) / DEG_RAD]
  })
}

/** Shape of an outline drawn by hand, with a radius in whole decimetres and longitudes within ±180°. */
export function shapeOf(type: GeofenceShape['type'], outline: Ring): GeofenceShape {
  const closed = type !== 'line'
  const corners = (closed ? outline.slice(0, -1) : outline).map(([longitudeDeg, latitudeDeg]) =>
    place(latitudeDeg, longitudeDeg),
  )
  if (type !== 'circle') return { type, coordinates: corners, radius: null }
  const centre = place(
    corners.reduce((sum, { latitudeDeg }) => sum + latitudeDeg, 0) / corners.length,
    meanLongitudeDeg(corners.map(({ longitudeDeg }) => longitudeDeg)) ?? 0,
  )
  const sumM = corners.reduce(
    (sum, { latitudeDeg, longitudeDeg }) =>
      sum + haversineM(centre.latitudeDeg, centre.longitudeDeg, latitudeDeg, longitudeDeg),
    0,
  )
  return { type, coordinates: [centre], radius: Math.round((sumM / corners.length) * 10) / 10 }
}

const place = (latitudeDeg: number, longitudeDeg: number): Position => ({
  latitudeDeg: Number(latitudeDeg.toFixed(6)),
  longitudeDeg: Number(wrap180(longitudeDeg).toFixed(6)),
})

/** Place for popup and name: the centre of a circle, the middle of a line, the mean of a polygon's corners. */
export function anchorOf({ type, coordinates }: GeofenceShape): Position {
  if (type === 'line')
    return coordinates[Math.floor(coordinates.length / 2)] ?? { latitudeDeg: 0, longitudeDeg: 0 }
  return {
    latitudeDeg:
      coordinates.reduce((sum, { latitudeDeg }) => sum + latitudeDeg, 0) / Math.max(1, coordinates.length),
    longitudeDeg: meanLongitudeDeg(coordinates.map(({ longitudeDeg }) => longitudeDeg)) ?? 0,
  }
}

/** Kilometres: the radius of a circle, the length of a line, the perimeter of a polygon. */
export function sizeKm(shape: GeofenceShape): number {
  if (shape.type === 'circle') return (shape.radius ?? 0) / 1000
  const outline = outlineOf(shape)
  let sumM = 0
  for (let index = 1; index < outline.length; index++) {
    const [fromLongitudeDeg = 0, fromLatitudeDeg = 0] = outline[index - 1] ?? []
    const [longitudeDeg = 0, latitudeDeg = 0] = outline[index] ?? []
    sumM += haversineM(fromLatitudeDeg, fromLongitudeDeg, latitudeDeg, longitudeDeg)
  }
  return sumM / 1000
}
