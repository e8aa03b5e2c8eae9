import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RoleId } from '#contract/domain/permissions.ts'
import { MINUTE_US } from '#contract/domain/time.ts'
import type { BusEventOf } from '#server/platform/events.ts'
import {
  bearer,
  emailOf,
  signIn,
  type TestApi,
  type Thing,
  testApi,
  tokenOf,
  twoOrganizations,
} from '#server/testing/testApi.ts'
import { restReadings } from '#server/testing/testRest.ts'

const START_US = Date.UTC(2026, 5, 18, 9) * 1000
let api: TestApi
let own: Thing
const tokens = {} as Record<RoleId, string>
const turned: BusEventOf<'sensors.turned'>[] = []
beforeAll(async () => {
  api = await testApi()
  own = (await twoOrganizations(api.records.db)).own
  for (const roleId of ['organization-admin', 'department-viewer'] as const)
    tokens[roleId] = await tokenOf(api.app, await signIn(api.app, emailOf(roleId)))
  api.bus.subscribe('sensors.turned', (event) => turned.push(event))
  // Under way, then at rest with a lean of about six degrees to starboard, then a minute with half of its
  // samples missing.
  await api.telemetry.append([
    restReadings(own.vesselNumber, START_US, { sogMps: 5 }),
    restReadings(own.vesselNumber, START_US + MINUTE_US, { forceMg: [0, -100, 995] }),
    restReadings(own.vesselNumber, START_US + 2 * MINUTE_US, { seconds: 30 }),
  ])
})
afterAll(() => api.close())

const iso = (us: number) => new Date(us / 1000).toISOString()
const ask = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  payload?: object,
  as: RoleId = 'organization-admin',
) =>
  api.app.inject({
    ...{ method, url: `/api/sensors/${own.sensorId}${path}`, headers: bearer(tokens[as]) },
    ...(payload ? { payload } : {}),
  })
const straight = { valid_from: null, place: null, x_axis: 'forward', z_axis: 'up', level_from: null }
const history = async () => (await ask('GET', '/mountings')).json().data

test('shows mountings to those who see the vessel, and changes them for those who may edit it', async () => {
  expect((await ask('GET', '/mountings', undefined, 'department-viewer')).statusCode).toBe(200)
  expect((await ask('POST', '/mountings', straight, 'department-viewer')).statusCode).toBe(403)
  const levelling = '/levelling?x_axis=forward&z_axis=up'
  expect((await ask('GET', levelling, undefined, 'department-viewer')).statusCode).toBe(403)
})

test('levels by a minute at rest, and states why another minute does not serve', async () => {
  const measure = (us: number, axes = 'x_axis=forward&z_axis=up') =>
    ask('GET', `/levelling?${axes}&level_from=${iso(us)}`)
  const rest = await measure(START_US + MINUTE_US)
  expect(rest.json()).toMatchObject({
    level_from: iso(START_US + MINUTE_US),
    gravity_error: expect.closeTo(0.1, 2),
  })
  expect(rest.json().roll).toBeCloseTo(5.74, 1)
  expect(rest.json().pitch).toBeCloseTo(0, 1)
  const codes = [
    await measure(START_US),
    await measure(START_US + 2 * MINUTE_US),
    await measure(START_US + MINUTE_US, 'x_axis=forward&z_axis=down'),
  ].map((answer) => [answer.statusCode, answer.json().code])
  expect(codes).toEqual([
    [400, 'NO_REST_MOVED'],
    [400, 'NO_REST_SILENT'],
    [400, 'NO_REST_TILTED'],
  ])
  expect((await measure(START_US, 'x_axis=up&z_axis=down')).json().message).toContain('same line')
})

