import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { organizations, vessels } from '#server/stores/relational/schema.ts'
import { twoOrganizations } from './testApi.ts'
import { testRecords } from './testStores.ts'

test('resets returned records to new ones', async () => {
  const first = await testRecords()
  const { own } = await twoOrganizations(first.db)
  expect(own.vesselNumber).toBe(1)
  await first.db.execute(sql`set timezone to 'Asia/Tokyo'`)
  await first.db.execute(sql`truncate vessels cascade`)
  await first.close()
  await expect(first.db.select().from(vessels)).rejects.toThrow()

  let asked = 0
  const second = await testRecords(() => asked++)
  expect(second.db).toBe(first.db)
  expect(await second.db.select().from(organizations)).toEqual([])
  expect((await second.db.execute(sql`show timezone`)) as object).toMatchObject({
    rows: [{ TimeZone: expect.not.stringMatching('Tokyo') }],
  })
  expect((await twoOrganizations(second.db)).own.vesselNumber).toBe(1)
  expect(asked).toBeGreaterThan(2)
  await first.close()
  const { number } = (await second.db.select().from(vessels).where(eq(vessels.number, 1)))[0] ?? {}
  expect(number).toBe(1)
  await second.close()
})

test('does not reuse records whose tables a test has changed', async () => {
  const first = await testRecords()
  await first.db.execute(sql`alter table vessels alter column name drop not null`)
  await first.close()
  const second = await testRecords()
  expect(second.db).not.toBe(first.db)
  const { rows } = (await second.db.execute(
    sql`select attnotnull from pg_attribute where attrelid = 'vessels'::regclass and attname = 'name'`,
  )) as unknown as { rows: object[] }
  expect(rows).toEqual([{ attnotnull: true }])
  await second.close()
})
