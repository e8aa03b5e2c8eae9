import type { Decoded } from '#contract/domain/reading.ts'
import { MINUTE_US } from '#contract/domain/time.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { BusEvent } from '#server/platform/events.ts'
import type { Log } from '#server/platform/log.ts'
import { describeAppended } from '#server/telemetry/describeInterval.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { VesselReadings } from '#server/telemetry/vesselReadings.ts'

/** Time (ms) for which readings of all devices gather before they are stored as one batch. */
const GATHER_MS = 250
/** When storing is slow, the next batch gathers for this many times the duration of the last store. */
const GATHER_FACTOR = 4
/** Longest time (ms) that a batch gathers. */
const LONGEST_GATHER_MS = 500
/**
 * A batch of this many vessels belongs to a fleet, and the next batch gathers longest: fewer statements cost
 * less for each sample.
 */
const FLEET_VESSELS = 50
/** A message that spans more than a minute is not live: it is a log, or the backlog of a device. */
const HISTORY_US = MINUTE_US
/** From here on a statement's own cost no longer shows in the cost of a sample, so waiting for more saves nothing. */
const FULL_SAMPLES = 20_000
/**
 * Largest batch of history, in samples. A million rows of nine series cost 51 CPU-seconds in batches of
 * 8,000, 19 to 24 in batches of 100,000, and 16 to 19 in batches of 400,000. Small batches cost more
 * statements and merges of small parts.
 */
const MOST_HISTORY_SAMPLES = 400_000
/** Above this many samples in a queue its senders wait, or are asked to come back. */
const MOST_WAITING_SAMPLES = 1_000_000
/** Delay of the next attempt after the store failed, for example with a full disk. */
const PAUSE_AFTER_FAILURE_MS = 500

type Readings = Omit<Decoded, 'rejected' | 'notes'>

/**
 * Gathers readings of all devices and stores them in few large batches: the column store takes millions of
 * rows a second but only about two hundred statements. `store` resolves once the engine has them on disk.
 * That promise is the acknowledgement, and there is no other copy of the waiting readings.
 *
 * Live readings and history have a queue each. Both gather, fill up, fail and are written independently, so
 * neither waits for the other.
 */
export class Collector {
  readonly #telemetry: Pick<Telemetry, 'append'>
  readonly #publish: (event: BusEvent) => void
  readonly #log: Log
  readonly #live: WriteQueue
  readonly #history: WriteQueue
  #gatherMs = GATHER_MS
  appendedSamples = 0

  constructor(telemetry: Pick<Telemetry, 'append'>, publish: (event: BusEvent) => void, log: Log) {
    this.#telemetry = telemetry
    this.#publish = publish
    this.#log = log
    this.#live = new WriteQueue({
      gatherMs: () => this.#gatherMs,
      mostSamples: Number.POSITIVE_INFINITY,
      write: (batch) => this.#writeLive(batch),
    })
    this.#history = new WriteQueue({
      gatherMs: () => GATHER_MS,
      mostSamples: MOST_HISTORY_SAMPLES,
      write: (batch) => this.#write(byVessel(batch)),
    })
  }

  /** True when so many live readings wait that a sender able to come back should do so. */
  get isFull(): boolean {
    return this.#live.isFull
  }

  /** Resolves once more history may wait to be stored. */
  roomForHistory(): Promise<void> {
    return this.#history.room()
  }

  /** Waits while too much waits already; rejects with `unavailable` when the engine could not store it. */
  async store(vesselNumber: number, readings: Readings): Promise<void> {
    const samples = countSamples(readings)
    if (samples === 0) return
    const queue = spanUs(readings) > HISTORY_US ? this.#history : this.#live
    await queue.store({ vesselNumber, readings, samples })
    this.appendedSamples += samples
  }

  /** Stores the waiting readings. */
  async close(): Promise<void> {
    await Promise.all([this.#live.close(), this.#history.close()])
  }

  async #writeLive(batch: readonly Message[]) {
    const readings = byVessel(batch)
    const beganMs = performance.now()
    await this.#write(readings)
    const tookMs = performance.now() - beganMs
    this.#gatherMs =
      readings.length >= FLEET_VESSELS
        ? LONGEST_GATHER_MS
        : Math.min(LONGEST_GATHER_MS, Math.max(GATHER_MS, GATHER_FACTOR * tookMs))
  }

  async #write(readings: readonly VesselReadings[]) {
    try {
      await this.#telemetry.append(readings)
    } catch (error) {
      this.#log.error('readings could not be stored and were not acknowledged', { error })
      throw new Problem('unavailable')
    }
    this.#publish({
      type: 'readings.appended',
      intervals: readings.flatMap(describeAppended),
    })
  }
}

interface Message {
  vesselNumber: number
  readings: Readings
  samples: number
}

interface Waiting extends Message {
  stored(): void
  failed(error: unknown): void
}

