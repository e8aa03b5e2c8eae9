import { Problem } from '#contract/errors.ts'
import type { Decoded } from '#contract/reading.ts'
import { MINUTE_US } from '#contract/time.ts'
import type { BusEvent } from '#server/platform/events.ts'
import type { Log } from '#server/platform/log.ts'
import { describeStretch } from '#server/telemetry/describeStretch.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { VesselReadings } from '#server/telemetry/vesselReadings.ts'

/** What arrives within this long, from whichever device, is stored as one batch. */
const GATHER_MS = 250
/** Where storing takes long, a batch gathers for this many times as long as the last one took, but not for ever. */
const GATHER_FACTOR = 4
const LONGEST_GATHER_MS = 500
/** A batch of so many vessels is of a fleet, of which the next one gathers for longest: the fewer statements, the less each sample costs. */
const FLEET_VESSELS = 50
/** What tells of more than a minute in one piece was not measured just now: it is a log, or what a device has kept. */
const HISTORY_US = MINUTE_US
/** As much history as a fleet may have to wait for before its own batch is written. */
const HISTORY_SAMPLES = 8000
/** From here on a statement's own cost no longer shows in the cost of a sample, so waiting for more saves nothing. */
const FULL_SAMPLES = 20_000
/** Beyond this many samples waiting, senders wait as well or are told to come back. */
const MOST_WAITING_SAMPLES = 2_000_000
/** After a store that failed (a full disk, say) the next try is this much later. */
const PAUSE_AFTER_FAILURE_MS = 500

type Readings = Omit<Decoded, 'rejected' | 'notes'>

interface Waiting {
  vesselNumber: number
  readings: Readings
  samples: number
  stored(): void
  failed(error: unknown): void
}

/**
 * Gathers readings of all devices and stores them in few large batches, because the column store takes millions of
 * rows a second but only some two hundred statements. `store` resolves once the engine has them on disk: that promise
 * is the acknowledgement, and there is no other copy of what waits here.
 *
 * History is stored in batches of its own, one between two of what is live, so that who watches a boat waits for one of
 * them at most, however much is imported.
 */
export class Collector {
  readonly #telemetry: Pick<Telemetry, 'append'>
  readonly #publish: (event: BusEvent) => void
  readonly #log: Log
  #waiting: Waiting[] = []
  #history: Waiting[] = []
  #waitingSamples = 0
  #historySamples = 0
  /** Whose turn it is where both are due. */
  #wasLive = false
  #busySamples = 0
  #timer: NodeJS.Timeout | null = null
  /** True once those who wait have waited for long enough. */
  #due = false
  #historyTimer: NodeJS.Timeout | null = null
  #historyDue = false
  #writing: Promise<void> = Promise.resolve()
  #isWriting = false
  #gatherMs = GATHER_MS
  readonly #queue: (() => void)[] = []
  appendedSamples = 0

  constructor(telemetry: Pick<Telemetry, 'append'>, publish: (event: BusEvent) => void, log: Log) {
    this.#telemetry = telemetry
    this.#publish = publish
    this.#log = log
  }

  /** True when so much waits already that a sender who can come back should do so. */
  get isFull(): boolean {
    return this.#waitingSamples + this.#historySamples + this.#busySamples >= MOST_WAITING_SAMPLES
  }

