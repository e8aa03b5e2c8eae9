import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RoleId } from '#contract/domain/permissions.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/domain/time.ts'
import { pointsOf, SeaForecast, type SeaGrid, unpackSeaValues } from '#contract/wire/seaForecast.ts'
import { seaForecast } from '#server/demo/seaForecast.ts'
import type { Clock } from '#server/platform/clock.ts'
import { writeSetting } from '#server/records/settings.ts'
import { saveVesselStates } from '#server/records/vesselStates.ts'
import { vesselStates } from '#server/stores/relational/schema.ts'
import { silentLog } from '#server/testing/silentLog.ts'
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
import { openMeteo } from '#server/weather/openMeteo.ts'
import { openSeaForecasts } from '#server/weather/seaForecasts.ts'
import { seaAt } from '#simulator/sea.ts'

const BEGIN_MS = Date.UTC(2026, 5, 18, 10, 20)
let nowMs = BEGIN_MS
const clock: Clock = { nowMs: () => nowMs }

let api: TestApi
let own: Thing
let foreign: Thing
let server: Server | undefined
beforeAll(async () => {
  api = await testApi()
  const things = await twoOrganizations(api.db)
  own = things.own
  foreign = things.foreign
})
afterAll(() => api.close())
beforeEach(async () => {
  nowMs = BEGIN_MS
  await api.db.delete(vesselStates)
  await writeSetting(api.db, 'sea.calls', { day: '', calls: 0 })
  for await (const { key } of api.sharedFiles.list('sea')) await api.sharedFiles.delete(key)
})
afterEach(() => server?.close())

const tokenFor = async (roleId: RoleId) => tokenOf(api.app, await signIn(api.app, emailOf(roleId)))
const place = (thing: Thing, latitudeDeg: number, longitudeDeg: number, ageMs = 0) =>
  saveVesselStates(api.db, [
    {
      ...{ vesselId: thing.vesselId, latitudeDeg, longitudeDeg, latest: {} },
      ...{ lastUpdatedUs: (nowMs - ageMs) * 1000, fixUs: (nowMs - ageMs) * 1000 },
    },
  ])
const opened = (source: Parameters<typeof openSeaForecasts>[0]['source'], callsPerDay = 8000) =>
  openSeaForecasts({
    ...{ db: api.db, files: api.sharedFiles, bus: api.bus, clock, log: silentLog, source, callsPerDay },
  })
/** Fetches everything that is due, as the process with the job does. */
async function fetchAll(sea: ReturnType<typeof opened>) {
  const fetching = sea.startFetching()
  await fetching.drain()
  await fetching.close()
}
async function valuesOf(sea: ReturnType<typeof opened>, organizationId: string, grid: SeaGrid) {
  const packed = await sea.values(organizationId, grid.version)
  if (!packed) throw new Error('there are no values')
  const bytes = gunzipSync(packed)
  return unpackSeaValues(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer,
    grid,
  )
}

/** Answers as Open-Meteo does: a list with the places in their order, hours of whole days, units beside the columns. */
async function openMeteoThat(
  answer: { status?: () => number; waveAt?: (hour: number, at: number) => number | null } = {},
) {
  const { status = () => 200, waveAt = () => 1.25 } = answer
  const asked: URL[] = []
  const listening = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://local')
    asked.push(url)
    const latitudes = (url.searchParams.get('latitude') ?? '').split(',').map(Number)
    const fromS = Date.parse(url.searchParams.get('start_date') ?? '') / 1000
    const toS = Date.parse(url.searchParams.get('end_date') ?? '') / 1000 + 86_400
    const time = Array.from({ length: (toS - fromS) / 3600 }, (_, hour) => fromS + hour * 3600)
    const column = (name: string, at: number) =>
      time.map((s) => {
        if (name === 'wave_height') return waveAt((s / 3600) % 24, at)
        if (name === 'wind_speed_10m') return latitudes[at]
        if (name === 'ocean_current_velocity') return 3.6
        return 90
      })
    const units = {
      wave_height: 'm',
      wave_period: 's',
      wind_speed_10m: 'm/s',
      ocean_current_velocity: 'km/h',
    }
    const names = (url.searchParams.get('hourly') ?? '').split(',')
    const places = latitudes.map((_, at) => ({
      hourly_units: Object.fromEntries(names.map((name) => [name, units[name as keyof typeof units] ?? '°'])),
      hourly: { time, ...Object.fromEntries(names.map((name) => [name, column(name, at)])) },
    }))
    response
      .writeHead(status(), { 'content-type': 'application/json' })
      .end(JSON.stringify(places.length === 1 ? places[0] : places))
  })
  server = listening
  await new Promise<void>((done) => listening.listen(0, '127.0.0.1', done))
  const base = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
  const source = openMeteo({
    marineUrl: `${base}/v1/marine`,
    forecastUrl: `${base}/v1/forecast`,
    apiKey: undefined,
  })
  return { source, asked }
}

