import { MINUTE_MS } from '#contract/domain/time.ts'

/** Callers that are counted at once; beyond it a flood from many addresses costs memory. */
const MOST_CALLERS = 10_000

/** Counts calls in the present minute, of one process. */
export class MinuteCounts {
  readonly #most: number
  readonly #nowMs: () => number
  #counts = new Map<string, number>()
  #minute = 0

  constructor(most: number, nowMs: () => number) {
    this.#most = most
    this.#nowMs = nowMs
  }

  /** True while the caller has not made too many calls in this minute. */
  isWithin(caller: string): boolean {
    return (this.#current().get(caller) ?? 0) < this.#most
  }

  /** Counts a call; false when it is one too many. */
  take(caller: string): boolean {
    const isWithin = this.isWithin(caller)
    const counts = this.#current()
    if (isWithin && (counts.has(caller) || counts.size < MOST_CALLERS))
      counts.set(caller, (counts.get(caller) ?? 0) + 1)
    return isWithin
  }

  #current() {
    const minute = Math.floor(this.#nowMs() / MINUTE_MS)
    if (minute !== this.#minute) this.#counts = new Map()
    this.#minute = minute
    return this.#counts
  }
}
