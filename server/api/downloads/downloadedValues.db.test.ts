import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MotionBlock, ScalarReading } from '#contract/domain/reading.ts'
import { parseField, type SeriesKey, toWire } from '#contract/domain/series.ts'
import { radToDeg } from '#contract/domain/units.ts'
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

const START_US = Date.UTC(2026, 5, 18, 9) * 1000
const SECONDS = 900
const IMU_SAMPLES = 6000
const STEP_US = 20_000
let api: TestApi
let own: Thing
let headers: { authorization: string }
let motion: readonly MotionBlock[]

beforeAll(async () => {
  api = await testApi()
  own = (await twoOrganizations(api.records.db)).own
  headers = bearer(await tokenOf(api.app, await signIn(api.app, emailOf('department-viewer'))))
  await api.telemetry.append([aQuarterHour(own.vesselNumber)])
})
afterAll(() => api.close())

/** Values that cannot be guessed, each series at a pace of its own, with a gap of two minutes. */
function aQuarterHour(vesselNumber: number) {
  const draw = drawFrom(1)
  motion = [block(1, draw), block(2, draw)]
  const scalars: ScalarReading[] = []
  const fixes = []
  for (let second = 0; second < SECONDS; second++) {
    if (second >= 300 && second < 420) continue
    const timeUs = START_US + second * 1_000_000
    for (const [key, instance, everyS, low, high] of SERIES_SENT)
      if (second % everyS === 0) scalars.push({ timeUs, key, instance, value: low + draw() * (high - low) })
    fixes.push({ timeUs, latitudeDeg: 64 + draw(), longitudeDeg: -22 + draw(), hdop: 1, valid: true })
  }
  return { vesselNumber, scalars, fixes, motion: [...motion], ais: [], faults: [] }
}

/** In the stored unit. */
const SERIES_SENT: readonly (readonly [SeriesKey, number, number, number, number])[] = [
  ['sog', 0, 1, 0, 20],
  ['impact', 0, 1, 0, 7],
  ['depth_below_transducer', 0, 2, 1, 90],
  ['engine_speed', 1, 1, 10, 60],
  ['engine_speed', 2, 1, 10, 60],
  ['oil_pressure', 1, 5, 100_000, 600_000],
  ['fuel_rate', 2, 5, 1e-6, 5e-5],
  ['battery_voltage', 1, 10, 11, 15],
]

function block(sensor: number, draw: () => number): MotionBlock {
  const column = (reach: number) =>
    Int16Array.from({ length: IMU_SAMPLES }, () => Math.round((draw() - 0.5) * 2 * reach))
  return {
    sensor,
    startUs: START_US,
    intervalUs: STEP_US,
    forceX: column(5000),
    forceY: column(5000),
    forceZ: column(9000),
    roll: column(7000),
    pitch: column(7000),
    yaw: column(30_000),
  }
}

/** Pseudo-random numbers in [0, 1), equal on every run (mulberry32). */
function drawFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

async function rowsOf(requestType: string) {
  const { data } = (
    await api.app.inject({
      method: 'POST',
      url: '/downloads/raw-data',
      headers,
      payload: { trip_id: own.tripId, requestType },
    })
  ).json<{ data: { download_link: string } }>()
  const { body } = await api.app.inject({ url: data.download_link, headers })
  const [header = [], ...rows] = body
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  return { names: header.map((name) => name.replace(/ \[.*\]$/, '')), rows }
}

/** Half of the last written digit, plus the error of a stored step. */
const nearness = (cell: string) => 0.5 * 10 ** -(cell.split('.')[1]?.length ?? 0) + 1e-9
const interval = () => ({
  vesselNumber: own.vesselNumber,
  fromUs: START_US,
  toUs: START_US + SECONDS * 1_000_000,
})

