import type { Topic, TopicData } from '#contract/wire/realtime.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Outbox } from './outbox.ts'

/** Source of a broadcast's values. A key names a value: a vessel, a trip; null means all there are. */
export interface Source<Data = TopicData[Topic]> {
  /** Keys that changed since the last publishing. */
  changed(): readonly string[]
  read(keys: readonly string[] | null): Data
}

export interface Listener {
  readonly outbox: Outbox
}

/** Subscribers that come within this time of each other share a whole frame, as after a restart. */
const SHARED_MS = 200

/** All subscribers of one topic and audience: each frame is built once for all. */
export class Broadcast {
  readonly topic: string
  readonly listeners = new Set<Listener>()
  #source: Source
  #clock: Clock
  #whole: { frame: Buffer; atMs: number } | null = null

  constructor(topic: string, source: Source, clock: Clock) {
    this.topic = topic
    this.#source = source
    this.#clock = clock
  }

  publish(): void {
    const keys = this.#source.changed()
    if (keys.length === 0 || this.listeners.size === 0) return
    const parcel = { topic: this.topic, keys, frame: this.frame(keys) }
    for (const { outbox } of this.listeners) outbox.offer(parcel)
  }

  frame(keys: readonly string[] | null): Buffer {
    const nowMs = this.#clock.nowMs()
    if (keys !== null) return this.#make(keys, nowMs)
    if (!this.#whole || nowMs - this.#whole.atMs > SHARED_MS) {
      this.#whole = { frame: this.#make(null, nowMs), atMs: nowMs }
    }
    return this.#whole.frame
  }

  #make(keys: readonly string[] | null, nowMs: number) {
    const { topic } = this
    const data = this.#source.read(keys)
    return Buffer.from(JSON.stringify({ type: 'data', topic, full: keys === null, server_time: nowMs, data }))
  }
}
