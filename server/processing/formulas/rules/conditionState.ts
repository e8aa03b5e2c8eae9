import { SECOND_US } from '#contract/domain/time.ts'
import type { CompiledCondition } from './compileRule.ts'
import { LONGEST_HOLD_US } from './longestHold.ts'

/** State of a condition: no, not by enough to count as over, yes, or unknown. */
export const NO = 0
export const BARELY_NOT = 1
export const YES = 2
export const UNKNOWN = 3
export type Truth = typeof NO | typeof BARELY_NOT | typeof YES | typeof UNKNOWN

/** A value stays valid until the next is long overdue: three of its intervals, ten seconds at least. */
const HOLD_INTERVALS = 3
const SHORTEST_HOLD_US = 10 * SECOND_US
/** A value counts as held over its period while no gap exceeds this, or a quarter of the period. */
const SHORTEST_HOLE_US = 5 * SECOND_US
/** Two intervals determine how long a value stays valid. */
const SAMPLES_THAT_DECIDE = 3
/** A rarely reported value, as of a boat at her berth, stays valid for this many of its usual intervals. */
const USUAL_INTERVALS = 1.5
const NEVER = Number.POSITIVE_INFINITY

/** State of one condition for one column of samples. All of it follows from the samples in the order of their time. */
export class ConditionState {
  readonly #condition: CompiledCondition
  readonly #holeUs: number
  /** After a longer gap nothing before it counts, so that samples of bounded age decide about each moment. */
  readonly #forgetUs: number
  lastUs = Number.NaN
  value = Number.NaN
  /** Samples since the first one, or since the last gap that was long enough to reset the state. */
  #taken = 0
  #hasForgotten = false
  #beforeUs = Number.NaN
  #intervalUs = Number.NaN
  #holdUs = SHORTEST_HOLD_US
  /** Start of the time in which the condition was true without a break, for values that must be held. */
  #sinceUs = Number.NaN
  /** Whether it may have been true before that, but for a hole in the samples. */
  #isAfterHole = false
  /** How long the next sample may be awaited. */
  #gapUs: number
  /** Candidates for the least (most) value of the window of a range, as a ring. */
  #times: Float64Array
  #values: Float64Array
  #head = 0
  #size = 0
  /** Angles go on past a full turn. */
  #turned = Number.NaN

  constructor(condition: CompiledCondition) {
    this.#condition = condition
    this.#holeUs = Math.max(SHORTEST_HOLE_US, condition.periodUs / 4)
    this.#gapUs = this.#holeUs
    this.#forgetUs = Math.max(LONGEST_HOLD_US, this.#holeUs)
    const room = condition.type === 'range' ? 32 : 0
    this.#times = new Float64Array(room)
    this.#values = new Float64Array(room)
  }

  /** NaN where the sensor reported "not available". */
  take(timeUs: number, value: number): void {
    const condition = this.#condition
    let sinceLastUs = timeUs - this.lastUs
    if (sinceLastUs > this.#forgetUs) {
      this.#forget()
      sinceLastUs = Number.NaN
    }
    if (sinceLastUs > 0) {
      // The shorter of the last two intervals, so that one gap does not make a series slow.
      const usualUs = this.#beforeUs > 0 ? Math.min(this.#beforeUs, sinceLastUs) : sinceLastUs
      this.#beforeUs = sinceLastUs
      this.#intervalUs = usualUs
      this.#holdUs = Math.min(LONGEST_HOLD_US, Math.max(SHORTEST_HOLD_US, HOLD_INTERVALS * this.#intervalUs))
    }
    this.lastUs = timeUs
    this.value = value
    this.#taken++
    if (condition.type === 'vfp') {
      const isTrue = condition.isAbove ? value > condition.limit : value < condition.limit
      if (!isTrue) this.#sinceUs = Number.NaN
      else if (Number.isNaN(this.#sinceUs) || !(sinceLastUs <= this.#gapUs)) {
        this.#isAfterHole = !Number.isNaN(this.#sinceUs)
        this.#sinceUs = timeUs
      }
      // Another source may report the same moment.
      if (sinceLastUs > 0) {
        const isKnown = sinceLastUs <= LONGEST_HOLD_US
        const usualUs = isKnown ? Math.min(LONGEST_HOLD_US, USUAL_INTERVALS * sinceLastUs) : 0
        this.#gapUs = Math.max(this.#holeUs, usualUs)
      }
    } else if (condition.type === 'range') this.#push(timeUs, value)
  }

  /** False while samples before the first one may determine how long a value stays valid. */
  get isDetermined(): boolean {
    return this.#hasForgotten || this.#taken === 0 || this.#taken >= SAMPLES_THAT_DECIDE
  }

  #forget() {
    this.#hasForgotten = true
    this.#beforeUs = Number.NaN
    this.#intervalUs = Number.NaN
    this.#holdUs = SHORTEST_HOLD_US
    this.#sinceUs = Number.NaN
    this.#isAfterHole = false
    this.#gapUs = this.#holeUs
  }

