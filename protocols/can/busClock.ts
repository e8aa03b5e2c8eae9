import { DAY_US, SECOND_US } from '#contract/domain/time.ts'
import { ClockChoice, type ClockSource } from '../clockChoice.ts'
import type { CanFrame } from './canFrame.ts'

/** A step back of half a day means that the counter is a time of day and midnight has passed. */
const TURN_US = DAY_US / 2
/** A larger difference than this is no latency and no drift: the clock is set again. */
const STEP_US = SECOND_US
/** Smaller ones move it by a part only, so that times neither jump with the sender's latency nor run backwards. */
const SLEW = 0.1

/**
 * Dates frames whose format has no date. The bus itself reports the time about once a second; between two
 * such messages the format's own counter continues.
 */
export class BusClock {
  readonly #choice = new ClockChoice()
  #offsetUs: number | null = null
  #lastUtcUs: number | null = null
  #lastCounterUs = 0
  #turnsUs = 0

  /** The last time that the bus reported, null when it has not. */
  get lastUtcUs(): number | null {
    return this.#lastUtcUs
  }

  /** Time of a frame; null when no message has reported the time yet. */
  timeUs(frame: CanFrame, receivedUs: number | null): number | null {
    if (frame.timeUs !== null) return frame.timeUs
    const counterUs = this.#unrolledUs(frame)
    if (counterUs !== null && this.#offsetUs !== null) return counterUs + this.#offsetUs
    return receivedUs ?? this.#lastUtcUs
  }

  /** Takes the time that a frame reports; true when that sets the clock. */
  learn(utcUs: number, source: ClockSource, frame: CanFrame): boolean {
    const counterUs = this.#unrolledUs(frame)
    const nowUs = counterUs === null || this.#offsetUs === null ? this.#lastUtcUs : counterUs + this.#offsetUs
    if (!this.#choice.sets(source, utcUs, nowUs)) return false
    this.#lastUtcUs = utcUs
    if (counterUs === null) return true
    const differenceUs = utcUs - counterUs - (this.#offsetUs ?? Number.POSITIVE_INFINITY)
    if (this.#offsetUs === null || Math.abs(differenceUs) > STEP_US) this.#offsetUs = utcUs - counterUs
    else this.#offsetUs += Math.round(differenceUs * SLEW)
    return true
  }

  #unrolledUs(frame: CanFrame): number | null {
    if (frame.counterUs === null) return null
    if (frame.counterUs < this.#lastCounterUs - TURN_US) this.#turnsUs += DAY_US
    this.#lastCounterUs = frame.counterUs
    return frame.counterUs + this.#turnsUs
  }
}
