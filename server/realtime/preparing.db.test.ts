import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/domain/time.ts'
import type { BusEventOf, WaitingWork } from '#server/platform/events.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { trips, vessels } from '#server/stores/relational/schema.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { tripOf } from '#server/testing/testApi.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { PreparingSpans } from './preparing.ts'

const NOW_MS = Date.UTC(2026, 9, 20, 12)
const atUs = (hoursAgo: number) => (NOW_MS - hoursAgo * HOUR_MS) * 1000
const at = (hoursAgo: number) => NOW_MS - hoursAgo * HOUR_MS
let records: Records
beforeAll(async () => {
  records = await testRecords()
})
afterAll(() => records.close())

async function aVessel(name: string) {
  const owner = await records.db.transaction((tx) => insertOrganization(tx, { name }))
  const [vessel] = await records.db
    .insert(vessels)
    .values({ ...owner, name })
    .returning()
  if (!vessel) throw new Error('nothing was inserted')
  return vessel
}

test('names what an audience waits for: late data, figures and data still to arrive, not the last minutes', async () => {
  const [own, foreign] = [await aVessel('Own'), await aVessel('Foreign')]
  const scope = { organizationId: own.organizationId, departmentIds: null }
  const waiting: WaitingWork['vessels'] = [
    { vesselNumber: own.number, spans: [{ fromUs: atUs(0.1), toUs: atUs(0) }] },
    { vesselNumber: foreign.number, spans: [{ fromUs: atUs(900), toUs: atUs(800) }] },
  ]
  const preparation: { now: BusEventOf<'preparation.progressed'> | null } = { now: null }
  const spans = new PreparingSpans({
    ...{ db: records.db, clock: fixedClock(NOW_MS), preparation },
    waitingWork: () => waiting,
  })
  const source = await spans.of('own', scope)
  const look = async () => {
    await spans.refresh(() => true)
    const seen = [source.changed().length > 0, source.read(null)]
    spans.clear()
    return seen
  }
  expect(await look()).toEqual([false, []])
  waiting.push({ vesselNumber: own.number, spans: [{ fromUs: atUs(50.5), toUs: atUs(49) }] })
  expect(await look()).toEqual([true, [{ from: at(51), to: at(49) }]])
  expect((await look())[0]).toBe(false)
  const trip = { ...tripOf(own, atUs(30)), endUs: atUs(29), lastRecordUs: atUs(29), analysedRevision: -1 }
  await records.db.insert(trips).values({ ...trip, visible: true })
  expect(await look()).toEqual([true, [{ from: at(51), to: at(29) }]])
  const expected = { organizationId: own.organizationId, fromUs: atUs(400), toUs: atUs(300) }
  preparation.now = { type: 'preparation.progressed', done: 1, total: 2, what: 'history', expected }
  const both = [
    { from: at(400), to: at(300) },
    { from: at(51), to: at(29) },
  ]
  expect(await look()).toEqual([true, both])
  const nowhere = await spans.of('foreign', { ...scope, organizationId: foreign.organizationId })
  expect(nowhere.read(null)).toEqual([{ from: at(900), to: at(800) }])
})

test('keeps what a subscriber is about to watch, and forgets what nobody watches', async () => {
  const { organizationId } = await aVessel('Third')
  let looks = 0
  const spans = new PreparingSpans({
    ...{ db: records.db, clock: fixedClock(NOW_MS), preparation: { now: null } },
    waitingWork() {
      looks++
      return []
    },
  })
  await spans.of('own', { organizationId, departmentIds: null })
  await spans.refresh(() => false)
  await spans.refresh(() => true)
  expect(looks).toBe(2)
  for (let i = 0; i < 2; i++) await spans.refresh(() => false)
  await spans.refresh(() => true)
  expect(looks).toBe(2)
})
