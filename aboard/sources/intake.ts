import type { Format } from '#contract/wire/device.ts'
import type { CanFrame } from '#protocols/can/canFrame.ts'
import type { Message } from '../message.ts'

/**
 * Most messages and bytes that one source may give in a second. A full NMEA 2000 bus has 1,800 frames a second, a J1939
 * bus at 500 kbit/s has 4,000, and a Signal K delta has about 400 bytes.
 */
export const MESSAGES_PER_SECOND = 10_000
export const BYTES_PER_SECOND = 4_000_000
const SECOND_MS = 1000
const FLOOD_SHOWN_MS = 60_000

/** Taker of the messages of a stream. */
export type MessageSink = Pick<Intake, 'take' | 'unknown'>

/** Counts the messages of one source and passes them on, up to the limit of each second. */
export class Intake {
  /** Messages beyond the limit, which were dropped. */
  dropped = 0
  /** Messages passed on. */
  taken = 0
  /** Records of no known form, which were skipped. */
  unknown = 0
  lastMessageMs: number | null = null
  readonly #emit: (message: Message) => void
  readonly #now: () => number
  #droppedMs = Number.NEGATIVE_INFINITY
  #secondFromMs = Number.NEGATIVE_INFINITY
  #messages = 0
  #bytes = 0

  constructor(emit: (message: Message) => void, now: () => number = () => performance.now()) {
    this.#emit = emit
    this.#now = now
  }

  /** Copies the bytes, which may be part of a larger buffer. */
  take(format: Format, bytes: Uint8Array, frame?: CanFrame): void {
    const nowMs = this.#now()
    this.lastMessageMs = nowMs
    if (nowMs - this.#secondFromMs >= SECOND_MS) this.#begin(nowMs)
    if (this.#messages >= MESSAGES_PER_SECOND || this.#bytes >= BYTES_PER_SECOND) {
      this.dropped++
      this.#droppedMs = nowMs
      return
    }
    this.#messages++
    this.#bytes += bytes.length
    this.taken++
    this.#emit({ format, bytes: new Uint8Array(bytes), arrivedMs: nowMs, ...(frame && { frame }) })
  }

  /** A sentence about a flood of the last minute; null without one. */
  flood(): string | null {
    if (this.#now() - this.#droppedMs > FLOOD_SHOWN_MS) return null
    return `more than ${MESSAGES_PER_SECOND} messages or ${BYTES_PER_SECOND / 1e6} MB a second: ${this.dropped} dropped`
  }

  /** Time in ms until a source that can wait should read on, so that none of its messages is dropped. */
  pauseMs(): number {
    const isHalf = this.#messages >= MESSAGES_PER_SECOND / 2 || this.#bytes >= BYTES_PER_SECOND / 2
    return isHalf ? Math.max(this.#secondFromMs + SECOND_MS - this.#now(), 0) : 0
  }

  #begin(nowMs: number): void {
    this.#secondFromMs = nowMs
    this.#messages = 0
    this.#bytes = 0
  }
}
