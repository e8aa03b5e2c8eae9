import { expect, test } from 'vitest'
import { pointPanes, runningTotal } from './pointPanes.ts'

const points = [
  { x: 0, y: 1 },
  { x: 0.1, y: null },
  { x: 0.2, y: 3 },
]

test('groups points into panes by unit, and leaves out unknown values', () => {
  const panes = pointPanes(
    [
      { field: 'avg_sog', label: 'SOG', unit: 'kn', slot: 0, points },
      { field: 'sog_vs_rog', label: 'Share', unit: '%', slot: 1, factor: 100, points },
    ],
    0.1,
  )
  expect(panes.map(({ unit, times, max }) => [unit, times, max])).toEqual([
    ['kn', [0, 0.2], 3],
    ['%', [0, 0.2], 300],
  ])
})

test('continues a running total across unknown values', () => {
  expect(runningTotal(points).map(({ y }) => y)).toEqual([1, 1, 4])
})
