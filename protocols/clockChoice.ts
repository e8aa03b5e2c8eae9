import { SECOND_US } from '#contract/domain/time.ts'

/** Source of the time: the rank of its message, the best first, and the sender. */
export interface ClockSource {
  rank: number
  sender: string
}

/** Two sources agree within this; a larger difference is no latency. */
const AGREES_US = 10 * SECOND_US
/** A worse source is used once it has reported for this time while the better one is silent. */
const SILENT_US = SECOND_US

interface Other {
  /**
   * Its first time since the chosen source last reported, null when the chosen source has reported after it.
   */
  sinceUs: number | null
  contradicts: boolean
}

/**
 * One source of time for a connection, chosen by rule and not by the order of reports: the best rank, and of
 * equal ranks the first sender by name. A worse source continues while the better one is silent, unless it
 * contradicted the better one before. The clock goes back only when its own source does, which is a new
 * start.
 */
export class ClockChoice {
  #chosen: ClockSource | null = null
  readonly #others = new Map<string, Other>()

  /** Whether a time sets the clock, which stands at `nowUs`, null before it was set. */
  sets(source: ClockSource, utcUs: number, nowUs: number | null): boolean {
    const chosen = this.#chosen
    if (!chosen || nowUs === null) return this.#choose(source)
    const order = orderOf(source, chosen)
    if (order === 0) return this.#choose(source)
    const isSlightlyBack = utcUs < nowUs && nowUs - utcUs <= AGREES_US
    if (order < 0) {
      // Its time is accepted with its next report, when the clock need not go back for it.
      for (const other of this.#others.values()) other.sinceUs = null
      return !isSlightlyBack && this.#choose(source)
    }
    const key = `${source.rank} ${source.sender}`
    const other = this.#others.get(key)
    if (!other || other.sinceUs === null) {
      this.#others.set(key, { sinceUs: utcUs, contradicts: Math.abs(utcUs - nowUs) > AGREES_US })
      return false
    }
    const isAlone = utcUs - other.sinceUs >= SILENT_US
    return isAlone && !other.contradicts && !isSlightlyBack && this.#choose(source)
  }

  #choose(source: ClockSource): true {
    this.#chosen = source
    for (const other of this.#others.values()) other.sinceUs = null
    return true
  }
}

function orderOf(a: ClockSource, b: ClockSource): number {
  if (a.rank !== b.rank) return a.rank - b.rank
  return a.sender === b.sender ? 0 : a.sender < b.sender ? -1 : 1
}
