import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/pglite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testEngine } from '#server/testing/testStores.ts'
import { overEmbedded } from './overEmbedded.ts'

const notes = pgTable('notes', { words: text(), at: timestamp({ withTimezone: true, mode: 'date' }) })
/** One value of each type that either of the two reads in a way of its own, and lists of them. */
const VALUES = ['date', 'timestamp', 'timestamptz'].flatMap((type) => [
  `'2026-06-18 07:00:00'::${type}`,
  `array['2026-06-18 07:00:00']::${type}[]`,
])
const query = sql.raw(
  `select ${[...VALUES, "'1 hour'::interval", "array['1 hour']::interval[]", '1.5::numeric', 'array[1.5]::numeric[]', '7::int8', 'true', `'{"a": [1]}'::jsonb`, "'a'::text"].join(', ')}`,
)

let client: PGlite
beforeEach(async () => {
  client = await testEngine()
})
afterEach(() => client.close())

test('answers as drizzle alone does, in a transaction and outside', async () => {
  const expected = (await drizzle(client).execute(query)).rows
  const db = overEmbedded(client, {})
  expect(await db.transaction(async (tx) => (await tx.execute(query)).rows)).toEqual(expected)
  expect((await db.execute(query)).rows).toEqual(expected)
  await db.execute(sql`create table notes (words text, at timestamptz)`)
  const note = { words: 'a', at: new Date('2026-06-18T07:00:00.123Z') }
  await db.transaction((tx) => tx.insert(notes).values(note))
  expect(await db.select().from(notes)).toEqual([note])
})

test('lets PGlite copy nothing for a query', async () => {
  let copied = 0
  client.parsers = new Proxy(client.parsers, {
    ownKeys(target) {
      copied++
      return Reflect.ownKeys(target)
    },
  })
  await drizzle(client).execute(query)
  expect(copied).toBe(1)
  const db = overEmbedded(client, {})
  await db.execute(query)
  await db.transaction((tx) => tx.execute(query))
  expect(copied).toBe(1)
})
