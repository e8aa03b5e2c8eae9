import type { Decoded } from '#contract/domain/reading.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/domain/time.ts'
import type { ReceivedFormat, Way } from '#contract/wire/device.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { type ActivityInMinute, addActivity } from '#server/records/deviceLists.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'

const WRITE_EVERY_MS = 5000
/** Delay before the first contact is written: a user who connects a boat waits for it. */
const FIRST_WORD_MS = 300
/** A device that has been silent for this long leaves memory; its stored activity stays. */
const KEPT_MS = HOUR_MS
/** A century: a clock may be off by any number, and no column holds all of them. */
const MOST_OFFSET_MS = 36_525 * DAY_MS

/**
 * Collects device activity for the records: one statement writes all devices seen since the last statement.
 */
export class DeviceActivity {
  readonly #db: Db
  readonly #log: Log
  readonly #clock: Clock
  /** Ways and formats of each device that are already stored. */
  readonly #known = new Map<string, { names: Set<string>; seenMs: number }>()
  #activity = new Map<string, ActivityInMinute>()
  /** Minute since 1970 in which the unwritten activity was received. */
  #minute = 0
  #timer: NodeJS.Timeout | null = null
  #dueMs = Number.POSITIVE_INFINITY

  constructor(db: Db, log: Log, clock: Clock) {
    this.#db = db
    this.#log = log
    this.#clock = clock
  }

  note(
    deviceId: string,
    {
      way,
      format,
      decoded,
      samples,
    }: { way: Way; format?: ReceivedFormat; decoded?: Decoded; samples?: number },
  ): void {
    const nowMs = this.#clock.nowMs()
    const minute = Math.floor(nowMs / MINUTE_MS)
    if (minute !== this.#minute) void this.write()
    this.#minute = minute
    const activity = this.#activity.get(deviceId) ?? {
      ...{ lastSeenMs: nowMs, ways: {}, formats: {} },
      ...{ minute, samples: 0, clockOffsetMs: null },
    }
    this.#activity.set(deviceId, activity)
    activity.lastSeenMs = nowMs
    activity.ways[way] = nowMs
    if (format !== undefined) activity.formats[format] = nowMs
    activity.samples += samples ?? 0
    // A late message does not reveal the device clock, so the smallest lag of a minute counts.
    const newestUs = decoded ? newestOf(decoded) : null
    if (newestUs !== null) {
      const aheadMs = Math.round(newestUs / 1000 - nowMs)
      const offsetMs = Math.max(-MOST_OFFSET_MS, Math.min(aheadMs, MOST_OFFSET_MS))
      activity.clockOffsetMs = Math.max(offsetMs, activity.clockOffsetMs ?? offsetMs)
    }
    this.#writeWithin(this.#isNews(deviceId, [way, format ?? ''], nowMs) ? FIRST_WORD_MS : WRITE_EVERY_MS)
  }

  #isNews(deviceId: string, names: readonly string[], seenMs: number): boolean {
    const known = this.#known.get(deviceId) ?? { names: new Set(), seenMs }
    this.#known.set(deviceId, known)
    known.seenMs = seenMs
    const before = known.names.size
    for (const name of names) known.names.add(name)
    return known.names.size > before
  }

  #writeWithin(ms: number) {
    const dueMs = performance.now() + ms
    if (this.#timer && this.#dueMs <= dueMs) return
    if (this.#timer) clearTimeout(this.#timer)
    this.#dueMs = dueMs
    this.#timer = setTimeout(() => void this.write(), ms)
  }

  async write(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const activity = this.#activity
    this.#activity = new Map()
    for (const [id, { seenMs }] of this.#known) {
      if (this.#clock.nowMs() - seenMs > KEPT_MS) this.#known.delete(id)
    }
    try {
      await addActivity(this.#db, activity)
    } catch (error) {
      this.#log.error('activity of devices could not be stored', { error, devices: activity.size })
    }
  }
}

function newestOf({ scalars, fixes, motion }: Decoded): number | null {
  let newestUs = Number.NEGATIVE_INFINITY
  for (const { timeUs } of scalars) newestUs = Math.max(newestUs, timeUs)
  for (const { timeUs } of fixes) newestUs = Math.max(newestUs, timeUs)
  for (const { startUs, intervalUs, forceX } of motion)
    newestUs = Math.max(newestUs, startUs + (forceX.length - 1) * intervalUs)
  return Number.isFinite(newestUs) ? newestUs : null
}
