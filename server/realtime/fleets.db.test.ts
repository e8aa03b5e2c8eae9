import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDevice } from '#server/records/devices.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { EMPTY_STATE, saveVesselStates, toVesselLive } from '#server/records/vesselStates.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { vessels } from '#server/stores/relational/schema.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { Fleets } from './fleets.ts'

const T = Date.UTC(2026, 5, 18, 9)
let records: Records
beforeAll(async () => {
  records = await testRecords()
})
afterAll(() => records.close())

async function oneVessel() {
  const { db } = records
  return db.transaction(async (tx) => {
    const owner = await insertOrganization(tx, { name: 'One' })
    const [vessel] = await tx
      .insert(vessels)
      .values({ ...owner, name: 'Sæbjörg' })
      .returning()
    if (!vessel) throw new Error('nothing was inserted')
    await createDevice(tx, { vesselId: vessel.id })
    return vessel
  })
}

const reporting = (atMs: number, sogMps: number) => ({
  ...EMPTY_STATE,
  lastUpdatedUs: atMs * 1000,
  latest: { sog: [atMs * 1000, sogMps] as [number, number] },
})

test('publishes that a boat is silent when only time has passed', async () => {
  const { id, organizationId } = await oneVessel()
  const clock = fixedClock(T)
  await saveVesselStates(records.db, [{ vesselId: id, ...reporting(T, 5) }])
  const fleets = new Fleets(records.db, clock)
  const fleet = await fleets.of(organizationId)
  expect(fleet.vessels.get(id)).toMatchObject({ status: 'sailing' })
  clock.set(T + 600_000)
  await fleets.refresh(fleet)
  expect([...fleet.changed]).toEqual([])
  clock.set(T + 600_001)
  await fleets.refresh(fleet)
  expect([...fleet.changed]).toEqual([id])
  expect(fleet.vessels.get(id)).toMatchObject({ status: 'offline', sog: null, last_updated: T })
})

test('keeps the state from the bus when the records are a moment behind', async () => {
  const { id, organizationId, departmentId } = await oneVessel()
  const clock = fixedClock(T + 1000)
  await saveVesselStates(records.db, [{ vesselId: id, ...reporting(T, 5) }])
  const fleets = new Fleets(records.db, clock)
  const fleet = await fleets.of(organizationId)
  const live = toVesselLive(reporting(T + 1000, 9), clock.nowMs())
  fleets.moved({ type: 'vessel.moved', organizationId, departmentId, vesselId: id, live })
  fleets.changed(organizationId, id)
  await fleets.refresh(fleet)
  expect(fleet.vessels.get(id)).toMatchObject({ last_updated: T + 1000, status: 'sailing' })
  expect(fleet.vessels.get(id)?.sog).toBeCloseTo(17.49, 2)
})

test('adds and removes vessels, and publishes that the fleet has changed', async () => {
  const first = await oneVessel()
  const { organizationId, departmentId } = first
  const fleets = new Fleets(records.db, fixedClock(T))
  const fleet = await fleets.of(organizationId)
  const [second] = await records.db
    .insert(vessels)
    .values({ organizationId, departmentId, name: 'Týr' })
    .returning()
  fleets.changed(organizationId, second?.id ?? '')
  await fleets.refresh(fleet)
  expect([fleet.vessels.size, fleet.reshaped]).toEqual([2, true])
  fleet.reshaped = false
  await records.db.delete(vessels).where(eq(vessels.id, second?.id ?? ''))
  fleets.changed(organizationId, second?.id ?? '')
  await fleets.refresh(fleet)
  expect([[...fleet.vessels.keys()], fleet.reshaped]).toEqual([[first.id], true])
})
