import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ROLE_IDS, type RoleId } from '#contract/permissions.ts'
import type { BusEvent } from '#server/platform/events.ts'
import { captainAtHelm } from '#server/records/helm.ts'
import { captains, helmTurns, organizations, trips, vessels } from '#server/stores/relational/schema.ts'
import {
  bearer,
  emailOf,
  type Place,
  signIn,
  type TestApi,
  type Thing,
  testApi,
  tokenOf,
  tripOf,
  twoOrganizations,
} from '../testApi.ts'

let nowMs = Date.UTC(2026, 6, 1, 12)
let api: TestApi
let things: Record<Place, Thing>
const tokens = {} as Record<RoleId, string>
const heard: BusEvent[] = []

beforeAll(async () => {
  api = await testApi({ clock: { nowMs: () => nowMs } })
  things = await twoOrganizations(api.records.db)
  for (const roleId of ROLE_IDS)
    tokens[roleId] = await tokenOf(api.app, await signIn(api.app, emailOf(roleId)))
  api.bus.subscribe('helm.changed', (event) => heard.push(event))
})
afterAll(() => api?.close())
beforeEach(async () => {
  nowMs += 7_200_000
  await api.records.db.delete(helmTurns)
})

const ask = (as: RoleId, method: 'GET' | 'PUT', url: string, payload?: object) =>
  api.app.inject({ method, url, headers: bearer(tokens[as]), ...(payload && { payload }) })
const readHelm = async () =>
  (await ask('department-viewer', 'GET', `/api/vessels/${things.own.vesselId}/helm`)).json()
const take = (captainId: string | null, as: RoleId = 'department-admin') =>
  ask(as, 'PUT', `/api/vessels/${things.own.vesselId}/helm`, { captain_id: captainId })
const force = (forceCaptainLogin: boolean) =>
  api.records.db
    .update(organizations)
    .set({ forceCaptainLogin })
    .where(eq(organizations.id, things.own.organizationId))

/** A trip that began half an hour ago and goes on. */
async function setSail(captainId: string | null = null) {
  const { vesselId, organizationId } = things.own
  const { db } = api.records
  await db.delete(trips).where(eq(trips.vesselId, vesselId))
  const startUs = (nowMs - 1_800_000) * 1000
  const open = { endUs: null, endCause: null, lastRecordUs: nowMs * 1000, lastMovingUs: nowMs * 1000 }
  const [row] = await db
    .insert(trips)
    .values({ ...tripOf({ id: vesselId, organizationId }, startUs), ...open, captainId })
    .returning()
  return row?.id ?? ''
}
async function someCaptain(name: string) {
  const { organizationId, departmentId } = things.own
  const [row] = await api.records.db
    .insert(captains)
    .values({ organizationId, departmentId, name })
    .returning()
  return row?.id ?? ''
}

test('only who may name captains gives the helm, and only to captains that they see', async () => {
  expect((await take(things.own.captainId, 'department-viewer')).statusCode).toBe(403)
  expect((await take(things.foreign.captainId)).statusCode).toBe(400)
  expect((await take(things.sibling.captainId)).statusCode).toBe(400)
  expect(await api.records.db.select().from(helmTurns)).toEqual([])
})

test('a hand-over under way makes the trip the last one’s, and the times of both are kept', async () => {
  const [first, second] = [await someCaptain('Anna'), await someCaptain('Bjarni')]
  const tripId = await setSail()
  nowMs -= 1_200_000
  expect((await take(first)).json()).toMatchObject({ captain: { name: 'Anna' }, must_choose: false })
  nowMs += 600_000
  const handed = (await take(second)).json()
  expect(handed.captain.name).toBe('Bjarni')
  const at = (ms: number) => new Date(nowMs - ms).toISOString()
  const spans = [
    { captain: null, from: at(1_200_000), to: at(600_000) },
    { captain: { id: first, name: 'Anna' }, from: at(600_000), to: at(0) },
    { captain: { id: second, name: 'Bjarni' }, from: at(0), to: null },
  ]
  expect(handed.spans).toEqual(spans)
  const trip = (await ask('department-viewer', 'GET', `/api/trips/${tripId}`)).json()
  expect(trip.captain.name).toBe('Bjarni')
  const kept = await ask('department-viewer', 'GET', `/api/trips/${tripId}/helm`)
  expect(kept.json().data).toEqual(spans)
  expect(heard.at(-1)).toMatchObject({ type: 'helm.changed', vesselId: things.own.vesselId })
})

test('where captains must be named, the helm asks as soon as a trip has none', async () => {
  await force(true)
  await setSail()
  expect(await readHelm()).toMatchObject({ captain: null, must_choose: true })
  await take(things.own.captainId)
  expect(await readHelm()).toMatchObject({ captain: { id: things.own.captainId }, must_choose: false })
  await force(false)
  await setSail()
  expect(await readHelm()).toMatchObject({ captain: null, must_choose: false })
})

test('a new trip is of who had the helm last; where one must be named, of who took it since the trip before', async () => {
  const { vesselId } = things.own
  const { db } = api.records
  const own = await someCaptain('Own')
  await db.update(vessels).set({ captainId: own }).where(eq(vessels.id, vesselId))
  const nextTrip = (afterMs: number) =>
    db.transaction((tx) =>
      captainAtHelm(tx, vesselId, {
        startUs: (nowMs + afterMs) * 1000,
        toUs: (nowMs + afterMs + 60_000) * 1000,
      }),
    )
  expect(await nextTrip(0)).toBe(own)
  await take(things.own.captainId)
  expect(await nextTrip(0)).toBe(things.own.captainId)
  // What happened before that, and came late, was not theirs.
  expect(await nextTrip(-3_600_000)).toBe(own)

  await force(true)
  expect(await nextTrip(0)).toBe(things.own.captainId)
  expect(await nextTrip(-3_600_000)).toBeNull()
  await setSail()
  expect(await nextTrip(600_000)).toBeNull()
  await force(false)
})

test('guidance is there only with the feature on, and says why', async () => {
  const { db } = api.records
  const { organizationId, vesselId } = things.own
  await db.update(vessels).set({ safetySpeedLimitMps: 10 }).where(eq(vessels.id, vesselId))
  expect((await readHelm()).guidance).toBeNull()
  await db
    .update(organizations)
    .set({ routeGuidanceFeature: true })
    .where(eq(organizations.id, organizationId))
  expect((await readHelm()).guidance).toEqual({
    mode: 'auto',
    speed: expect.closeTo(19.44, 2),
    reason: 'safety',
    eco: null,
  })
})
