/** Keys of the public API: never revealed, refused once they are deleted, and unable to spend missing credits. */
import { eq, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RoleId } from '#contract/domain/permissions.ts'
import { tables } from '#server/stores/relational/openRecords.ts'
import { apiKeys, organizations } from '#server/stores/relational/schema.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import {
  bearer,
  emailOf,
  type Place,
  signIn,
  type TestApi,
  type Thing,
  testApi,
  tokenOf,
  twoOrganizations,
} from '#server/testing/testApi.ts'

const CANARIES = 20
const clock = fixedClock(Date.now())
let api: TestApi
let things: Record<Place, Thing>
let admin: { authorization: string }
beforeAll(async () => {
  api = await testApi({ clock })
  things = await twoOrganizations(api.records.db)
  admin = bearer(await tokenOf(api.app, await signIn(api.app, emailOf('organization-admin'))))
})
afterAll(() => api.close())

async function newKey(role_id: RoleId = 'organization-admin'): Promise<{ id: string; key: string }> {
  const payload = { name: 'Canary', role_id, department_id: things.parent.departmentId }
  const answer = await api.app.inject({
    ...{ method: 'POST', url: '/api/public-api-keys/v2', headers: admin, payload },
  })
  return answer.json()
}
const get = (url: string, headers: Record<string, string>) => api.app.inject({ url, headers })

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const all = Object.values(tables).flatMap((table) =>
    is(table, PgTable) ? [sql`select row_to_json("row")::text as row from ${table} as "row"`] : [],
  )
  expect(all.length).toBeGreaterThan(20)
  expect(all.length).toBe(
    new Set(Object.values(tables).flatMap((it) => (is(it, PgTable) ? [getTableName(it)] : []))).size,
  )
  const { rows } = (await api.records.db.execute(sql.join(all, sql` union all `))) as unknown as {
    rows: { row: string }[]
  }
  return rows.map(({ row }) => row).join('\n')
}

test('shows no secret in answers, rows, logs or mails, wherever a program put it', async () => {
  const secrets: string[] = []
  const answers: string[] = []
  const collect = (answer: { headers: object; body: string }) => {
    answers.push(JSON.stringify(answer.headers), answer.body)
  }
  for (let n = 0; n < CANARIES; n++) {
    const { key, id } = await newKey()
    secrets.push(key)
    const captain = { name: `Nína ${n}`, department_id: things.own.departmentId, key }
    collect(await get('/public/v1/vessels', bearer(key)))
    collect(await get(`/public/v1/vessels/${key}`, bearer(key)))
    collect(await get(`/public/v1/vessels?api_key=${key}`, bearer(key)))
    collect(await get(`/public/v1/vessels?filter[id]=${key}`, bearer(key)))
    collect(
      await get('/public/v1/vessels', { ...bearer(key), referer: `https://office.example/?key=${key}` }),
    )
    collect(await get(`/public/v1/vessels?key=${key}`, {}))
    collect(await get('/api/vessels', bearer(key)))
    collect(await get('/public/v1/vessels', { 'x-api-key': key }))
    collect(await get('/public/v1/vessels', { authorization: `Basic ${key}` }))
    const url = '/public/v1/captains'
    collect(await api.app.inject({ method: 'POST', url, headers: bearer(key), payload: captain }))
    collect(await api.app.inject({ method: 'POST', url, headers: bearer(key), payload: `{"key":"${key}` }))
    collect(await get('/api/public-api-keys?limit=100', admin))
    const payload = {
      name: 'Renamed',
      role_id: 'organization-admin',
      department_id: things.parent.departmentId,
    }
    const renaming = { method: 'PUT', url: `/api/public-api-keys/v2/${id}`, headers: admin, payload } as const
    collect(await api.app.inject(renaming))
  }
  collect(await get('/api/audit?limit=100', admin))
  const everything = [...answers, await dump(), ...api.logged, JSON.stringify(await api.mails())].join('\n')
  expect(everything).toContain('Renamed')
  expect(secrets.filter((secret) => everything.includes(secret))).toEqual([])
  // No long part of a secret may be shown either: a key shows four characters of each end.
  expect(secrets.filter((secret) => everything.includes(secret.slice(0, 12)))).toEqual([])
})

