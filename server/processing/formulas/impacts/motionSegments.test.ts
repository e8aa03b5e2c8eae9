import { expect, test } from 'vitest'
import type { Motion } from '#server/telemetry/motion.ts'
import { lacksAttitude, motionSegments } from './motionSegments.ts'

const STEP_US = 20_000

/** Samples with these numbers at 50 Hz; the number is also the forward force and the roll of the sample. */
function motion(numbers: readonly number[], roll: (number: number) => number = (number) => number): Motion {
  const column = (of: (number: number) => number) => Float64Array.from(numbers, of)
  return {
    ...{ vesselNumber: 1, sensor: 1 },
    timeUs: column((number) => number * STEP_US),
    forceXG: column((number) => number),
    forceYG: column(() => 0),
    forceZG: column(() => 1),
    rollRad: column(roll),
    pitchRad: column(roll),
  }
}
const upTo = (end: number, from = 0) => Array.from({ length: end - from }, (_, i) => from + i)
const forces = (from: Motion) => motionSegments(from).map(({ forceXG }) => [...forceXG])
const rolls = (from: Motion) => motionSegments(from).map(({ rollRad }) => [...rollRad])

test('does not change evenly spaced samples', () => {
  const even = motion(upTo(100))
  const [segment] = motionSegments(even)
  expect(segment?.rateHz).toBe(50)
  expect(segment?.timeUs.buffer).toBe(even.timeUs.buffer)
  expect([...(segment?.forceXG ?? [])]).toEqual(upTo(100))
})

test('fills a gap of up to three samples linearly, with evenly spaced times', () => {
  const [segment, ...more] = motionSegments(motion([...upTo(30), ...upTo(100, 33)]))
  expect(more).toEqual([])
  expect([...(segment?.forceXG ?? [])].map((force) => Math.round(force * 1e6) / 1e6)).toEqual(upTo(100))
  expect([...(segment?.timeUs ?? [])]).toEqual(upTo(100).map((number) => number * STEP_US))
})

test('splits at longer gaps, and drops segments shorter than a second', () => {
  expect(forces(motion([...upTo(60), ...upTo(120, 64)]))).toEqual([upTo(60), upTo(120, 64)])
  expect(forces(motion([...upTo(50), ...upTo(149, 100), ...upTo(250, 200)]))).toEqual([
    upTo(50),
    upTo(250, 200),
  ])
  expect(forces(motion([...upTo(60), ...upTo(113, 64)]))).toEqual([upTo(60)])
})

test('drops a repeated sample', () => {
  const twice = motion([...upTo(51), 50.2, ...upTo(100, 51)])
  expect(forces(twice)).toEqual([upTo(100)])
})

test('returns no segment for fewer than two samples', () => {
  expect(motionSegments(motion([]))).toEqual([])
  expect(motionSegments(motion([1]))).toEqual([])
})

test('keeps an angle for ten samples when it arrives less often than the forces', () => {
  const slow = motion(upTo(60), (number) => (number === 5 || number === 30 ? number : Number.NaN))
  const given = [...slow.rollRad]
  const [held = []] = rolls(slow)
  const unknown = (count: number) => Array(count).fill(Number.NaN)
  expect(held).toEqual([
    ...unknown(5),
    ...Array(11).fill(5),
    ...unknown(14),
    ...Array(11).fill(30),
    ...unknown(19),
  ])
  // Measured values are not overwritten.
  expect([...slow.rollRad]).toEqual(given)
})

test('has no attitude once the angle has been unknown for longer than ten samples', () => {
  const known = (isUnknown: (number: number) => boolean) =>
    lacksAttitude(motion(upTo(60), (number) => (isUnknown(number) ? Number.NaN : 0)))
  expect(known(() => false)).toBe(false)
  expect(known((number) => number >= 20 && number < 30)).toBe(false)
  expect(known((number) => number >= 20 && number < 31)).toBe(true)
  expect(known((number) => number % 10 !== 0)).toBe(false)
  const level = motion(upTo(60), () => 0)
  expect(lacksAttitude({ ...level, pitchRad: level.pitchRad.map(() => Number.NaN) })).toBe(true)
})
