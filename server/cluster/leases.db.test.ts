import { afterAll, beforeAll } from 'vitest'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { leaseCases } from '#server/testing/leaseCases.ts'
import { testRecords } from '#server/testing/testStores.ts'

let records: Records
beforeAll(async () => {
  records = await testRecords()
})
afterAll(() => records.close())

leaseCases(() => records.db)
