import { expect, test } from 'vitest'
import { EARTH_RADIUS_M } from '#contract/geo.ts'
import { DEG_RAD } from '#contract/units.ts'
import { HOLD_US } from '../parameters.ts'
import { type BelievedFix, deriveSog, hasSogAround } from './deriveSog.ts'

const fix = (second: number, northM: number, jump = false): BelievedFix => ({
  timeUs: second * 1e6,
  latitudeDeg: northM / (EARTH_RADIUS_M * DEG_RAD),
  longitudeDeg: 5,
  jump,
})
const derived = (fixes: readonly BelievedFix[]) =>
  [...deriveSog(fixes)].map((mps) => Math.round(mps * 1000) / 1000)
const { NaN: UNKNOWN } = Number

test('is the speed of a steady boat at every fix, the first and the last too', () => {
  const steady = Array.from({ length: 30 }, (_, second) => fix(second, 5 * second))
  expect(derived(steady)).toEqual(Array(30).fill(5))
})

test('takes chords of five seconds to both sides, those of them that are there', () => {
  // Accelerating: the chord over ten seconds around a fix has its speed, five seconds to one side another.
  const fixes = Array.from({ length: 21 }, (_, second) => fix(second, second ** 2))
  const speeds = derived(fixes)
  expect(speeds.slice(5, 16)).toEqual(Array.from({ length: 11 }, (_, i) => 2 * (i + 5)))
  // At the ends the lower of two, and what the one side says.
  expect([speeds[0], speeds[1], speeds[20]]).toEqual([5, 6, 34])
})

test('nobody sailed over a jump', () => {
  const fixes = Array.from({ length: 20 }, (_, second) =>
    fix(second, 5 * second + (second < 10 ? 0 : 10_000), second === 10),
  )
  expect(derived(fixes)).toEqual(Array(20).fill(5))
})

test('one wrong position leaves the speeds around it', () => {
  const fixes = Array.from({ length: 7 }, (_, i) => fix(4 * i, 20 * i + (i === 3 ? 100 : 0)))
  // The chords are 5, 5, 17.5, 5, 7.5, 5, 5, each replaced by the median of itself and its neighbours.
  expect(derived(fixes)).toEqual([5, 5, 5, 7.5, 5, 5, 5])
})

test('of fixes that are further apart than five seconds one side is enough, up to ten', () => {
  expect(derived([fix(0, 0), fix(10, 50)])).toEqual([5, 5])
  expect(derived([fix(0, 0), fix(10.000001, 50)])).toEqual([UNKNOWN, UNKNOWN])
  // From behind rather than from before.
  expect(derived([fix(0, 0), fix(8, 40), fix(16, 160)])).toEqual([5, 5, 5])
})

test('says nothing of a lone fix, nor of two within a second', () => {
  expect(derived([fix(0, 0)])).toEqual([UNKNOWN])
  expect(derived([fix(0, 0), fix(0.999, 5)])).toEqual([UNKNOWN, UNKNOWN])
  expect(derived([fix(0, 0), fix(1, 5)])).toEqual([5, 5])
  // A neighbour’s speed is not lent to who has none.
  expect(derived([fix(0, 0), fix(10, 50), fix(30, 60)])).toEqual([5, 5, UNKNOWN])
})

test('a speed is known around the times that have one, as long as it is held', () => {
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
  // Asked one after the other it remembers where it was.
  const ask = hasSogAround(timeUs, Float64Array.from([4, UNKNOWN, 6]))
  expect([100e6, 200e6, 300e6, 300e6 + HOLD_US + 1].map(ask)).toEqual([true, false, true, false])
})
