import { expect, test } from 'vitest'
import { daysSpan } from './daysSpan.ts'

test('reaches from the first moment of the first day to the last moment of the last day', () => {
  const { start = '', end = '' } = daysSpan({ from: '2026-06-01', to: '2026-06-03' })
  expect(Date.parse(end) - Date.parse(start)).toBe(3 * 86_400_000 - 1)
  expect(new Date(start).getHours()).toBe(0)
})

test('leaves an open end open', () => {
  expect(daysSpan({})).toEqual({})
  expect(Object.keys(daysSpan({ from: '2026-06-01' }))).toEqual(['start'])
})
