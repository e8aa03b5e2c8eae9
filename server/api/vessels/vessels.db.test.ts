import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { knToMps } from '#contract/domain/units.ts'
import type { Vessel, WireMapVessel } from '#contract/wire/vessel.ts'
import { EMPTY_STATE, saveVesselStates } from '#server/records/vesselStates.ts'
import { pairings, vessels } from '#server/stores/relational/schema.ts'
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

const nowMs = Date.now()
let api: TestApi
let things: Record<Place, Thing>
let headers: { authorization: string }

beforeAll(async () => {
  api = await testApi()
  const { db } = api.records
  things = await twoOrganizations(db)
  headers = bearer(await tokenOf(api.app, await signIn(api.app, emailOf('organization-viewer'))))
  const reporting = (place: Place, agoS: number, sogKn: number) => ({
    ...EMPTY_STATE,
    vesselId: things[place].vesselId,
    lastUpdatedUs: (nowMs - agoS * 1000) * 1000,
    latitudeDeg: 64.15,
    longitudeDeg: -21.94,
    latest: { sog: [(nowMs - agoS * 1000) * 1000, knToMps(sogKn)] as [number, number] },
  })
  await saveVesselStates(db, [
    reporting('own', 10, 12),
    reporting('child', 10, 1),
    reporting('sibling', 700, 12),
  ])
  await db.delete(pairings).where(eq(pairings.vesselId, things.parent.vesselId))
  await db
    .update(vessels)
    .set({ topSpeedMps: knToMps(40), kind: 'rib', lengthM: 8.5 })
    .where(eq(vessels.id, things.own.vesselId))
})
afterAll(() => api.close())

const get = async <T>(url: string) => (await api.app.inject({ url, headers })).json<T>()

test('refuses a list by what is not on the list', async () => {
  for (const query of ['filter[company_id][eq]=x', 'order[secret_hash]=asc', 'filter[device_id]=x']) {
    const answer = await api.app.inject({ url: `/api/vessels?${query}`, headers })
    expect([query, answer.statusCode]).toEqual([query, 400])
  }
})

test('computes what each vessel is doing, and calls nothing current that is old', async () => {
  const { data, server_time } = await get<{ data: WireMapVessel[]; server_time: number }>('/api/vessels/map')
  const of = (place: Place) => data.find(({ id }) => id === things[place].vesselId)
  expect(['own', 'child', 'sibling', 'parent'].map((place) => of(place as Place)?.status)).toEqual([
    'sailing',
    'online',
    'offline',
    'unpaired',
  ])
  expect(of('own')?.sog).toBeCloseTo(12, 9)
  expect(of('own')).toMatchObject({
    lat: 64.15,
    lon: -21.94,
    trip_id: things.own.tripId,
    kind: 'rib',
    impact_limit: 3,
  })
  expect(of('sibling')).toMatchObject({ sog: null, lat: 64.15, last_updated: nowMs - 700_000 })
  expect(Math.abs(server_time - Date.now())).toBeLessThan(60_000)
})

test('returns a vessel in wire units, with its device, its trips and its place', async () => {
  const vessel = await get<Vessel>(`/api/vessels/${things.own.vesselId}`)
  expect(vessel).toMatchObject({
    name: 'Vessel own',
    department: { id: things.own.departmentId, name: 'Own' },
    count: { trips: 1 },
    specs: { length: 8.5, beam_overall: null },
    system_settings: { impact_limit: 3, safety_speed_limit: null },
  })
  expect(vessel.specs.top_speed).toBeCloseTo(40, 9)
  expect(vessel.device).not.toBeNull()
  expect(JSON.stringify(vessel)).not.toContain('secret')
  const place = await get(`/api/vessels/${things.own.vesselId}/location`)
  expect(place).toMatchObject({ lat: 64.15, lon: -21.94, cog: null, last_updated: nowMs - 10_000 })
})

test('orders, filters and pages', async () => {
  const names = async (query: string) =>
    (await get<{ data: Vessel[] }>(`/api/vessels?${query}`)).data.map(({ name }) => name)
  expect(await names('')).toEqual(['Vessel child', 'Vessel own', 'Vessel parent', 'Vessel sibling'])
  expect(await names('order[name]=desc&limit=2&skip=1')).toEqual(['Vessel parent', 'Vessel own'])
  expect(await names('filter[name][eq]=Vessel%20own')).toEqual(['Vessel own'])
  expect(await names(`filter[department_id][eq]=${things.own.departmentId}`)).toEqual([
    'Vessel child',
    'Vessel own',
  ])
})

test('finds by a part of a name, whatever its case and accents, and nothing by a wildcard', async () => {
  const { db } = api.records
  const [{ name } = { name: '' }] = await db
    .update(vessels)
    .set({ name: 'Sæbjörg Þórs 100%' })
    .where(eq(vessels.id, things.own.vesselId))
    .returning({ name: vessels.name })
  const found = async (term: string) => {
    const answer = await get<{ data: Vessel[] }>(
      `/api/vessels?filter[name][contains]=${encodeURIComponent(term)}`,
    )
    return answer.data.map((vessel) => vessel.name)
  }
  for (const term of ['sæbjörg', 'SAEBJORG', 'rg thó', '0%'])
    expect([term, await found(term)]).toEqual([term, [name]])
  expect(await found('s%b')).toEqual([])
  const byId = await api.app.inject({ url: '/api/vessels?filter[id][contains]=a', headers })
  expect(byId.statusCode).toBe(400)
})
