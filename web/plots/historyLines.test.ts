import { expect, test } from 'vitest'
import { historyLines, historyScale, shownRange, totalsOf } from './historyLines.ts'

const START = Date.UTC(2026, 5, 18, 12)
const MINUTE = 60_000
const entry = (aggregation: string, unit: string, values: [minute: number, value: number | null][]) => ({
  ...{ field: 'coolant_temperature_1', unit, unique_id: 'x', device_number: 1, instance: 1, aggregation },
  series: values.map(([minute, value]) => ({ time: START + minute * MINUTE, value })),
})
const look = { resolution: { value: 1, type: 'minutes' }, smoothing: null, withGaps: true } as const
const KELVIN: [number, number | null][] = [
  [0, 353.15],
  [1, 363.15],
  [30, 373.15],
]

test('draws a gap as a break, or joins it', () => {
  const [line] = historyLines([entry('avg', 'K', KELVIN)], look)
  expect(line?.points).toEqual([
    [START, 80],
    [START + MINUTE, 90],
    [START + 2 * MINUTE, null],
    [START + 30 * MINUTE, 100],
  ])
  const [joined] = historyLines([entry('avg', 'K', KELVIN)], { ...look, withGaps: false })
  expect(joined?.points).toEqual([
    [START, 80],
    [START + MINUTE, 90],
    [START + 30 * MINUTE, 100],
  ])
})

test('joins a series that is sent more rarely than the step of the plot', () => {
  const rare = [0, 1, 2, 3, 10].map((minute) => [minute, 300 + minute] as [number, number])
  const [line] = historyLines([entry('avg', 'V', rare)], {
    ...look,
    resolution: { value: 1, type: 'seconds' },
  })
  expect(line?.points.map(([, value]) => value)).toEqual([300, 301, 302, 303, null, 310])
  const between = rare.flatMap(
    ([at, value]) =>
      [
        [at, value],
        [at + 0.5, null],
      ] as [number, number | null][],
  )
  const [same] = historyLines([entry('avg', 'V', between)], {
    ...look,
    resolution: { value: 1, type: 'seconds' },
  })
  expect(same?.points).toEqual(line?.points)
})

test('smooths the mean, and keeps minimum and maximum', () => {
  const jagged = Array.from({ length: 60 }, (_, i) => [i, i % 2 ? 10 : 0] as [number, number])
  const entries = [entry('avg', 'V', jagged), entry('max', 'V', jagged)]
  const [avg, max] = historyLines(entries, { ...look, smoothing: 53 })
  expect(Math.abs((avg?.points[30]?.[1] ?? 0) - 5)).toBeLessThan(1)
  expect(max?.points.map(([, value]) => value)).toEqual(jagged.map(([, value]) => value))
})

test('computes minimum, mean and maximum of the whole range, and none without data', () => {
  expect(
    totalsOf([
      entry('min', 'Pa', [[0, 200_000]]),
      entry('avg', 'Pa', [
        [0, 250_000],
        [1, 350_000],
      ]),
      entry('max', 'Pa', [[1, 400_000]]),
    ]),
  ).toEqual({ unit: 'bar', min: 2, avg: 3, max: 4 })
  expect(totalsOf([entry('avg', 'V', [])])).toBeNull()
})

test('spans the requested range; for all time, starts at the first value', () => {
  const entries = [entry('avg', 'K', [[0, null], ...KELVIN.slice(1)])]
  const [fromMs, toMs] = [START - 1000 * MINUTE, START + 60 * MINUTE]
  expect(shownRange(entries, { fromMs, toMs })).toEqual({ fromMs, toMs })
  expect(shownRange(entries, { fromMs: null, toMs })).toEqual({ fromMs: START + MINUTE, toMs })
})

test('ends the axis at round numbers, and includes a limit above all values', () => {
  expect(historyScale([24, 25.3, null], 2)).toEqual({ min: 0, max: 30, stepSize: 10, decimals: 0 })
  expect(historyScale([0.4, 3.15, 1], 3)).toEqual({ min: 0, max: 4, stepSize: 1, decimals: 0 })
  expect(historyScale([0.02, 0.31], 0.1)).toEqual({ min: 0, max: 0.4, stepSize: 0.1, decimals: 1 })
  expect(historyScale([12.4, 12.7], null)).toMatchObject({ min: 12.4, max: 12.7, decimals: 1 })
  expect(historyScale([null], null)).toBeNull()
})
