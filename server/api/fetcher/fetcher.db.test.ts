import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MotionBlock, ScalarReading } from '#contract/domain/reading.ts'
import type { OutputOf } from '#contract/wire/endpoint.ts'
import { type FleetTrack, unpackFleetTrack } from '#contract/wire/fleetTracks.ts'
import type { fetchPaths, TimeSeriesEntry } from '#contract/wire/timeSeries.ts'
import { instanceNames } from '#server/stores/relational/schema.ts'
import type { VesselReadings } from '#server/telemetry/vesselReadings.ts'
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

const START_US = Date.UTC(2026, 5, 18, 9) * 1000
/** The middle of a slam after a short fall, measured by sensor 3 at 50 Hz. */
const SLAM_US = START_US + 2_700_000_000
let api: TestApi
let things: Record<Place, Thing>
let headers: { authorization: string }

beforeAll(async () => {
  api = await testApi()
  things = await twoOrganizations(api.records.db)
  headers = bearer(await tokenOf(api.app, await signIn(api.app, emailOf('department-viewer'))))
  await api.telemetry.append([anHour(things.own.vesselNumber)])
})
afterAll(() => api.close())

/** Due north at 10 m/s past the antimeridian's west side, with a silence from minute 20 to 30 and one hard hit. */
function anHour(vesselNumber: number): VesselReadings {
  const readings: VesselReadings = { vesselNumber, scalars: [], fixes: [], motion: [], ais: [], faults: [] }
  const scalars: ScalarReading[] = []
  const fixes = []
  for (let second = 0; second < 3600; second++) {
    if (second >= 1200 && second < 1800) continue
    const timeUs = START_US + second * 1_000_000
    const impact = second === 2000 ? 7.5 : 0.5
    scalars.push(
      { timeUs, key: 'sog', instance: 0, value: second % 2 === 0 ? 10 : 12 },
      { timeUs, key: 'cog', instance: 0, value: 0.1 },
      { timeUs, key: 'impact', instance: 0, value: impact },
      { timeUs, key: 'air_temperature', instance: 0, value: 283.15 },
    )
    fixes.push({ timeUs, latitudeDeg: 64 + second * 1e-4, longitudeDeg: -22, hdop: 1, valid: true })
  }
  scalars.push({ timeUs: START_US, key: 'engine_speed', instance: 2, value: 50 })
  return { ...readings, scalars, fixes, motion: [slam()] }
}

function slam(): MotionBlock {
  const samples = 400
  const startUs = SLAM_US - 200 * 20_000
  const column = (force: (t: number) => number) =>
    Int16Array.from({ length: samples }, (_, i) => Math.round(1000 * force((i - 200) / 50)))
  const still = new Int16Array(samples)
  const up = (t: number) => {
    if (t < -1 || t > 0.06) return 1
    return t < -0.06 ? 0 : 1 + 4 * Math.sin((Math.PI * (t + 0.06)) / 0.12)
  }
  const angles = { roll: still, pitch: still, yaw: still }
  return {
    sensor: 3,
    startUs,
    intervalUs: 20_000,
    forceX: still,
    forceY: still,
    forceZ: column(up),
    ...angles,
  }
}

const post = (url: string, payload: object, as = headers) =>
  api.app.inject({ method: 'POST', url, headers: as, payload })
const series = async (payload: object) =>
  (await post('/fetcher/time-series', payload)).json<{ data: TimeSeriesEntry[] }>().data
const paths = async (ids: string[], points: number) =>
  (await post('/fetcher/paths', { trip_ids: ids, points })).json<OutputOf<typeof fetchPaths>>().data

test('reads nothing of a vessel or a trip of another organization', async () => {
  const fields = [{ field: 'sog' }]
  const resolution = { value: 1, type: 'minutes' }
  for (const place of ['foreign', 'sibling', 'parent'] as const) {
    const byTrip = await post('/fetcher/time-series', {
      fields,
      resolution,
      filters: { trip_id: things[place].tripId },
    })
    expect([place, byTrip.statusCode]).toEqual([place, 404])
  }
  const mixed = { trip_id: things.own.tripId, vessel_id: things.foreign.vesselId }
  expect((await post('/fetcher/time-series', { fields, resolution, filters: mixed })).statusCode).toBe(404)
  expect((await paths([things.own.tripId, things.foreign.tripId], 10)).map(({ trip_id }) => trip_id)).toEqual(
    [things.own.tripId],
  )
})

