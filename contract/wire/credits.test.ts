import { expect, test } from 'vitest'
import { creditsOf } from './credits.ts'

const points = (count: number) => Array.from({ length: count }, (_, time) => ({ time, value: 1 }))

test('a call costs a credit, whatever it answers', () => {
  expect(creditsOf({ method: 'GET', path: '/api/trips' }, { data: points(1000), total: 1000 })).toBe(1)
})

test('raw data costs a credit for every hundred rows of all series together, and one at least', () => {
  const fetched = (...series: object[][]) =>
    creditsOf(
      { method: 'POST', path: '/fetcher/time-series' },
      { data: series.map((one) => ({ field: 'sog', series: one })) },
    )
  expect(fetched([])).toBe(1)
  expect(fetched(points(100))).toBe(1)
  expect(fetched(points(60), points(41))).toBe(2)
})

test('a file costs fifty credits with its link, and looking how far it is one', () => {
  expect(creditsOf({ method: 'POST', path: '/downloads/raw-data' }, { data: {} })).toBe(50)
  expect(creditsOf({ method: 'GET', path: '/downloads/:id' }, { state: 'done' })).toBe(1)
})
