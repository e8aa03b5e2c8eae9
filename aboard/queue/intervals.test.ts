import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addInterval, type DataInterval } from './intervals.ts'

const MINUTE_MS = 60_000

test('covers all data with few sorted intervals whose bytes add up, in whatever order data come', () => {
  const added = fc.record({
    fromMs: fc.integer({ min: 0, max: 500 * MINUTE_MS }),
    ms: fc.integer({ min: 0, max: 5 * MINUTE_MS }),
    bytes: fc.integer({ min: 1, max: 1000 }),
  })
  fc.assert(
    fc.property(fc.array(added, { maxLength: 60 }), fc.integer({ min: 1, max: 8 }), (data, most) => {
      const list: DataInterval[] = []
      const all = data.map(({ fromMs, ms, bytes }) => ({ fromMs, toMs: fromMs + ms, bytes }))
      for (const one of all) addInterval(list, one, most)
      expect(list.length).toBeLessThanOrEqual(most)
      const sum = (some: readonly DataInterval[]) => some.reduce((bytes, one) => bytes + one.bytes, 0)
      expect(sum(list)).toBe(sum(all))
      for (const one of all)
        expect(list.some(({ fromMs, toMs }) => fromMs <= one.fromMs && toMs >= one.toMs)).toBe(true)
      for (const [i, one] of list.entries())
        if (i > 0) expect(one.fromMs - (list[i - 1]?.toMs ?? 0)).toBeGreaterThan(2 * MINUTE_MS)
    }),
  )
})

test('keeps trips of a day apart, and joins the nearest ones when there are too many', () => {
  const list: DataInterval[] = []
  for (const [from, to] of [
    [0, 30],
    [90, 120],
    [125, 140],
    [300, 310],
  ] as const)
    addInterval(list, { fromMs: from * MINUTE_MS, toMs: to * MINUTE_MS, bytes: 1 }, 3)
  expect(list.map(({ fromMs, toMs, bytes }) => [fromMs / MINUTE_MS, toMs / MINUTE_MS, bytes])).toEqual([
    [0, 30, 1],
    [90, 140, 2],
    [300, 310, 1],
  ])
})
