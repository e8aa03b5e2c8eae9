import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ROLE_IDS, type RoleId } from '#contract/domain/permissions.ts'
import type { BusEvent } from '#server/platform/events.ts'
import { captainAtHelm } from '#server/records/helm.ts'
import {
  alerts,
  captains,
  helmTurns,
  organizations,
  rules,
  trips,
  vessels,
} from '#server/stores/relational/schema.ts'
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
} from '#server/testing/testApi.ts'

let nowMs = Date.UTC(2026, 6, 1, 12)
let api: TestApi
let things: Record<Place, Thing>
const tokens = {} as Record<RoleId, string>
const received: BusEvent[] = []

beforeAll(async () => {
  api = await testApi({ clock: { nowMs: () => nowMs } })
  things = await twoOrganizations(api.records.db)
  for (const roleId of ROLE_IDS)
    tokens[roleId] = await tokenOf(api.app, await signIn(api.app, emailOf(roleId)))
  api.bus.subscribe('helm.changed', (event) => received.push(event))
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

/** A trip under way that began half an hour ago. */
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

test('allows only those who may name captains to give the helm, to captains that they see', async () => {
  expect((await take(things.own.captainId, 'department-viewer')).statusCode).toBe(403)
  expect((await take(things.foreign.captainId)).statusCode).toBe(400)
  expect((await take(things.sibling.captainId)).statusCode).toBe(400)
  expect(await api.records.db.select().from(helmTurns)).toEqual([])
})

test('credits a trip to the last captain after a hand-over under way, and keeps both times', async () => {
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
  expect(received.at(-1)).toMatchObject({ type: 'helm.changed', vesselId: things.own.vesselId })
})

test('asks for a captain as soon as a trip has none, when captains are required', async () => {
  await force(true)
  await setSail()
  expect(await readHelm()).toMatchObject({ captain: null, must_choose: true })
  await take(things.own.captainId)
  expect(await readHelm()).toMatchObject({ captain: { id: things.own.captainId }, must_choose: false })
  await force(false)
  await setSail()
  expect(await readHelm()).toMatchObject({ captain: null, must_choose: false })
})

test('assigns a new trip to the last captain, or when one is required, to the captain who took the helm since', async () => {
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
  // A trip from before that time, received late, was not theirs.
  expect(await nextTrip(-3_600_000)).toBe(own)

  await force(true)
  expect(await nextTrip(0)).toBe(things.own.captainId)
  expect(await nextTrip(-3_600_000)).toBeNull()
  await setSail()
  expect(await nextTrip(600_000)).toBeNull()
  await force(false)
})

/** Raised so long ago, by no rule unless one is given. */
async function raise(agoMs: number, given: Partial<typeof alerts.$inferInsert> = {}) {
  const { vesselId, organizationId } = things.own
  const triggerUs = (nowMs - agoMs) * 1000
  const common = { vesselId, organizationId, type: 'external', triggerUs, createdAt: new Date(nowMs - agoMs) }
  const [row] = await api.records.db
    .insert(alerts)
    .values({ ...common, text: 'Bilge water', ...given })
    .returning()
  return row?.id ?? ''
}
const acknowledge = (id: string, as: RoleId) => ask(as, 'PUT', `/api/alerts/${id}/acknowledge`)
const raisedAtHelm = async (): Promise<string[]> =>
  (await readHelm()).alerts.map(({ id }: { id: string }) => id)

test('shows an alert at the helm, the worst first, until a person with the right acknowledges it', async () => {
  await api.records.db.delete(alerts).where(eq(alerts.vesselId, things.own.vesselId))
  await setSail()
  const old = await raise(3_500_000, { severity: 'warning' })
  const late = await raise(60_000, { severity: 'warning' })
  const worst = await raise(1_200_000)
  await raise(3_700_000)
  await raise(1000, { isDeleted: true })
  await raise(1000, { vesselId: things.sibling.vesselId })
  expect(await raisedAtHelm()).toEqual([worst, late, old])

  expect((await acknowledge(worst, 'department-viewer')).statusCode).toBe(403)
  expect((await acknowledge(things.foreign.alertId, 'department-admin')).statusCode).toBe(404)
  const at = new Date(nowMs).toISOString()
  const first = await acknowledge(worst, 'department-admin')
  expect(first.json()).toMatchObject({ id: worst, acknowledged: { at, by: { name: expect.any(String) } } })
  expect(received.at(-1)).toMatchObject({ type: 'helm.changed', vesselId: things.own.vesselId })
  nowMs += 60_000
  expect((await acknowledge(worst, 'organization-admin')).json()).toEqual(first.json())
  expect(await raisedAtHelm()).toEqual([late, old])
  const listed = async (waiting: boolean) =>
    (await ask('department-admin', 'GET', `/api/alerts?filter[waiting][eq]=${waiting}`))
      .json()
      .data.map(({ id }: { id: string }) => id)
  expect(await listed(true)).toEqual(expect.arrayContaining([late, old]))
  expect(await listed(true)).not.toContain(worst)
  expect(await listed(false)).toEqual([worst])
})

test('stores whether the alerts of a rule appear at the helm, and whether they wait there', async () => {
  await api.records.db.delete(alerts).where(eq(alerts.vesselId, things.own.vesselId))
  const { ruleId } = things.own
  const [rule] = await api.records.db.select().from(rules).where(eq(rules.id, ruleId))
  if (!rule) throw new Error('the rule is not there')
  const setHelmAlert = (enabled: boolean, requires_acknowledgement: boolean) =>
    api.records.db.update(rules).set({
      notifications: {
        ...rule.notifications,
        helm: { enabled, requires_acknowledgement, show_native_alert_banner: false },
      },
    })
  const fresh = await raise(10_000, { ruleId })
  const minuteOld = await raise(70_000, { ruleId })
  await setHelmAlert(true, true)
  expect(await raisedAtHelm()).toEqual([fresh, minuteOld])
  await setHelmAlert(true, false)
  expect((await readHelm()).alerts).toMatchObject([
    { id: fresh, until: new Date(nowMs + 50_000).toISOString() },
  ])
  await setHelmAlert(false, true)
  expect(await raisedAtHelm()).toEqual([])
  // An alert of a deleted rule is better shown than lost.
  const orphan = await raise(10_000, { ruleId: crypto.randomUUID() })
  expect(await raisedAtHelm()).toEqual([orphan])
})

test('shows guidance only with the feature on, and reports why', async () => {
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
