import { describe, expect, test } from 'vitest'
import vectors from '#contract/vectors.json' with { type: 'json' }
import {
  acceptedDepths,
  largest,
  lastValue,
  lowestAround,
  positionAt,
  type Samples,
  speedChange,
} from './circumstances.ts'

const S = 1_000_000

/** A value ten times a second for twenty seconds. */
const tenthly = (value: (t: number) => number): Samples => {
  const timeUs = Array.from({ length: 200 }, (_, i) => (i * S) / 10)
  return { timeUs, value: timeUs.map((us) => value(us / S)) }
}
const samples = (...pairs: [atS: number, value: number][]): Samples => ({
  timeUs: pairs.map(([atS]) => atS * S),
  value: pairs.map(([, value]) => value),
})

describe('the change of engine speed', () => {
  test('computes the change of engine speed of the vectors', () => {
    const falling = tenthly((t) => (t < 10 ? 3500 : Math.max(2700, 3500 - 800 * (t - 10))))
    expect(speedChange(falling, 10 * S)).toBeCloseTo(vectors.rpm_drop, 6)
    const rising = tenthly((t) => (t >= 10 && t <= 10.8 ? 3950 : 3500))
    expect(speedChange(rising, 10 * S)).toBeCloseTo(vectors.rpm_rise, 6)
  })

  test('computes the change of an engine that reports once a second', () => {
    const [falling, rising] = [-800, 450].map((change) =>
      samples(
        ...Array.from({ length: 20 }, (_, s) => [s, s < 10 ? 3500 : 3500 + change] as [number, number]),
      ),
    )
    // At any phase between the second and the impact; nearer samples count if there are enough.
    for (const us of [9.01, 9.4, 9.6, 9.99].map((at) => at * S)) {
      expect(speedChange(falling ?? samples(), us)).toBe(-800)
      expect(speedChange(rising ?? samples(), us)).toBe(450)
    }
    const settled = tenthly((t) => (t < 6 ? 1000 : t < 10 ? 3500 : 2700))
    expect(speedChange(settled, 10 * S)).toBe(-800)
  })

  test('returns no change with fewer than three samples before, or none after', () => {
    const few = samples([8, 3500], [9, 3500], [10, 3000])
    expect(speedChange(few, 10 * S)).toBeNull()
    expect(speedChange(samples([7, 1], [8, 1], [9, 1], [9.5, 1]), 11 * S)).toBeNull()
    expect(speedChange(samples(), 10 * S)).toBeNull()
  })

  test('returns the largest change of several engines, with its sign', () => {
    expect(largest([null, 200, -300, 100])).toBe(-300)
    expect(largest([null])).toBeNull()
    expect(largest([])).toBeNull()
    expect(largest([0, null])).toBe(0)
  })
})

describe('the depth', () => {
  test('drops depths at or below zero and single plunges, and keeps a real shoal', () => {
    const deep = tenthly((t) => (t === 5 ? 0 : Math.abs(t - 10) < 0.01 ? 0.4 : 12))
    expect(lowestAround(acceptedDepths(deep), 10 * S)).toBe(12)
    const shoal = tenthly((t) => (Math.abs(t - 10) < 0.25 ? 0.8 : 12))
    expect(lowestAround(acceptedDepths(shoal), 10 * S)).toBe(0.8)
  })

  test('returns the lowest depth of ten seconds around, and none without a sounding there', () => {
    const soundings = acceptedDepths(samples([-1, 3], [0, 3], [9, 5], [10, 5], [20, 2], [21, 2]))
    expect(lowestAround(soundings, 10 * S)).toBe(2)
    expect(lowestAround(soundings, 40 * S)).toBeNull()
  })
})

describe('the position', () => {
  const fixes = (...rows: [atS: number, latitudeDeg: number, longitudeDeg: number][]) => ({
    timeUs: Float64Array.from(rows, ([atS]) => atS * S),
    latitudeDeg: Float64Array.from(rows, ([, latitudeDeg]) => latitudeDeg),
    longitudeDeg: Float64Array.from(rows, ([, , longitudeDeg]) => longitudeDeg),
  })

  test('interpolates the position between the fixes around, over the antimeridian too', () => {
    const place = positionAt(fixes([0, 64, 179.9], [10, 65, -179.9]), 2.5 * S)
    expect(place?.latitudeDeg).toBeCloseTo(64.25, 9)
    expect(place?.longitudeDeg).toBeCloseTo(179.95, 9)
  })

  test('returns the nearest fix within five seconds when those around are further apart', () => {
    const sparse = fixes([0, 64, -22], [11, 65, -22])
    expect(positionAt(sparse, 5 * S)?.latitudeDeg).toBe(64)
    expect(positionAt(sparse, 6 * S)?.latitudeDeg).toBe(65)
    expect(positionAt(sparse, 11 * S)?.latitudeDeg).toBe(65)
    expect(positionAt(sparse, 16.1 * S)).toBeNull()
    expect(positionAt(fixes(), 0)).toBeNull()
  })
})

test('keeps a value for its hold time, and uses none from the future', () => {
  const sog = samples([1, 5], [4, 6])
  expect(lastValue(sog, 3 * S, 2 * S)).toBe(5)
  expect(lastValue(sog, 3.5 * S, 2 * S)).toBeNull()
  expect(lastValue(sog, 0.5 * S, 2 * S)).toBeNull()
})
