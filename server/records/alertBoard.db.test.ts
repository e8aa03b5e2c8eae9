import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/domain/time.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { alerts, devices, messages, pairings, vessels } from '#server/stores/relational/schema.ts'
import { healthReport, saveDeviceHealth } from '#server/testing/healthReport.ts'
import { type Place, type Thing, twoOrganizations } from '#server/testing/testApi.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { queueDarkBoards, refreshBoards } from './alertBoard.ts'

const startMs = Date.UTC(2026, 5, 1, 10)
const LONG_AGO = new Date(startMs - 1000 * MINUTE_MS)
const atMs = (minute: number) => startMs + minute * MINUTE_MS
/** Last minute of a report, and of a look. */
const LAST_REPORT = 300
const LAST_LOOK = 360

let records: Records
let thing: Thing
beforeAll(async () => {
  records = await testRecords()
  const things: Record<Place, Thing> = await twoOrganizations(records.db)
  thing = things.own
})
afterAll(() => records.close())

interface Silence {
  /** Minutes after the last sample at which the computer on board reports. */
  reports: readonly number[]
  /** Minute at which a person got the alert; null for one that did not leave yet. */
  sentAt: number | null
  severity?: string
}

/** An open alert about a boat that is silent from minute 0 on. */
async function silentBoat({ sentAt, severity = 'critical' }: Silence) {
  const { db } = records
  const { organizationId, departmentId, userId, ruleId } = thing
  const [vessel] = await db
    .insert(vessels)
    .values({ organizationId, departmentId, name: 'Hafdís' })
    .returning()
  const vesselId = vessel?.id ?? ''
  const deviceId = randomUUID()
  await db.insert(devices).values({ id: deviceId, secretHash: deviceId })
  await db.insert(pairings).values({ deviceId, vesselId, pairedAt: LONG_AGO })
  const alertId = randomUUID()
  await db.insert(alerts).values({
    ...{ id: alertId, organizationId, vesselId, ruleId, severity, type: 'threshold', isOpen: true },
    ...{ triggerUs: atMs(10) * 1000, silentSinceUs: atMs(0) * 1000 },
  })
  const at = new Date(atMs(10))
  const message = { organizationId, alertId, channel: 'email' as const, userId, reason: 'rule' as const }
  await db.insert(messages).values({
    ...{ ...message, nextAt: at, createdAt: at },
    ...(sentAt !== null && { state: 'sent', sentAt: new Date(atMs(sentAt)) }),
  })
  return { alertId, deviceId }
}

/** Numbers of further messages about each boat, when the server looks at these minutes. */
async function furtherMessages(boats: readonly Silence[], looks: readonly number[]): Promise<number[]> {
  const { db } = records
  const made: Awaited<ReturnType<typeof silentBoat>>[] = []
  for (const boat of boats) made.push(await silentBoat(boat))
  const reports = boats.flatMap(({ reports }, i) =>
    reports.map((minute) => ({ minute, deviceId: made[i]?.deviceId ?? '' })),
  )
  const steps = [...reports, ...looks.map((minute) => ({ minute, deviceId: null }))]
  for (const { minute, deviceId } of steps.toSorted((a, b) => a.minute - b.minute)) {
    if (deviceId) await saveDeviceHealth(db, deviceId, { receivedMs: atMs(minute), report: healthReport() })
    else {
      await refreshBoards(db, atMs(minute))
      await queueDarkBoards(db, atMs(minute))
    }
  }
  await db.update(alerts).set({ isOpen: false })
  const dark = await db.select().from(messages).where(eq(messages.reason, 'dark'))
  return made.map(({ alertId }) => dark.filter((one) => one.alertId === alertId).length)
}
const every = (minutes: number, first = 0) =>
  Array.from({ length: Math.floor((LAST_LOOK - first) / minutes) + 1 }, (_, i) => first + i * minutes)

test('sends one message more when the computer on board of a silent boat falls silent later', async () => {
  const boats: Silence[] = [
    { reports: [1, 11, 21], sentAt: 10 },
    // Silent twice.
    { reports: [1, 11, 90, 100], sentAt: 10 },
    // The computer fell silent with the instruments, and the alert says so from then on.
    { reports: [1], sentAt: 10 },
    { reports: every(10), sentAt: 10 },
    { reports: [1, 11, 21], sentAt: 10, severity: 'warning' },
    // The first message still waits, and says it itself.
    { reports: [1, 11, 21], sentAt: null },
    { reports: [1, 11, 21], sentAt: 60 },
    { reports: [], sentAt: 10 },
  ]
  expect(await furtherMessages(boats, every(1))).toEqual([1, 1, 0, 0, 0, 0, 0, 0])
})

test('sends nothing about a computer that fell silent more than half an hour before the server looked', async () => {
  const boats: Silence[] = [{ reports: [1, 11, 21], sentAt: 10 }]
  expect(await furtherMessages(boats, [30, 77])).toEqual([0])
  expect(await furtherMessages(boats, [30, 75])).toEqual([1])
})

test('sends the same messages however often the server looks', async () => {
  const gap = fc.oneof(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 57, max: 120 }))
  const boat = fc.record({
    reports: fc.array(gap, { minLength: 1, maxLength: 8 }).map((gaps) => {
      let minute = 0
      return gaps.map((one) => (minute += one)).filter((one) => one <= LAST_REPORT)
    }),
    sentAt: fc.option(fc.integer({ min: 10, max: 120 })),
  })
  const boats = fc.sample(boat, { numRuns: 12, seed: 38 })
  const expected = boats.map(({ reports, sentAt }) => {
    const lasts = reports.filter((one, i) => (reports[i + 1] ?? LAST_LOOK) - one > 25 && one >= 2)
    return sentAt !== null && lasts.some((one) => sentAt < one + 25) ? 1 : 0
  })
  expect(new Set(expected).size).toBe(2)
  for (const looks of [every(1), every(7, 3), every(30, 11), every(30, 29)])
    expect(await furtherMessages(boats, looks)).toEqual(expected)
})