  /** At a moment not before the last sample. */
  at(timeUs: number): Truth {
    const { type, isAbove, limit, clearLimit, isAge, isNoWhenSilent } = this.#condition
    const { value } = this
    if (isAge) {
      if (Number.isNaN(this.lastUs)) return UNKNOWN
      return timeUs - this.lastUs > limit * SECOND_US === isAbove ? YES : NO
    }
    if (Number.isNaN(value) || timeUs - this.lastUs > this.#holds()) return isNoWhenSilent ? NO : UNKNOWN
    if (type === 'vfp') return this.#wasHeld(timeUs)
    if (type === 'range') return this.#hasChanged() ? YES : NO
    if (isAbove) return value > limit ? YES : value > clearLimit ? BARELY_NOT : NO
    return value < limit ? YES : value < clearLimit ? BARELY_NOT : NO
  }

  /** Next time at which its result may change without a sample. */
  nextUs(afterUs: number): number {
    const condition = this.#condition
    if (condition.isAge) {
      const oldUs = this.lastUs + condition.limit * SECOND_US + 1
      return oldUs > afterUs ? oldUs : NEVER
    }
    if (Number.isNaN(this.value)) return NEVER
    const staleUs = this.lastUs + this.#holds() + 1
    let next = staleUs > afterUs ? staleUs : NEVER
    if (condition.type !== 'vfp' || Number.isNaN(this.#sinceUs)) return next
    const ripeUs = this.#sinceUs + condition.periodUs
    if (ripeUs > afterUs && ripeUs < next) next = ripeUs
    for (const brokenUs of [this.lastUs + this.#holeUs + 1, this.lastUs + this.#gapUs + 1])
      if (brokenUs > afterUs && brokenUs < next) next = brokenUs
    return next
  }

  /** A rare sample alone proves nothing: the next has to agree. A gap is no proof that it was over. */
  #wasHeld(timeUs: number): Truth {
    if (Number.isNaN(this.#sinceUs)) return NO
    const { periodUs } = this.#condition
    const silentUs = timeUs - this.lastUs
    const isHeld = timeUs - this.#sinceUs >= periodUs
    if (isHeld && silentUs <= this.#holeUs) return YES
    if (this.lastUs - this.#sinceUs >= periodUs && silentUs <= this.#gapUs) return YES
    return isHeld || this.#isAfterHole ? UNKNOWN : NO
  }

  #holds(): number {
    const { isHeldForEver, holdUs } = this.#condition
    return isHeldForEver ? NEVER : (holdUs ?? this.#holdUs)
  }

  /** Compares the change in steps of the series, so that equal values count as equal. */
  #hasChanged(): boolean {
    if (this.#size === 0) return false
    const { isAbove, limit, step, isAngle } = this.#condition
    const extreme = this.#values[this.#head] as number
    const change = (isAngle ? this.#turned : this.value) - extreme
    const steps = Math.round((change - limit) / step)
    return isAbove ? steps > 0 : steps < 0
  }

  #push(timeUs: number, given: number) {
    const { isAbove, periodUs, isAngle } = this.#condition
    let value = given
    if (isAngle) {
      const turn = 2 * Math.PI
      if (!Number.isNaN(this.#turned)) value += turn * Math.round((this.#turned - value) / turn)
      if (!Number.isNaN(value)) this.#turned = value
    }
    const room = this.#times.length
    while (this.#size > 0 && (this.#times[this.#head] as number) < timeUs - periodUs) {
      this.#head = (this.#head + 1) % room
      this.#size--
    }
    if (Number.isNaN(value)) return
    for (; this.#size > 0; this.#size--) {
      const tail = this.#values[(this.#head + this.#size - 1) % room] as number
      if (isAbove ? tail < value : tail > value) break
    }
    if (this.#size === room) this.#grow()
    const at = (this.#head + this.#size++) % this.#times.length
    this.#times[at] = timeUs
    this.#values[at] = value
  }

  #grow() {
    const room = this.#times.length
    const turned = (old: Float64Array) =>
      Float64Array.from({ length: 2 * room }, (_, i) =>
        i < room ? (old[(this.#head + i) % room] as number) : 0,
      )
    const times = turned(this.#times)
    this.#values = turned(this.#values)
    this.#times = times
    this.#head = 0
  }
}
