import { expect, test } from 'vitest'
import { sleighAt } from './sleighAt.ts'

const at = (month: number, day: number, minute = 0) => sleighAt(new Date(2026, month, day, 18, minute))

test('shows the sleigh in December only', () => {
  expect(at(10, 30)).toBeNull()
  expect(at(11, 1)).not.toBeNull()
  expect(at(11, 31)).not.toBeNull()
  expect(at(0, 1)).toBeNull()
})

test('moves the sleigh westwards through the north and around again', () => {
  const places = [0, 1, 2, 3].map((minute) => at(11, 24, minute))
  for (const place of places) {
    expect(place?.latitudeDeg).toBeGreaterThanOrEqual(58)
    expect(place?.latitudeDeg).toBeLessThanOrEqual(78)
  }
  const west = (from = 0, to = 0) => (from - to + 360) % 360
  expect(west(places[0]?.longitudeDeg, places[1]?.longitudeDeg)).toBeCloseTo(9)
  expect(at(11, 24, 40)).toEqual(places[0])
})
