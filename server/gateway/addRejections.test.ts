import { expect, test } from 'vitest'
import type { Rejection } from '#contract/domain/reading.ts'
import { addRejections } from './addRejections.ts'

test('counts refusals by kind, and lists no more than a thousand kinds', () => {
  const all: Rejection[] = []
  const kinds = Array.from({ length: 1001 }, (_, i) => ({
    reason: 'malformed' as const,
    detail: `${i}`,
    count: 1,
  }))
  addRejections(all, kinds)
  addRejections(all, kinds)
  expect(all).toHaveLength(1000)
  expect(all.every(({ count }) => count === 2)).toBe(true)
})
