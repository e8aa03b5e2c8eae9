import { expect, test } from 'vitest'
import { heatDays, storedDays } from './heatDays.ts'

const range = { from: '2026-05-01', to: '2026-05-31' }

test("moves a preset on with the days, and keeps the user's own days", () => {
  const stored = storedDays(range, 'thisMonth')
  expect(heatDays(stored, new Date(2026, 4, 31))).toEqual(range)
  expect(heatDays(stored, new Date(2026, 5, 3))).toEqual({ from: '2026-06-01', to: '2026-06-03' })
  expect(heatDays(storedDays(range, null), new Date(2026, 5, 3))).toEqual(range)
})

test('reads an unknown name as the last 30 days', () => {
  expect(heatDays('someday', new Date(2026, 5, 18))).toEqual({ from: '2026-05-20', to: '2026-06-18' })
})
