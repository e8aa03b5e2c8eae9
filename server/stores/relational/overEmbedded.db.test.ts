import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/pglite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testEngine } from '#server/testing/testStores.ts'
import { MOST_PREPARED, overEmbedded } from './overEmbedded.ts'

const notes = pgTable('notes', { words: text(), at: timestamp({ withTimezone: true, mode: 'date' }) })
/** One value of each type that either library parses specially, and lists of them. */
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

test('makes PGlite copy nothing for a query', async () => {
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

/** Statements that the engine has prepared. */
const preparedNow = async (columns = 'name, statement') =>
  (await client.exec(`select ${columns} from pg_prepared_statements`))[0]?.rows

test('prepares a statement once, and drops the oldest above its limit', async () => {
  const db = overEmbedded(client, {})
  const ask = (n: number) => db.execute(sql`select ${sql.raw(String(n))}::int as n, ${'a'}::text as words`)
  for (let turn = 0; turn < 3; turn++) expect((await ask(0)).rows).toEqual([{ n: 0, words: 'a' }])
  expect(await preparedNow()).toHaveLength(1)
  for (let n = 0; n < 2 * MOST_PREPARED; n++) {
    expect((await ask(n)).rows).toEqual([{ n, words: 'a' }])
    // A statement in constant use is never dropped.
    expect((await ask(0)).rows).toEqual([{ n: 0, words: 'a' }])
  }
  expect(await preparedNow()).toHaveLength(MOST_PREPARED)
  expect(await preparedNow()).toContainEqual({
    name: 's1',
    statement: 'select 0::int as n, $1::text as words',
  })
})

test('plans a statement for its values, however often it ran', async () => {
  const db = overEmbedded(client, {})
  for (let n = 0; n < 10; n++) await db.execute(sql`select ${n}::int as n`)
  expect(await preparedNow('generic_plans::int, custom_plans::int')).toEqual([
    { generic_plans: 0, custom_plans: 10 },
  ])
})

test('continues after a statement that cannot be prepared, and after one that fails', async () => {
  const db = overEmbedded(client, {})
  const divide = (by: number) => db.execute(sql`select 6 / ${by}::int as n`)
  await expect(db.execute(sql`selekt`)).rejects.toMatchObject({ cause: { code: '42601' } })
  for (let turn = 0; turn < 2; turn++) {
    await expect(divide(0)).rejects.toMatchObject({ cause: { code: '22012' } })
    expect((await divide(2)).rows).toEqual([{ n: 3 }])
  }
  await expect(
    db.transaction(async (tx) => {
      await tx.execute(sql`create table gone (n int)`)
      await tx.execute(sql`selekt`)
    }),
  ).rejects.toMatchObject({ cause: { code: '42601' } })
  expect((await db.execute(sql`select to_regclass('gone') as gone`)).rows).toEqual([{ gone: null }])
})

test('prepares a statement again when its tables have changed', async () => {
  const db = overEmbedded(client, {})
  await db.execute(sql`create table boats (name text)`)
  await db.execute(sql`insert into boats values ('Aava')`)
  const all = sql`select * from boats`
  expect((await db.execute(all)).rows).toEqual([{ name: 'Aava' }])
  await db.execute(sql`alter table boats add column length_m int default 9`)
  expect((await db.execute(all)).rows).toEqual([{ name: 'Aava', length_m: 9 }])
  // A transaction is over with its first error; the next one goes well.
  await db.execute(sql`alter table boats drop column length_m`)
  const within = () => db.transaction(async (tx) => (await tx.execute(all)).rows)
  await expect(within()).rejects.toMatchObject({ cause: { code: '0A000' } })
  expect(await within()).toEqual([{ name: 'Aava' }])
})

test('keeps other queries out of a transaction, and refuses to use one that has ended', async () => {
  const db = overEmbedded(client, {})
  await db.execute(sql`create table notes (words text, at timestamptz)`)
  let late: Promise<unknown> | undefined
  const outer = await db.transaction(async (tx) => {
    await tx.insert(notes).values({ words: 'within' })
    late = db.insert(notes).values({ words: 'outside' }).execute()
    await new Promise(setImmediate)
    expect(await tx.select({ words: notes.words }).from(notes)).toEqual([{ words: 'within' }])
    return tx
  })
  await late
  expect(await db.select({ words: notes.words }).from(notes)).toEqual([
    { words: 'within' },
    { words: 'outside' },
  ])
  await expect(outer.select().from(notes)).rejects.toMatchObject({
    cause: { message: 'the transaction is over' },
  })
})

test.each(['alone', 'in transactions'])(
  'lets others have the thread while queries follow each other %s',
  async (how) => {
    const db = overEmbedded(client, {})
    let isOver = false
    let turns = 0
    const count = () => {
      turns++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const work = sql`select count(*) from generate_series(1, 20000)`
    for (let n = 0; n < 30; n++)
      await (how === 'alone' ? db.execute(work) : db.transaction((tx) => tx.execute(work)))
    isOver = true
    expect(turns).toBeGreaterThan(5)
  },
)
