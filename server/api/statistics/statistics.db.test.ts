/** Compares reports with sums from the samples, over the whole way from readings to answers. */

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { RoleId } from '#contract/domain/permissions.ts'
import type { ScalarReading } from '#contract/domain/reading.ts'
import { HOUR_S, MINUTE_MS } from '#contract/domain/time.ts'
import { knToMps, L_PER_HR_M3PS, NAUTICAL_MILE_M } from '#contract/domain/units.ts'
import type { DashboardStatistics, FuelStatistics, SafetyStatistics } from '#contract/wire/statistics.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { startProcessing } from '#server/processing/loop/startProcessing.ts'
import { vessels } from '#server/stores/relational/schema.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { silentLog } from '#server/testing/silentLog.ts'
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

/** 22:30 UTC on a summer evening in Rome is half past midnight of the next day there. */
const EVENING_S = Date.UTC(2026, 6, 10, 21, 30) / 1000
const MORNING_S = Date.UTC(2026, 6, 12, 8) / 1000
/** In steps of 0.001 m/s this is 24.0007 kn. */
const LIMIT_KN = 24
const clock = fixedClock(Date.UTC(2026, 6, 13))

let api: TestApi
let things: Record<Place, Thing>
const headers = {} as Record<'admin' | 'department', { authorization: string }>

/** An hour due north at a steady speed: ten minutes of it above the safety speed, one second of each hundred a hit. */
function voyage(startS: number, kn: number, litresAnHour: number, spurtKn = 10) {
  const scalars: ScalarReading[] = []
  const fixes = []
  let latitudeDeg = 63
  for (let second = 0; second <= HOUR_S; second++) {
    const timeUs = (startS + second) * 1_000_000
    const sogKn = second >= 1200 && second < 1800 ? kn + spurtKn : kn
    fixes.push({ timeUs, latitudeDeg, longitudeDeg: -22, hdop: 1, valid: true })
    scalars.push({ timeUs, key: 'sog', instance: 0, value: knToMps(sogKn) })
    scalars.push({ timeUs, key: 'fuel_rate', instance: 1, value: litresAnHour / L_PER_HR_M3PS })
    // A counter of half litres that has run for years.
    const countedL = 52_000 + Math.floor((litresAnHour * second) / HOUR_S / 0.5) * 0.5
    scalars.push({ timeUs, key: 'fuel_consumption', instance: 1, value: countedL / 1000 })
    scalars.push({ timeUs, key: 'impact', instance: 0, value: second % 100 === 50 ? 2.5 : 0.1 })
    latitudeDeg += sogKn / 3600 / 60
  }
  return { scalars, fixes }
}

const VOYAGES = [
  { startS: EVENING_S, kn: 12.4, litresAnHour: 40 },
  { startS: MORNING_S, kn: 16.4, litresAnHour: 90 },
] as const

beforeAll(async () => {
  api = await testApi({ clock })
  things = await twoOrganizations(api.records.db)
  const token = async (roleId: RoleId) =>
    bearer(await tokenOf(api.app, await signIn(api.app, emailOf(roleId))))
  headers.admin = await token('organization-admin')
  headers.department = await token('department-viewer')
  const { vesselId, vesselNumber, captainId } = things.own
  await api.records.db
    .update(vessels)
    .set({ safetySpeedLimitMps: knToMps(20), topSpeedMps: knToMps(40), captainId, noxFactorGPerKg: 10 })
    .where(eq(vessels.id, vesselId))
  for (const { startS, kn, litresAnHour } of VOYAGES) {
    await api.telemetry.append([
      { vesselNumber, ...voyage(startS, kn, litresAnHour), motion: [], ais: [], faults: [] },
    ])
  }
  await api.records.db
    .update(vessels)
    .set({ safetySpeedLimitMps: LIMIT_KN * (1852 / 3600) })
    .where(eq(vessels.id, things.sibling.vesselId))
  await api.telemetry.append([
    {
      vesselNumber: things.sibling.vesselNumber,
      ...voyage(MORNING_S, LIMIT_KN, 60, 0),
      motion: [],
      ais: [],
      faults: [],
    },
  ])
  const { records, telemetry, bus } = api
  const processing = await startProcessing({ db: records.db, telemetry, bus, log: silentLog, clock })
  await processing.idle()
  await processing.close()
}, 120_000)
afterAll(() => api.close())

const post = (url: string, payload: object, as = headers.admin) =>
  api.app.inject({ method: 'POST', url, headers: as, payload })
