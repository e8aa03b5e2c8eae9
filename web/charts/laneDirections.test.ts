import { expect, test } from 'vitest'
import { withDirections } from './laneDirections.ts'
import { pointLanes } from './pointLanes.ts'

const [lane] = pointLanes(
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
const told = { label: 'From', said: 'from' } as const

test('directions stand at the times of their lane', () => {
  const read = new Map([
    [0, 350],
    [120, 10],
    [999, 90],
  ])
  expect(lane && withDirections(lane, read, told).directions?.deg).toEqual([350, undefined, 10])
})

test('a lane of which no direction is known has no arrows', () => {
  expect(lane && withDirections(lane, new Map(), told)).toBe(lane)
})
