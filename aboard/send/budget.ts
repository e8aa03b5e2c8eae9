import { HOUR_MS } from '#contract/domain/time.ts'

/** A month of 30 days. */
const HOURS_OF_MONTH = 720
/** TLS and HTTP around each request, in bytes. */
export const REQUEST_BYTES = 700

/** Bytes that may be sent, which grow evenly with time up to those of an hour. Without a budget there is no limit. */
export class Budget {
  readonly #bytesPerMs: number | null
  #available: number
  #atMs: number

  constructor(given: { bytesPerHour?: number; bytesPerMonth?: number; nowMs: number }) {
    const perHour = Math.min(
      given.bytesPerHour ?? Number.POSITIVE_INFINITY,
      (given.bytesPerMonth ?? Number.POSITIVE_INFINITY) / HOURS_OF_MONTH,
    )
    this.#bytesPerMs = Number.isFinite(perHour) ? perHour / HOUR_MS : null
    // A program that starts again and again must not begin with a whole hour each time.
    this.#available = this.#bytesPerMs === null ? Number.POSITIVE_INFINITY : perHour / 6
    this.#atMs = given.nowMs
  }

  get isLimited(): boolean {
    return this.#bytesPerMs !== null
  }

  /** Null without a limit. */
  get bytesPerSecond(): number | null {
    return this.#bytesPerMs === null ? null : this.#bytesPerMs * 1000
  }

  spend(bytes: number, nowMs: number): void {
    this.#refill(nowMs)
    this.#available -= bytes
  }

  /** Time until something may be sent, 0 when it may be now. */
  waitMs(nowMs: number): number {
    this.#refill(nowMs)
    if (this.#bytesPerMs === null || this.#available >= REQUEST_BYTES) return 0
    return Math.ceil((REQUEST_BYTES - this.#available) / this.#bytesPerMs)
  }

  #refill(nowMs: number): void {
    if (this.#bytesPerMs === null) return
    const grown = this.#available + (nowMs - this.#atMs) * this.#bytesPerMs
    this.#available = Math.min(grown, this.#bytesPerMs * HOUR_MS)
    this.#atMs = nowMs
  }
}