const range = { start_time: '2026-07-01T00:00:00Z', end_time: '2026-08-01T00:00:00Z' }
const litres = VOYAGES.map(({ litresAnHour }) => litresAnHour)
/** Fifty minutes at one speed and ten at ten knots more. */
const miles = VOYAGES.map(({ kn }) => (50 * kn + 10 * (kn + 10)) / 60)
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

test('answers not found for a vessel, a captain and a trip of others', async () => {
  const foreign = things.foreign
  for (const body of [
    { request_type: 'agg', vessel_id: foreign.vesselId, ...range },
    { request_type: 'agg', captain_id: foreign.captainId, ...range },
    { request_type: 'trip', trip_id: foreign.tripId },
    { request_type: 'agg', vessel_id: things.sibling.vesselId, ...range },
  ]) {
    for (const url of ['/statistics/safety', '/statistics/fuel']) {
      const answer = await post(url, body, headers.department)
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 'not_found'])
    }
  }
  const { stats } = (
    await post('/statistics/dashboard-statistics', { ...range, vessel_id: [foreign.vesselId] })
  ).json()
  expect([stats.summary.nr_trips, stats.table_stats.vessel_stats]).toEqual([0, []])
})

test('refuses invalid ranges before it reads anything', async () => {
  const vessel_id = things.own.vesselId
  for (const wrong of [
    { start_time: range.end_time, end_time: range.start_time },
    { start_time: 'yesterday', end_time: range.end_time },
    { start_time: -1e12, end_time: 1e12 },
    { end_time: range.end_time },
  ]) {
    for (const [url, body] of [
      ['/statistics/safety', { request_type: 'agg', vessel_id }],
      ['/statistics/dashboard-statistics', { vessel_id: [vessel_id] }],
    ] as const) {
      expect((await post(url, { ...body, ...wrong })).statusCode).toBe(400)
    }
  }
  expect((await post('/statistics/fuel', { request_type: 'agg', ...range })).statusCode).toBe(400)
  expect((await post('/statistics/fuel', { request_type: 'trip' })).statusCode).toBe(400)
})

test('returns the figures of each trip', async () => {
  const list = await api.app.inject({
    url: `/api/trips?filter[vessel_id][eq]=${things.own.vesselId}&filter[start_time][gte]=2026-07-01T00:00:00Z&order[start_time]=asc`,
    headers: headers.admin,
  })
  const trips = list.json<{ data: Trip[] }>().data
  expect(trips).toHaveLength(2)
  for (const [i, { stats }] of trips.entries()) {
    expect(stats.fuel_consumption).toBeCloseTo(litres[i] ?? 0, 2)
    expect(stats.fuel_suspect).toBe(false)
    expect(stats.co2_emissions).toBeCloseTo((litres[i] ?? 0) * 2.3477, 1)
    expect(stats.nox_emissions).toBeCloseTo((litres[i] ?? 0) * 7.475, 0)
    expect(stats.avg_fuel_rate_l_nm).toBeCloseTo((litres[i] ?? 0) / (miles[i] ?? 1), 2)
    expect(stats.peak_impact).toBeCloseTo(2.5, 3)
    // Ten minutes of sixty at 22 or 26 kn, over 20.
    expect(stats.safety_quality).toBeCloseTo(5 / 6, 2)
    expect(stats.avg_rog).toBeCloseTo(20, 6)
  }
})

test('never counts a boat that keeps exactly to her limit as above it', async () => {
  const list = await api.app.inject({
    url: `/api/trips?filter[vessel_id][eq]=${things.sibling.vesselId}&filter[start_time][gte]=2026-07-01T00:00:00Z`,
    headers: headers.admin,
  })
  const [trip] = list.json<{ data: Trip[] }>().data
  expect(trip?.stats.safety_quality).toBe(1)
  expect([trip?.stats.max_sog, trip?.stats.avg_rog]).toEqual([LIMIT_KN, LIMIT_KN])
})