test('returns where the fleet was, with its silence, and no boats that the caller may not see', async () => {
  for (const place of ['foreign', 'sibling', 'parent', 'child'] as const)
    await api.telemetry.append([anHour(things[place].vesselNumber)])
  const range = { start_time: START_US / 1e6, end_time: START_US / 1e6 + 3600 }
  const tracks = async (body: object) =>
    (await post('/fetcher/fleet-tracks', { ...range, step_s: 60, ...body })).json<{
      step_s: number
      data: FleetTrack[]
    }>()
  const idsOf = ({ data }: { data: FleetTrack[] }) => data.map(({ vessel_id }) => vessel_id).sort()
  const { own, child, foreign, sibling } = things
  const all = await tracks({})
  expect(idsOf(all)).toEqual([own.vesselId, child.vesselId].sort())
  expect(idsOf(await tracks({ vessel_ids: [own.vesselId, foreign.vesselId, sibling.vesselId] }))).toEqual([
    own.vesselId,
  ])
  const [first] = all.data
  if (!first) throw new Error('nobody was there')
  expect(all.step_s).toBe(60)
  const { timeMs, latitudeDeg } = unpackFleetTrack(first, START_US / 1000)
  const seconds = [...timeMs].map((ms) => ms / 1000 - START_US / 1e6)
  expect(seconds.slice(0, 2)).toEqual([59, 119])
  expect(seconds).toHaveLength(50)
  expect(seconds.filter((second) => second > 1199 && second < 1859)).toEqual([])
  expect(
    [...latitudeDeg].every((deg, at) => Math.abs(deg - 64 - (seconds[at] as number) * 1e-4) < 1e-5),
  ).toBe(true)

  const tooLong = { ...range, end_time: range.start_time + 8 * 86_400 }
  expect((await post('/fetcher/fleet-tracks', { ...tooLong, step_s: 60 })).json()).toMatchObject({
    message: 'end_time: a week at most.',
  })
})

test('lists the fields of a trip, only to those who see it', async () => {
  const fields = (place: Place) =>
    api.app.inject({ url: `/api/trips/${things[place].tripId}/series`, headers })
  for (const place of ['foreign', 'sibling', 'parent'] as const)
    expect([place, (await fields(place)).statusCode]).toEqual([place, 404])
  const { vesselId } = things.own
  await api.records.db
    .insert(instanceNames)
    .values({ vesselId, family: 'propulsion', name: 'starboard', number: 2 })
  const { data, names } = (await fields('own')).json<{ data: string[]; names: Record<string, string> }>()
  expect(names).toEqual({ engine_speed_2: 'starboard' })
  expect(data).toEqual(
    expect.arrayContaining(['latitude', 'sog', 'air_temperature', 'engine_speed_2', 'euler_x']),
  )
  expect(data).not.toContain('engine_speed')
  expect(data).not.toContain('wind_speed')
})

