import { expect, test } from 'vitest'
import { FLEET } from './fleet.ts'
import { voyagesOn } from './timetable.ts'

test('on no day of two years does the whole fleet stay in harbour, however sparse the timetable', () => {
  const idle = Array.from({ length: 730 }, (_, i) => 20_454 + i).filter((day) =>
    FLEET.every((boat) => voyagesOn(boat, day, []).length === 0),
  )
  expect(idle).toEqual([])
})
