import { DAY_US, SECOND_US } from '#contract/time.ts'
import type { CanFrame } from './canFrame.ts'

/** A step back of half a day means that the counter is a time of day and midnight has passed. */
const TURN_US = DAY_US / 2
/** A larger difference than this is no latency and no drift: the clock is set anew. */
const STEP_US = SECOND_US
/** Smaller ones move it by a part only, so that times neither jump with the sender's latency nor run backwards. */
const SLEW = 0.1

/**
 * Dates frames whose format has no date. The bus itself says what time it is about once a second; between two such
 * messages the format's own counter goes on, and where there is no counter the last time said holds.
 */
export class BusClock {
  #offsetUs: number | null = null
  #lastUtcUs: number | null = null
  #lastCounterUs = 0
  #turnsUs = 0

  /** Null when nothing tells the time yet. */
  timeUs(frame: CanFrame, receivedUs: number | null): number | null {
    if (frame.timeUs !== null) return frame.timeUs
    const counterUs = this.#unrolledUs(frame)
    if (counterUs !== null && this.#offsetUs !== null) return counterUs + this.#offsetUs
    return receivedUs ?? this.#lastUtcUs
  }

  /** To be told what the frame just dated said about the time. */
  learn(utcUs: number, frame: CanFrame): void {
    this.#lastUtcUs = utcUs
    const counterUs = this.#unrolledUs(frame)
    if (counterUs === null) return
    const differenceUs = utcUs - counterUs - (this.#offsetUs ?? Number.POSITIVE_INFINITY)
    if (this.#offsetUs === null || Math.abs(differenceUs) > STEP_US) this.#offsetUs = utcUs - counterUs
    else this.#offsetUs += Math.round(differenceUs * SLEW)
  }

  #unrolledUs(frame: CanFrame): number | null {
    if (frame.counterUs === null) return null
    if (frame.counterUs < this.#lastCounterUs - TURN_US) this.#turnsUs += DAY_US
    this.#lastCounterUs = frame.counterUs
    return frame.counterUs + this.#turnsUs
  }
}
