import { SECOND_US } from '#contract/domain/time.ts'

/** Samples later than this count as late data, which is evaluated again on arrival. */
const LONGEST_US = 5 * SECOND_US
const MARGIN_US = SECOND_US / 2
/** Stop delaying a vessel after 10 minutes without late samples. */
const KEPT_MS = 600_000

/**
 * Delay of a vessel's samples. When two devices report a moment one after the other, every evaluation would
 * find late samples and repeat the minutes around them. A short delay puts the samples in order.
 */
export class Lateness {
  readonly #known = new Map<number, { us: number; untilMs: number }>()

  /** Notes samples of `timeUs` that arrived after later samples had been evaluated. */
  note(vesselNumber: number, timeUs: number, cameMs: number): void {
    const lateUs = cameMs * 1000 - timeUs + MARGIN_US
    if (lateUs > LONGEST_US) return
    const us = Math.max(lateUs, this.waitUs(vesselNumber, cameMs))
    this.#known.set(vesselNumber, { us, untilMs: cameMs + KEPT_MS })
  }

  forget(vesselNumber: number): void {
    this.#known.delete(vesselNumber)
  }

  waitUs(vesselNumber: number, nowMs: number): number {
    const known = this.#known.get(vesselNumber)
    return known && known.untilMs > nowMs ? Math.max(0, known.us) : 0
  }
}