/** Messages that wait to be stored together, one batch after the other. */
class WriteQueue {
  readonly #gatherMs: () => number
  readonly #mostSamples: number
  readonly #write: (batch: readonly Message[]) => Promise<void>
  readonly #waiting: Waiting[] = []
  #waitingSamples = 0
  #busySamples = 0
  #timer: NodeJS.Timeout | null = null
  /** True once the oldest message has waited for long enough. */
  #due = false
  #writing: Promise<void> | null = null
  readonly #blockedSenders: (() => void)[] = []

  /** `write` rejects with the error that each sender of the batch gets. */
  constructor(given: {
    gatherMs: () => number
    mostSamples: number
    write: (batch: readonly Message[]) => Promise<void>
  }) {
    this.#gatherMs = given.gatherMs
    this.#mostSamples = given.mostSamples
    this.#write = given.write
  }

  get isFull(): boolean {
    return this.#waitingSamples + this.#busySamples >= MOST_WAITING_SAMPLES
  }

  async room(): Promise<void> {
    while (this.isFull) await new Promise<void>((resolve) => this.#blockedSenders.push(resolve))
  }

  async store(message: Message): Promise<void> {
    if (this.isFull) await this.room()
    const promise = new Promise<void>((stored, failed) => this.#waiting.push({ ...message, stored, failed }))
    this.#waitingSamples += message.samples
    this.#timer ??= setTimeout(() => {
      this.#due = true
      this.#flushWhenReady()
    }, this.#gatherMs())
    this.#flushWhenReady()
    return promise
  }

  async close(): Promise<void> {
    while (this.#writing || this.#waiting.length > 0) {
      this.#due = true
      this.#flushWhenReady()
      await this.#writing
    }
  }

  /** While one batch is being written the next one gathers, however long that takes. */
  #flushWhenReady() {
    if (this.#writing || this.#waiting.length === 0) return
    if (!this.#due && this.#waitingSamples < FULL_SAMPLES) return
    const batch = this.#take()
    this.#writing = this.#writeBatch(batch).finally(() => {
      this.#writing = null
      this.#busySamples = 0
      for (const goOn of this.#blockedSenders.splice(0)) goOn()
      this.#flushWhenReady()
    })
  }

  #take(): Waiting[] {
    let taken = 0
    let samples = 0
    for (; taken < this.#waiting.length && samples < this.#mostSamples; taken++)
      samples += this.#waiting[taken]?.samples ?? 0
    this.#waitingSamples -= samples
    this.#busySamples = samples
    const batch = this.#waiting.splice(0, taken)
    // The rest has waited for at least as long as this batch will take.
    if (this.#waiting.length === 0) {
      if (this.#timer) clearTimeout(this.#timer)
      this.#timer = null
      this.#due = false
    }
    return batch
  }

  async #writeBatch(batch: readonly Waiting[]) {
    try {
      await this.#write(batch)
      for (const { stored } of batch) stored()
    } catch (error) {
      for (const { failed } of batch) failed(error)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_FAILURE_MS))
    }
  }
}

function byVessel(batch: readonly Message[]): VesselReadings[] {
  const merged = new Map<number, { [Kind in keyof Required<Readings>]: Required<Readings>[Kind][] }>()
  for (const { vesselNumber, readings } of batch) {
    const lists = merged.get(vesselNumber) ?? {
      scalars: [],
      fixes: [],
      motion: [],
      ais: [],
      faults: [],
      senders: [],
    }
    merged.set(vesselNumber, lists)
    lists.scalars.push(readings.scalars)
    lists.fixes.push(readings.fixes)
    lists.motion.push(readings.motion)
    lists.ais.push(readings.ais)
    lists.faults.push(readings.faults)
    lists.senders.push(readings.senders ?? [])
  }
  return [...merged].map(([vesselNumber, lists]) => ({
    vesselNumber,
    scalars: joined(lists.scalars),
    fixes: joined(lists.fixes),
    motion: joined(lists.motion),
    ais: joined(lists.ais),
    faults: joined(lists.faults),
    senders: joined(lists.senders),
  }))
}

/** A batch of a backlog is mostly one message, which is not copied. */
const joined = <One>(lists: readonly One[][]): One[] =>
  lists.length === 1 ? (lists[0] as One[]) : lists.flat()

export function countSamples({ scalars, fixes, motion, ais, faults, senders = [] }: Readings): number {
  let samples = scalars.length + fixes.length + ais.length + faults.length + senders.length
  for (const { forceX } of motion) samples += forceX.length
  return samples
}

/** Time between the first and the last reading of each kind, in the order of the message. */
function spanUs({ scalars, fixes, motion }: Readings): number {
  const spanOf = (rows: readonly { timeUs: number }[]) => (rows.at(-1)?.timeUs ?? 0) - (rows[0]?.timeUs ?? 0)
  const last = motion.at(-1)
  const motionUs = last
    ? last.startUs + last.intervalUs * last.forceX.length - (motion[0]?.startUs ?? last.startUs)
    : 0
  return Math.max(spanOf(scalars), spanOf(fixes), motionUs)
}
