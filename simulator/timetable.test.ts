import { expect, test } from 'vitest'
import { FLEET } from './fleet.ts'
import { voyagesOn } from './timetable.ts'

test('never keeps the whole fleet in harbour for a day of two years, however sparse', () => {
  const idle = Array.from({ length: 730 }, (_, i) => 20_454 + i).filter((day) =>
    FLEET.every((boat) => voyagesOn(boat, day, []).length === 0),
  )
  expect(idle).toEqual([])
})

test('sails each boat in a month, and the fleet no more than 120 times, in a sparse timetable', () => {
  for (let firstDay = 20_454; firstDay < 21_184; firstDay += 30) {
    const voyages = FLEET.map((boat) =>
      Array.from({ length: 32 }, (_, i) => voyagesOn(boat, firstDay + i, []).length).reduce((a, b) => a + b),
    )
    expect(Math.min(...voyages)).toBeGreaterThan(0)
    expect(voyages.reduce((a, b) => a + b)).toBeLessThanOrEqual(120)
  }
})