  /** Waits while too much waits already; rejects with `unavailable` when the engine could not store it. */
  async store(vesselNumber: number, readings: Readings): Promise<void> {
    const samples = countSamples(readings)
    if (samples === 0) return
    while (this.isFull) await new Promise<void>((resolve) => this.#queue.push(resolve))
    const isHistory = spanUs(readings) > HISTORY_US
    const promise = new Promise<void>((stored, failed) =>
      (isHistory ? this.#history : this.#waiting).push({ vesselNumber, readings, samples, stored, failed }),
    )
    if (isHistory) {
      this.#historySamples += samples
      this.#historyTimer ??= setTimeout(() => {
        this.#historyDue = true
        this.#flushWhenReady()
      }, GATHER_MS)
    } else {
      this.#waitingSamples += samples
      this.#timer ??= setTimeout(() => {
        this.#due = true
        this.#flushWhenReady()
      }, this.#gatherMs)
    }
    this.#flushWhenReady()
    return promise
  }

  /** Stores what still waits. */
  async close(): Promise<void> {
    while (this.#isWriting || this.#waiting.length > 0 || this.#history.length > 0) {
      this.#due = true
      this.#historyDue = true
      this.#flushWhenReady()
      await this.#writing
    }
  }

  /** While one batch is being written the next one gathers, however long that takes. */
  #flushWhenReady() {
    if (this.#isWriting) return
    const isLiveReady = this.#waiting.length > 0 && (this.#due || this.#waitingSamples >= FULL_SAMPLES)
    const isHistoryReady =
      this.#history.length > 0 && (this.#historyDue || this.#historySamples >= HISTORY_SAMPLES)
    if (!isLiveReady && !isHistoryReady) return
    const isLive = isLiveReady && !(isHistoryReady && this.#wasLive)
    this.#wasLive = isLive
    const batch = isLive ? this.#takeLive() : this.#takeHistory()
    this.#busySamples = batch.reduce((sum, { samples }) => sum + samples, 0)
    this.#isWriting = true
    this.#writing = this.#write(batch, isLive).finally(() => {
      this.#isWriting = false
      this.#busySamples = 0
      for (const goOn of this.#queue.splice(0)) goOn()
      this.#flushWhenReady()
    })
  }

  #takeLive(): Waiting[] {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#due = false
    this.#waitingSamples = 0
    return this.#waiting.splice(0)
  }

  #takeHistory(): Waiting[] {
    let taken = 0
    let samples = 0
    for (; taken < this.#history.length && samples < HISTORY_SAMPLES; taken++)
      samples += this.#history[taken]?.samples ?? 0
    this.#historySamples -= samples
    const batch = this.#history.splice(0, taken)
    if (this.#history.length === 0) {
      if (this.#historyTimer) clearTimeout(this.#historyTimer)
      this.#historyTimer = null
      this.#historyDue = false
    }
    return batch
  }

  async #write(batch: readonly Waiting[], isLive: boolean) {
    const readings = byVessel(batch)
    const beganMs = performance.now()
    try {
      await this.#telemetry.append(readings)
      const tookMs = performance.now() - beganMs
      if (isLive)
        this.#gatherMs =
          readings.length >= FLEET_VESSELS
            ? LONGEST_GATHER_MS
            : Math.min(LONGEST_GATHER_MS, Math.max(GATHER_MS, GATHER_FACTOR * tookMs))
    } catch (error) {
      this.#log.error('readings could not be stored and were not acknowledged', { error })
      for (const { failed } of batch) failed(new Problem('unavailable'))
      await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_FAILURE_MS))
      return
    }
    this.appendedSamples += this.#busySamples
    for (const { stored } of batch) stored()
    this.#publish({
      type: 'readings.appended',
      stretches: readings.flatMap((one) => describeStretch(one) ?? []),
    })
  }
}

function byVessel(batch: readonly Waiting[]): VesselReadings[] {
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

/** A batch of a backlog is mostly one message, which nobody needs twice. */
const joined = <One>(lists: readonly One[][]): One[] =>
  lists.length === 1 ? (lists[0] as One[]) : lists.flat()

export function countSamples({ scalars, fixes, motion, ais, faults, senders = [] }: Readings): number {
  let samples = scalars.length + fixes.length + ais.length + faults.length + senders.length
  for (const { forceX } of motion) samples += forceX.length
  return samples
}

/** Between its first moment and its last, as far as it says them in their order. */
function spanUs({ scalars, fixes, motion }: Readings): number {
  const spanOf = (rows: readonly { timeUs: number }[]) => (rows.at(-1)?.timeUs ?? 0) - (rows[0]?.timeUs ?? 0)
  const last = motion.at(-1)
  const motionUs = last
    ? last.startUs + last.intervalUs * last.forceX.length - (motion[0]?.startUs ?? last.startUs)
    : 0
  return Math.max(spanOf(scalars), spanOf(fixes), motionUs)
}
