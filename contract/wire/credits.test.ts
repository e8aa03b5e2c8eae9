import { expect, test } from 'vitest'
import { creditsOf } from './credits.ts'

const points = (count: number) => Array.from({ length: count }, (_, time) => ({ time, value: 1 }))

test('costs a credit for a call, whatever it answers', () => {
  expect(creditsOf({ method: 'GET', path: '/api/trips' }, { data: points(1000), total: 1000 })).toBe(1)
})

test('costs a credit for every hundred raw rows of all series together, and one at least', () => {
  const fetched = (...series: object[][]) =>
    creditsOf(
      { method: 'POST', path: '/fetcher/time-series' },
      { data: series.map((one) => ({ field: 'sog', series: one })) },
    )
  expect(fetched([])).toBe(1)
  expect(fetched(points(100))).toBe(1)
  expect(fetched(points(60), points(41))).toBe(2)
})

test('costs fifty credits for a file with its link, and one for its progress', () => {
  expect(creditsOf({ method: 'POST', path: '/downloads/raw-data' }, { data: {} })).toBe(50)
  expect(creditsOf({ method: 'GET', path: '/downloads/:id' }, { state: 'done' })).toBe(1)
})
