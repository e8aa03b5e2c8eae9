import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_US, HOUR_US, MINUTE_MS } from '#contract/domain/time.ts'
import type { AlertFacts } from '#contract/wire/alert.ts'
import { createUser } from '#server/access/createUser.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { ruleSegments } from '#server/processing/formulas/rules/ruleSegments.ts'
import { notesOf } from '#server/records/alertCase.ts'
import { findAlert } from '#server/records/alerts.ts'
import { ruleHistory } from '#server/records/ruleHistory.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { alerts, auditLog, comments, trips, vessels } from '#server/stores/relational/schema.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { crewTalk } from './crewTalk.ts'
import { seedDemo } from './seedDemo.ts'

const FROM_US = 1_790_000_000 * 1e6
let records: Records
beforeAll(async () => {
  records = await testRecords()
})
afterAll(async () => {
  await records.close()
})

test('comments on some trips, each once, and on none of other organizations', async () => {
  const { db } = records
  const clock = fixedClock(FROM_US / 1000 + 40 * 24 * 3_600_000)
  const fleet = await seedDemo({ db, clock, createUser })
  const bus = inProcessBus(() => undefined)
  const [boat] = await db.select().from(vessels).where(eq(vessels.name, 'Skuggi'))
  if (!boat) throw new Error('Skuggi has left the fleet')
  const made: string[] = []
  for (let day = 0; day < 20; day++) {
    const startUs = FROM_US + day * 24 * HOUR_US
    const times = {
      startUs,
      endUs: startUs + HOUR_US,
      lastMovingUs: startUs + HOUR_US,
      lastRecordUs: startUs + HOUR_US,
    }
    const figures = { distanceM: 9000, durationS: 3600, avgSogMps: 10, maxSogMps: 12 }
    const [trip] = await db
      .insert(trips)
      .values({
        organizationId: boat.organizationId,
        vesselId: boat.id,
        ...times,
        ...figures,
        startCause: 'moving',
        endCause: 'idle',
        visible: true,
        algoVersion: 1,
      })
      .returning({ id: trips.id })
    made.push(trip?.id ?? '')
  }
  const commentAgain = async () => {
    const crew = crewTalk({ db, bus, log: silentLog, clock }, fleet.organizationId)
    const vessel = {
      organizationId: fleet.organizationId,
      departmentId: boat.departmentId,
      vesselId: boat.id,
    }
    for (const tripId of made) {
      bus.publish({ type: 'trip.changed', ...vessel, tripId })
      bus.publish({ type: 'trip.changed', ...vessel, organizationId: 'another', tripId })
    }
    await crew.close()
    return db.select().from(comments)
  }
  const written = await commentAgain()
  expect(written.length).toBeGreaterThan(0)
  expect(
    written.every(({ userId, createdAt }) => userId !== null && createdAt.getTime() <= clock.nowMs()),
  ).toBe(true)
  expect(await commentAgain()).toEqual(written)
})

test('acknowledges critical alerts of a past night, each once, with a name and a note', async () => {
  const { db } = records
  const at = (hour: number, day = 30) => (Math.floor(FROM_US / DAY_US) + day) * DAY_US + hour * HOUR_US
  // A minute after the last alert, when nobody can have answered yet.
  const clock = fixedClock(at(23, 35) / 1000 + MINUTE_MS)
  const { organizationId } = await seedDemo({ db, clock, createUser })
  const bus = inProcessBus(() => undefined)
  const [boat] = await db.select().from(vessels).where(eq(vessels.name, 'Skuggi'))
  if (!boat) throw new Error('Skuggi has left the fleet')
  const condition = { field: 'ac_input_voltage_1', value: 0 }
  const facts = { kind: 'threshold', conditions: [condition], fence: null } as unknown as AlertFacts
  const vessel = { organizationId, departmentId: boat.departmentId, vesselId: boat.id }
  const rows = [
    { severity: 'critical', triggerUs: at(23) },
    { severity: 'critical', triggerUs: at(12) },
    { severity: 'warning', triggerUs: at(23) },
    { severity: 'critical', triggerUs: at(23, 35) },
  ].map((row) => ({ ...row, organizationId, vesselId: boat.id, type: 'threshold', facts }))
  const made = await db.insert(alerts).values(rows).returning({ id: alerts.id })
  for (let time = 0; time < 2; time++) {
    const crew = crewTalk({ db, bus, log: silentLog, clock }, organizationId)
    for (const { id } of made) bus.publish({ type: 'alert.raised', ...vessel, alertId: id })
    await crew.close()
  }
  const known = await Promise.all(
    made.map(({ id }) => findAlert(db, { organizationId, departmentIds: null }, id)),
  )
  expect(known.map((one) => one?.acknowledgedBy?.name !== undefined)).toEqual([true, false, false, false])
  const acknowledgedMs = known[0]?.alert.acknowledgedAt?.getTime() ?? 0
  expect(acknowledgedMs).toBeGreaterThan(at(23) / 1000)
  expect(acknowledgedMs).toBeLessThan(at(24) / 1000)
  const notes = await notesOf(db, made[0]?.id ?? '')
  expect(notes.map(({ note }) => note.kind).sort()).toEqual(['acknowledge', 'comment'])
  expect(notes.find(({ note }) => note.text)?.note.text).toContain('breaker on the jetty')
  const lines = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, made[0]?.id ?? ''))
  expect(lines.map(({ act }) => act).sort()).toEqual(['alert.acknowledge', 'alert.comment'])
  for (const { at, after, userName, subjectName } of lines) {
    expect(at.getTime()).toBe(acknowledgedMs)
    expect(after).toMatchObject({ vessel: 'Skuggi' })
    expect(userName).toBe('Brynja Sólveig Jónsdóttir')
    expect(subjectName).not.toBe('')
  }
})

test('makes its rules and fences before the month that they evaluate', async () => {
  const { db } = records
  const clock = fixedClock(FROM_US / 1000 + 40 * 24 * 3_600_000)
  const { organizationId, boats } = await seedDemo({ db, clock, createUser })
  const history = await ruleHistory(db, organizationId)
  const [row] = await db
    .select()
    .from(vessels)
    .where(eq(vessels.id, boats[0]?.vesselId ?? ''))
  if (!row) throw new Error('the demo has no boats')
  const segments = ruleSegments(history, row)
  expect(segments.length).toBeGreaterThan(2)
  const monthMs = clock.nowMs() - 31 * 24 * 3_600_000
  for (const { fromUs, fences } of segments)
    for (const us of [fromUs, ...fences.map((fence) => fence.fromUs)]) expect(us / 1000).toBeLessThan(monthMs)
})
