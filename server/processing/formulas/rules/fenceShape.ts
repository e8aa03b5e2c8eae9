import { DEG_RAD, wrap180 } from '#contract/domain/units.ts'
import { EARTH_RADIUS_M, haversineM } from '#contract/geodesy/geo.ts'
import type { Position } from '#contract/geodesy/position.ts'

/** Shape of a geofence as evaluation needs it. */
export interface FenceGeometry {
  type: string
  coordinates: readonly Position[]
  radiusM: number | null
}

/**
 * A geofence in metres on a plane around its middle, good to a thousandth within some hundred kilometres. Longitudes are
 * wrapped against the middle, so the antimeridian is a place like any other.
 */
export class FenceShape {
  readonly isLine: boolean
  readonly radiusM: number | null
  readonly #latitudeDeg: number
  readonly #longitudeDeg: number
  readonly #cosLatitude: number
  /** Corners; of a polygon the first again at the end, of a circle its centre alone. */
  readonly #x: Float64Array
  readonly #y: Float64Array

  constructor({ type, coordinates, radiusM }: FenceGeometry) {
    this.isLine = type === 'line'
    this.radiusM = type === 'circle' ? (radiusM ?? 0) : null
    const first = coordinates[0] ?? { latitudeDeg: 0, longitudeDeg: 0 }
    const longitudesDeg = coordinates.map(({ longitudeDeg }) => wrap180(longitudeDeg - first.longitudeDeg))
    const latitudesDeg = coordinates.map(({ latitudeDeg }) => latitudeDeg)
    this.#latitudeDeg = (Math.min(...latitudesDeg) + Math.max(...latitudesDeg)) / 2
    this.#longitudeDeg = first.longitudeDeg + (Math.min(...longitudesDeg) + Math.max(...longitudesDeg)) / 2
    this.#cosLatitude = Math.cos(this.#latitudeDeg * DEG_RAD)
    const corners = type === 'polygon' ? [...coordinates, first] : coordinates
    this.#x = Float64Array.from(corners, ({ longitudeDeg }) => this.x(longitudeDeg))
    this.#y = Float64Array.from(corners, ({ latitudeDeg }) => this.y(latitudeDeg))
  }

  x(longitudeDeg: number): number {
    return EARTH_RADIUS_M * this.#cosLatitude * wrap180(longitudeDeg - this.#longitudeDeg) * DEG_RAD
  }
  y(latitudeDeg: number): number {
    return EARTH_RADIUS_M * (latitudeDeg - this.#latitudeDeg) * DEG_RAD
  }

  /** To the boundary, m: negative inside; of a line always positive. */
  distanceM(latitudeDeg: number, longitudeDeg: number): number {
    if (this.radiusM !== null)
      return haversineM(latitudeDeg, longitudeDeg, this.#latitudeDeg, this.#longitudeDeg) - this.radiusM
    const x = this.x(longitudeDeg)
    const y = this.y(latitudeDeg)
    let squared = Number.POSITIVE_INFINITY
    let isInside = false
    for (let i = 1; i < this.#x.length; i++) {
      const ax = this.#x[i - 1] as number
      const ay = this.#y[i - 1] as number
      const bx = this.#x[i] as number
      const by = this.#y[i] as number
      squared = Math.min(squared, squaredDistance(x, y, ax, ay, bx, by))
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside
    }
    const distance = Math.sqrt(squared)
    return isInside && !this.isLine ? -distance : distance
  }

  /** Points at which the line between two places crosses the boundary, as shares of its length, in order. */
  meets(from: Position, to: Position): number[] {
    const ax = this.x(from.longitudeDeg)
    const ay = this.y(from.latitudeDeg)
    const dx = this.x(to.longitudeDeg) - ax
    const dy = this.y(to.latitudeDeg) - ay
    if (this.radiusM !== null) return meetsCircle(ax, ay, dx, dy, this.radiusM)
    const shares: number[] = []
    for (let i = 1; i < this.#x.length; i++) {
      const cx = this.#x[i - 1] as number
      const cy = this.#y[i - 1] as number
      const ex = (this.#x[i] as number) - cx
      const ey = (this.#y[i] as number) - cy
      const cross = dx * ey - dy * ex
      if (cross === 0) continue
      const share = ((cx - ax) * ey - (cy - ay) * ex) / cross
      const along = ((cx - ax) * dy - (cy - ay) * dx) / cross
      // A corner belongs to one of its edges, so that a line through a corner crosses the boundary once.
      if (share >= 0 && share < 1 && along >= 0 && along < 1) shares.push(share)
    }
    return shares.sort((a, b) => a - b)
  }
}

function squaredDistance(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax
  const dy = by - ay
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length))
  const ex = x - ax - share * dx
  const ey = y - ay - share * dy
  return ex * ex + ey * ey
}

function meetsCircle(ax: number, ay: number, dx: number, dy: number, radius: number): number[] {
  const a = dx * dx + dy * dy
  const b = ax * dx + ay * dy
  const c = ax * ax + ay * ay - radius * radius
  const root = b * b - a * c
  if (a === 0 || root <= 0) return []
  const reach = Math.sqrt(root)
  return [(-b - reach) / a, (-b + reach) / a].filter((share) => share >= 0 && share < 1)
}
