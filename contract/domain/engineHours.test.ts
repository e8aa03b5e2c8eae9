import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hoursOf, SEGMENT_US, segmentOf, segmentStarts } from './engineHours.ts'
import { HOUR_US, MINUTE_US, SECOND_US } from './time.ts'

type Sample = readonly [timeUs: number, value: number]
const columns = (samples: readonly Sample[]) => ({
  timeUs: samples.map(([us]) => us),
  value: samples.map(([, value]) => value),
})

/** Counts samples, in any order, as processing does: each segment from its own samples, then the fold. */
function count(speed: readonly Sample[], counter: readonly Sample[], marksUs: readonly number[] = []) {
  const all = [...speed, ...counter].map(([us]) => us)
  if (all.length === 0) return []
  const starts = segmentStarts(Math.min(...all), Math.max(...all), marksUs)
  const inside = (samples: readonly Sample[], i: number) =>
    columns(
      samples
        .filter(([us]) => us >= (starts[i] ?? 0) && us < (starts[i + 1] ?? Number.POSITIVE_INFINITY))
        .toSorted(([a], [b]) => a - b),
    )
  return starts.flatMap((start, i) => segmentOf(start, inside(speed, i), inside(counter, i)) ?? [])
}
const hours = (...asked: Parameters<typeof count>) => hoursOf(count(...asked), null).hoursS / 3600

/** Engine speed once a second over some time. */
const run = (fromUs: number, forS: number, rpm = 1800): Sample[] =>
  Array.from({ length: forS + 1 }, (_, i) => [fromUs + i * SECOND_US, rpm / 60])
/** Counter of a running engine in steps of 0.05 h, read once a minute. */
const counting = (fromUs: number, forS: number, atS: number): Sample[] =>
  Array.from({ length: Math.floor(forS / 60) + 1 }, (_, i) => [
    fromUs + i * MINUTE_US,
    Math.floor((atS + i * 60) / 180) * 180,
  ])
const DAY = 20_000 * 24 * HOUR_US

describe('running time by engine speed', () => {
  test('counts from the first report above 300 rpm to the last', () => {
    expect(hours(run(DAY, 3600), [])).toBe(1)
    expect(hours(run(DAY, 3600, 250), [])).toBe(0)
    expect(hours([...run(DAY, 1800), ...run(DAY + 1801 * SECOND_US, 1800, 0)], [])).toBeCloseTo(0.5, 3)
  })

  test('does not count a gap of more than two minutes', () => {
    expect(hours([...run(DAY, 1800), ...run(DAY + HOUR_US, 1800)], [])).toBe(1)
    const once = Array.from({ length: 61 }, (_, i): Sample => [DAY + i * MINUTE_US, 30])
    expect(hours(once, [])).toBe(1)
  })

  test('goes on over the border of segments', () => {
    expect(hours(run(DAY + SEGMENT_US - 1800 * SECOND_US, 3600), [])).toBe(1)
  })
})

describe('the counter of an engine', () => {
  test('gives the hours, also of the time in which nothing was received', () => {
    const before = counting(DAY, 3600, 800 * 3600)
    const after = counting(DAY + 72 * HOUR_US, 3600, 820 * 3600)
    expect(hours([], [...before, ...after])).toBeCloseTo(821, 6)
  })

  test('goes on when it begins again at nothing', () => {
    const before = counting(DAY, 3600, 800 * 3600)
    const reset = counting(DAY + 5 * HOUR_US, 3600, 0)
    expect(hours([], [...before, ...reset])).toBeCloseTo(802, 6)
  })

  test('is not moved by a value that cannot be', () => {
    const whole = counting(DAY, 7200, 800 * 3600)
    const broken: Sample[] = whole.map(([us, s], i) => [us, i === 40 ? 5000 * 3600 : s])
    expect(hours([], broken)).toBeCloseTo(hours([], whole), 1)
  })

  test('does not grow by two sources that take turns', () => {
    const two = counting(DAY, 7200, 800 * 3600).map(([us, s], i): Sample => [us, i % 2 ? s : s - 180])
    expect(hours([], two)).toBeGreaterThan(801.9)
    expect(hours([], two)).toBeLessThan(802.1)
  })

  test('comes before the engine speed, which counts while the counter is missing', () => {
    const counter = counting(DAY, 3600, 800 * 3600)
    const speed = [...run(DAY, 3600), ...run(DAY + 8 * HOUR_US, 3600)]
    expect(hours(speed, counter)).toBeCloseTo(802, 1)
    // The counter is back and has seen the same hour, which counts once.
    const back = counting(DAY + 24 * HOUR_US, 3600, 802 * 3600)
    expect(hours([...speed, ...run(DAY + 24 * HOUR_US, 3600)], [...counter, ...back])).toBeCloseTo(803, 6)
  })

  test('replaces what was counted before it was received, unless it shows less', () => {
    const speed = run(DAY, 7200)
    const later = DAY + 24 * HOUR_US
    expect(hours(speed, counting(later, 3600, 500 * 3600))).toBeCloseTo(501, 6)
    expect(hours(speed, counting(later, 3600, 0))).toBeCloseTo(3, 6)
  })
})

describe('marks', () => {
  test('begin the hours again at the moment of a correction, within a segment', () => {
    const atUs = DAY + 1800 * SECOND_US
    const segments = count(run(DAY, 3600), [], [atUs])
    expect(hoursOf(segments, { fromUs: atUs, hoursS: 1234 * 3600 }).hoursS).toBe(1234.5 * 3600)
  })

  test('give a replaced engine its own hours', () => {
    const replacedUs = DAY + 12 * HOUR_US
    const counter = [...counting(DAY, 3600, 4000 * 3600), ...counting(DAY + 24 * HOUR_US, 3600, 2 * 3600)]
    const segments = count([], counter, [replacedUs])
    const first = segments.filter(({ fromUs }) => fromUs < replacedUs)
    expect(hoursOf(first, null).hoursS / 3600).toBeCloseTo(4001, 6)
    expect(hoursOf(segments, { fromUs: replacedUs, hoursS: 2 * 3600 }).hoursS / 3600).toBeCloseTo(3, 6)
  })
})

test('tells the origin of the hours, and nothing without samples', () => {
  expect(hoursOf([], null)).toEqual({ hoursS: 0, source: null, lastUs: null })
  expect(hoursOf(count(run(DAY, 60), []), null).source).toBe('speed')
  expect(hoursOf(count(run(DAY, 60), counting(DAY, 60, 0)), null).source).toBe('counter')
})

test('counts the same wherever time is cut, whatever came late', () => {
  const sample = fc.tuple(fc.integer({ min: 0, max: 3 * 24 * 60 }), fc.integer({ min: 0, max: 40 }))
  fc.assert(
    fc.property(
      fc.uniqueArray(sample, { maxLength: 60, selector: ([at]) => at }),
      fc.array(fc.integer({ min: 0, max: 3 * 24 * 60 }), { maxLength: 4 }),
      (minutes, cuts) => {
        const speed = minutes.map(([at, hz]): Sample => [DAY + at * MINUTE_US, hz])
        const ordered = speed.toSorted(([a], [b]) => a - b)
        const whole = segmentOf(DAY, columns(ordered), columns([]))
        const cut = count(
          speed,
          [],
          cuts.map((at) => DAY + at * MINUTE_US),
        )
        expect(hoursOf(cut, null).hoursS).toBe(whole ? Math.round(whole.runUs / SECOND_US) : 0)
        expect(count(ordered, [])).toEqual(count(speed, []))
      },
    ),
    { numRuns: 200 },
  )
})
