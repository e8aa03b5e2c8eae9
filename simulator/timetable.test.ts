import { expect, test } from 'vitest'
import { FLEET } from './fleet.ts'
import { voyagesOn } from './timetable.ts'

test('never keeps the whole fleet in harbour for a day of two years, however sparse', () => {
  const idle = Array.from({ length: 730 }, (_, i) => 20_454 + i).filter((day) =>
    FLEET.every((boat) => voyagesOn(boat, day, []).length === 0),
  )
  expect(idle).toEqual([])
})
