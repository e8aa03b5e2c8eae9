import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { LANGUAGE_IDS } from '#contract/text/language.ts'
import { compareNames } from '#contract/text/nameOrder.ts'
import { openRecords } from '#server/stores/relational/openRecords.ts'
import { organizations } from '#server/stores/relational/schema.ts'
import { startTestPostgres } from '#server/testing/testPostgres.ts'
import { byName } from './nameSql.ts'

const server = await startTestPostgres()

describe.skipIf(!server)('PostgreSQL', () => {
  afterAll(() => server?.close())

  test.each(LANGUAGE_IDS)('orders names in %s as the browser does', async (language) => {
    const records = await openRecords({ DATABASE_URL: (await server?.createDatabase()) ?? '', dataDir: '' })
    try {
      const names = [
        'Örn',
        'Zoe',
        'Þór',
        'Álka',
        'Ægir',
        'aldA',
        'Oddur',
        'Óðinn',
        '12',
        '9',
        'Boat 10',
        'Boat 2',
        'A b',
        'A-b',
        'Œuvre',
      ]
      await records.db.insert(organizations).values(names.map((name) => ({ name })))
      const rows = await records.db
        .select({ name: organizations.name })
        .from(organizations)
        .orderBy(byName(organizations.name)(language), sql`${organizations.name} collate "C"`)
      expect(rows.map(({ name }) => name)).toEqual(names.toSorted(compareNames(language)))
    } finally {
      await records.close()
    }
  })
})