test('refuses callers without credentials, and keeps a grid from other organizations', async () => {
  const read = (url: string, headers = {}) => api.app.inject({ url, headers })
  expect((await read('/api/sea-forecast')).statusCode).toBe(401)
  expect((await read('/api/sea-forecast/abc')).statusCode).toBe(401)
  const viewer = bearer(await tokenFor('department-viewer'))
  const off = (await read('/api/sea-forecast', viewer)).json()
  expect(SeaForecast.parse(off)).toEqual({
    state: 'off',
    source: null,
    is_made: false,
    problem: null,
    grid: null,
  })

  await place(own, 64.15, -21.95)
  await place(foreign, 44.4, 8.9)
  const sea = opened(seaForecast)
  for (const { organizationId } of [own, foreign]) await sea.of(organizationId)
  await fetchAll(sea)
  const theirs = (await sea.of(foreign.organizationId)).grid
  const ours = (await sea.of(own.organizationId)).grid
  expect([theirs?.patches[0]?.south, ours?.patches[0]?.south]).toEqual([42.25, 62])
  // Both grids are of one moment, so they have one version; each caller receives the own values.
  const answer = await read(`/api/sea-forecast/${ours?.version}`, viewer)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    ...{ 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' },
    'cache-control': 'private, max-age=86400, immutable',
  })
  expect(answer.rawPayload).toEqual(await sea.values(own.organizationId, ours?.version ?? ''))
  expect(answer.rawPayload).not.toEqual(await sea.values(foreign.organizationId, theirs?.version ?? ''))
  for (const version of ['none', '..%2f..%2fsecrets', `${foreign.organizationId}-${theirs?.version}`])
    expect((await read(`/api/sea-forecast/${version}`, viewer)).statusCode).toBe(404)
})

test('fetches one grid for the waters of the fleet, and shares it for three hours', async () => {
  const { source, asked } = await openMeteoThat()
  const sea = opened(source)
  expect(await sea.of(own.organizationId)).toMatchObject({
    state: 'waiting',
    source: 'Open-Meteo',
    is_made: false,
  })
  await fetchAll(sea)
  expect(await sea.of(own.organizationId)).toMatchObject({ state: 'empty', grid: null })
  await place(own, 64.15, -21.95, 31 * DAY_MS)
  nowMs += 15 * MINUTE_MS
  await fetchAll(sea)
  expect(asked).toEqual([])
  await place(own, 64.15, -21.95)
  nowMs += 15 * MINUTE_MS
  await fetchAll(sea)
  const { state, problem, grid } = await sea.of(own.organizationId)
  expect([state, problem]).toEqual(['ready', null])
  expect(grid).toMatchObject({
    fetched_at: '2026-06-18T10:50:00.000Z',
    ...{ start_time: '2026-06-17T09:00:00.000Z', step_s: 10_800, steps: 49, step_deg: 0.25 },
    patches: [{ south: 62, west: -26.75, rows: 18, columns: 39 }],
  })
  // 702 points in requests of a hundred to two services.
  expect(asked).toHaveLength(16)
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
    ...{ start_date: '2026-06-17', end_date: '2026-06-23', cell_selection: 'sea', timeformat: 'unixtime' },
    hourly: 'wave_height,wave_direction,wave_period,ocean_current_velocity,ocean_current_direction',
  })
  const values = grid && (await valuesOf(sea, own.organizationId, grid))
  expect(values?.wind_speed.length).toBe(49 * 702)
  expect([values?.wind_speed[0], values?.wind_speed.at(-1)]).toEqual([62, 66.25])
  expect([values?.wave_height[0], values?.current_speed[0], values?.wave_direction[0]]).toEqual([1.25, 1, 90])
  nowMs += 2 * HOUR_MS
  await fetchAll(sea)
  expect(asked).toHaveLength(16)
  nowMs += 3 * HOUR_MS
  await fetchAll(sea)
  expect(asked).toHaveLength(32)
  expect((await sea.of(own.organizationId)).grid?.version).not.toBe(grid?.version)
  // A browser that has just read the description still finds its values.
  expect(await sea.values(own.organizationId, grid?.version ?? '')).not.toBeNull()
})