test('keeps earlier mountings, and publishes from when on motion is turned differently', async () => {
  const laterUs = START_US + MINUTE_US
  const first = await ask('POST', '/mountings', { ...straight, place: 'Bow' })
  expect(first.json()).toMatchObject({ valid_from: null, place: 'Bow', levelling: null })
  const second = await ask('POST', '/mountings', {
    ...{ valid_from: iso(laterUs), place: 'Mast', x_axis: 'aft', z_axis: 'up' },
    level_from: iso(START_US + MINUTE_US),
  })
  expect(second.json()).toMatchObject({ x_axis: 'aft', levelling: { roll: expect.closeTo(-5.74, 1) } })
  expect(second.json().created_by).toEqual(expect.any(String))
  // The first mounting is corrected: the new one replaces it, and only data before the second is computed again.
  await ask('POST', '/mountings', { ...straight, place: 'Keel' })
  expect((await history()).map(({ place }: { place: string }) => place)).toEqual(['Mast', 'Keel'])
  const { vesselNumber } = own
  expect(turned).toEqual([
    { type: 'sensors.turned', vesselNumber, fromUs: 0, toUs: Number.MAX_SAFE_INTEGER },
    { type: 'sensors.turned', vesselNumber, fromUs: laterUs, toUs: Number.MAX_SAFE_INTEGER },
    { type: 'sensors.turned', vesselNumber, fromUs: 0, toUs: laterUs - 1 },
  ])
  const mast = `/mountings/${second.json().id}`
  expect((await ask('DELETE', mast)).statusCode).toBe(200)
  expect((await ask('DELETE', mast)).statusCode).toBe(404)
  expect((await history()).map(({ place }: { place: string }) => place)).toEqual(['Keel'])
})

test('refuses a mounting of tomorrow and one that no minute levels, and stores nothing', async () => {
  const before = await history()
  const refused = [
    { ...straight, valid_from: iso((Date.now() + 86_400_000) * 1000) },
    { ...straight, level_from: iso(START_US) },
    { ...straight, valid_from: iso(START_US + 2 * MINUTE_US), level_from: iso(START_US + MINUTE_US) },
    { ...straight, x_axis: 'up' },
    { ...straight, place: 'x'.repeat(101) },
  ]
  for (const body of refused) expect((await ask('POST', '/mountings', body)).statusCode).toBe(400)
  expect(await history()).toEqual(before)
})

test('turns the roll, pitch and yaw of plots and of the replay from its time on', async () => {
  const startUs = START_US + 10 * MINUTE_US
  const column = (value: number) => new Int16Array(120 * 50).fill(value)
  const attitude = { roll: column(-1000), pitch: column(500), yaw: column(0) }
  const force = { forceX: column(0), forceY: column(0), forceZ: column(1000) }
  await api.telemetry.append([
    {
      ...{ vesselNumber: own.vesselNumber, scalars: [], fixes: [], ais: [], faults: [] },
      motion: [{ sensor: 1, startUs, intervalUs: 20_000, ...force, ...attitude }],
    },
  ])
  const turnedFrom = iso(startUs + MINUTE_US)
  const made = await ask('POST', '/mountings', { ...straight, valid_from: turnedFrom, x_axis: 'aft' })
  const answered = await api.app.inject({
    ...{ method: 'POST', url: '/fetcher/vessel-status', headers: bearer(tokens['department-viewer']) },
    payload: {
      filters: { vessel_id: own.vesselId, start_time: startUs / 1e6, end_time: startUs / 1e6 + 119 },
      fields: ['euler_x', 'euler_y', 'euler_z'].map((field) => ({
        ...{ type: 'sensor', field: `${field}_1`, aggregation: 'avg' },
      })),
      resolution: { value: 1, type: 'minutes' },
    },
  })
  const degrees = answered
    .json()
    .data.map(({ series }: { series: { value: number }[] }) =>
      series.map(({ value }) => Math.round(value * 100) / 100),
    )
  expect(degrees).toEqual([
    [-5.73, 5.73],
    [2.86, -2.86],
    [0, 180],
  ])
  expect((await ask('DELETE', `/mountings/${made.json().id}`)).statusCode).toBe(200)
})

test('leaves an audit line', async () => {
  const url = '/api/audit?limit=100'
  const { data } = (await api.app.inject({ url, headers: bearer(tokens['organization-admin']) })).json()
  const acts = data.map(({ act, before, after }: Record<string, Record<string, string>>) => [
    act,
    before?.place,
    after?.place,
  ])
  expect(acts).toContainEqual(['sensor.mount', 'Bow', 'Keel'])
  expect(acts).toContainEqual(['sensor.unmount', 'Mast', undefined])
})