test.each(['calc', 'engine'])(
  'writes every stored sample of %s in its second, and none is missing',
  async (type) => {
    const { names, rows } = await rowsOf(type)
    const cellsOf = new Map(names.map((name, column) => [name, rows.map((row) => row[column] ?? '')]))
    const times = cellsOf.get('time')?.map((time) => Date.parse(time) * 1000) ?? []
    const fields = names.flatMap((name) => {
      const field = parseField(name)
      // The fuel rate stands between its samples too; the next test is about it.
      const isSample = name !== 'latitude' && name !== 'longitude' && field?.key !== 'fuel_rate'
      return field && isSample ? [{ name, ...field }] : []
    })
    expect(fields.map(({ key }) => key)).toEqual(
      expect.arrayContaining(
        type === 'calc' ? ['sog', 'depth_below_transducer'] : ['engine_speed', 'battery_voltage'],
      ),
    )
    for (const { name, key, instance } of fields) {
      const { timeUs, value } = await api.telemetry.series.samples(interval(), key, instance)
      const stored = new Map(timeUs.map((time, index) => [time, value[index] ?? Number.NaN]))
      expect(stored.size).toBeGreaterThan(50)
      const cells = cellsOf.get(name) ?? []
      expect([name, cells.filter((cell) => cell !== '').length]).toEqual([name, stored.size])
      const wrong = cells.filter(
        (cell, row) =>
          cell !== '' &&
          !(
            Math.abs(Number(cell) - toWire(key, stored.get(times[row] ?? 0) ?? Number.NaN)) <= nearness(cell)
          ),
      )
      expect([name, wrong]).toEqual([name, []])
    }
  },
)

test('writes fuel rates that add up to the litres of the samples', async () => {
  const { names, rows } = await rowsOf('engine')
  const column = names.indexOf('fuel_rate_2')
  const cells = rows.map((row) => row[column] ?? '').filter((cell) => cell !== '')
  const { timeUs, value } = await api.telemetry.series.samples(interval(), 'fuel_rate', 2)
  let litres = 0
  let seconds = 0
  for (let i = 1; i < timeUs.length; i++) {
    const gapS = ((timeUs[i] ?? 0) - (timeUs[i - 1] ?? 0)) / 1e6
    if (gapS > 10) continue
    const rates = [value[i - 1], value[i]].map((rate) => toWire('fuel_rate', rate ?? Number.NaN))
    litres += (((rates[0] ?? 0) + (rates[1] ?? 0)) / 2) * (gapS / 3600)
    seconds += gapS
  }
  // The silence of two minutes stays empty, and a second stands at each end of the reported time.
  expect(cells).toHaveLength(seconds + 2)
  const sum = cells.reduce((total, cell) => total + Number(cell) / 3600, 0)
  expect(sum / litres).toBeCloseTo(1, 2)
})

test('writes every value at 50 Hz as the sensor sent it, and none is missing', async () => {
  const { names, rows } = await rowsOf('imu_full_res')
  expect(names).toEqual([
    'time',
    'sensor',
    ...['force_x', 'force_y', 'force_z', 'euler_x', 'euler_y', 'euler_z'],
  ])
  expect(rows).toHaveLength(2 * IMU_SAMPLES)
  const g = (sent: Int16Array, sample: number) => (sent[sample] ?? Number.NaN) / 1000
  const degrees = (sent: Int16Array, sample: number) => radToDeg((sent[sample] ?? Number.NaN) / 10_000)
  const wrong = rows.filter(([time = '', sensor, ...cells], index) => {
    const sample = index >> 1
    const sent = motion[index % 2]
    if (!sent || microseconds(time) !== START_US + sample * STEP_US || Number(sensor) !== sent.sensor)
      return true
    const forces = [sent.forceX, sent.forceY, sent.forceZ].map((column) => g(column, sample))
    const angles = [sent.roll, sent.pitch, sent.yaw].map((column) => degrees(column, sample))
    return [...forces, ...angles].some(
      (expected, column) => !(Math.abs(Number(cells[column]) - expected) <= nearness(cells[column] ?? '')),
    )
  })
  expect(wrong).toEqual([])
})

/** `2026-06-18T09:00:00.020000Z`: more digits than a Date holds. */
const microseconds = (time: string) => Date.parse(`${time.slice(0, 19)}Z`) * 1000 + Number(time.slice(20, 26))
