import fc from 'fast-check'
import { expect, test } from 'vitest'
import { downsample, lttb, m4, minMaxLttb } from './downsample.ts'
import vectors from './vectors.json' with { type: 'json' }

const METHODS = ['lttb', 'min-max-lttb', 'm4', 'min-max'] as const
const walk = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 2000 })
const columnsOf = (values: readonly number[]) =>
  [Float64Array.from(values.keys()), Float64Array.from(values)] as const

test('keeps the four points of the vector', () => {
  const y = [10, 20, 15, 30, 40, 35, 50, 60, 55, 70]
  const x = y.map((_, i) => i + 1)
  const kept = lttb(Float64Array.from(x), Float64Array.from(y), 4)
  expect(kept.map((i) => [x[i], y[i]])).toEqual(vectors.lttb4)
})

test('keeps ends and order, and no more points than asked for', () => {
  fc.assert(
    fc.property(
      walk,
      fc.integer({ min: 4, max: 300 }),
      fc.constantFrom(...METHODS),
      (values, most, method) => {
        const kept = downsample({ timeMs: [...values.keys()], value: values }, most, method)
        expect(kept.length).toBeLessThanOrEqual(most)
        expect([kept[0], kept.at(-1)]).toEqual([0, values.length - 1])
        expect(kept).toEqual([...new Set(kept)].sort((a, b) => a - b))
        if (values.length <= most && method !== 'm4') expect(kept).toHaveLength(values.length)
      },
    ),
  )
})

test('never loses a peak where it promises so', () => {
  fc.assert(
    fc.property(
      walk,
      fc.integer({ min: 4, max: 50 }),
      fc.constantFrom('m4', 'min-max'),
      (values, most, method) => {
        const kept = downsample({ timeMs: [...values.keys()], value: values }, most, method)
        const picture = kept.map((i) => values[i] ?? 0)
        expect([Math.min(...picture), Math.max(...picture)]).toEqual([
          Math.min(...values),
          Math.max(...values),
        ])
      },
    ),
  )
})

test('draws on so many columns what all points draw', () => {
  fc.assert(
    fc.property(walk, fc.integer({ min: 1, max: 60 }), (values, columns) => {
      const span = values.length - 1 || 1
      const picture = (indexes: readonly number[]) => {
        const drawn = Array.from({ length: columns }, () => ({ min: Infinity, max: -Infinity, ends: [0, 0] }))
        for (const i of indexes) {
          const column = drawn[Math.min(columns - 1, Math.floor((i / span) * columns))]
          const value = values[i] ?? 0
          if (!column) continue
          column.ends = [column.min === Infinity ? value : (column.ends[0] ?? 0), value]
          column.min = Math.min(column.min, value)
          column.max = Math.max(column.max, value)
        }
        return drawn
      }
      expect(picture(m4(...columnsOf(values), columns))).toEqual(picture([...values.keys()]))
    }),
  )
})

test('chooses among the extremes of narrower buckets', () => {
  const values = Array.from({ length: 10_000 }, (_, i) => Math.sin(i / 500))
  values[4321] = 50
  const kept = minMaxLttb(...columnsOf(values), 100)
  expect(kept).toHaveLength(100)
  expect(kept).toContain(4321)
})

test('shares points among gap-free runs by their length, two each at least', () => {
  const timeMs = Array.from(
    { length: 1000 },
    (_, i) => i * 1000 + (i >= 900 ? 1e7 : 0) + (i >= 990 ? 1e7 : 0),
  )
  const value = timeMs.map((_, i) => (i === 500 ? null : i % 7))
  const kept = downsample({ timeMs, value }, 100, 'lttb', 2500)
  const inside = (from: number, to: number) => kept.filter((i) => i >= from && i < to).length
  expect([inside(0, 500), inside(501, 900), inside(900, 990), inside(990, 1000)]).toEqual([50, 39, 9, 2])
  expect(kept).not.toContain(500)
})
