import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IMU_ANGLE_RAD, IMU_NOT_AVAILABLE } from '#contract/domain/reading.ts'
import { SECOND_US } from '#contract/domain/time.ts'
import { degToRad } from '#contract/domain/units.ts'
import { arePerpendicular, DIRECTIONS, type Direction } from '#contract/wire/sensorMounting.ts'
import type { SensorMountingFacts } from '#server/records/sensorMountings.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import { openTelemetry } from '#server/telemetry/openTelemetry.ts'
import { timeSeries } from './timeSeries.ts'

const START_US = Date.UTC(2026, 5, 18, 9) * 1000
const RATE = 50
let columns: Columns
let dataDir: string
let vesselNumber = 0
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'taffrail-attitude-'))
  columns = await openColumns({ dataDir })
})
afterAll(async () => {
  await columns.close()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

type Vector = [number, number, number]
type Matrix = [Vector, Vector, Vector]
interface Angles {
  roll: number
  pitch: number
  yaw: number
}

/** Forward, to starboard and down: the frame in which rotations are right-handed. */
const ALONG: Record<Direction, Vector> = {
  forward: [1, 0, 0],
  aft: [-1, 0, 0],
  starboard: [0, 1, 0],
  port: [0, -1, 0],
  up: [0, 0, -1],
  down: [0, 0, 1],
}
const times = (a: Matrix, b: Matrix): Matrix => {
  const entry = (i: 0 | 1 | 2, k: 0 | 1 | 2) => a[i][0] * b[0][k] + a[i][1] * b[1][k] + a[i][2] * b[2][k]
  const row = (i: 0 | 1 | 2): Vector => [entry(i, 0), entry(i, 1), entry(i, 2)]
  return [row(0), row(1), row(2)]
}
const about = (axis: 0 | 1 | 2, deg: number): Matrix => {
  const [c, s] = [Math.cos(degToRad(deg)), Math.sin(degToRad(deg))]
  if (axis === 0) return [[1, 0, 0], [0, c, -s], [0, s, c]] // biome-ignore format: a matrix
  if (axis === 1) return [[c, 0, s], [0, 1, 0], [-s, 0, c]] // biome-ignore format: a matrix
  return [[c, -s, 0], [s, c, 0], [0, 0, 1]] // biome-ignore format: a matrix
}
const attitudeOf = ({ roll, pitch, yaw }: Angles) =>
  times(about(2, yaw), times(about(1, pitch), about(0, roll)))

/** From the axes of a sensor, its z down, to the boat's. */
function builtIn(x: Direction, z: Direction): Matrix {
  const [a, c] = [ALONG[x], ALONG[z].map((share) => -share) as Vector]
  const b: Vector = [c[1] * a[2] - c[2] * a[1], c[2] * a[0] - c[0] * a[2], c[0] * a[1] - c[1] * a[0]]
  return [
    [a[0], b[0], c[0]],
    [a[1], b[1], c[1]],
    [a[2], b[2], c[2]],
  ]
}

/** Attitude that a sensor with this mounting reports for a given attitude of the boat. */
function reportedBy(built: Matrix, boat: Angles): Angles {
  const r = times(attitudeOf(boat), built)
  const deg = 180 / Math.PI
  return {
    roll: Math.atan2(r[2][1], r[2][2]) * deg,
    pitch: -Math.asin(r[2][0]) * deg,
    yaw: Math.atan2(r[1][0], r[0][0]) * deg,
  }
}

/** One second of sensor attitude each, turned by the mountings into the boat's. */
async function attitudesFrom(
  seconds: readonly Angles[],
  mountings: readonly SensorMountingFacts[],
  sensor = 1,
) {
  const telemetry = openTelemetry(columns)
  const column = (angle: keyof Angles) =>
    Int16Array.from({ length: seconds.length * RATE }, (_, i) => {
      const value = seconds[Math.floor(i / RATE)]?.[angle] ?? Number.NaN
      return Number.isNaN(value) ? IMU_NOT_AVAILABLE : Math.round(degToRad(value) / IMU_ANGLE_RAD)
    })
  const [level, up] = [0, 1000].map((mg) => new Int16Array(seconds.length * RATE).fill(mg))
  if (!level || !up) throw new Error('two columns were asked for')
  vesselNumber++
  await telemetry.append([
    {
      ...{ vesselNumber, scalars: [], fixes: [], ais: [], faults: [] },
      motion: [
        {
          ...{ sensor: 1, startUs: START_US, intervalUs: SECOND_US / RATE },
          ...{ forceX: level, forceY: level, forceZ: up },
          ...{ roll: column('roll'), pitch: column('pitch'), yaw: column('yaw') },
        },
      ],
    },
  ])
  const suffix = sensor === 0 ? '' : `_${sensor}`
  const entries = await timeSeries(
    telemetry,
    { vesselNumber, fromUs: START_US, toUs: START_US + seconds.length * SECOND_US - 1 },
    {
      resolution: { value: 1, type: 'seconds' },
      fields: ['euler_x', 'euler_y', 'euler_z'].map((key) => ({
        field: `${key}${suffix}`,
        aggregation: 'avg' as const,
      })),
    },
    async () => new Map([[1, { useWithSafetySpeed: true, mountings }]]),
  )
  const at = (axis: number, second: number) =>
    entries[axis]?.series.find(({ time }) => time === START_US / 1000 + second * 1000)?.value ?? null
  return seconds.map((_, second) => ({ roll: at(0, second), pitch: at(1, second), yaw: at(2, second) }))
}

const near = ({ roll, pitch, yaw }: Angles) => ({
  roll: expect.closeTo(roll, 1),
  pitch: expect.closeTo(pitch, 1),
  yaw: expect.closeTo(yaw, 1),
})
const BOAT: Angles = { roll: 20, pitch: 5, yaw: 170 }

test('computes the boat’s attitude from a sensor in any mounting, each second by the mounting of its time', async () => {
  const ways = DIRECTIONS.flatMap((xAxis) =>
    DIRECTIONS.filter((zAxis) => arePerpendicular(xAxis, zAxis)).map((zAxis) => ({ xAxis, zAxis })),
  )
  const mountings = ways.map((way, i) => ({ ...way, fromUs: START_US + i * SECOND_US, levelling: null }))
  const reported = ways.map(({ xAxis, zAxis }) => reportedBy(builtIn(xAxis, zAxis), BOAT))
  expect(await attitudesFrom(reported, mountings)).toEqual(ways.map(() => near(BOAT)))
})

test('uses the sensor’s own attitude before the first mounting, and the first sensor’s when no other reports one', async () => {
  const turned = { roll: -20, pitch: -5, yaw: -10 }
  const mountings = [{ fromUs: START_US + SECOND_US, xAxis: 'aft', zAxis: 'up', levelling: null } as const]
  expect(await attitudesFrom([turned, turned], mountings, 0)).toEqual([near(turned), near(BOAT)])
})

test.each([
  ['own', 1],
  ['set to zero where it was built in', 0],
] as const)('removes a levelled lean when the attitude is the sensor’s %s', async (_, own) => {
  // It leans by eight degrees to starboard; at rest the boat lies level.
  const leaning = about(0, 8)
  const rest = reportedBy(own ? leaning : about(0, 0), { roll: 0, pitch: 0, yaw: 0 })
  const forceG = [0, -Math.sin(degToRad(8)), Math.cos(degToRad(8))] as const
  const attitude = { rollRad: degToRad(rest.roll), pitchRad: degToRad(rest.pitch) }
  const levelling = { fromUs: START_US, forceG: [...forceG] as Vector, attitude }
  const mountings = [{ fromUs: START_US, xAxis: 'forward', zAxis: 'up', levelling } as const]
  expect(await attitudesFrom([reportedBy(own ? leaning : about(0, 0), BOAT)], mountings)).toEqual([
    near(BOAT),
  ])
})

test('needs roll and pitch to turn any angle, and no yaw for those two', async () => {
  const mountings = [{ fromUs: START_US, xAxis: 'aft', zAxis: 'up', levelling: null } as const]
  const reported = { roll: -20, pitch: -5, yaw: Number.NaN }
  // The engine compiles frequent expressions, and compiled code may treat NaN differently, so the query runs
  // repeatedly.
  for (let time = 0; time < 6; time++)
    expect(await attitudesFrom([reported, { ...reported, yaw: 10, pitch: Number.NaN }], mountings)).toEqual([
      { ...near(BOAT), yaw: null },
      { roll: null, pitch: null, yaw: null },
    ])
})
