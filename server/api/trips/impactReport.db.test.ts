import { eq } from 'drizzle-orm'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Fix,
  IMU_NOT_AVAILABLE,
  type MotionBlock,
  type ScalarReading,
} from '#contract/domain/reading.ts'
import { KNOT_MPS } from '#contract/domain/units.ts'
import type { ImpactReport } from '#contract/wire/impact.ts'
import type { Sensor } from '#contract/wire/sensor.ts'
import { encodeImuFrame } from '#protocols/imuFrame.ts'
import { encodeReadings } from '#protocols/readingsJson.ts'
import { type Gateway, startGateway } from '#server/gateway/startGateway.ts'
import { systemClock } from '#server/platform/clock.ts'
import { type Processing, startProcessing } from '#server/processing/loop/startProcessing.ts'
import { createDevice } from '#server/records/devices.ts'
import { trips, vessels } from '#server/stores/relational/schema.ts'
import type { VesselReadings } from '#server/telemetry/vesselReadings.ts'
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

const S = 1_000_000
const SLAM_S = 120
/** An hour ago, on a whole ten seconds. */
const startUs = Math.floor(Date.now() / 10_000) * 10 * S - 3600 * S

let api: TestApi
let gateway: Gateway
let processing: Processing
let things: Record<Place, Thing>
let vessel: { id: string; number: number }
let tripId: string
const headers = {} as Record<'whole' | 'department' | 'admin', { authorization: string }>

/** Five minutes due north at ten knots; the engine falls by 800 rpm when the hull hits, over two metres of water. */
function fiveMinutes() {
  const scalars: ScalarReading[] = []
  const fixes: Fix[] = []
  for (let second = 0; second < 300; second++) {
    const timeUs = startUs + second * S
    const latitudeDeg = 64 + (10 * second) / 3600 / 60
    fixes.push({ timeUs, latitudeDeg, longitudeDeg: -22, hdop: 1, valid: true })
    scalars.push(
      { timeUs, key: 'sog', instance: 0, value: 10 * KNOT_MPS },
      { timeUs, key: 'cog', instance: 0, value: 0 },
      { timeUs, key: 'depth_below_transducer', instance: 0, value: second > 100 && second < 140 ? 1.8 : 20 },
    )
    for (let tenth = 0; tenth < 10; tenth++) {
      const rpm = second >= SLAM_S ? 2700 : 3500
      scalars.push({
        ...{ timeUs: timeUs + (tenth * S) / 10, key: 'engine_speed', instance: 1 },
        value: rpm / 60,
      })
    }
  }
  return { scalars, fixes }
}

/** A minute of rest but for a slam of `peakG` at two minutes. */
function slam(sensor: number, peakG: number, delayS = 0): MotionBlock {
  const n = 60 * 50
  const forceZ = Int16Array.from({ length: n }, (_, i) => {
    const t = 90 + i / 50 - SLAM_S - delayS
    if (t >= -0.4 - 1e-9 && t < -1e-9) return 0
    return 1000 + (t >= 0 && t <= 0.12 ? Math.round(peakG * 1000 * Math.sin((Math.PI * t) / 0.12)) : 0)
  })
  const level = new Int16Array(n)
  return {
    ...{ sensor, startUs: startUs + 90 * S, intervalUs: 20_000 },
    ...{ forceX: level, forceY: level, forceZ, roll: level, pitch: level, yaw: level },
  }
}

/** The same minute from a sensor with a constant 0.4 g to starboard that sometimes lacks an axis. */
function bent(sensor: number): MotionBlock {
  const block = slam(sensor, 0)
  const forceX = block.forceX.slice()
  const forceZ = block.forceZ.map((z, i) => (i % 500 === 250 ? IMU_NOT_AVAILABLE : Math.max(z, 1000)))
  const forceY = forceX.map((_, i) => (i % 500 === 251 ? IMU_NOT_AVAILABLE : 400))
  return { ...block, forceX, forceY, forceZ }
}

