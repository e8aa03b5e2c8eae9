import { expect, test } from 'vitest'
import { DEG_RAD } from '#contract/domain/units.ts'
import { EARTH_RADIUS_M } from '#contract/geodesy/geo.ts'
import { HOLD_US } from '../parameters.ts'
import type { AcceptedFix } from './acceptFixes.ts'
import { deriveLastSog, deriveMovement, hasSogAround } from './deriveSog.ts'
import { atOnce } from './stages.ts'

const fix = (second: number, northM: number, jump = false): AcceptedFix => ({
  timeUs: second * 1e6,
  latitudeDeg: northM / (EARTH_RADIUS_M * DEG_RAD),
  longitudeDeg: 5,
  jump,
})
const rounded = (values: Float64Array) => [...values].map((value) => Math.round(value * 1000) / 1000)
const derived = (fixes: readonly AcceptedFix[]) => rounded(atOnce(deriveMovement(fixes)).sogMps)
const steps = (fixes: readonly AcceptedFix[]) => rounded(atOnce(deriveMovement(fixes)).stepM)
const { NaN: UNKNOWN } = Number

test('derives the speed of a steady boat at every fix, also the first and the last', () => {
  const steady = Array.from({ length: 30 }, (_, second) => fix(second, 5 * second))
  expect(derived(steady)).toEqual(Array(30).fill(5))
  expect(steps(steady)).toEqual([UNKNOWN, ...Array(29).fill(5)])
})

test('follows a clean track from fix to fix', () => {
  const fixes = Array.from({ length: 21 }, (_, second) => fix(second, second ** 2))
  const speeds = derived(fixes)
  expect(speeds.slice(5, 18)).toEqual(Array.from({ length: 13 }, (_, i) => 2 * (i + 5)))
})

test('derives no speed over a jump', () => {
  const fixes = Array.from({ length: 20 }, (_, second) =>
    fix(second, 5 * second + (second < 10 ? 0 : 10_000), second === 10),
  )
  expect(derived(fixes)).toEqual(Array(20).fill(5))
  expect(steps(fixes)[10]).toBe(UNKNOWN)
})

test('derives no speed for one wrong position, and keeps its neighbours’ speeds', () => {
  const fixes = Array.from({ length: 9 }, (_, i) => fix(4 * i, 20 * i + (i === 4 ? 150 : 0)))
  expect(derived(fixes)).toEqual([5, 5, 5, 5, UNKNOWN, 5, 5, 5, 5])
  expect(steps(fixes)).toEqual([UNKNOWN, 20, 20, 20, UNKNOWN, 40, 20, 20, 20])
})

test('divides the way to the neighbours by their time for sparse fixes, up to eleven minutes', () => {
  expect(derived([fix(0, 0), fix(600, 3000)])).toEqual([5, 5])
  expect(derived([fix(0, 0), fix(660.000001, 3000)])).toEqual([UNKNOWN, UNKNOWN])
  // A way there and back counts as distance.
  expect(derived([fix(0, 0), fix(300, 1500), fix(600, 0)])).toEqual([5, 5, 5])
  expect(steps([fix(0, 0), fix(300, 1500), fix(600, 0)])).toEqual([UNKNOWN, 1500, 1500])
})

test('derives nothing from a lone fix, nor from two within a second', () => {
  expect(derived([fix(0, 0)])).toEqual([UNKNOWN])
  expect(derived([fix(0, 0), fix(0.999, 5)])).toEqual([UNKNOWN, UNKNOWN])
  expect(derived([fix(0, 0), fix(1, 5)])).toEqual([5, 5])
})

test('counts no step of a boat that drifts slower than a knot and a half', () => {
  expect(steps([fix(0, 0), fix(10, 7), fix(20, 14)])).toEqual([UNKNOWN, 0, 0])
  expect(steps([fix(0, 0), fix(10, 8), fix(20, 16)])).toEqual([UNKNOWN, 8, 8])
})

test('derives the same speed for the last fix as for all others', () => {
  const fixes = Array.from({ length: 40 }, (_, second) => fix(second, 3 * second + (second % 3)))
  expect(deriveLastSog(fixes)).toBe(atOnce(deriveMovement(fixes)).sogMps.at(-1))
  expect(deriveLastSog([])).toBe(UNKNOWN)
})

test('returns a speed near the times that have one, for as long as it holds', () => {
  const timeUs = Float64Array.from([100e6, 200e6, 300e6])
  const isKnown = (us: number) => hasSogAround(timeUs, Float64Array.from([4, UNKNOWN, 6]))(us)
  const at = [100e6 - HOLD_US - 1, 100e6 - HOLD_US, 100e6, 100e6 + HOLD_US, 100e6 + HOLD_US + 1]
  expect(at.map(isKnown)).toEqual([false, true, true, true, false])
  expect([200e6, 300e6 - HOLD_US, 300e6 + HOLD_US, 300e6 + HOLD_US + 1].map(isKnown)).toEqual([
    false,
    true,
    true,
    false,
  ])
  // Later calls continue from the last index.
  const ask = hasSogAround(timeUs, Float64Array.from([4, UNKNOWN, 6]))
  expect([100e6, 200e6, 300e6, 300e6 + HOLD_US + 1].map(ask)).toEqual([true, false, true, false])
})
