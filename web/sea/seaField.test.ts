import { expect, test } from 'vitest'
import { SEA_SERIES_NAMES, type SeaGrid } from '#contract/wire/seaForecast.ts'
import { fieldOf, type SeaValues, seaHere, stepAt, stepMs } from './seaField.ts'

const START_MS = Date.UTC(2026, 5, 17, 9)
/** Two patches, the second across the antimeridian. */
const GRID: SeaGrid = {
  ...{ version: 'a', fetched_at: '2026-06-18T10:00:00.000Z', start_time: new Date(START_MS).toISOString() },
  ...{ step_s: 10_800, steps: 2, step_deg: 1 },
  patches: [
    { south: 60, west: -24, rows: 2, columns: 2 },
    { south: -18, west: 179, rows: 2, columns: 3 },
  ],
}
const POINTS = 10
const values = Object.fromEntries(
  SEA_SERIES_NAMES.map((name, series) => [
    name,
    Float32Array.from({ length: 2 * POINTS }, (_, i) => (name.endsWith('direction') ? 90 : series + i)),
  ]),
) as SeaValues
values.wind_speed[1] = Number.NaN
values.wave_height[0] = 0

test('reads the nearest point of the grid at a step, also across the antimeridian', () => {
  const wind = (latitudeDeg: number, longitudeDeg: number, step = 0) =>
    seaHere(GRID, values, 'wind', step, { latitudeDeg, longitudeDeg })
  expect(wind(60.2, -23.9)).toEqual({ size: 0, directionDeg: 90, periodS: null })
  expect(wind(61, -23)?.size).toBe(3)
  expect(wind(61, -23, 1)?.size).toBe(13)
  expect(wind(-18, -180)?.size).toBe(5)
  expect(wind(-17, -179)?.size).toBe(9)
  expect(seaHere(GRID, values, 'waves', 0, { latitudeDeg: 61, longitudeDeg: -24 })?.periodS).toBe(6)
})

test('has no value outside of the grid, and no zero in a gap', () => {
  for (const [latitudeDeg, longitudeDeg] of [
    [59.9, -24],
    [60.5, -22.9],
    [-18, -178.9],
    [0, 0],
  ] as const)
    expect(seaHere(GRID, values, 'wind', 0, { latitudeDeg, longitudeDeg })).toBeNull()
  const gap = seaHere(GRID, values, 'wind', 0, { latitudeDeg: 60, longitudeDeg: -23 })
  expect(gap?.size).toBeNull()
  expect(seaHere(GRID, values, 'waves', 0, { latitudeDeg: 60, longitudeDeg: -24 })?.size).toBe(0)
})

test('draws the direction of travel and the share of the scale, and marks gaps', () => {
  const wind = fieldOf(GRID, values, 0, 'wind')
  expect(wind).toHaveLength(4 * 4 * 2)
  // Wind from the east goes to the west.
  const numbers = [...wind].map((value) => Math.round(value * 1000) / 1000)
  expect(numbers.slice(8, 12)).toEqual([-1, -0, 0.08, 1])
  expect(numbers.slice(4, 8)).toEqual([0, 0, 0, 0])
  const current = fieldOf(GRID, values, 1, 'current')
  expect(current[0]).toBeCloseTo(1)
  expect(current[3]).toBe(1)
})

test('finds the step of a time, within the grid', () => {
  expect(stepMs(GRID, 1)).toBe(START_MS + 10_800_000)
  const hours = [-5, 1, 2, 50].map((hour) => stepAt(GRID, START_MS + hour * 3_600_000))
  expect(hours).toEqual([0, 0, 1, 1])
})