beforeAll(async () => {
  api = await testApi()
  const { db } = api.records
  things = await twoOrganizations(db)
  for (const [name, roleId] of [
    ['whole', 'organization-viewer'],
    ['department', 'department-viewer'],
    ['admin', 'organization-admin'],
  ] as const)
    headers[name] = bearer(await tokenOf(api.app, await signIn(api.app, emailOf(roleId))))
  const given = { db, telemetry: api.telemetry, bus: api.bus, log: silentLog, clock: systemClock }
  processing = await startProcessing(given)
  gateway = await startGateway({ config: { MQTT_HOST: '127.0.0.1', MQTT_PORT: 0 }, ...given })

  const [own] = await db.select().from(vessels).where(eq(vessels.id, things.own.vesselId))
  const [made] = await db
    .insert(vessels)
    .values({
      organizationId: own?.organizationId ?? '',
      departmentId: things.own.departmentId,
      name: 'Slammer',
      mmsi: '251000001',
    })
    .returning()
  vessel = { id: made?.id ?? '', number: made?.number ?? 0 }
  const device = await createDevice(db, { vesselId: vessel.id })
  await storeNeighbours()

  const client = await connectAsync(`mqtt://127.0.0.1:${gateway.mqttPort}`, {
    ...{ protocolVersion: 4, clientId: device.id, username: device.id, password: device.secret },
  })
  const send = (format: string, message: Uint8Array) =>
    client.publishAsync(`taffrail/${device.id}/${format}`, Buffer.from(message), { qos: 1 })
  await send('readings', encodeReadings(fiveMinutes()))
  for (const block of [slam(1, 4), slam(2, 3, 0.04), bent(3)]) await send('imu', encodeImuFrame([block]))
  await client.endAsync()
  await processing.idle()
  const [trip] = await db.select().from(trips).where(eq(trips.vesselId, vessel.id))
  tripId = trip?.id ?? ''
})
afterAll(async () => {
  await gateway.close()
  await processing.close()
  await api.close()
})

/**
 * At the slam: a ship 111 m ahead, one of a sister department 22 m off, one of another organization 11 m off.
 */
async function storeNeighbours() {
  const slamUs = startUs + SLAM_S * S
  const latitudeDeg = 64 + (10 * SLAM_S) / 3600 / 60
  const moored = (thing: Thing, offsetDeg: number): VesselReadings => ({
    vesselNumber: thing.vesselNumber,
    scalars: [],
    fixes: [
      {
        timeUs: slamUs - 5 * S,
        latitudeDeg: latitudeDeg + offsetDeg,
        longitudeDeg: -22,
        hdop: 1,
        valid: true,
      },
    ],
    motion: [],
    ais: [],
    faults: [],
  })
  const ship = (mmsi: number, name: string, offsetDeg: number) => ({
    ...{ timeUs: slamUs - 2 * S, mmsi, name, latitudeDeg: latitudeDeg + offsetDeg, longitudeDeg: -22 },
    ...{ sogMps: 0, cogRad: null },
  })
  await api.telemetry.append([
    moored(things.sibling, 0.0002),
    moored(things.foreign, 0.0001),
    {
      ...moored(things.own, 1),
      vesselNumber: vessel.number,
      fixes: [],
      ais: [ship(257000001, 'Stranger', 0.001), ship(251000001, 'Slammer', 0)],
    },
  ])
}

const report = async (body: object = {}, as = headers.whole) => {
  const answer = await api.app.inject({
    ...{ method: 'POST', url: `/api/trips/${tripId}/impact_report`, headers: as, payload: body },
  })
  expect(answer.statusCode).toBe(200)
  return answer.json<ImpactReport>()
}

describe('a slam sent over MQTT', () => {
  test('reports the measurements of both sensors and the other data of a slam', async () => {
    const { sensors, impact_events, complete } = await report()
    expect(complete).toBe(true)
    expect(sensors.map(({ bq_sensor_id, impact_count }) => [bq_sensor_id, impact_count])).toEqual([
      [1, 1],
      [2, 1],
      [3, 0],
    ])
    expect(sensors.map(({ offset }) => offset?.toFixed(2) ?? null)).toEqual([null, null, '0.40'])
    expect(impact_events).toHaveLength(1)
    const [event] = impact_events
    expect(Date.parse(event?.peak_impact_time ?? '') * 1000).toBe(startUs + (SLAM_S + 0.06) * S)
    expect(event?.peak_impact).toBeCloseTo(3.994, 2)
    expect(event).toMatchObject({ hull_location: 'keel', min_water_depth: 1.8 })
    expect(event?.max_rpm_change).toBeCloseTo(-800, 0)
    expect(event?.sog).toBeCloseTo(10, 2)
    expect(event?.vessel_location?.course_over_ground).toBe(0)
    expect(event?.flags).toEqual(['PROP_STRIKE', 'SHALLOW', 'NEARBY_VESSEL'])
    const [bow] = event?.impacts ?? []
    expect(event?.impacts.map(({ bq_sensor_id }) => bq_sensor_id)).toEqual([1, 2])
    expect(bow?.sensor_id).toBe(sensors[0]?.sensor_id)
    expect(bow?.impact_duration).toBeCloseTo(0.1197, 3)
    expect(bow?.rise_time).toBeCloseTo(0.0438, 3)
    expect(bow?.free_fall_time).toBeCloseTo(0.3877, 3)
  })

  test('names the neighbour only to those who may see it, and nothing of another organization', async () => {
    const [whole] = (await report()).impact_events
    const [department] = (await report({}, headers.department)).impact_events
    expect(whole?.nearby_vessels).toMatchObject([{ name: 'Vessel sibling', own_fleet: true }])
    expect(department?.nearby_vessels).toMatchObject([{ name: null, own_fleet: true }])
    expect(department?.distance_to_closest_vessel).toBe(whole?.distance_to_closest_vessel)
    expect(whole?.distance_to_closest_vessel).toBeGreaterThan(15)
    const [wide] = (await report({ nearby_vessels_threshold_meters: 2000 })).impact_events
    expect(wide?.nearby_vessels.map(({ name }) => name)).toEqual(['Vessel sibling', 'Stranger'])
  })

  test('hides impacts below the requested threshold, and keeps sensors', async () => {
    const { sensors, impact_events } = await report({ impact_threshold: 4.5 })
    expect(impact_events).toEqual([])
    expect(sensors.map(({ impact_count, peak_impact }) => [impact_count, peak_impact])).toEqual([
      [0, null],
      [0, null],
      [0, null],
    ])
    for (const body of [
      { impact_threshold: -1 },
      { impact_threshold: 'high' },
      { nearby_vessels_threshold_meters: 1e9 },
    ]) {
      const answer = await api.app.inject({
        ...{
          method: 'POST',
          url: `/api/trips/${tripId}/impact_report`,
          headers: headers.whole,
          payload: body,
        },
      })
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid'])
    }
  })

  test('returns no sensors for a trip without motion', async () => {
    const answer = await api.app.inject({
      ...{ method: 'POST', url: `/api/trips/${things.own.tripId}/impact_report`, headers: headers.whole },
      payload: {},
    })
    expect(answer.json()).toEqual({ sensors: [], impact_events: [], complete: true })
  })
})

