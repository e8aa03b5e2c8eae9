import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs'
import { DAY_MS, ROLLOVER_WEEKS } from '#contract/domain/time.ts'
import { isRecord, parseJson } from '#protocols/json.ts'

/** No data were measured by this program before. */
const FIRST_MS = Date.UTC(2024, 0)
/** Receivers whose week number overflowed are a multiple of these behind. */
const ROLLOVER_MS = ROLLOVER_WEEKS * 7 * DAY_MS
/** Times of a receiver must agree within this, latency included. */
const AGREED_MS = 2000
const AGREED_TIMES = 3
/** So many new times of a receiver in a row correct a clock that differs. */
const CORRECTING_TIMES = 10
/** The header of an answer has whole seconds. */
const HALF_SECOND_MS = 500
const SYSTEM_AGREES_MS = 2000
/** A receiver that differs from the server by more replays a recording or is broken. */
const BELIEVED_MS = 7 * DAY_MS
/** The server corrects a clock that came from no satellite when it differs by more. */
const SERVER_DIFFERS_MS = 5000

type ClockOrigin = 'gnss' | 'system' | 'server'

interface Anchor {
  epoch: string
  /** Holds from this monotonic time on; the first of a boot also holds before. */
  fromMs: number
  offsetMs: number
  origin: ClockOrigin
}

/**
 * Gives messages their time: monotonic time plus an offset that satellites, a synchronized system clock or the server report.
 * An offset is on disk before it is used and never changes for the messages it covers. A message that is sent twice therefore
 * has one time, and the server stores it once.
 */
export class BoardClock {
  readonly #path: string
  readonly #epoch: string
  readonly #systemMs: () => number
  readonly #monotonicMs: () => number
  #anchors: Anchor[]
  #agreeing: number[] = []
  /** Offset by the clock of the server, or by a synchronized system clock; null while neither is known. */
  #knownMs: number | null = null

  constructor(given: {
    path: string
    epoch: string
    monotonicMs: () => number
    systemMs?: () => number
    isSystemSynchronized?: () => boolean
  }) {
    this.#path = given.path
    this.#epoch = given.epoch
    this.#monotonicMs = given.monotonicMs
    this.#systemMs = given.systemMs ?? Date.now
    this.#anchors = existsSync(this.#path) ? readAnchors(readFileSync(this.#path, 'utf8')) : []
    const isSynchronized = given.isSystemSynchronized ?? isTimesyncDone
    if (this.#systemMs() < FIRST_MS || !isSynchronized()) return
    this.#knownMs = this.#systemMs() - this.#monotonicMs()
    if (!this.isKnown(this.#epoch)) this.#set(this.#knownMs, 'system')
  }

  /** Time that a receiver with a fix reported at a monotonic time. */
  noteGnss(utcMs: number, atMs: number): void {
    const offsetMs = this.#withLostWeeks(utcMs, atMs) - atMs
    if (this.#knownMs !== null && Math.abs(offsetMs - this.#knownMs) > BELIEVED_MS) return
    const current = this.#current()
    if (current && Math.abs(offsetMs - current.offsetMs) <= AGREED_MS) {
      this.#agreeing = []
      return
    }
    if (this.#agreeing.some((other) => Math.abs(other - offsetMs) > AGREED_MS)) this.#agreeing = []
    this.#agreeing.push(offsetMs)
    if (this.#agreeing.length < (current?.origin === 'gnss' ? CORRECTING_TIMES : AGREED_TIMES)) return
    // The message with the least delay is the closest to the truth.
    this.#set(Math.max(...this.#agreeing), 'gnss')
    this.#agreeing = []
  }

  #withLostWeeks(utcMs: number, atMs: number): number {
    if (this.#knownMs !== null)
      return utcMs + Math.max(0, Math.round((this.#knownMs + atMs - utcMs) / ROLLOVER_MS)) * ROLLOVER_MS
    return utcMs + Math.max(0, Math.ceil((FIRST_MS - utcMs) / ROLLOVER_MS)) * ROLLOVER_MS
  }

  /** Time in an answer of the server, halfway between request and answer. */
  noteServer(dateMs: number, atMs: number): void {
    if (Number.isNaN(dateMs) || dateMs < FIRST_MS) return
    const serverOffsetMs = dateMs + HALF_SECOND_MS - atMs
    const systemOffsetMs = this.#systemMs() - this.#monotonicMs()
    const isSystemRight = Math.abs(systemOffsetMs - serverOffsetMs) <= SYSTEM_AGREES_MS
    const current = this.#current()
    this.#knownMs = serverOffsetMs
    if (current?.origin === 'gnss' && Math.abs(current.offsetMs - serverOffsetMs) <= BELIEVED_MS) return
    if (current && Math.abs(current.offsetMs - serverOffsetMs) <= SERVER_DIFFERS_MS) return
    this.#set(isSystemRight ? systemOffsetMs : serverOffsetMs, isSystemRight ? 'system' : 'server')
  }

  isKnown = (epoch: string) => this.#anchors.some((anchor) => anchor.epoch === epoch)

  /** Milliseconds since 1970 of a monotonic time; null for a boot whose time nothing has reported. */
  timeMs(epoch: string, measuredMs: number): number | null {
    let anchor: Anchor | null = null
    for (const one of this.#anchors)
      if (one.epoch === epoch && (!anchor || one.fromMs <= measuredMs)) anchor = one
    return anchor ? measuredMs + anchor.offsetMs : null
  }

  /** System clock minus the time of the messages, in ms, with the origin of the latter; null while it is not known. */
  state(): { systemAheadMs: number; origin: ClockOrigin } | null {
    const current = this.#current()
    if (!current) return null
    return {
      systemAheadMs: this.#systemMs() - this.#monotonicMs() - current.offsetMs,
      origin: current.origin,
    }
  }

  #current = () => this.#anchors.findLast(({ epoch }) => epoch === this.#epoch)

  #set(offset: number, origin: ClockOrigin): void {
    const anchor = { epoch: this.#epoch, fromMs: this.#monotonicMs(), offsetMs: Math.round(offset), origin }
    // A cut of power may have torn the line before.
    appendFileSync(this.#path, `\n${JSON.stringify(anchor)}\n`, { mode: 0o600 })
    const fd = openSync(this.#path, 'r')
    try {
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    this.#anchors.push(anchor)
  }
}

/** The lines of the file; a line that a cut of power tore is left out. */
const readAnchors = (text: string): Anchor[] =>
  text.split('\n').flatMap((line) => {
    const anchor = parseJson(line)
    const isWhole =
      isRecord(anchor) && typeof anchor.offsetMs === 'number' && typeof anchor.fromMs === 'number'
    return isWhole ? [anchor as unknown as Anchor] : []
  })

/** True after systemd has set the clock from the network. */
const isTimesyncDone = () => existsSync('/run/systemd/timesync/synchronized')
