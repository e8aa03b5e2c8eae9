import { Euler } from 'three'
import { expect, test } from 'vitest'
import { DEFAULT_AXES } from './attitude.ts'
import { impactAt, isMoving, orientationAt, readMovement, WINDOW_MS, windowAt } from './movement.ts'

const entry = (field: string, values: (number | null)[]) => ({
  field,
  unit: '°',
  unique_id: field,
  device_number: 1,
  instance: 1,
  aggregation: 'avg',
  series: values.flatMap((value, i) => (value === undefined ? [] : [{ time: 1000 + 50 * i, value }])),
})
const movement = readMovement([
  entry('euler_x_1', [0, 10, 10]),
  entry('euler_y_1', [1, 2, 3]),
  entry('euler_z_1', [350, 10, 10]),
  entry('impact_1', [0.2, 3, null]),
])
const yawAt = (timeMs: number) => {
  const turned = orientationAt(movement, timeMs, DEFAULT_AXES)
  return turned && (-new Euler().setFromQuaternion(turned, 'YXZ').y * 180) / Math.PI
}

test('turns through north the short way', () => {
  expect(yawAt(1025)).toBeCloseTo(0, 1)
  expect(yawAt(1000)).toBeCloseTo(-10, 9)
  expect(yawAt(1050)).toBeCloseTo(10, 9)
})

test('returns null outside the data, and a value between two windows of data', () => {
  expect([yawAt(-1), yawAt(2101)]).toEqual([null, null])
  expect(yawAt(960)).toBeCloseTo(-10, 9)
  expect(yawAt(1140)).toBeCloseTo(10, 9)
  expect(impactAt(movement, 1049)).toBe(0.2)
  expect([1050, 1100, 2049].map((timeMs) => impactAt(movement, timeMs))).toEqual([3, 3, 3])
  expect([999, 2050].map((timeMs) => impactAt(movement, timeMs))).toEqual([null, null])
})

test('keeps the attitude when an impact comes between two samples', () => {
  const sparse = (field: string, times: readonly number[]) => ({
    ...entry(field, []),
    series: times.map((time) => ({ time, value: time / 100 })),
  })
  const slow = readMovement([
    ...['euler_x', 'euler_y', 'euler_z'].map((field) => sparse(field, [50, 150, 250])),
    sparse('impact', [100]),
  ])
  for (const timeMs of [60, 100, 140, 160]) expect(orientationAt(slow, timeMs, DEFAULT_AXES)).not.toBeNull()
})

test('does not turn the boat across a gap', () => {
  const holed = readMovement(
    ['euler_x', 'euler_y', 'euler_z'].map((field) => ({
      ...entry(field, []),
      series: [
        { time: 0, value: 1 },
        { time: 2000, value: 5 },
      ],
    })),
  )
  expect(orientationAt(holed, 1000, DEFAULT_AXES)).toBeNull()
})

test('reports no movement when an axis is constant or missing', () => {
  expect(isMoving(movement)).toBe(true)
  expect(
    isMoving(readMovement([entry('euler_x', [1, 2]), entry('euler_y', [1, 2]), entry('euler_z', [7, 7])])),
  ).toBe(false)
  expect(isMoving(readMovement([entry('euler_x', [1, 2]), entry('euler_y', [1, 2])]))).toBe(false)
})

test.each([
  [0, 0],
  [299_999, 0],
  [300_000, 300_000],
  [600_000, 300_000],
])('finds for %d ms into a trip of two windows the one that begins at %d ms', (atMs, beginMs) => {
  const trip = { fromMs: 7000, toMs: 7000 + 2 * WINDOW_MS }
  expect(windowAt(trip, 7000 + atMs)).toBe(7000 + beginMs)
})
