import { DAY_US } from '#contract/domain/time.ts'
import { wrap180 } from '#contract/domain/units.ts'
import type { FenceShape } from './fenceShape.ts'

/** A boundary that was crossed, where and when. */
export interface Crossing {
  timeUs: number
  direction: 'enter' | 'exit' | 'cross'
  latitudeDeg: number
  longitudeDeg: number
  /** Fixes around it: the boundary was crossed some time between them. */
  beforeUs: number
  afterUs: number
}

interface At {
  timeUs: number
  latitudeDeg: number
  longitudeDeg: number
  distanceM: number
}

interface Run {
  crossing: Crossing
  before: At
  firstUs: number
}

const sideOf = ({ distanceM }: At) => (distanceM > 0 ? 1 : -1)

/** A receiver in the open is right to a few metres per unit of HDOP; one without HDOP, to 7.5. */
const SIGMA_PER_HDOP_M = 5
const UNKNOWN_SIGMA_M = 7.5
const MARGIN_M = [10, 30] as const
/** A vessel that was silent for longer starts over: the first known place is then no crossing. */
const AGAIN_AFTER_US = DAY_US
/** After so many fixes the outlier filter no longer depends on the first one. */
const FILTERED_FIXES = 3

/**
 * Side of a geofence on which a vessel is. The side changes only once the vessel is clear of the boundary by
 * the uncertainty of its receiver.
 *
 * A crossing is reported once fixes over `holdUs` in a row lie on the new side, so that one bad fix reports
 * nothing. Its time is where the line between two fixes crossed the boundary.
 */
export class FenceTrack {
  readonly shape: FenceShape
  readonly #holdUs: number
  /** −1 inside, 1 outside, 0 unknown; for a line 1 once the vessel was clear of it. */
  side = 0
  /** The side after the last crossing, or the first known side. */
  #reported = 0
  #last: At | null = null
  /** The fixes in a row that lie on one side: the crossing they began with, the fix before it, and the first of them. */
  #run: Run | null = null
  /** Line fences: meetings with the line since the last crossing, and whether the vessel was clear of it after that. */
  #meetings = 0
  #isClear = false
  /** The fix from which on her side no longer depends on earlier ones: clear of the boundary, after long enough on that side. */
  settledUs = Number.NEGATIVE_INFINITY
  #sideSinceUs = Number.NaN
  #taken = 0

  constructor(shape: FenceShape, holdUs = 0) {
    this.shape = shape
    this.#holdUs = holdUs
  }

