import { expect, test } from 'vitest'
import { refusedHours } from './refusedHours.ts'

test('gives each reason one bar an hour, also for hours without rejections', () => {
  const at = (hour: string, reason: string, count: number) => ({
    hour: `2026-06-01T${hour}:00:00.000Z`,
    reason,
    count,
  })
  const series = refusedHours([at('10', 'checksum', 3), at('12', 'checksum', 1), at('12', 'no_time', 7)])
  expect(series.map(({ reason, points }) => [reason, points.map(({ y }) => y)])).toEqual([
    ['checksum', [3, 0, 1]],
    ['no_time', [0, 0, 7]],
  ])
  expect(series[0]?.points[1]?.x).toBe(Date.UTC(2026, 5, 1, 11))
  expect(refusedHours([])).toEqual([])
})
