import type { Way } from '#contract/device.ts'
import type { Decoded } from '#contract/reading.ts'
import { MINUTE_MS } from '#contract/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { type HeardOfDevice, NOTHING_HEARD, saveHeard } from '#server/records/deviceLists.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'

const WRITE_EVERY_MS = 5000
/** Whoever connects a boat watches for her first word. */
const FIRST_WORD_MS = 300
/** A device that has been silent for this long is forgotten here; what was written of it stays. */
const KEPT_MS = 3_600_000

interface Known {
  heard: HeardOfDevice
  minute: number
  samples: number
}

/** What was heard of each device, on its way to the records: all that spoke since the last time go in one statement. */
export class HearingBook {
  readonly #db: Db
  readonly #log: Log
  readonly #clock: Clock
  readonly #known = new Map<string, Known>()
  #changed = new Set<string>()
  #timer: NodeJS.Timeout | null = null
  #dueMs = Number.POSITIVE_INFINITY

  constructor(db: Db, log: Log, clock: Clock) {
    this.#db = db
    this.#log = log
    this.#clock = clock
  }

  note(
    deviceId: string,
    { way, format, decoded, samples }: { way: Way; format?: string; decoded?: Decoded; samples?: number },
  ): void {
    const nowMs = this.#clock.nowMs()
    const known = this.#known.get(deviceId) ?? { heard: { ...NOTHING_HEARD }, minute: 0, samples: 0 }
    const { heard } = known
    const isNews = !(way in heard.ways) || (format !== undefined && !(format in heard.formats))
    heard.lastSeenMs = nowMs
    heard.ways = { ...heard.ways, [way]: nowMs }
    if (format !== undefined) heard.formats = { ...heard.formats, [format]: nowMs }
    const minute = Math.floor(nowMs / MINUTE_MS)
    const newestUs = decoded ? newestOf(decoded) : null
    const offsetMs = newestUs === null ? null : Math.round(newestUs / 1000 - nowMs)
    if (minute !== known.minute) {
      if (known.minute > 0) heard.samplesPerMinute = known.samples
      known.minute = minute
      known.samples = 0
      heard.clockOffsetMs = offsetMs
    }
    // What comes late says nothing of the clock, so the least behind of a minute counts.
    if (offsetMs !== null) heard.clockOffsetMs = Math.max(offsetMs, heard.clockOffsetMs ?? offsetMs)
    known.samples += samples ?? 0
    this.#known.set(deviceId, known)
    this.#changed.add(deviceId)
    this.#writeWithin(isNews ? FIRST_WORD_MS : WRITE_EVERY_MS)
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
    const changed = this.#changed
    this.#changed = new Set()
    const heard = new Map<string, HeardOfDevice>()
    for (const [id, known] of this.#known) {
      if (changed.has(id)) heard.set(id, known.heard)
      else if (this.#clock.nowMs() - (known.heard.lastSeenMs ?? 0) > KEPT_MS) this.#known.delete(id)
    }
    try {
      await saveHeard(this.#db, heard)
    } catch (error) {
      this.#log.error('could not note which devices were heard', { error, devices: heard.size })
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
