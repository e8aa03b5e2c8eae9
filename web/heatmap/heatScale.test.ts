import { expect, test } from 'vitest'
import { heatMarks, markDecimals } from './heatScale.ts'

const steps = { 1: 10, 2: 20, 3: 30, 4: 40, 5: 50 }

test('each step marks a fifth of the scale', () => {
  expect(heatMarks('sog', steps)).toEqual([
    { value: 10, share: 0.2 },
    { value: 20, share: 0.4 },
    { value: 30, share: 0.6 },
    { value: 40, share: 0.8 },
    { value: 50, share: 1 },
  ])
})

test('the shallowest water is the hottest', () => {
  const marks = heatMarks('water_depth', steps)
  expect(marks.map(({ value }) => value)).toEqual([50, 40, 30, 20, 10])
  expect(marks.map(({ share }) => Math.round(share * 10) / 10)).toEqual([0, 0.2, 0.4, 0.6, 0.8])
})

test('no data has no marks', () => {
  expect(heatMarks('traffic', {})).toEqual([])
})

test('decimals are as few as tell the marks apart', () => {
  const of = (...values: number[]) => markDecimals(values.map((value) => ({ value, share: 1 })))
  expect(of(1, 3, 6.999999999, 15, 31)).toBe(0)
  expect(of(0.43, 0.85, 2.13)).toBe(2)
  expect(of(5.87, 11.7, 29.3)).toBe(1)
  expect(of(26.9, 53.7, 134.3)).toBe(0)
})
