import { expect, test } from 'vitest'
import { degToRad, radToDeg } from '#contract/domain/units.ts'
import vectors from '#contract/vectors.json' with { type: 'json' }
import { type Part, toBuckets } from './seriesParts.ts'

/** Samples of one bucket, in radians: `everyS` apart, or alone when their holding time is unknown. */
function partOf(values: readonly number[], everyS: number): Part {
  const sum = (of: (value: number) => number) => values.reduce((total, value) => total + of(value), 0)
  const area = (of: (value: number) => number) => everyS * sum(of)
  return {
    ...{ timeUs: 0, values: values.length, min: Math.min(...values), max: Math.max(...values) },
    ...{ last: values.at(-1) ?? Number.NaN, sum: sum((value) => value), eastSum: 0 },
    ...{ sineSum: sum(Math.sin), cosineSum: sum(Math.cos), coveredS: everyS * values.length },
    ...{ area: area((value) => value), sineArea: area(Math.sin), cosineArea: area(Math.cos), ends: null },
  }
}

test.each([0, 1])('averages courses by direction, and returns none when they cancel out (%i s)', (everyS) => {
  const mean = (...degrees: number[]) => {
    const field = { key: 'cog', instance: 0, aggregation: 'avg' } as const
    const [value = null] = toBuckets(field, [partOf(degrees.map(degToRad), everyS)]).value
    return value === null ? null : radToDeg(value)
  }
  const [north, opposite, between] = vectors.cmean as [number, number][]
  // A full turn is none.
  expect((mean(350, 10) ?? Number.NaN) % 360).toBeCloseTo((north?.[0] ?? 0) % 360, 6)
  expect(opposite?.[1]).toBe(0)
  expect(mean(0, 180)).toBeNull()
  expect(mean(90, 90, 180)).toBeCloseTo(between?.[0] ?? 0, 5)
  // The resultant of two directions is the cosine of half their angle: just above and below 0.1.
  expect(mean(0, 168)).toBeCloseTo(84, 9)
  expect(mean(0, 169)).toBeNull()
})
