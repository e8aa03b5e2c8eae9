import type { Clock } from '#server/platform/clock.ts'

/** Part of a socket that an outbox needs. */
export interface Wire {
  /** Bytes that were written and not yet accepted by the other side. */
  readonly bufferedAmount: number
  send(frame: Buffer): void
  close(code: number, reason: string): void
}

/** A frame for one topic, and the keys whose latest values it has; null stands for all keys. */
export interface Parcel {
  topic: string
  keys: readonly string[] | null
  frame: Buffer
}

export const TOO_SLOW = 4408
const FULL_BYTES = 262_144
const DRAINED_BYTES = 16_384
const PATIENCE_MS = 30_000

/**
 * Supplies one reader without a queue. While the reader is behind, the outbox notes the keys that it missed,
 * each once. Then the reader gets their latest values in one frame per topic. A reader that stays behind is
 * disconnected.
 */
export class Outbox {
  #wire: Wire
  #clock: Clock
  #missed = new Map<string, Set<string> | 'all'>()
  #behindSinceMs: number | null = null

  constructor(wire: Wire, clock: Clock) {
    this.#wire = wire
    this.#clock = clock
  }

  offer({ topic, keys, frame }: Parcel): void {
    if (this.#behindSinceMs === null && this.#wire.bufferedAmount <= FULL_BYTES) {
      this.#wire.send(frame)
      return
    }
    this.#behindSinceMs ??= this.#clock.nowMs()
    const missed = this.#missed.get(topic) ?? new Set()
    if (keys === null || missed === 'all') this.#missed.set(topic, 'all')
    else {
      for (const key of keys) missed.add(key)
      this.#missed.set(topic, missed)
    }
  }

  /** Checks whether a reader has caught up; `latest` builds the present frame of the missed keys. */
  tend(latest: (topic: string, keys: readonly string[] | null) => Buffer | null): void {
    if (this.#behindSinceMs === null) return
    if (this.#wire.bufferedAmount <= DRAINED_BYTES) {
      this.#behindSinceMs = null
      const missed = [...this.#missed]
      this.#missed.clear()
      for (const [topic, keys] of missed) {
        const frame = latest(topic, keys === 'all' ? null : [...keys])
        if (frame) this.offer({ topic, keys: keys === 'all' ? null : [...keys], frame })
      }
    } else if (this.#clock.nowMs() - this.#behindSinceMs > PATIENCE_MS) {
      this.#wire.close(TOO_SLOW, 'too slow')
    }
  }

  /** The reader does not listen to this any more. */
  forget(topic: string): void {
    this.#missed.delete(topic)
  }
}
