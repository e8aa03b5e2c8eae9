import { describe, expect, test } from 'vitest'
import { arePerpendicular, DIRECTIONS, type Direction } from '#contract/wire/sensorMounting.ts'
import type { SensorRest } from '#server/records/sensorMountings.ts'
import type { Motion } from '#server/telemetry/motion.ts'
import { cutMotion, playMotion, pulse } from '#server/testing/playMotion.ts'
import { accelerations } from './accelerations.ts'
import { levellingOf, matchesAxes, measureRest } from './levelling.ts'
import { gravityOf, mountingOf, type Vector } from './mounting.ts'

const DEG = Math.PI / 180
const ORIENTATIONS = DIRECTIONS.flatMap((xAxis) =>
  DIRECTIONS.filter((zAxis) => arePerpendicular(xAxis, zAxis)).map((zAxis) => [xAxis, zAxis] as const),
)

/** Measurement of a sensor with this mounting for a given acceleration of the boat: the inverse of `mountingOf`. */
function measuredBy([xAxis, zAxis]: readonly [Direction, Direction], boat: Vector): Vector {
  const [a, b, c] = mountingOf({ xAxis, zAxis, levelling: null }).turn
  const back = (axis: 0 | 1 | 2) => a[axis] * boat[0] + b[axis] * boat[1] + c[axis] * boat[2]
  return [back(0), back(1), back(2)]
}

/** Acceleration of the boat at a second, turned by the mounting of its time. */
function boatAt(motion: Motion, mountings: Parameters<typeof accelerations>[1], atS: number) {
  for (const { segment, acceleration } of accelerations(motion, mountings)) {
    const i = segment.timeUs.findIndex((us) => us >= atS * 1e6)
    if (i >= 0 && (segment.timeUs[0] ?? 0) <= atS * 1e6)
      return [acceleration.xG[i], acceleration.yG[i], acceleration.zG[i]].map((one) => one ?? Number.NaN)
  }
  throw new Error('nothing was felt then')
}

function expectNear(found: readonly number[], expected: Vector, within = 0.02) {
  for (const [axis, value] of expected.entries()) {
    expect(found[axis]).toBeGreaterThan(value - within)
    expect(found[axis]).toBeLessThan(value + within)
  }
}

test('lists 24 orientations of a sensor, and each is a rotation', () => {
  expect(ORIENTATIONS).toHaveLength(24)
  for (const [xAxis, zAxis] of ORIENTATIONS) {
    const [a, b, c] = mountingOf({ xAxis, zAxis, levelling: null }).turn
    const determinant =
      a[0] * (b[1] * c[2] - b[2] * c[1]) -
      a[1] * (b[0] * c[2] - b[2] * c[0]) +
      a[2] * (b[0] * c[1] - b[1] * c[0])
    expect(determinant).toBe(1)
  }
})

test.each(ORIENTATIONS)('measures the same forces of the boat with x %s and z %s', (...axes) => {
  // A push forward and a harder push to port, without an attitude: gravity is the slow mean of the force.
  const boat = (t: number): Vector => [pulse(t, 12, 1), -pulse(t, 12, 2), 1]
  const motion = playMotion(50, 20, (t) => measuredBy(axes, boat(t)), { level: false })
  const [xAxis, zAxis] = axes
  const mountings = [{ fromUs: 0, xAxis, zAxis, levelling: null }]
  const [x = 0, y = 0, z = 0] = boatAt(motion, { mountings }, 12.06)
  expect(x).toBeGreaterThan(0.9)
  expect(y).toBeLessThan(-1.8)
  expect(Math.abs(z)).toBeLessThan(0.02)
})

test('turns each second by the mounting of its time', () => {
  const motion = playMotion(50, 20, (t) => [pulse(t, 5, 2) + pulse(t, 15, 2), 0, 1])
  const mountings = [{ fromUs: 10e6, xAxis: 'port', zAxis: 'up', levelling: null } as const]
  expect(boatAt(motion, { mountings }, 5.06)[0]).toBeGreaterThan(1.8)
  const [x = 0, y = 0] = boatAt(motion, { mountings }, 15.06)
  expect(Math.abs(x)).toBeLessThan(0.01)
  expect(y).toBeLessThan(-1.8)
})

