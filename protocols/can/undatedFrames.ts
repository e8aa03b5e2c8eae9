import { SECOND_US } from '#contract/domain/time.ts'
import type { CanFrame } from './canFrame.ts'

/** A longer interval between two times of the bus is a hole in the recording, within which nothing is spread. */
const LONGEST_US = 10 * SECOND_US
/** A busy bus has some two thousand frames a second. */
const MOST_HELD = 40_000

/**
 * Frames of a recording without any times, buffered until the bus reports the next time. They are spread
 * evenly over the interval, because frames with equal times would replace each other.
 */
export class UndatedFrames {
  readonly #onDated: (frame: CanFrame, timeUs: number) => void
  #held: { frame: CanFrame; number: number }[] = []
  /** Frames since the last time, buffered or not. */
  #count = 0
  #fromUs = 0
  #lastStepUs = 0

  constructor(onDated: (frame: CanFrame, timeUs: number) => void) {
    this.#onDated = onDated
  }

  /** Counts a frame of any kind: the bus sends about as many each second. */
  tick() {
    this.#count++
  }

  hold(frame: CanFrame) {
    this.#held.push({ frame, number: this.#count })
    if (this.#held.length >= MOST_HELD) this.flush()
  }

  /** The bus reports the next time. */
  next(utcUs: number) {
    const lastsUs = utcUs - this.#fromUs
    const isNear = this.#fromUs > 0 && lastsUs > 0 && lastsUs <= LONGEST_US
    if (isNear) this.#lastStepUs = lastsUs / Math.max(this.#count, 1)
    this.flush()
    this.#fromUs = utcUs
    this.#count = 0
  }

  /** Dates buffered frames as if the bus continued at its last pace. */
  flush() {
    const held = this.#held
    this.#held = []
    for (const { frame, number } of held)
      this.#onDated(frame, this.#fromUs + Math.round(number * this.#lastStepUs))
  }
}
