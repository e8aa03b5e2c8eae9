import type { Format } from '#contract/wire/device.ts'
import type { Message } from '../message.ts'
import type { DataClass, QueueRecord } from '../record.ts'
import { CanParts } from './canParts.ts'
import { DeltaParts } from './deltaParts.ts'
import { MotionParts } from './motionParts.ts'
import type { Part, PartReader, Reject } from './part.ts'
import { ReadingParts } from './readingParts.ts'
import { SentenceParts } from './sentenceParts.ts'

/** One message of each kind passes at once so often. */
const MINUTE_MS = 60_000
/** A kind once a second is class `later`; a clock that jitters stays within it. */
const SECOND_MS = 900
/** Positions pass at once so often. */
const POSITION_EVERY_MS = 10_000
/** Kinds in memory; a coast full of ships has more, which then begin again. */
const MOST_KINDS = 20_000
const MOST_SLOTS = 127

interface Seen {
  nowMs: number
  laterMs: number
  state: string | undefined
}

/** Turns the messages of one source into records of the queue: split, without times, with their class. */
export class Thinner {
  readonly #append: (record: QueueRecord) => void
  readonly #onGnssTime: (utcMs: number, measuredMs: number) => void
  readonly #reject: Reject
  readonly #impactLimitG: () => number
  readonly #positionEveryMs: number
  readonly #readers = new Map<Format, PartReader>()
  readonly #seen = new Map<string, Seen>()
  readonly #slots: Map<string, number>

  constructor(given: {
    append: (record: QueueRecord) => void
    onGnssTime?: (utcMs: number, measuredMs: number) => void
    reject?: Reject
    impactLimitG?: () => number
    positionEveryMs?: number
    /** Numbers of the kinds that complete others; all sources of a queue have the same. */
    slots?: Map<string, number>
  }) {
    this.#append = given.append
    this.#slots = given.slots ?? new Map()
    this.#onGnssTime = given.onGnssTime ?? (() => undefined)
    this.#reject = given.reject ?? (() => undefined)
    this.#impactLimitG = given.impactLimitG ?? (() => DEFAULT_LIMIT_G)
    this.#positionEveryMs = given.positionEveryMs ?? POSITION_EVERY_MS
  }

  take(message: Message): void {
    const { format, arrivedMs } = message
    const reader = this.#readers.get(format) ?? this.#readerOf(format)
    this.#readers.set(format, reader)
    for (const part of reader.read(message)) {
      if (part.gnssMs !== undefined) this.#onGnssTime(part.gnssMs, arrivedMs)
      this.#appendPart(format, part)
    }
  }

  /** Appends what waits for a next message, which does not come any more. */
  close(): void {
    for (const [format, reader] of this.#readers)
      for (const part of reader.takeHeld?.() ?? []) this.#appendPart(format, part)
  }

  #appendPart(format: Format, part: Part): void {
    this.#append({
      ...{ format, measuredMs: part.measuredMs, bytes: part.bytes, isContext: false },
      dataClass: this.#classOf(format, part),
      slot: part.isContext ? this.#slotOf(`${format} ${part.kind}`) : 0,
    })
  }

  #readerOf(format: Format): PartReader {
    switch (format) {
      case 'n2k':
      case 'j1939':
        return new CanParts(this.#reject)
      case 'nmea0183':
        return new SentenceParts(this.#reject)
      case 'signalk':
        return new DeltaParts(this.#reject)
      case 'imu':
        return new MotionParts(this.#reject, this.#impactLimitG)
      case 'readings':
        return new ReadingParts(this.#reject)
    }
  }

  #classOf(format: Format, { kind, measuredMs, isPosition, isUrgent, state }: Part): DataClass {
    if (format === 'imu') return isUrgent ? 'now' : 'on_demand'
    const key = `${format} ${kind}`
    if (this.#seen.size >= MOST_KINDS) this.#seen.clear()
    const seen = this.#seen.get(key)
    const everyMs = isPosition ? this.#positionEveryMs : MINUTE_MS
    const isNow = !seen || isUrgent || state !== seen.state || measuredMs - seen.nowMs >= everyMs
    if (isNow) {
      this.#seen.set(key, { nowMs: measuredMs, laterMs: measuredMs, state })
      return 'now'
    }
    if (measuredMs - seen.laterMs < SECOND_MS) return 'on_demand'
    seen.laterMs = measuredMs
    return 'later'
  }

  #slotOf(key: string): number {
    const known = this.#slots.get(key)
    if (known !== undefined || this.#slots.size >= MOST_SLOTS) return known ?? 0
    this.#slots.set(key, this.#slots.size + 1)
    return this.#slots.size
  }
}

/** Impact limit of a vessel before the server has sent hers, in g. */
const DEFAULT_LIMIT_G = 3
