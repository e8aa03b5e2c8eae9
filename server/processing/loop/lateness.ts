import { SECOND_US } from '#contract/domain/time.ts'

/** Samples later than this count as late data, which is evaluated again on arrival. */
const LONGEST_US = 5 * SECOND_US
const MARGIN_US = SECOND_US / 2
/** Stop delaying a vessel after 10 minutes without late samples. */
const KEPT_MS = 600_000

/**
 * How long the samples of a vessel are waited for. Where two devices tell of the same moment one after the other, every
 * look would find something that came after what was evaluated, and evaluate the minutes around it anew; a moment's patience
 * puts them in order.
 */
export class Lateness {
  readonly #known = new Map<number, { us: number; untilMs: number }>()

  /** Samples of `timeUs` came after what follows them had been evaluated. */
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