test('refuses invalid or too large requests with a sentence', async () => {
  const good = {
    filters: { trip_id: things.own.tripId },
    fields: [{ field: 'sog' }],
    resolution: { value: 1, type: 'seconds' },
  }
  const sentence = async (change: object) => {
    const answer = await post('/fetcher/time-series', { ...good, ...change })
    return [answer.statusCode, answer.json().message]
  }
  expect(await sentence({ fields: [{ field: 'sog; drop table telemetry.scalars' }] })).toEqual([
    400,
    'There is no field sog; drop table telemetry.scalars.',
  ])
  expect(await sentence({ fields: [{ field: '__proto__' }] })).toEqual([400, 'There is no field __proto__.'])
  const vessel_id = things.own.vesselId
  expect(await sentence({ filters: { vessel_id, start_time: 200, end_time: 100 } })).toEqual([
    400,
    'end_time is before start_time.',
  ])
  const forYears = { vessel_id, start_time: 0, end_time: 315_360_000 }
  expect(await sentence({ filters: forYears, resolution: { value: 20, type: 'milliseconds' } })).toEqual([
    400,
    'That is 15768000000 points per series; ask for 20000 at most, with a coarser resolution or less time.',
  ])
  expect(
    await sentence({
      filters: { vessel_id, start_time: 0, end_time: 31_536_000 },
      resolution: { value: 1, type: 'hours' },
      fields: [{ field: 'impact_x' }],
    }),
  ).toEqual([400, 'impact_x comes from raw motion; ask for a day of it at most.'])
  expect(await sentence({ filters: { vessel_id, start_time: 0, end_time: 31_536_000 } })).toEqual([
    400,
    'That is 31536000 points per series; ask for 20000 at most, with a coarser resolution or less time.',
  ])
  expect(await sentence({ filters: { vessel_id, start_time: START_US / 1000, end_time: 1 } })).toEqual([
    400,
    'start_time is not a time in epoch seconds.',
  ])
  expect(await sentence({ filters: { vessel_id } })).toEqual([
    400,
    'filters need a trip_id, or a vessel_id with start_time and end_time.',
  ])
  expect(await sentence({ resolution: { value: 1, type: 'milliseconds' } })).toEqual([
    400,
    'The finest resolution is 20 milliseconds.',
  ])
  for (const change of [
    { fields: [{ field: 'sog', aggregation: 'avg) FROM system.one --' }] },
    { resolution: { value: 1, type: 'centuries' } },
    { resolution: { value: Number.NaN, type: 'seconds' } },
    { fields: [] },
  ]) {
    expect([change, (await sentence(change))[0]]).toEqual([change, 400])
  }
})

test('answers J1939 parameters by SPN or PGN, of the engine asked for', async () => {
  const ask = async (...fields: object[]) => {
    const body = {
      filters: { trip_id: things.own.tripId },
      resolution: { value: 1, type: 'minutes' },
      fields,
    }
    return (await post('/fetcher/j1939-time-series', body)).json()
  }
  const foreign = { trip_id: things.foreign.tripId }
  const asked = { filters: foreign, resolution: { value: 1, type: 'minutes' }, fields: [{ spn: 190 }] }
  expect((await post('/fetcher/j1939-time-series', asked)).statusCode).toBe(404)
  const { data } = await ask({ spn: 190, instance: 2, aggregation: 'max' }, { pgn: 65263 }, { spn: 517 })
  expect(data.map(({ field, unit, aggregation }: TimeSeriesEntry) => [field, unit, aggregation])).toEqual([
    ['engine_speed_2', 'rpm', 'max'],
    ['fuel_pressure_1', 'Pa', 'avg'],
    ['oil_pressure_1', 'Pa', 'avg'],
    ['coolant_pressure_1', 'Pa', 'avg'],
    ['sog', 'kn', 'avg'],
  ])
  expect(data[0].series).toEqual([{ time: START_US / 1000, value: expect.closeTo(3000, 6) }])
  expect((await ask({ spn: 4242 })).message).toBe('No J1939 parameter of SPN 4242 is stored.')
  expect((await ask({ pgn: 65263, spn: 190 })).message).toBe(
    'No J1939 parameter of PGN 65263, SPN 190 is stored.',
  )
  expect((await ask({ field: 'engine_speed' })).message).toBe('fields.0: needs a pgn or an spn')
})

test('returns device figures by the caller’s days, with no peak missing however wide a day', async () => {
  const status = (place: Place, change: object = {}) =>
    post('/fetcher/vessel-status', {
      filters: {
        vessel_id: things[place].vesselId,
        start_time: '2026-06-01T00:00:00Z',
        end_time: '2026-07-01T00:00:00Z',
      },
      fields: ['min', 'avg', 'max'].map((aggregation) => ({ field: 'impact', aggregation })),
      resolution: { value: 1, type: 'days' },
      timezone: 'Pacific/Auckland',
      ...change,
    })
  expect((await status('foreign')).statusCode).toBe(404)
  expect((await status('own', { fields: [{ field: 'impact', aggregation: 'median' }] })).statusCode).toBe(400)
  const { data } = (await status('own')).json<{ data: TimeSeriesEntry[] }>()
  const midnight = Date.UTC(2026, 5, 17, 12)
  expect(data.map(({ unique_id, series: points }) => [unique_id, points])).toEqual([
    ['impact-min', [{ time: midnight, value: 0.5 }]],
    ['impact-avg', [{ time: midnight, value: expect.closeTo(0.5 + 7 / 2998, 6) }]],
    ['impact-max', [{ time: midnight, value: 7.5 }]],
  ])
})

