import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { vessels } from '#server/stores/relational/schema.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { namedVessel } from './namedVessel.ts'
import { insertOrganization } from './organizations.ts'

let records: Records
let owner: { organizationId: string; departmentId: string }

beforeAll(async () => {
  records = await testRecords()
  owner = await records.db.transaction((tx) => insertOrganization(tx, { name: 'Fleet' }))
})
afterAll(() => records.close())

const named = (name: string) => namedVessel(records.db, { name, create: true })

test('makes one vessel when several commands ask for a new name at once', async () => {
  const found = await Promise.all(['Hafdís', 'Hafdís', 'Hafdís'].map(named))
  expect(new Set(found.map(({ id }) => id)).size).toBe(1)
})

test('refuses to make a vessel whose name differs from another in case and accents alone', async () => {
  await named('Sæbjörg')
  await expect(named('SAEBJORG')).rejects.toMatchObject({ code: 'NAME_IN_USE' })
})

test('refuses to choose between vessels that already have the same name', async () => {
  await records.db.insert(vessels).values([
    { ...owner, name: 'Ægir' },
    { ...owner, name: 'Ægir' },
  ])
  await expect(named('Ægir')).rejects.toMatchObject({
    code: 'conflict',
    message: 'Several vessels are named Ægir. Give one of them another name first.',
  })
})
