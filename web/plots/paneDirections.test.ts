import { expect, test } from 'vitest'
import { withDirections } from './paneDirections.ts'
import { pointPanes } from './pointPanes.ts'

const [pane] = pointPanes(
  [
    {
      field: 'wind_speed',
      label: 'Wind',
      unit: 'm/s',
      slot: 0,
      points: [0, 60, 120].map((x) => ({ x, y: 5 })),
    },
  ],
  60,
)
const windFrom = { label: 'From', convention: 'from' } as const

test('places directions at the times of their pane', () => {
  const read = new Map([
    [0, 350],
    [120, 10],
    [999, 90],
  ])
  expect(pane && withDirections(pane, read, windFrom).directions?.deg).toEqual([350, undefined, 10])
})

test('draws no arrows when the pane has no direction', () => {
  expect(pane && withDirections(pane, new Map(), windFrom)).toBe(pane)
})
