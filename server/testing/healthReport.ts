import { eq } from 'drizzle-orm'
import type { DeviceHealth } from '#contract/wire/deviceHealth.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { devices, type HealthOfDevice } from '#server/stores/relational/schema.ts'

const NOTHING = { records: 0, bytes: 0, from: null, to: null, intervals: [] }

/** A report of a program on board on which nothing waits, apart from what is given. */
export const healthReport = (given: Partial<DeviceHealth> = {}): DeviceHealth => ({
  ...{ software: 'taffrail-aboard 1.0.0', clock_offset: 0, clock_origin: 'gnss' },
  waiting: { now: NOTHING, later: NOTHING, on_demand: NOTHING },
  dropped: { now: NOTHING, later: NOTHING, on_demand: NOTHING },
  ...{ damaged: 0, refused: {}, link_rate: null, disk_used_bytes: 0, disk_limit_bytes: 2e9 },
  ...{ disk_free_bytes: null, disk_error: null, battery: null, load: 0.1, memory_bytes: 5e7, uptime_s: 60 },
  sources: [],
  ...given,
})

/** Data that wait on board and were measured in these parts of time, ms since 1970. */
export const waitingAmount = (...intervals: { from: number; to: number; bytes: number }[]) => ({
  records: intervals.length,
  bytes: intervals.reduce((sum, { bytes }) => sum + bytes, 0),
  ...{ from: intervals[0]?.from ?? null, to: intervals.at(-1)?.to ?? null, intervals },
})

/** Stores a report of a device as its newest, whenever it arrives. */
export async function saveDeviceHealth(db: Db, id: string, health: HealthOfDevice): Promise<void> {
  await db.update(devices).set({ health }).where(eq(devices.id, id))
}
