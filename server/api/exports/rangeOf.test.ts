import { expect, test } from 'vitest'
import { rangeOf } from './rangeOf.ts'

test.each([
  ['bytes=0-99', { from: 0, to: 99 }],
  ['bytes=100-', { from: 100, to: 999 }],
  ['bytes=-10', { from: 990, to: 999 }],
  ['bytes=-5000', { from: 0, to: 999 }],
  ['bytes=900-5000', { from: 900, to: 999 }],
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-2', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['lines=0-1', 'whole'],
  ['bytes=-', 'whole'],
  [undefined, 'whole'],
] as const)('reads %s of a thousand bytes', (header, expected) => {
  expect(rangeOf(header, 1000)).toEqual(expected)
})
