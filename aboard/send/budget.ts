import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { HOUR_MS } from '#contract/domain/time.ts'
import { isRecord, parseJson } from '#protocols/json.ts'

/** A month of 30 days. */
const HOURS_OF_MONTH = 720
/** Share of an hour's budget that may be sent at once; the rest grows evenly, so that no hour gets more. */
const AT_ONCE = 1 / 6
/** TLS and HTTP around each request, in bytes. */
export const REQUEST_BYTES = 700
/** Growth that a write to disk spends ahead: a program that is killed loses it, and writes are rarer than this. */
const AHEAD_MS = 10_000

/** The file: bytes that might be sent at a time of the clock of a boot. */
interface Stored {
  epoch: string
  atMs: number
  available: number
}

/**
 * Bytes that may be sent, which grow evenly with time up to a limit. Without a budget there is none.
 *
 * The file never allows more than memory does, so that kills do not add to the budget. Nothing grows between two boots of the
 * machine, because no clock that is certainly right measures that time.
 */
export class Budget {
  readonly #bytesPerMs: number | null = null
  readonly #most: number
  readonly #path: string | null
  readonly #epoch: string
  #available: number
  #atMs: number
  #stored: Stored

  constructor(given: {
    bytesPerHour?: number
    bytesPerMonth?: number
    nowMs: number
    /** Names the boot to whose clock `nowMs` belongs. */
    epoch: string
    path?: string
  }) {
    const { bytesPerHour = Number.POSITIVE_INFINITY, bytesPerMonth = Number.POSITIVE_INFINITY } = given
    const evenly = bytesPerMonth / (HOURS_OF_MONTH + 1)
    const perHour = Math.min(bytesPerHour * (1 - AT_ONCE), evenly)
    this.#most = Math.min(bytesPerHour * AT_ONCE, evenly)
    if (Number.isFinite(perHour)) this.#bytesPerMs = perHour / HOUR_MS
    this.#epoch = given.epoch
    this.#path = this.#bytesPerMs === null ? null : (given.path ?? null)
    const fresh = { epoch: given.epoch, atMs: given.nowMs, available: this.#most }
    const read = (this.#path !== null && readStored(this.#path, fresh)) || fresh
    this.#stored = read.epoch === given.epoch ? read : { ...read, epoch: given.epoch, atMs: given.nowMs }
    this.#available = this.#grown(this.#stored, given.nowMs)
    this.#atMs = given.nowMs
  }

  get isLimited(): boolean {
    return this.#bytesPerMs !== null
  }

  /** Null without a limit. */
  get bytesPerSecond(): number | null {
    return this.#bytesPerMs === null ? null : this.#bytesPerMs * 1000
  }

  /** Bytes that may be sent now; negative after a request that was larger. */
  available(nowMs: number): number {
    this.#available = this.#grown({ available: this.#available, atMs: this.#atMs }, nowMs)
    this.#atMs = nowMs
    return this.#available
  }

  /** Takes bytes that are about to be sent. */
  spend(bytes: number, nowMs: number): void {
    this.#available = this.available(nowMs) - bytes
    if (this.#available < this.#grown(this.#stored, nowMs))
      this.#write(this.#available - AHEAD_MS * (this.#bytesPerMs ?? 0))
  }

  /** Time until something may be sent, 0 when it may be now. */
  waitMs(nowMs: number): number {
    const available = this.available(nowMs)
    if (this.#bytesPerMs === null || available >= REQUEST_BYTES) return 0
    return Math.ceil((REQUEST_BYTES - available) / this.#bytesPerMs)
  }

  /** Writes what is left. */
  close(nowMs: number): void {
    this.#write(this.available(nowMs))
  }

  #grown({ available, atMs }: Pick<Stored, 'available' | 'atMs'>, nowMs: number): number {
    return Math.min(available + (nowMs - atMs) * (this.#bytesPerMs ?? 0), this.#most)
  }

  #write(available: number): void {
    if (this.#path === null) return
    const stored = { epoch: this.#epoch, atMs: this.#atMs, available: Math.floor(available) }
    try {
      writeFileSync(`${this.#path}.draft`, JSON.stringify(stored), { mode: 0o600, flush: true })
      renameSync(`${this.#path}.draft`, this.#path)
      this.#stored = stored
    } catch {
      // A full disk, which only sending makes free again. The next request tries again.
    }
  }
}

/** Null without a file. A damaged one allows nothing yet. */
function readStored(path: string, fresh: Stored): Stored | null {
  try {
    const stored = parseJson(readFileSync(path, 'utf8'))
    const isWhole =
      isRecord(stored) && typeof stored.atMs === 'number' && typeof stored.available === 'number'
    return isWhole ? (stored as unknown as Stored) : { ...fresh, available: 0 }
  } catch {
    return null
  }
}