describe('sensors', () => {
  const get = async <Answer>(url: string) =>
    (await api.app.inject({ url, headers: headers.whole })).json<Answer>()
  const put = (id: string, payload: object, as = headers.admin) =>
    api.app.inject({ method: 'PUT', url: `/api/sensors/${id}`, headers: as, payload })
  const ofVessel = async () => (await get<{ data: Sensor[] }>(`/api/vessels/${vessel.id}/sensors`)).data

  test('lists sensors since their first data, with what they reported', async () => {
    const [first, second, third] = await ofVessel()
    expect([first?.bq_sensor_id, second?.bq_sensor_id, third?.bq_sensor_id]).toEqual([1, 2, 3])
    expect(third?.statistics).toMatchObject({ datapoint_count: 3000 - 12, max_impact: null })
    expect([first?.statistics.offset, third?.statistics.offset?.toFixed(2)]).toEqual([null, '0.40'])
    expect(first).toMatchObject({ description: null, use_with_safety_speed: false })
    expect(first?.statistics).toMatchObject({
      has_data_on_latest_trip: true,
      timestamp_start: new Date(startUs / 1000 + 90_000).toISOString(),
      timestamp_end: new Date(startUs / 1000 + 149_980).toISOString(),
      trip_count: 1,
      datapoint_count: 3000,
      sampling_rate: 50,
    })
    expect(first?.statistics.collected_duration).toBeCloseTo(60 / 3600, 9)
    expect(first?.statistics.max_impact).toBeCloseTo(3.994, 2)
    expect(await get(`/api/sensors/${first?.id}`)).toEqual(first)
    expect((await get<{ total: number }>(`/api/trips/${tripId}/sensors`)).total).toBe(3)
    expect((await get<{ total: number }>(`/api/trips/${things.own.tripId}/sensors`)).total).toBe(0)
  })

  test('stores a description, and refuses one that is too long', async () => {
    const [first] = await ofVessel()
    const described = async (description: unknown) =>
      (await put(first?.id ?? '', { description, use_with_safety_speed: false })).json()
    expect((await described('  Bow, frame 3 ')).description).toBe('Bow, frame 3')
    expect((await described('   ')).description).toBeNull()
    expect((await described('x'.repeat(201))).code).toBe('invalid')
    expect(
      (await put(first?.id ?? '', { description: 'x', use_with_safety_speed: false }, headers.whole))
        .statusCode,
    ).toBe(403)
  })

  test('measures impacts by the chosen sensors, for all time, and computes trips again', async () => {
    const { db } = api.records
    const slamUs = startUs + SLAM_S * S
    const measured = async () =>
      (
        await api.telemetry.series.samples(
          { vesselNumber: vessel.number, fromUs: slamUs, toUs: slamUs },
          'impact',
          0,
        )
      ).value[0]
    const revision = async () => (await db.select().from(trips).where(eq(trips.id, tripId)))[0]?.revision ?? 0
    const before = await revision()
    expect(await measured()).toBeCloseTo(3.994, 2)
    const [, second] = await ofVessel()
    await put(second?.id ?? '', { description: 'Stern', use_with_safety_speed: true })
    await expect.poll(measured, { timeout: 20_000 }).toBeCloseTo(2.99, 1)
    await expect.poll(revision, { timeout: 20_000 }).toBeGreaterThan(before)
    await processing.idle()
    expect(await measured()).toBeCloseTo(2.99, 1)
  })
})
