import { expect, test } from 'vitest'
import { formatsIn } from '#web/i18n/formats.ts'
import { distanceAxis } from './paneAxis.ts'
import { createTimeRange } from './timeRange.ts'

const formats = formatsIn('en', ((key: string) => key.replace('format.unit.', '')) as never)
const axis = distanceAxis(formats)

test('marks round distances, as many as there is room for', () => {
  expect(axis.step(15.3, 8)).toBe(2)
  expect(axis.ticks(0.4, 15.3, 5)).toEqual([5, 10, 15])
  expect(axis.write(15, 5)).toBe('15 nmi')
  expect(axis.write(0.5, 0.5)).toBe('0.5 nmi')
  expect(axis.writeExactly(3.456)).toBe('3.46 nmi')
})

test('zooms a range of miles to less than five thousand of them', () => {
  const range = createTimeRange([0, 10], 0.2)
  range.scale(0.1, 5)
  expect(range.get()).toEqual([4.5, 5.5])
  range.scale(0.01, 5)
  expect(range.get()[1] - range.get()[0]).toBeCloseTo(0.2)
})