test('returns an impact at 20 ms, each step with its largest value', async () => {
  const [impact, x, z] = await series({
    filters: {
      trip_id: things.own.tripId,
      start_time: SLAM_US / 1e6 - 1.28,
      end_time: SLAM_US / 1e6 + 1.3,
    },
    fields: ['impact', 'impact_x_3', 'impact_z_3'].map((field) => ({ field, aggregation: 'max' })),
    resolution: { value: 20, type: 'milliseconds' },
  })
  for (const entry of [impact, x, z]) expect(entry?.series).toHaveLength(129)
  const peak = impact?.series.reduce((a, b) => ((a.value ?? 0) > (b.value ?? 0) ? a : b))
  expect(peak?.time).toBe(SLAM_US / 1000)
  expect(peak?.value).toBeCloseTo(3.99, 1)
  expect(z?.series[64]?.value).toBeCloseTo(peak?.value ?? 0, 6)
  // The boat falls before it: the sensor measures no force, and the missing force points down.
  expect(z?.series[30]?.value).toBeLessThan(-0.9)
  expect(impact?.series[30]?.value).toBeLessThan(0.1)
})

test('returns as many buckets as a range of time has, without rounding noise', async () => {
  const [sog] = await series({
    filters: {
      trip_id: things.own.tripId,
      start_time: START_US / 1e6,
      end_time: START_US / 1e6 + 120,
    },
    fields: [{ field: 'sog', aggregation: 'max' }],
    resolution: { value: 1, type: 'minutes' },
  })
  expect(sog?.series.map(({ time }) => time - START_US / 1000)).toEqual([0, 60_000])
  for (const { value } of sog?.series ?? []) expect(String(value).length).toBeLessThan(13)
})

test('aggregates in wire units and leaves silence out', async () => {
  const [avg, max, temperature] = await series({
    filters: { trip_id: things.own.tripId, start_time: START_US / 1e6, end_time: '2026-06-18T09:59:59Z' },
    fields: [
      { field: 'sog', aggregation: 'avg', type: 'sensor' },
      { field: 'sog', aggregation: 'max' },
      { field: 'air_temperature' },
    ],
    resolution: { value: 10, type: 'minutes' },
    timezone: 'Atlantic/Reykjavik',
  })
  const kn = 3600 / 1852
  expect(avg).toMatchObject({ field: 'sog', unit: 'kn', aggregation: 'avg', instance: 0 })
  expect(avg?.series.map(({ time }) => (time - START_US / 1000) / 60_000)).toEqual([0, 10, 30, 40, 50])
  for (const { value } of avg?.series ?? []) expect(value).toBeCloseTo(11 * kn, 6)
  for (const { value } of max?.series ?? []) expect(value).toBeCloseTo(12 * kn, 6)
  expect(temperature?.unit).toBe('°C')
  expect(temperature?.series[0]?.value).toBeCloseTo(10, 6)
})

test('thins a path to the requested number of points and keeps the hardest impact', async () => {
  const [path] = await paths([things.own.tripId], 60)
  const points = path?.points ?? []
  expect(points.length).toBeLessThanOrEqual(60)
  expect(points.length).toBeGreaterThan(45)
  expect(Math.max(...points.map(({ alt }) => alt ?? 0))).toBeCloseTo(7.5, 3)
  expect(
    points.every(({ lon, sog }) => lon === -22 && sog !== null && Math.abs(sog - (12 * 3600) / 1852) < 0.01),
  ).toBe(true)
  const minutes = points.map(({ timestamp }) => (timestamp - START_US / 1000) / 60_000)
  expect(minutes.some((minute) => minute > 21 && minute < 29)).toBe(false)
  expect(await paths([things.own.tripId], 60)).toEqual([path])
})
