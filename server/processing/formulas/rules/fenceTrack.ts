import { DAY_US } from '#contract/time.ts'
import { wrap180 } from '#contract/units.ts'
import type { FenceShape } from './fenceShape.ts'

/** A boundary that was crossed, where and when. */
export interface Crossing {
  timeUs: number
  direction: 'enter' | 'exit' | 'cross'
  lat: number
  lon: number
}

interface At {
  timeUs: number
  lat: number
  lon: number
  distanceM: number
}

/** A receiver in the open is right to a few metres per unit of HDOP; one that does not say, to 7.5. */
const SIGMA_PER_HDOP_M = 5
const UNKNOWN_SIGMA_M = 7.5
const MARGIN_M = [10, 30] as const
/** Who was silent for longer comes anew: then the first known place is no crossing. */
const ANEW_AFTER_US = DAY_US

/**
 * On which side of a geofence a vessel is. The side changes only once she is clear of the boundary by as much as her
 * receiver may be wrong; the crossing is where the way between fixes met it.
 */
export class FenceTrack {
  readonly shape: FenceShape
  /** −1 inside, 1 outside, 0 not known; of a line 1 once she was clear of it. */
  side = 0
  #last: At | null = null
  /** The last meeting with the boundary in each direction since the side was known; of a line all of them. */
  #inward: Crossing | null = null
  #outward: Crossing | null = null
  #meetings: Crossing[] = []

  constructor(shape: FenceShape) {
    this.shape = shape
  }

  /** Takes the next fix; answers what was crossed with it. */
  take(timeUs: number, lat: number, lon: number, hdop: number): Crossing[] {
    const { shape } = this
    const now = { timeUs, lat, lon, distanceM: shape.distanceM(lat, lon) }
    const last = this.#last
    this.#last = now
    const marginM = marginOf(hdop, shape.radiusM)
    if (!last || timeUs - last.timeUs > ANEW_AFTER_US) {
      this.side = 0
      this.#forget()
      this.#settle(now.distanceM, marginM)
      return []
    }
    if (shape.isLine) return this.#takeOfLine(last, now, marginM)
    if (last.distanceM > 0 !== now.distanceM > 0) {
      const crossing = between(last, now, last.distanceM / (last.distanceM - now.distanceM))
      if (now.distanceM > 0) this.#outward = { ...crossing, direction: 'exit' }
      else this.#inward = { ...crossing, direction: 'enter' }
    }
    const through = this.#passed(last, now, marginM)
    if (through.length > 0) return through
    const before = this.side
    if (!this.#settle(now.distanceM, marginM)) return []
    const crossed = before === 0 ? null : this.side < 0 ? this.#inward : this.#outward
    this.#forget()
    return crossed ? [crossed] : []
  }

  /** True where the side changed. */
  #settle(distanceM: number, marginM: number): boolean {
    const side = distanceM >= marginM ? 1 : distanceM <= -marginM && !this.shape.isLine ? -1 : this.side
    if (side === this.side) return false
    this.side = side
    return true
  }

  #forget() {
    this.#inward = null
    this.#outward = null
    this.#meetings = []
  }

  /** In and out again between two fixes that are both clear of it. */
  #passed(last: At, now: At, marginM: number): Crossing[] {
    if (this.side !== 1 || last.distanceM < marginM || now.distanceM < marginM) return []
    if (last.distanceM + now.distanceM > this.#lengthM(last, now)) return []
    const shares = this.shape.meets(last, now)
    const [first] = shares
    const end = shares.at(-1)
    if (first === undefined || end === undefined || shares.length < 2) return []
    this.#forget()
    return [
      { ...between(last, now, first), direction: 'enter' },
      { ...between(last, now, end), direction: 'exit' },
    ]
  }

  /** Passing round its end meets nothing; over and back again meets it twice. */
  #takeOfLine(last: At, now: At, marginM: number): Crossing[] {
    if (last.distanceM + now.distanceM <= this.#lengthM(last, now) + 1) {
      for (const share of this.shape.meets(last, now))
        this.#meetings.push({ ...between(last, now, share), direction: 'cross' })
    }
    if (now.distanceM < marginM) return []
    const wasKnown = this.side !== 0
    const crossed = this.#meetings.length % 2 === 1 && wasKnown ? this.#meetings.slice(-1) : []
    this.side = 1
    this.#forget()
    return crossed
  }

  #lengthM(from: At, to: At): number {
    return Math.hypot(
      this.shape.x(to.lon) - this.shape.x(from.lon),
      this.shape.y(to.lat) - this.shape.y(from.lat),
    )
  }
}

function marginOf(hdop: number, radiusM: number | null): number {
  const sigma = Number.isNaN(hdop) ? UNKNOWN_SIGMA_M : SIGMA_PER_HDOP_M * hdop
  const margin = Math.max(MARGIN_M[0], Math.min(MARGIN_M[1], 2 * sigma))
  return radiusM === null ? margin : Math.min(margin, radiusM / 3)
}

function between(from: At, to: At, share: number): Omit<Crossing, 'direction'> {
  return {
    timeUs: Math.round(from.timeUs + share * (to.timeUs - from.timeUs)),
    lat: from.lat + share * (to.lat - from.lat),
    lon: wrap180(from.lon + share * wrap180(to.lon - from.lon)),
  }
}
