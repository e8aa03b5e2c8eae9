import { expect, test } from 'vitest'
import { toReadouts, valueAt } from './readouts.ts'

const BEGIN_MS = Date.UTC(2026, 5, 18, 9)
const { sogKn } = toReadouts([
  {
    field: 'sog',
    unit: 'kn',
    unique_id: 'sog',
    device_number: 0,
    instance: 0,
    aggregation: 'max',
    series: [
      { time: BEGIN_MS, value: 12 },
      { time: BEGIN_MS + 1000, value: 14 },
    ],
  },
])

test('shows a value from its time until the next one, or for ten seconds', () => {
  expect(valueAt(sogKn, BEGIN_MS - 1)).toBeNull()
  expect(valueAt(sogKn, BEGIN_MS)).toBe(12)
  expect(valueAt(sogKn, BEGIN_MS + 999)).toBe(12)
  expect(valueAt(sogKn, BEGIN_MS + 1000)).toBe(14)
  expect(valueAt(sogKn, BEGIN_MS + 11_001)).toBeNull()
})