test('counts a trip over midnight on its day in the caller’s time zone', async () => {
  const ask = async (timezone: string) =>
    (
      await post('/statistics/dashboard-statistics', { ...range, vessel_id: [things.own.vesselId], timezone })
    ).json<DashboardStatistics>()
  const days = ({ stats }: DashboardStatistics) =>
    stats.day.distance.filter(({ y }) => y).map(({ x, y }) => [new Date(x).toISOString(), y])
  const [first = 0, second = 0] = miles
  // In UTC the evening trip is one day's; in Rome half of it is the next day's.
  expect(days(await ask('UTC'))).toEqual([
    ['2026-07-10T00:00:00.000Z', expect.closeTo(first, 1)],
    ['2026-07-12T00:00:00.000Z', expect.closeTo(second, 1)],
  ])
  expect(days(await ask('Europe/Rome')).map(([x]) => x)).toEqual([
    '2026-07-09T22:00:00.000Z',
    '2026-07-10T22:00:00.000Z',
    '2026-07-11T22:00:00.000Z',
  ])
  const { stats } = await ask('Europe/Rome')
  expect(stats.summary).toMatchObject({
    nr_trips: 2,
    total_consumption: expect.closeTo(sum(litres), 1),
    total_distance: expect.closeTo(sum(miles), 0),
    peak_sog: expect.closeTo(26.4, 1),
    duration_above: expect.closeTo(20, 0),
  })
  expect(sum(stats.week.nr_trips.map(({ y }) => y ?? 0))).toBe(2)
  expect(stats.month.fuel_consumption.map(({ y }) => y)).toContainEqual(expect.closeTo(sum(litres), 1))
  expect(stats.table_stats.vessel_stats).toEqual([
    expect.objectContaining({ vessel_id: things.own.vesselId, nr_trips: 2 }),
  ])
  expect(stats.table_stats.captain_stats).toEqual([
    expect.objectContaining({ captain_id: things.own.captainId, nr_trips: 2 }),
  ])
  expect(stats.moving_avg_data.fuel_consumption['3']?.map(({ y }) => y)).toHaveLength(3)
})

test('draws a point for each trip of a vessel or a captain, and pools shares over their trips', async () => {
  for (const who of [{ vessel_id: things.own.vesselId }, { captain_id: things.own.captainId }]) {
    const safety = (
      await post('/statistics/safety', { request_type: 'agg', ...who, ...range })
    ).json<SafetyStatistics>()
    expect(safety.data.max_sog.map(({ x, y }) => [x, Math.round(y ?? 0)])).toEqual(
      VOYAGES.map(({ startS, kn }) => [startS * 1000, Math.round(kn + 10)]),
    )
    const shares = safety.stats.max_impact_distribution
    expect(sum(Object.values(shares))).toBeCloseTo(1, 9)
    expect(shares['2-3']).toBeCloseTo(0.01, 3)
    expect(safety.stats.sog_vs_safety_speed_percentage_data?.above).toBeCloseTo(16.7, 0)
    const fuel = (
      await post('/statistics/fuel', { request_type: 'agg', ...who, ...range })
    ).json<FuelStatistics>()
    expect(fuel.data.time.fuel_consumption.map(({ y }) => Math.round(y ?? 0))).toEqual(litres)
    expect(fuel.stats.summary.avg_fuel_rate_l_nm).toBeCloseTo(sum(litres) / sum(miles), 2)
    expect(fuel.data.sog.avg_fuel_rate_l_nm.map(({ x }) => x)).toEqual([12.5, 16.5, 22.5, 26.5])
  }
})

test('cuts a trip by time and by distance without losing anything', async () => {
  const trip_id = await latestTripId()
  const fuel = (
    await post('/statistics/fuel', { request_type: 'trip', trip_id, resolution: 60 })
  ).json<FuelStatistics>()
  expect(sum(fuel.data.time.fuel_consumption.map(({ y }) => y ?? 0))).toBeCloseTo(litres[1] ?? 0, 2)
  expect(sum(fuel.data.nm.fuel_consumption.map(({ y }) => y ?? 0))).toBeCloseTo(litres[1] ?? 0, 2)
  expect(fuel.data.time.fuel_consumption.every(({ x }) => x % 60_000 === 0)).toBe(true)
  expect(Math.max(...fuel.data.nm.fuel_consumption.map(({ x }) => x))).toBeLessThan((miles[1] ?? 0) + 0.2)
  const starts = fuel.data.nm.start_time
  expect(starts.map(({ x }) => x)).toEqual(fuel.data.nm.duration_minutes.map(({ x }) => x))
  expect(starts[0]).toEqual({ x: 0, y: fuel.data.time.duration_minutes[0]?.x })
  const times = starts.map(({ y }) => y ?? 0)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(55 * MINUTE_MS)
  const bare = (
    await post('/statistics/fuel', { request_type: 'trip', trip_id, stats_only: true })
  ).json<FuelStatistics>()
  expect(bare.stats).toEqual(fuel.stats)
  expect([bare.data.time.fuel_consumption, bare.data.nm.fuel_consumption]).toEqual([[], []])
  const { idle, accel, cruising, decel } = fuel.stats.pie_charts.durations
  expect(idle + accel + cruising + decel).toBeCloseTo(60, 0)
  expect(fuel.stats.summary.distance * NAUTICAL_MILE_M).toBeCloseTo((miles[1] ?? 0) * NAUTICAL_MILE_M, -3)
})

