import type { NoticeKind } from '#contract/wire/device.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { type NewDeviceNotice, saveDeviceNotices } from '#server/records/deviceNotices.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { RowBuffer } from './rowBuffer.ts'

/** Buffers notices for the records: one statement writes those of all devices, one row a kind. */
export class NoticeLog {
  readonly #clock: Clock
  readonly #rows: RowBuffer<NewDeviceNotice>

  constructor(db: Db, log: Log, clock: Clock) {
    this.#clock = clock
    this.#rows = new RowBuffer(
      (rows) => saveDeviceNotices(db, rows),
      (error, notices) => log.error('could not store notices of devices', { error, notices }),
    )
  }

  note(device: { deviceId: string; vesselId: string }, kind: NoticeKind, value: number | null = null): void {
    const nowMs = this.#clock.nowMs()
    const key = `${device.deviceId} ${device.vesselId} ${kind}`
    const row = this.#rows.row(key, { ...device, kind, firstMs: nowMs, lastMs: nowMs, count: 0, value })
    row.lastMs = nowMs
    row.count++
    row.value = value
  }

  write = () => this.#rows.write()
}
