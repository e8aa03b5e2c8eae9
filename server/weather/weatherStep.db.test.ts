import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ScalarReading } from '#contract/domain/reading.ts'
import { DAY_US, HOUR_US, MINUTE_US } from '#contract/domain/time.ts'
import { seaForecast } from '#server/demo/seaForecast.ts'
import { ALL_PARTITIONS } from '#server/platform/partitions.ts'
import { openThrottle } from '#server/platform/throttle.ts'
import { Runner } from '#server/processing/loop/runner.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { updateTrips } from '#server/records/trips.ts'
import { loadDirectory } from '#server/records/vesselDirectory.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { trips, vessels } from '#server/stores/relational/schema.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { testRecords } from '#server/testing/testStores.ts'

import { type TestTelemetry, testTelemetry } from '#server/testing/testTelemetry.ts'
import { seaAt } from '#simulator/sea.ts'
import type { ForecastSource } from './forecastSource.ts'
import { weatherStep } from './weatherStep.ts'

const START_US = Date.UTC(2026, 5, 18, 9) * 1000
const [LATITUDE, LONGITUDE] = [64.1, -22]

let records: Records
let telemetry: TestTelemetry
let vesselNumber: number
const interval = () => ({ vesselNumber, fromUs: START_US, toUs: START_US + HOUR_US })

beforeAll(async () => {
  records = await testRecords()
  telemetry = await testTelemetry()
  vesselNumber = await records.db.transaction(async (tx) => {
    const { organizationId, departmentId } = await insertOrganization(tx, { name: 'One' })
    const [vessel] = await tx
      .insert(vessels)
      .values({ organizationId, departmentId, name: 'Sula' })
      .returning()
    if (!vessel) throw new Error('nothing was inserted')
    await tx.insert(trips).values({
      organizationId,
      vesselId: vessel.id,
      startUs: START_US,
      endUs: START_US + HOUR_US,
      lastMovingUs: START_US + HOUR_US,
      lastRecordUs: START_US + HOUR_US,
      startCause: 'moving',
      endCause: 'idle',
      visible: true,
      algoVersion: 1,
      distanceM: 1000,
      durationS: 3600,
    })
    return vessel.number
  })
  const seconds = Array.from({ length: 3600 }, (_, i) => START_US + i * 1_000_000)
  await telemetry.append([
    {
      vesselNumber,
      fixes: seconds.map((timeUs) => ({
        timeUs,
        latitudeDeg: LATITUDE,
        longitudeDeg: LONGITUDE,
        hdop: 1,
        valid: true,
      })),
      // The boat has its own thermometer, with a value every second.
      scalars: seconds.map(
        (timeUs): ScalarReading => ({ timeUs, key: 'air_temperature', instance: 0, value: 300 }),
      ),
      motion: [],
      ais: [],
      faults: [],
    },
  ])
})
afterAll(async () => {
  await records.close()
  await telemetry.close()
})

const clock = fixedClock((START_US + 2 * HOUR_US) / 1000)

async function weatherFrom(source: ForecastSource, written: Telemetry = telemetry) {
  const vessels = await loadDirectory(records.db)
  const steps = [
    weatherStep({ db: records.db, telemetry: written, clock, source, partitions: new Set(ALL_PARTITIONS) }),
  ]
  const refresh = async () => undefined
  return new Runner({
    steps,
    vessels: () => vessels,
    refresh,
    clock,
    log: silentLog,
    throttle: openThrottle(),
  })
}
const trip = async () => (await records.db.select().from(trips))[0]

test('leaves a trip unchanged while the source is out of reach, and asks again', async () => {
  let asked = 0
  const hourly = () => {
    asked++
    return Promise.reject(new Error('no route'))
  }
  const weather = await weatherFrom({ ...seaForecast, hourly })
  await expect(weather.idle(['outside'])).rejects.toThrow('no route')
  expect(asked).toBeGreaterThan(1)
  expect(await trip()).toMatchObject({ weatherSource: null, weatherUpToUs: null })
})

test('stores the sea along the trip by the minute, and asks once for a cell and a day', async () => {
  let asked = 0
  const weather = await weatherFrom({
    ...seaForecast,
    hourly(...place) {
      asked++
      return seaForecast.hourly(...place)
    },
  })
  await weather.idle(['outside'])
  await weather.idle(['outside'])
  expect(asked).toBe(1)
  const waves = await telemetry.series.samples(interval(), 'wave_height_fc', 0)
  expect(waves.timeUs).toEqual(Array.from({ length: 60 }, (_, i) => START_US + i * MINUTE_US))
  expect(waves.value[0]).toBeCloseTo(seaAt(LATITUDE, LONGITUDE, START_US / 1e6).waveHeightM, 2)
  expect((await telemetry.series.samples(interval(), 'sea_state', 0)).timeUs).toHaveLength(60)
  expect(await trip()).toMatchObject({
    weatherSource: seaForecast.name,
    weatherUpToUs: START_US + HOUR_US,
    revision: 1,
  })
})

test('does not replace what the boat measured herself', async () => {
  const air = await telemetry.series.samples(interval(), 'air_temperature', 0)
  expect(new Set(air.value.map((kelvin) => Math.round(kelvin ?? 0)))).toEqual(new Set([300]))
})

