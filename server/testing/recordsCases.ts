/** Requirements of the records, whichever engine stores these. */
import { eq, getTableName, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Records, tables } from '#server/stores/relational/openRecords.ts'
import { departments, organizations, settings, users, vessels } from '#server/stores/relational/schema.ts'

export interface RecordsEngine {
  /** Migrated records in a new database. */
  open(): Promise<Records>
  /** Migrates a database of the engine's choice, the same each time, up to the statement before `failAt`. */
  migrateUntil(failAt: number): Promise<void>
  close(): Promise<void>
}

/** Columns that only processes of the previous version use. The next release drops them. */
const LEAVING = /^broker_sessions\./

export function recordsCases(start: () => Promise<RecordsEngine>): void {
  let engine: RecordsEngine
  let records: Records
  beforeAll(async () => {
    engine = await start()
    records = await engine.open()
  })
  afterAll(async () => {
    await records?.close()
    await engine?.close()
  })

  const organization = async (name: string) => {
    const { db } = records
    const [organization] = await db.insert(organizations).values({ name }).returning()
    if (!organization) throw new Error('no organization')
    const [department] = await db
      .insert(departments)
      .values({ organizationId: organization.id, name })
      .returning()
    if (!department) throw new Error('no department')
    return { organizationId: organization.id, departmentId: department.id }
  }

  test('has every table of the schema with every column', async () => {
    const { rows } = (await records.db.execute(
      sql`select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
    )) as unknown as { rows: { name: string }[] }
    const wanted = Object.values(tables)
      .filter((table) => table instanceof PgTable)
      .flatMap((table) =>
        getTableConfig(table).columns.map((column) => `${getTableName(table)}.${snake(column.name)}`),
      )
    const columns = rows.map(({ name }) => name).filter((name) => !LEAVING.test(name))
    expect(columns.toSorted()).toEqual(wanted.toSorted())
  })

  test('gives vessels whole numbers of their own', async () => {
    const scope = await organization('Numbers')
    const made = await records.db
      .insert(vessels)
      .values([
        { ...scope, name: 'Ein' },
        { ...scope, name: 'Tvær' },
      ])
      .returning({ number: vessels.number })
    expect(new Set(made.map(({ number }) => number)).size).toBe(2)
  })

  test('keeps JSON and times unchanged', async () => {
    const value = { text: 'Þór "quoted" \\ 🚤', list: [1, null, 0.1], nested: { 'a.b': true } }
    await records.db.insert(settings).values({ name: 'probe', value })
    const [row] = await records.db.select().from(settings).where(eq(settings.name, 'probe'))
    expect(row?.value).toEqual(value)
    const [organization] = await records.db
      .insert(organizations)
      .values({ name: 'Times', createdAt: new Date('2026-03-29T01:30:00.123Z') })
      .returning()
    expect(organization?.createdAt.toISOString()).toBe('2026-03-29T01:30:00.123Z')
  })

  test('names the constraint that a row breaks', async () => {
    const scope = await organization('Rules')
    const user = { ...scope, roleId: 'captain', name: 'Ann', email: 'ann@example.com' }
    await records.db.insert(users).values({ ...user, identityId: 'ann' })
    await expect(
      records.db.insert(users).values({ ...user, identityId: 'other', email: 'ANN@example.com' }),
    ).rejects.toMatchObject({ cause: { code: '23505', constraint: 'users_email' } })
    await expect(
      records.db.insert(departments).values({ organizationId: scope.organizationId, name: 'second top' }),
    ).rejects.toMatchObject({ cause: { constraint: 'departments_one_top' } })
  })

  test('undoes a transaction that fails and continues', async () => {
    const failing = records.db.transaction(async (tx) => {
      await tx.insert(settings).values({ name: 'half', value: 1 })
      await tx.execute(sql`select 1 / 0`)
    })
    await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } })
    expect(await records.db.select().from(settings).where(eq(settings.name, 'half'))).toEqual([])
  })

  test('locks a row against another transaction until it is done', async () => {
    await records.db.insert(settings).values({ name: 'count', value: 0 })
    const increment = () =>
      records.db.transaction(async (tx) => {
        const [row] = await tx.select().from(settings).where(eq(settings.name, 'count')).for('update')
        await tx
          .update(settings)
          .set({ value: Number(row?.value) + 1 })
          .where(eq(settings.name, 'count'))
      })
    await Promise.all(Array.from({ length: 8 }, increment))
    const [row] = await records.db.select().from(settings).where(eq(settings.name, 'count'))
    expect(row?.value).toBe(8)
  })

  describe('migrations', () => {
    test('completes migrations that were stopped at any statement', { timeout: 120_000 }, async () => {
      let stops = 0
      // Each attempt begins at the first statement again; over many runs of the suite all of them are the last one.
      const apart = 9 + Math.floor(Math.random() * 6)
      for (let failAt = 1; ; failAt += apart) {
        try {
          await engine.migrateUntil(failAt)
          break
        } catch (error) {
          if (!(error as Error).message.includes('stopped')) throw error
          stops++
        }
      }
      expect(stops).toBeGreaterThan(15)
      await engine.migrateUntil(Number.POSITIVE_INFINITY)
    })
  })
}

/** The casing that the engines are opened with. */
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