test('returns the eco speed that a trip was measured by, once ninety days have one', async () => {
  const eco = async () => {
    const body = { request_type: 'trip', trip_id: await latestTripId() }
    return (await post('/statistics/fuel', body)).json<FuelStatistics>().stats.eco_speed
  }
  expect(await eco()).toBeNull()

  const litresAMile = (kn: number) => 2 + 0.01 * (kn - 20) ** 2
  const history = new Map(
    Array.from({ length: 20 }, (_, i) => i + 10).map((kn) => {
      const cruise_m = kn * NAUTICAL_MILE_M
      return [
        kn,
        {
          bin_s: 0,
          bin_m3: 0,
          bin_m: 0,
          cruise_s: HOUR_S,
          cruise_m,
          cruise_m3: (litresAMile(kn) * kn) / 1000,
        },
      ]
    }),
  )
  const ofTrip = api.telemetry.quarterHours.speedBins
  const read = vi
    .spyOn(api.telemetry.quarterHours, 'speedBins')
    .mockImplementation(async (choice) => (choice.tripNumbers ? ofTrip(choice) : history))
  expect(await eco()).toEqual({
    sog: expect.closeTo(20.5),
    from: expect.closeTo(17),
    to: expect.closeTo(24),
  })
  read.mockRestore()
})

async function latestTripId() {
  const list = await api.app.inject({
    url: `/api/trips?filter[vessel_id][eq]=${things.own.vesselId}&order[start_time]=desc&limit=1`,
    headers: headers.admin,
  })
  return list.json<{ data: Trip[] }>().data[0]?.id
}

test('moves the figures of a trip with its captain before any figure is computed again', async () => {
  const trip_id = await latestTripId()
  const other = await api.app.inject({
    method: 'POST',
    url: '/api/captains',
    headers: headers.admin,
    payload: { name: 'Nína', department_id: things.own.departmentId },
  })
  const nina = other.json<{ id: string }>().id
  const earlier = things.own.captainId
  const tripsOf = async () => {
    const { stats } = (
      await post('/statistics/dashboard-statistics', { ...range, vessel_id: [things.own.vesselId] })
    ).json<DashboardStatistics>()
    return Object.fromEntries(
      stats.table_stats.captain_stats.map(({ captain_id, nr_trips }) => [captain_id, nr_trips]),
    )
  }
  const drawn = async (captain_id: string) => {
    const fuel = (
      await post('/statistics/fuel', { request_type: 'agg', captain_id, ...range })
    ).json<FuelStatistics>()
    const averaged = fuel.stats.moving_avg_data.fuel_consumption['3'] ?? []
    return [fuel.stats.summary.distance, averaged.some(({ y }) => y)]
  }
  const points = async (id: string) =>
    (await api.app.inject({ url: `/api/captains/${id}`, headers: headers.admin })).json().rank.rp
  const assign = async (captain_id: string | null) => {
    const url = `/api/trips/${trip_id}`
    const answer = await api.app.inject({
      method: 'PUT',
      url,
      headers: headers.admin,
      payload: { captain_id },
    })
    expect(answer.statusCode).toBe(200)
  }

  expect(await tripsOf()).toEqual({ [earlier]: 2 })
  const all = await points(earlier)
  await assign(nina)
  expect(await tripsOf()).toEqual({ [earlier]: 1, [nina]: 1 })
  expect(await drawn(nina)).toEqual([expect.closeTo(miles[1] ?? 0, 1), true])
  const moved = await points(nina)
  expect(moved).toBeGreaterThan(0)
  expect(await points(earlier)).toBe(all - moved)

  await assign(null)
  expect(await tripsOf()).toEqual({ [earlier]: 1 })
  expect([await points(nina), await drawn(nina)]).toEqual([0, [0, false]])

  await assign(earlier)
  expect(await tripsOf()).toEqual({ [earlier]: 2 })
  expect(await points(earlier)).toBe(all)
})