test('accepts no part of a key', async () => {
  const { key } = await newKey()
  for (const fragment of [
    key.slice(0, -1),
    key.slice(0, 40),
    `${key}A`,
    key.toUpperCase(),
    `${key.slice(0, -1)}%`,
    '%',
    'bk_%',
  ])
    expect((await get('/public/v1/vessels', bearer(fragment))).statusCode).toBe(401)
  for (const filter of ['filter[key]', 'filter[first_digits]', 'filter[secret_hash]', 'order[secret_hash]'])
    expect((await get(`/api/public-api-keys?${filter}=a`, admin)).statusCode).toBe(400)
})

test('refuses a deleted key at once, whatever was cached of it', async () => {
  const { id, key } = await newKey()
  const link = await api.app.inject({
    ...{ method: 'POST', url: '/public/v1/downloads/raw-data', headers: bearer(key) },
    payload: { trip_id: things.own.tripId, requestType: 'trip_date' },
  })
  const file = link.json().data.download_link
  expect(file).toMatch(/^\/public\/v1\/downloads\/files\//)
  expect((await get(file, bearer(key))).statusCode).toBe(200)
  expect((await get(file, bearer((await newKey()).key))).statusCode).toBe(404)
  expect((await get(file.replace('/public/v1', ''), admin)).statusCode).toBe(404)
  await api.app.inject({ method: 'DELETE', url: `/api/public-api-keys/${id}`, headers: admin })
  for (const url of ['/public/v1/vessels', file]) {
    const answer = await get(url, bearer(key))
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'not_authenticated'])
  }
})

const ofOrganization = () => eq(organizations.id, things.own.organizationId)
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const grant = (apiCreditsADay: number, apiCreditsSpent: number) =>
  api.records.db
    .update(organizations)
    .set({ apiCreditsADay, apiCreditsSpent, apiCreditsDay: dayOf(clock.nowMs()) })
    .where(ofOrganization())
const spent = async () => (await api.records.db.select().from(organizations).where(ofOrganization()))[0]

test('answers exactly one of a thousand calls at once when one credit is left', async () => {
  const { key, id } = await newKey()
  await grant(10, 9)
  const answers = await Promise.all(
    Array.from({ length: 1000 }, () => get('/public/v1/geofences?limit=1', bearer(key))),
  )
  const statuses = Map.groupBy(answers, ({ statusCode }) => statusCode)
  expect([statuses.get(200)?.length, statuses.get(402)?.length]).toEqual([1, 999])
  expect((await spent())?.apiCreditsSpent).toBe(10)
  const [row] = await api.records.db.select().from(apiKeys).where(eq(apiKeys.id, id))
  expect(row?.usedCreditsTotal).toBe(1)
})

test('spends each day’s own credits across midnight, never below zero', async () => {
  const { key } = await newKey()
  const midnightMs = Date.parse(`${dayOf(clock.nowMs())}T00:00:00Z`) + 86_400_000
  clock.set(midnightMs - 1)
  await grant(3, 2)
  const missing = `/public/v1/vessels/${things.foreign.vesselId}`
  const calls = Array.from({ length: 300 }, (_, n) => {
    // Calls of the old day that fail put their credit back when the new day has begun.
    if (n === 150) clock.set(midnightMs)
    return get(n % 3 === 0 ? missing : '/public/v1/geofences?limit=1', bearer(key))
  })
  const answered = (await Promise.all(calls)).filter(({ statusCode }) => statusCode === 200).length
  const after = await spent()
  expect(after?.apiCreditsDay).toBe(dayOf(midnightMs))
  expect(after?.apiCreditsSpent).toBeGreaterThanOrEqual(0)
  expect(after?.apiCreditsSpent).toBeLessThanOrEqual(3)
  expect(answered).toBeLessThanOrEqual(1 + 3)
})