  /** Takes the next fix and returns its crossings. */
  take(timeUs: number, latitudeDeg: number, longitudeDeg: number, hdop: number): Crossing[] {
    const { shape } = this
    const now = { timeUs, latitudeDeg, longitudeDeg, distanceM: shape.distanceM(latitudeDeg, longitudeDeg) }
    const last = this.#last
    this.#last = now
    const marginM = marginOf(hdop, shape.radiusM)
    this.#taken++
    if (!last || sideOf(last) !== sideOf(now)) this.#sideSinceUs = timeUs
    const isClear = Math.abs(now.distanceM) >= marginM && this.#taken > FILTERED_FIXES
    if (isClear && timeUs - this.#sideSinceUs >= this.#holdUs) this.settledUs = timeUs
    if (!last || timeUs - last.timeUs > AGAIN_AFTER_US) {
      this.#run = null
      this.#meetings = 0
      this.#isClear = false
      this.side = 0
      this.#settle(now.distanceM, marginM)
      this.#reported = this.side
      return []
    }
    if (shape.isLine) return this.#takeOfLine(last, now, marginM)
    const ended = this.#run
    if (sideOf(last) !== sideOf(now)) {
      const met = between(last, now, last.distanceM / (last.distanceM - now.distanceM))
      const direction = now.distanceM > 0 ? 'exit' : 'enter'
      this.#run = { crossing: { ...met, direction }, before: last, firstUs: timeUs }
      const seldom = ended && this.side < 0 && this.#passedWithFix(ended, this.#run.crossing, now, marginM)
      if (seldom) return seldom
    } else {
      const through = this.#passed(last, now, marginM)
      if (through) return through
    }
    this.#settle(now.distanceM, marginM)
    if (this.#reported === 0) this.#reported = this.side
    const isHeld = this.#run !== null && timeUs - this.#run.firstUs >= this.#holdUs
    if (this.side === this.#reported || this.side !== sideOf(now) || !isHeld || !this.#run) return []
    this.#reported = this.side
    return [this.#run.crossing]
  }

  #settle(distanceM: number, marginM: number) {
    if (distanceM >= marginM) this.side = 1
    else if (distanceM <= -marginM && !this.shape.isLine) this.side = -1
  }

  /** In and out again between two fixes that are both clear of it. */
  #passed(last: At, now: At, marginM: number): Crossing[] | null {
    const shares = this.#throughs(last, now, marginM)
    const [first] = shares
    const end = shares.at(-1)
    if (first === undefined || end === undefined) return null
    const entered = between(last, now, first)
    const left = between(last, now, end)
    return this.#wasInside(entered, left)
  }

  /**
   * The vessel reports so rarely that fixes cannot show how long it was inside. If the line between the fixes
   * before and after also crosses the fence, the fixes inside were real.
   */
  #passedWithFix({ crossing, before }: Run, left: Crossing, now: At, marginM: number): Crossing[] | null {
    if (this.#holdUs === 0 || crossing.direction !== 'enter') return null
    return this.#throughs(before, now, marginM).length > 0 ? this.#wasInside(crossing, left) : null
  }

  #wasInside(entered: Omit<Crossing, 'direction'>, left: Omit<Crossing, 'direction'>): Crossing[] | null {
    if (left.timeUs - entered.timeUs < this.#holdUs) return null
    this.side = 1
    return [
      { ...entered, direction: 'enter' },
      { ...left, direction: 'exit' },
    ]
  }

  /**
   * Points at which the line between two clear fixes enters and leaves the fence, as shares of its length.
   */
  #throughs(from: At, to: At, marginM: number): number[] {
    if (this.#reported !== 1 || from.distanceM < marginM || to.distanceM < marginM) return []
    if (from.distanceM + to.distanceM > this.#lengthM(from, to)) return []
    const shares = this.shape.meets(from, to)
    return shares.length < 2 ? [] : shares
  }

  /** Passing round its end meets nothing; over and back again meets it twice. */
  #takeOfLine(last: At, now: At, marginM: number): Crossing[] {
    if (last.distanceM + now.distanceM <= this.#lengthM(last, now) + 1) {
      for (const share of this.shape.meets(last, now)) {
        const crossing = { ...between(last, now, share), direction: 'cross' as const }
        this.#run = { crossing, before: last, firstUs: now.timeUs }
        this.#meetings++
        this.#sideSinceUs = now.timeUs
        this.#isClear = false
      }
    }
    if (now.distanceM >= marginM) this.#isClear = true
    if (!this.#isClear) return []
    const wasKnown = this.side !== 0
    this.side = 1
    if (wasKnown && this.#meetings % 2 === 1) {
      if (!this.#run || now.timeUs - this.#run.firstUs < this.#holdUs) return []
      this.#meetings = 0
      return [this.#run.crossing]
    }
    this.#meetings = 0
    return []
  }

  #lengthM(from: At, to: At): number {
    return Math.hypot(
      this.shape.x(to.longitudeDeg) - this.shape.x(from.longitudeDeg),
      this.shape.y(to.latitudeDeg) - this.shape.y(from.latitudeDeg),
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
    latitudeDeg: from.latitudeDeg + share * (to.latitudeDeg - from.latitudeDeg),
    longitudeDeg: wrap180(from.longitudeDeg + share * wrap180(to.longitudeDeg - from.longitudeDeg)),
    ...{ beforeUs: from.timeUs, afterUs: to.timeUs },
  }
}
