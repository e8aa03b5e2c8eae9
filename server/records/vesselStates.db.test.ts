import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { vessels } from '#server/stores/relational/schema.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { insertOrganization } from './organizations.ts'
import { EMPTY_STATE, loadVesselStates, saveVesselStates } from './vesselStates.ts'

let records: Records
beforeAll(async () => {
  records = await testRecords()
})
afterAll(() => records.close())

test('overwrites a state that is older or of the same moment, never a newer one', async () => {
  const { db } = records
  const owner = await db.transaction((tx) => insertOrganization(tx, { name: 'One' }))
  const [vessel] = await db
    .insert(vessels)
    .values({ ...owner, name: 'Sæbjörg' })
    .returning()
  const save = async (lastUpdatedUs: number | null, latitudeDeg: number) => {
    const state = { ...EMPTY_STATE, lastUpdatedUs, fixUs: lastUpdatedUs, latitudeDeg, longitudeDeg: -22 }
    await saveVesselStates(db, [{ vesselId: vessel?.id ?? '', ...state }])
    return (await loadVesselStates(db)).get(vessel?.number ?? 0)?.latitudeDeg
  }
  expect(await save(null, 63)).toBe(63)
  expect(await save(2000, 64)).toBe(64)
  expect(await save(1999, 65)).toBe(64)
  expect(await save(null, 65)).toBe(64)
  expect(await save(2000, 66)).toBe(66)
  expect(await save(2001, 67)).toBe(67)
})