test('leaves missing values missing, never zero', async () => {
  const { source } = await openMeteoThat({ waveAt: (hour, at) => (hour === 12 || at === 1 ? null : 2) })
  const sea = opened(source)
  await place(own, 64.15, -21.95)
  await sea.of(own.organizationId)
  await fetchAll(sea)
  const { grid } = await sea.of(own.organizationId)
  if (!grid) throw new Error('there is no grid')
  const waves = (await valuesOf(sea, own.organizationId, grid)).wave_height
  const points = pointsOf(grid.patches)
  // The first step is 09:00, the second 12:00.
  expect([waves[0], waves[1], waves[2], waves[points], waves[2 * points]]).toEqual([
    2,
    Number.NaN,
    2,
    Number.NaN,
    2,
  ])
  expect([...waves].some((value) => value === 0)).toBe(false)
})

test('keeps the grid with its age while the source is away, and asks again after 15 minutes', async () => {
  let status = 200
  const { source, asked } = await openMeteoThat({ status: () => status })
  const sea = opened(source)
  await place(own, 64.15, -21.95)
  await sea.of(own.organizationId)
  await fetchAll(sea)
  const before = await sea.of(own.organizationId)
  status = 503
  nowMs += 6 * HOUR_MS
  await fetchAll(sea)
  expect(await sea.of(own.organizationId)).toEqual({ ...before, problem: 'away' })
  const count = asked.length
  nowMs += 14 * MINUTE_MS
  await fetchAll(sea)
  expect(asked).toHaveLength(count)
  status = 200
  nowMs += MINUTE_MS
  await fetchAll(sea)
  const after = await sea.of(own.organizationId)
  expect(after.problem).toBeNull()
  expect(after.grid?.fetched_at).toBe(new Date(nowMs).toISOString())
})

test('spends no more calls in a day than the setting allows', async () => {
  const { source, asked } = await openMeteoThat()
  const spent = () =>
    asked.reduce((sum, url) => sum + (url.searchParams.get('latitude') ?? '').split(',').length, 0)
  const sea = opened(source, 3000)
  await place(own, 64.15, -21.95)
  await sea.of(own.organizationId)
  await fetchAll(sea)
  expect(spent()).toBe(1404)
  // A second organization's grid no longer fits beside another one.
  await place(foreign, 64.15, -21.95)
  await sea.of(foreign.organizationId)
  for (let hour = 0; hour < 13; hour++) {
    await fetchAll(sea)
    nowMs += HOUR_MS
  }
  expect(spent()).toBeLessThanOrEqual(3000)
  await writeSetting(api.db, 'sea.calls', { day: '2026-06-18', calls: 2990 })
  nowMs = BEGIN_MS + 13 * HOUR_MS
  const other = opened(source, 3000)
  for await (const { key } of api.sharedFiles.list('sea')) await api.sharedFiles.delete(key)
  await other.of(own.organizationId)
  const count = asked.length
  await fetchAll(other)
  expect(asked).toHaveLength(count)
  expect(await other.of(own.organizationId)).toMatchObject({ state: 'waiting', problem: 'limit' })
  nowMs += HOUR_MS
  await fetchAll(other)
  expect(await other.of(own.organizationId)).toMatchObject({ state: 'ready', problem: null })
})

test('asks nothing without a source, with a limit of none, or while no user asks', async () => {
  const { source, asked } = await openMeteoThat()
  await place(own, 64.15, -21.95)
  for (const sea of [opened(null), opened(source, 0)]) {
    expect((await sea.of(own.organizationId)).state).toBe('off')
    await fetchAll(sea)
  }
  const sea = opened(source)
  await fetchAll(sea)
  expect(asked).toEqual([])
  await sea.of(own.organizationId)
  await fetchAll(sea)
  const count = asked.length
  expect(count).toBeGreaterThan(0)
  // After a day without a request the grid goes.
  nowMs += DAY_MS
  await fetchAll(sea)
  expect(asked).toHaveLength(count)
  for await (const { key } of api.sharedFiles.list('sea')) expect(key).toBe('none')
})

test('shows the made forecast of the demo as what it is', async () => {
  const sea = opened(seaForecast, 1)
  await place(own, 64.15, -21.95)
  await sea.of(own.organizationId)
  await fetchAll(sea)
  const { is_made, state, grid } = await sea.of(own.organizationId)
  expect([is_made, state]).toEqual([true, 'ready'])
  const values = grid && (await valuesOf(sea, own.organizationId, grid))
  const sea0 = seaAt(62, -26.75, Date.parse(grid?.start_time ?? '') / 1000)
  expect(values?.wind_speed[0]).toBeCloseTo(sea0.windSpeedMps, 1)
  expect(values?.wave_height[0]).toBeCloseTo(sea0.waveHeightM, 1)
})
