import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nothingDecoded } from '#contract/domain/reading.ts'
import { createDevice } from '#server/records/devices.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { devices } from '#server/stores/relational/schema.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { DeviceActivity } from './deviceActivity.ts'

const NOW_MS = Date.UTC(2026, 5, 18, 9)
let records: Records
beforeAll(async () => {
  records = await testRecords()
})
afterAll(() => records.close())

test('takes the smallest delay of a minute as the clock offset, whatever late data arrives', async () => {
  const { id } = await createDevice(records.db, {})
  const activity = new DeviceActivity(records.db, silentLog, fixedClock(NOW_MS))
  for (const delayMs of [3_600_000, 40, 500]) {
    const timeUs = (NOW_MS - delayMs) * 1000
    const scalars = [{ timeUs, key: 'sog' as const, instance: 0, value: 5 }]
    activity.note(id, { way: 'mqtt', decoded: { ...nothingDecoded(), scalars }, samples: 1 })
  }
  activity.note(id, { way: 'mqtt' })
  await activity.write()
  const [row] = await records.db.select().from(devices).where(eq(devices.id, id))
  expect(row?.activity).toMatchObject({ clockOffsetMs: -40 })
})

test('stores the activity of all devices when one sends an impossible time', async () => {
  const broken = await createDevice(records.db, {})
  const other = await createDevice(records.db, {})
  const activity = new DeviceActivity(records.db, silentLog, fixedClock(NOW_MS))
  for (const [{ id }, timeUs] of [
    [broken, 1.8e25],
    [other, NOW_MS * 1000],
  ] as const) {
    const scalars = [{ timeUs, key: 'sog' as const, instance: 0, value: 5 }]
    activity.note(id, { way: 'mqtt', decoded: { ...nothingDecoded(), scalars }, samples: 1 })
  }
  await activity.write()
  const offsetOf = async ({ id }: { id: string }) => {
    const [row] = await records.db.select().from(devices).where(eq(devices.id, id))
    return row?.activity?.clockOffsetMs
  }
  expect(await offsetOf(other)).toBe(0)
  expect(await offsetOf(broken)).toBe(3_155_760_000_000)
})
