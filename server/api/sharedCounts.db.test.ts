/** Limits over several processes: two servers on the same records. */
import { setTimeout as later } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countCall, deleteOldCounts } from '#server/records/callCounts.ts'
import { deleteOldStreams } from '#server/records/openStreams.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { callCounts, openStreams } from '#server/stores/relational/schema.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { type Place, type Thing, twoOrganizations } from '#server/testing/testApi.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { openBackground } from './background.ts'
import { openHttp } from './openHttp.ts'
import { streamPlaces } from './publicApi/streamPlaces.ts'

let records: Records
let things: Record<Place, Thing>
let apps: [FastifyInstance, FastifyInstance]
const WINDOW_MS = 1500

beforeAll(async () => {
  records = await testRecords()
  things = await twoOrganizations(records.db)
  const open = async () => {
    const app = await openHttp({ log: silentLog, publicUrl: 'http://localhost:1', counts: records.db })
    const config = { rateLimit: { max: 3, timeWindow: WINDOW_MS } }
    app.get('/open', { config }, async () => 'yes')
    app.get('/other/:id', { config }, async () => 'yes')
    return app
  }
  apps = [await open(), await open()]
})
afterAll(async () => {
  for (const app of apps) await app.close()
  await records.close()
})

const call = async (app: 0 | 1, url: string, remoteAddress: string) =>
  (await apps[app].inject({ url, remoteAddress })).statusCode

test('counts calls over both processes, for each route and address, until the window ends', async () => {
  const place = '192.0.2.1'
  const asked = [await call(0, '/open', place), await call(1, '/open', place), await call(0, '/open', place)]
  expect(asked).toEqual([200, 200, 200])
  expect([await call(1, '/open', place), await call(0, '/open', place)]).toEqual([429, 429])
  expect([await call(0, '/other/a', place), await call(0, '/open', '192.0.2.2')]).toEqual([200, 200])
  // One route, for any id in its path.
  for (const id of ['b', 'c']) await call(1, `/other/${id}`, place)
  expect(await call(0, '/other/d', place)).toBe(429)
  await later(WINDOW_MS)
  expect([await call(0, '/open', place), await call(1, '/open', place)]).toEqual([200, 200])
})

test('counts each of several calls at the same time', async () => {
  const counted = await Promise.all(Array.from({ length: 40 }, () => countCall(records.db, 'burst', 60_000)))
  expect(counted.map(({ calls }) => calls).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 40 }, (_, i) => i + 1),
  )
  expect(counted[0]?.leftMs).toBeGreaterThan(55_000)
})

test('refuses a flood without counting further', async () => {
  const place = '192.0.2.9'
  for (let i = 0; i < 4; i++) await call(0, '/open', place)
  const calls = async () =>
    (
      await records.db
        .select()
        .from(callCounts)
        .where(eq(callCounts.subject, `GET /open ${place}`))
    )[0]?.calls
  const before = await calls()
  for (let i = 0; i < 20; i++) expect(await call(0, '/open', place)).toBe(429)
  expect([before, await calls()]).toEqual([4, 4])
})

test('counts streams of an organization over both processes, and expires those of a dead process', async () => {
  const { db } = records
  const background = openBackground(silentLog)
  const [one, two] = [streamPlaces({ db, background }, 2), streamPlaces({ db, background }, 2)]
  const { organizationId } = things.own
  const first = await one.take(organizationId)
  const second = await two.take(organizationId)
  expect([first !== null, second !== null]).toEqual([true, true])
  expect([await one.take(organizationId), await two.take(organizationId)]).toEqual([null, null])
  expect(await two.take(things.foreign.organizationId)).not.toBeNull()
  first?.leave()
  await background.settled()
  const third = await two.take(organizationId)
  expect([third !== null, await one.take(organizationId)]).toEqual([true, null])
  // Open streams stay counted; streams that no process renews do not.
  await db.update(openStreams).set({ until: sql`clock_timestamp() + interval '4 seconds'` })
  await expect
    .poll(
      async () => (await db.select().from(openStreams)).map(({ until }) => until.getTime() - Date.now()),
      {
        timeout: 6000,
      },
    )
    .toSatisfy((left: number[]) => left.length === 3 && left.every((ms) => ms > 5000))
  one.close()
  two.close()
  await db.update(openStreams).set({ until: sql`clock_timestamp()` })
  expect(await one.take(organizationId)).not.toBeNull()
})

test('removes expired counts', async () => {
  const { db } = records
  await db.update(callCounts).set({ endsAt: sql`clock_timestamp() - interval '1 second'` })
  await db.update(openStreams).set({ until: sql`clock_timestamp() - interval '1 second'` })
  await countCall(db, 'now', 60_000)
  await deleteOldCounts(db)
  await deleteOldStreams(db)
  expect((await db.select().from(callCounts)).map(({ subject }) => subject)).toEqual(['now'])
  expect(await db.$count(openStreams)).toBe(0)
})
