import { expect, test } from 'vitest'
import { heatMarks, markDecimals } from './heatScale.ts'

/** Steps that the server returns for an even scale between two values. */
const even = (from: number, to: number) =>
  Object.fromEntries([1, 2, 3, 4, 5].map((step) => [step, from + ((to - from) * step) / 5]))
const words = (layer: Parameters<typeof heatMarks>[0], steps: Record<string, number>) =>
  heatMarks(layer, steps).map(({ value, share, end }) => [
    Math.round(value * 100) / 100,
    Math.round(share * 100) / 100,
    ...(end ? [end] : []),
  ])

test('marks both ends of an even scale, and round values between them', () => {
  expect(words('sog', even(0, 26.87))).toEqual([
    [0, 0, 'least'],
    [10, 0.37],
    [20, 0.74],
    [26.87, 1, 'most'],
  ])
  const [least, ...more] = words('temperature', even(3.2, 11.4))
  expect([least, more.at(-1)]).toEqual([
    [3.2, 0, 'least'],
    [11.4, 1, 'most'],
  ])
  expect(more.slice(0, -1).every(([value]) => Number.isInteger(value))).toBe(true)
})

test('starts the scale at zero when the least value is close to zero', () => {
  expect(words('impact', even(0.02, 2.2)).at(0)).toEqual([0, 0, 'least'])
  expect(words('impact', even(0.06, 2.2)).at(0)).toEqual([0.06, 0, 'least'])
})

test('places round values on a logarithmic scale', () => {
  const steps = Object.fromEntries(
    [1, 2, 3, 4, 5].map((step) => [step, Math.expm1((Math.log1p(740) * step) / 5)]),
  )
  expect(words('traffic', steps)).toEqual([
    [0, 0, 'least'],
    [10, 0.36],
    [100, 0.7],
    [740, 1, 'most'],
  ])
})

test('makes the shallowest water the hottest', () => {
  const marks = heatMarks('water_depth', even(0, 50))
  expect(marks.map(({ value }) => value)).toEqual(
    [50, 40, 30, 20, 10, 0].filter((value) => marks.some((mark) => mark.value === value)),
  )
  expect(marks.at(0)).toMatchObject({ value: 50, share: 0, end: 'most' })
  expect(marks.at(-1)).toMatchObject({ value: 0, share: 1, end: 'least' })
})

test('leaves space between labels, whatever the scale', () => {
  for (const top of [0.013, 0.9, 3.3, 7, 42, 134.3, 8800]) {
    const shares = heatMarks('sog', even(0, top)).map(({ share }) => share)
    for (const [index, share] of shares.entries())
      if (index > 0) expect(share - (shares[index - 1] ?? 0)).toBeGreaterThan(0.199)
  }
})

test('has no marks without data, and one value when all squares are equal', () => {
  expect(heatMarks('traffic', {})).toEqual([])
  expect(words('sog', even(7, 7))).toEqual([
    [7, 0, 'least'],
    [7, 1, 'most'],
  ])
})

test('uses the fewest decimals that distinguish the marks', () => {
  const of = (...values: number[]) => markDecimals(values.map((value) => ({ value, share: 1 })))
  expect(of(1, 3, 6.999999999, 15, 31)).toBe(0)
  expect(of(0.43, 0.85, 1.13)).toBe(2)
  expect(of(0, 5, 11.7)).toBe(1)
  expect(of(0, 20, 26.87)).toBe(0)
})
