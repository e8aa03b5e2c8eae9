import { expect, test } from 'vitest'
import { isAlone, withDayGaps } from './gapsInLines.ts'

const on = (day: number, hour = 12) => ({ x: new Date(2026, 9, day, hour).getTime(), y: day })

test('breaks a line only where a whole day has no point', () => {
  const points = [on(23, 23), on(24, 1), on(26, 0), on(26, 20), on(27)]
  expect(withDayGaps(points).map(({ y }) => y)).toEqual([23, 24, null, 26, 26, 27])
  expect(withDayGaps([])).toEqual([])
})

test('calls a value alone when it has no neighbour on either side', () => {
  const values = [1, null, 2, null, 3, 4]
  expect(values.map((_, at) => isAlone(values, at))).toEqual([true, false, true, false, false, false])
})