describe('a minute at rest', () => {
  const leaning = gravityOf(8 * DEG, -3 * DEG)
  const minute = (force: Vector, attitude: [number, number] | null) => {
    const motion = playMotion(50, 60, (t) => force.map((g) => g + 0.004 * Math.sin(40 * t)) as never, {
      level: false,
    })
    if (attitude) {
      motion.rollRad.fill(attitude[0] * DEG)
      motion.pitchRad.fill(attitude[1] * DEG)
    }
    return motion
  }
  const restOf = (motion: Motion): SensorRest => {
    const rest = measureRest(motion, [0, 0.1])
    if (typeof rest === 'string') throw new Error(rest)
    return rest
  }

  test('measures how far a sensor leans, whatever axis points forward', () => {
    const { rollRad, pitchRad, gravityErrorG } = levellingOf('forward', 'up', restOf(minute(leaning, null)))
    expect([rollRad / DEG, pitchRad / DEG]).toEqual([expect.closeTo(8, 1), expect.closeTo(-3, 1)])
    expect(gravityErrorG).toBeNull()
    const aft = levellingOf('aft', 'up', restOf(minute(leaning, null)))
    expect([aft.rollRad / DEG, aft.pitchRad / DEG]).toEqual([expect.closeTo(-8, 1), expect.closeTo(3, 1)])
  })

  test('removes the lean from the forces on the boat', () => {
    const levelling = restOf(minute(leaning, null))
    const mountings = [{ fromUs: 0, xAxis: 'forward', zAxis: 'up', levelling } as const]
    // A push straight up along the boat's mast reaches all axes of a sensor that leans.
    const motion = playMotion(50, 20, (t) => leaning.map((g) => g * (1 + pulse(t, 12, 3))) as never, {
      level: false,
    })
    const [x = 0, y = 0, z = 0] = boatAt(motion, { mountings }, 12.06)
    expect(Math.hypot(x, y)).toBeLessThan(0.02)
    expect(z).toBeGreaterThan(2.7)
    expect(Math.hypot(...boatAt(motion, undefined, 12.06).slice(0, 2))).toBeGreaterThan(0.3)
  })

  test.each([
    ['the sensor’s own', [8, -3]],
    ['the sensor’s own, a little off', [10, -1]],
    ['set to zero where it was built in', [0, 0]],
  ] as const)('removes gravity completely when the attitude is %s', (_, attitude) => {
    const motion = minute(leaning, [...attitude])
    const mountings = [{ fromUs: 0, xAxis: 'forward', zAxis: 'up', levelling: restOf(motion) } as const]
    expectNear(boatAt(motion, { mountings }, 30), [0, 0, 0], 0.005)
  })

  test('derives the boat’s attitude from a sensor that hangs upside down', () => {
    const hanging = measuredBy(['forward', 'down'], [0, 0, 1])
    const still = minute(hanging, [0, 0])
    const mountings = [{ fromUs: 0, xAxis: 'forward', zAxis: 'down', levelling: restOf(still) } as const]
    const heeled = minute(measuredBy(['forward', 'down'], gravityOf(20 * DEG, 5 * DEG)), [20, 5])
    expectNear(boatAt(heeled, { mountings }, 30), [0, 0, 0], 0.005)
  })

  test('finds no rest, with the reason, while the boat moves, shakes or is silent', () => {
    const still = minute([0, 0, 1], null)
    expect(measureRest(still, [0, 0.3])).toBe('NO_REST_MOVED')
    expect(measureRest(still, [])).toMatchObject({ forceG: [0, 0, 1].map((g) => expect.closeTo(g, 1)) })
    expect(measureRest(undefined, [0])).toBe('NO_REST_SILENT')
    expect(measureRest(cutMotion(still, 0, 50), [0])).toBe('NO_REST_SILENT')
    const shaken = playMotion(50, 60, (t) => [0, 0, 1 + 0.04 * Math.sin(20 * t)])
    expect(measureRest(shaken, [0])).toBe('NO_REST_SHAKEN')
  })

  test('contradicts axes that point elsewhere', () => {
    const rest = restOf(minute(leaning, null))
    expect(matchesAxes('forward', 'up', rest)).toBe(true)
    expect(matchesAxes('aft', 'up', rest)).toBe(true)
    expect(matchesAxes('forward', 'down', rest)).toBe(false)
    expect(matchesAxes('up', 'aft', rest)).toBe(false)
  })
})
