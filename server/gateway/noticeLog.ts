import type { NoticeKind } from '#contract/wire/device.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { type NewDeviceNotice, saveDeviceNotices } from '#server/records/deviceNotices.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'

const WRITE_EVERY_MS = 2000

/** Buffers notices for the records: one statement writes those of all devices, one row a kind. */
export class NoticeLog {
  readonly #db: Db
  readonly #log: Log
  readonly #clock: Clock
  #rows = new Map<string, NewDeviceNotice>()
  #timer: NodeJS.Timeout | null = null

  constructor(db: Db, log: Log, clock: Clock) {
    this.#db = db
    this.#log = log
    this.#clock = clock
  }

  note(device: { deviceId: string; vesselId: string }, kind: NoticeKind, value: number | null = null): void {
    const nowMs = this.#clock.nowMs()
    const key = `${device.deviceId} ${device.vesselId} ${kind}`
    const row = this.#rows.get(key) ?? { ...device, kind, firstMs: nowMs, lastMs: nowMs, count: 0, value }
    this.#rows.set(key, row)
    row.lastMs = nowMs
    row.count++
    row.value = value
    this.#timer ??= setTimeout(() => void this.write(), WRITE_EVERY_MS)
  }

  async write(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const rows = [...this.#rows.values()]
    this.#rows = new Map()
    try {
      await saveDeviceNotices(this.#db, rows)
    } catch (error) {
      this.#log.error('could not store notices of devices', { error, notices: rows.length })
    }
  }
}