describe('movement that arrives late', () => {
  const HOLE_US = START_US + 20 * MINUTE_US
  const minutesOf = async () => {
    const { timeUs } = await telemetry.series.samples(interval(), 'wave_height_fc', 0)
    return timeUs.map((us) => (us - START_US) / MINUTE_US)
  }
  const fixesOf = (fromUs: number, toUs: number) =>
    Array.from({ length: (toUs - fromUs) / 1e6 }, (_, i) => ({
      ...{ timeUs: fromUs + i * 1e6, latitudeDeg: LATITUDE, longitudeDeg: LONGITUDE },
      ...{ hdop: 1, valid: true },
    }))
  const store = (fixes: ReturnType<typeof fixesOf>) =>
    telemetry.append([{ vesselNumber, fixes, scalars: [], motion: [], ais: [], faults: [] }])
  /** As detection does once it has read them. */
  const grow = async (sinceUs: number, distanceM: number) => {
    const row = await trip()
    if (!row) throw new Error('there is no trip')
    await records.db.transaction((tx) =>
      updateTrips(tx, [{ id: row.id, sinceUs, trip: { ...row, distanceM } }]),
    )
  }

  beforeEach(async () => {
    await telemetry.removeVessel(vesselNumber)
    await records.db.update(trips).set({ weatherUpToUs: null })
    await store(fixesOf(START_US, HOLE_US))
    await store(fixesOf(HOLE_US + 10 * MINUTE_US, START_US + HOUR_US))
  })

  test('asks again from the late movement on', async () => {
    const weather = await weatherFrom(seaForecast)
    await weather.idle(['outside'])
    expect(await minutesOf()).toHaveLength(50)
    await store(fixesOf(HOLE_US, HOLE_US + 10 * MINUTE_US))
    await grow(HOLE_US, 1001)
    await weather.idle(['outside'])
    expect(await minutesOf()).toEqual(Array.from({ length: 60 }, (_, i) => i))
    expect(await trip()).toMatchObject({ weatherUpToUs: START_US + HOUR_US })
  })

  test('asks again also for movement that arrives during a question', async () => {
    let asked = 0
    const weather = await weatherFrom({
      ...seaForecast,
      async hourly(...place) {
        if (asked++ === 0) {
          await store(fixesOf(HOLE_US, HOLE_US + 10 * MINUTE_US))
          await grow(HOLE_US, 1002)
        }
        return seaForecast.hourly(...place)
      },
    })
    await weather.idle(['outside'])
    expect(await minutesOf()).toEqual(Array.from({ length: 60 }, (_, i) => i))
    expect(await trip()).toMatchObject({ weatherUpToUs: START_US + HOUR_US })
  })
})

test('stores the forecasts of ten trips at once, and those before a question that fails', async () => {
  const days = Array.from({ length: 12 }, (_, n) => n + 1)
  const [first] = await records.db.select().from(trips)
  if (!first) throw new Error('there is no trip')
  const { organizationId, departmentId } = (await loadDirectory(records.db)).get(vesselNumber) ?? {}
  if (!organizationId || !departmentId) throw new Error('there is no vessel')
  const [vessel] = await records.db
    .insert(vessels)
    .values({ organizationId, departmentId, name: 'Lóa' })
    .returning()
  if (!vessel) throw new Error('nothing was inserted')
  const { id, number, ...copied } = first
  await records.db.insert(trips).values(
    days.map((day) => {
      const startUs = START_US - day * DAY_US
      const endUs = startUs + MINUTE_US
      const ends = { endUs, lastMovingUs: endUs, lastRecordUs: endUs }
      return { ...copied, vesselId: vessel.id, startUs, ...ends, weatherSource: null, weatherUpToUs: null }
    }),
  )
  const at = { latitudeDeg: LATITUDE, longitudeDeg: LONGITUDE, hdop: 1, valid: true }
  const fixes = days.map((day) => ({ timeUs: START_US - day * DAY_US, ...at }))
  await telemetry.append([
    { vesselNumber: vessel.number, fixes, scalars: [], motion: [], ais: [], faults: [] },
  ])
  const stored: number[] = []
  const appendDerived: Telemetry['appendDerived'] = async (batch) => {
    stored.push(batch.length)
    await telemetry.appendDerived(batch)
  }
  let asked = 0
  const weather = await weatherFrom(
    {
      ...seaForecast,
      // Newest first: the twelfth question is that of the oldest trip.
      hourly: (...place) =>
        ++asked === 12 ? Promise.reject(new Error('no route')) : seaForecast.hourly(...place),
    },
    { ...telemetry, appendDerived },
  )
  await weather.idle(['outside'])
  expect([stored, asked]).toEqual([[10, 1, 1], 13])
  const noted = await records.db.select().from(trips).where(eq(trips.vesselId, vessel.id))
  expect(noted.filter(({ endUs, weatherUpToUs }) => weatherUpToUs === endUs)).toHaveLength(12)
  const waves = await telemetry.series.samples(
    { vesselNumber: vessel.number, fromUs: START_US - 13 * DAY_US, toUs: START_US },
    'wave_height_fc',
    0,
  )
  expect(waves.timeUs).toEqual(days.map((day) => START_US - day * DAY_US).toReversed())
})
