import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromWire } from '#contract/domain/series.ts'
import { SECOND_US } from '#contract/domain/time.ts'
import vectors from '#contract/vectors.json' with { type: 'json' }
import type { Condition, GeofenceDefinition, ThresholdDefinition } from '#contract/wire/rule.ts'
import { compileRule } from './compileRule.ts'
import { ConditionState, UNKNOWN, YES } from './conditionState.ts'
import { FenceShape } from './fenceShape.ts'
import { FenceTrack } from './fenceTrack.ts'
import { LONGEST_HOLD_US } from './longestHold.ts'
import {
  type AcceptedFixes,
  type Episode,
  type FenceVersion,
  RuleFold,
  type SignalColumn,
} from './ruleFold.ts'

type Sample = readonly [second: number, value: number]

const condition = (given: Partial<Condition['variable']>, change: Partial<Condition> = {}): Condition =>
  ({
    variable: { type: 'instant', field: 'sog', ...given },
    ...{ operation: 'more_than', value: 10, ...change },
  }) as Condition
const definition = (and: Condition[], change: Partial<ThresholdDefinition> = {}): ThresholdDefinition => ({
  geofences: { enabled: false, ids: [], area_operation: 'inside' },
  logic: { and },
  cool_down_sec: 0,
  ...change,
})
const column = (
  name: 'sog' | 'coolant_temperature' | 'engine_speed' | 'fuel_rate',
  samples: readonly Sample[],
  instance = 0,
) => ({
  ...{ name, instance },
  timeUs: Float64Array.from(samples, ([second]) => second * SECOND_US),
  value: Float64Array.from(samples, ([, value]) => fromWire(name, value)),
})
const fold = (
  given: ThresholdDefinition | GeofenceDefinition,
  fences: FenceVersion[] = [],
  fromUs?: number,
) => {
  const type = 'logic' in given ? 'threshold' : 'geofence'
  const rule = compileRule({ type, definition: given, severity: 'warning' })
  if (!rule) throw new Error('the rule makes no sense')
  return new RuleFold(rule, fences, fromUs ?? Number.NEGATIVE_INFINITY)
}
/** Begin and end of each episode, s. */
const spans = (episodes: readonly Episode[]) =>
  episodes.map(({ beginUs, endUs }) => [beginUs / SECOND_US, endUs === null ? null : endUs / SECOND_US])
function run(given: ThresholdDefinition, columns: SignalColumn[], toS: number, fromUs?: number) {
  const episodes = fold(given, [], fromUs).advance({ columns, fixes: null }, toS * SECOND_US)
  return episodes.sort((a, b) => a.beginUs - b.beginUs)
}
const every = (fromS: number, toS: number, value: number): Sample[] =>
  Array.from({ length: toS - fromS + 1 }, (_, i) => [fromS + i, value])

test('raises once a value has held for the period, and again only after a minute below the limit', () => {
  const samples = [
    ...[...every(0, 9, 29), ...every(10, 40, 31), ...every(41, 59, 29), ...every(60, 74, 31)],
    ...[...every(75, 199, 29), ...every(200, 229, 31), ...every(230, 300, 29)],
  ]
  const held = definition([condition({ type: 'vfp', period_sec: 20 }, { value: 30 })])
  const episodes = run(held, [column('sog', samples)], 300)
  expect(episodes.map(({ beginUs }) => beginUs / SECOND_US)).toEqual(vectors.vfp_fires)
  expect(spans(episodes)).toEqual([
    [30, 41],
    [220, 230],
  ])
  const cooled = run({ ...held, cool_down_sec: 300 }, [column('sog', samples)], 300)
  expect(spans(cooled)).toEqual([[30, 41]])
})

test('restarts the period after a gap in the samples', () => {
  const samples = [...every(0, 12, 31), ...every(19, 37, 31)]
  expect(
    run(
      definition([condition({ type: 'vfp', period_sec: 20 }, { value: 30 })]),
      [column('sog', samples)],
      38,
    ),
  ).toEqual([])
})

/** On for five seconds of each minute that is named, off for the rest of it. */
const pulses = (minutes: readonly number[], toS: number) =>
  every(0, toS, 0).map(
    ([second]): Sample => [second, minutes.includes(Math.floor(second / 60)) && second % 60 < 5 ? 20 : 0],
  )
const often = (times: number, within_sec: number) =>
  definition([condition({})], { repeat: { times, within_sec }, clear_sec: 10 })

test('raises when conditions became true N times within the period, then starts counting again', () => {
  const begins = (minutes: number[], given = often(3, 600)) =>
    run(given, [column('sog', pulses(minutes, 3600))], 3600).map(({ beginUs }) => beginUs / SECOND_US / 60)
  expect(begins([1, 4])).toEqual([])
  expect(begins([1, 4, 10])).toEqual([10])
  // The first is ten minutes back.
  expect(begins([1, 4, 11])).toEqual([])
  expect(begins([1, 4, 11, 13])).toEqual([13])
  expect(begins([1, 2, 3, 4, 5, 6, 7])).toEqual([3, 6])
  const [first] = run(often(3, 600), [column('sog', pulses([1, 2, 3], 600))], 600)
  expect(spans(first ? [first] : [])).toEqual([[180, 185]])
})

test('counts one occurrence for a value around its limit or a short silence, and two for a long silence', () => {
  const waves: Sample[] = [
    ...every(0, 9, 0),
    ...every(10, 300, 0).map(([second]): Sample => [second, second % 2 ? 11 : 9.9]),
  ]
  expect(run(often(2, 600), [column('sog', waves)], 300)).toEqual([])
  const gap = (seconds: number) => [
    ...every(0, 9, 0),
    ...every(10, 20, 11),
    ...every(20 + seconds, 40 + seconds, 11),
  ]
  expect(run(often(2, 7200), [column('sog', gap(60))], 200)).toEqual([])
  expect(spans(run(often(2, 7200), [column('sog', gap(1300))], 1400))).toEqual([[1320, null]])
})

test('counts occurrences before its start, so starting in the middle gives the same alerts', () => {
  const minutes = [1, 4, 10, 12, 15, 18, 30]
  const samples = column('sog', pulses(minutes, 2400))
  const whole = run(often(3, 900), [samples], 2400)
  expect(spans(whole).map(([begin]) => begin)).toEqual([600, 1080])
  for (const fromS of [300, 620, 700, 905, 1000]) {
    const rule = compileRule({ type: 'threshold', definition: often(3, 900), severity: 'warning' })
    if (!rule) throw new Error('the rule makes no sense')
    const earlier = whole.filter(({ beginUs }) => beginUs < fromS * SECOND_US)
    const lastUs = new Map(earlier.map(({ beginUs }) => ['-1', beginUs]))
    const half = new RuleFold(rule, [], fromS * SECOND_US, { raised: new Map(), lastUs })
    const later = half.advance({ columns: [samples], fixes: null }, 2400 * SECOND_US)
    expect(spans(later)).toEqual(spans(whole.filter(({ beginUs }) => beginUs >= fromS * SECOND_US)))
  }
})

test('measures how much a value rose or fell within a period', () => {
  const samples: Sample[] = [
    [0, 350],
    [10, 352],
    [20, 356],
    [30, 361],
    [40, 360],
  ]
  const firstAbove = (value: number, operation: Condition['operation']) =>
    run(
      definition([
        condition({ type: 'range', period_sec: 20, field: 'coolant_temperature_0' }, { value, operation }),
      ]),
      [column('coolant_temperature', samples)],
      40,
    )[0]?.beginUs
  // The vector: rise 0, 2, 6, 9, 4; fall 0, 0, 0, 0, −1.
  for (const [second, rise] of vectors.range as [number, number, number][]) {
    if (rise > 0 && second < 40)
      expect(firstAbove(rise - 0.5, 'more_than')).toBeLessThanOrEqual(second * SECOND_US)
  }
  expect(firstAbove(8.9, 'more_than')).toBe(30 * SECOND_US)
  expect(firstAbove(9, 'more_than')).toBeUndefined()
  expect(firstAbove(-0.5, 'less_than')).toBe(40 * SECOND_US)
  expect(firstAbove(-1, 'less_than')).toBeUndefined()
})

test('finds one episode for a value around its limit, and ends it with the last sample before silence', () => {
  const hanging: Sample[] = [
    ...every(0, 5, 9),
    ...every(6, 10, 11),
    ...every(11, 200, 9.9),
    ...every(201, 300, 9),
  ]
  expect(spans(run(definition([condition({})]), [column('sog', hanging)], 300))).toEqual([[6, 201]])
  const silent = run(definition([condition({})]), [column('sog', every(0, 20, 11))], 2000)
  expect(silent).toMatchObject([{ beginUs: 0, endUs: 20 * SECOND_US, isOpen: false, isEndedBySilence: true }])
  expect(run(definition([condition({})]), [column('sog', every(0, 20, 11))], 600)).toMatchObject([
    { isOpen: true },
  ])
})

test('continues an episode until it has been over for the time of its rule', () => {
  const dips = [...every(0, 10, 11), ...every(11, 60, 5), ...every(61, 70, 11), ...every(71, 200, 5)]
  const spansOf = (change: Partial<ThresholdDefinition>) =>
    spans(run(definition([condition({})], change), [column('sog', dips)], 200))
  expect(spansOf({})).toEqual([[0, 71]])
  expect(spansOf({ clear_sec: 49 })).toEqual([
    [0, 11],
    [61, 71],
  ])
  expect(spansOf({ clear_sec: 50 })).toEqual([[0, 71]])
})

test('ends an episode at the dead band: 2 %, two steps of its series, or the rule’s own', () => {
  const isOver = (value: number, back: number, dead_band?: number) => {
    const hot = condition({ field: 'coolant_temperature_0' }, { value, ...(dead_band ? { dead_band } : {}) })
    const samples = [...every(0, 5, value + 1), ...every(6, 100, value - back)]
    return run(definition([hot]), [column('coolant_temperature', samples)], 100)[0]?.endUs === 6 * SECOND_US
  }
  expect([isOver(350, 6.99), isOver(350, 7)]).toEqual([false, true])
  // A step is 0.01 K.
  expect([isOver(0.5, 0.01), isOver(0.5, 0.02)]).toEqual([false, true])
  expect([isOver(350, 1.99, 2), isOver(350, 2, 2)]).toEqual([false, true])
})

test('finds episodes of each engine, and evaluates all conditions on the same engine', () => {
  const hot = condition({ field: 'coolant_temperature' }, { value: 370 })
  const fast = condition({ field: 'engine_speed' }, { value: 2000 })
  const columns = [
    column('coolant_temperature', every(0, 100, 375), 0),
    column('coolant_temperature', every(0, 100, 360), 1),
    column('engine_speed', every(0, 100, 600), 0),
    column('engine_speed', every(0, 100, 3000), 1),
  ]
  expect(run(definition([hot]), columns, 100)).toMatchObject([{ instance: 0 }])
  expect(run(definition([hot, fast]), columns, 100)).toEqual([])
  expect(
    run(definition([hot], { logic: { and: [hot, fast], or: [{ and: [fast] }] } }), columns, 100),
  ).toMatchObject([{ instance: 1 }])
})

test('does not add the fuel rates of engines', () => {
  const thirsty = condition({ field: 'fuel_rate' }, { value: 100 })
  const columns = [0, 1, 2].map((instance) =>
    column('fuel_rate', every(0, 100, instance === 0 ? 160 : 80), instance),
  )
  expect(run(definition([thirsty]), columns, 100)).toEqual([])
  const together = condition({ field: 'fuel_rate_0' }, { value: 100 })
  expect(run(definition([together]), columns, 100)).toHaveLength(1)
})

test('raises once at the start of a version whose condition already holds', () => {
  const episodes = run(definition([condition({})]), [column('sog', every(0, 100, 11))], 100, 50 * SECOND_US)
  expect(spans(episodes)).toEqual([[50, null]])
})

test('counts the sample at the very moment where evaluation starts', () => {
  const held = definition([condition({ type: 'vfp', period_sec: 10 })])
  const slow = column('sog', [...every(0, 9, 12), ...every(10, 30, 5)])
  for (const fromS of [undefined, 9, 10, 11])
    expect(run(held, [slow], 30, fromS && fromS * SECOND_US)).toEqual([])
  const faster = column('sog', [...every(0, 9, 12), ...every(10, 30, 15)])
  for (const fromS of [undefined, 9, 10]) {
    const [episode] = run(held, [faster], 30, fromS && fromS * SECOND_US)
    expect([episode?.beginUs, episode?.values[0]]).toEqual([10 * SECOND_US, fromWire('sog', 15)])
  }
})

test('measures how long a boat has been silent, and takes a silent engine for off', () => {
  const gone = condition({ source: 'vessel-status', field: 'age' }, { value: 120 })
  const records = {
    name: 'records',
    instance: 0,
    timeUs: Float64Array.of(0, 400 * SECOND_US),
    value: Float64Array.of(0, 0),
  }
  expect(spans(run(definition([gone], { clear_sec: 0 }), [records], 500))).toEqual([[120.000001, 400]])
  const off = condition(
    { source: 'vessel-status', field: 'engine_running' },
    { operation: 'less_than', value: 0.5 },
  )
  const moving = definition([condition({}), off])
  expect(run(moving, [column('sog', every(0, 10, 11))], 10)).toHaveLength(1)
  expect(
    run(moving, [column('sog', every(0, 10, 11)), column('engine_speed', every(0, 10, 800), 1)], 10),
  ).toEqual([])
})

const at = (latitudeDeg: number, longitudeDeg: number) => ({ latitudeDeg, longitudeDeg })
const M_DEG = 1 / 111_194.926644559

test('does not count a value as held after silence of a quarter of its period', () => {
  const held = definition([condition({ type: 'vfp', period_sec: 60 })])
  const each10 = (toS: number): Sample[] => every(0, toS / 10, 11).map(([i, value]) => [i * 10, value])
  expect(spans(run(held, [column('sog', each10(60))], 60))).toEqual([[60, null]])
  expect(run(held, [column('sog', [...each10(40), [65, 11]])], 65)).toEqual([])
})

/** A report every two minutes, as boats at their berth send them. */
const reports = (values: readonly (number | null)[], everyS = 120): Sample[] =>
  values.flatMap((value, i) => (value === null ? [] : [[i * everyS, value] as const]))

test('holds a value from one report to the next when reports come every two minutes', () => {
  const spansOf = (period_sec: number, values: (number | null)[]) =>
    spans(
      run(
        definition([condition({ type: 'vfp', period_sec })]),
        [column('sog', reports(values))],
        values.length * 120,
      ),
    )
  for (const period_sec of [30, 120]) {
    // One report does not raise, the second does.
    expect(spansOf(period_sec, [9, 9, 11, 9, 11, 9])).toEqual([])
    expect(spansOf(period_sec, [9, 9, 11, 11, 11, 9, 9])).toEqual([[360, 600]])
    // A report that is lost ends nothing, and is no proof either.
    expect(spansOf(period_sec, [9, 9, 11, 11, null, 11, 11, 9, 9])).toEqual([[360, 840]])
    expect(spansOf(period_sec, [9, 9, 11, null, 11, 9, 9])).toEqual([])
  }
  expect(spansOf(300, [9, 9, 11, 11, 11, 11, 9, 9])).toEqual([[540, 720]])
})

test('holds two conditions together although their samples have different seconds', () => {
  const later = reports([700, 700, 900, 900, 900]).map(([second, value]): Sample => [second + 20, value])
  const both = definition([
    condition({ type: 'vfp', period_sec: 30 }),
    condition({ type: 'vfp', field: 'engine_speed', period_sec: 30 }, { value: 800 }),
  ])
  const columns = [column('sog', reports([9, 9, 11, 11, 11])), column('engine_speed', later, 1)]
  expect(spans(run(both, columns, 600))).toEqual([[380, null]])
})

test('holds the same values from any start as from the first sample', () => {
  const slow = fc
    .array(fc.tuple(fc.constantFrom(1, 10, 60, 119, 120, 121, 300, 600), fc.constantFrom(9, 11, 11, 11)), {
      ...{ minLength: 4, maxLength: 40 },
    })
    .map((steps) => {
      let second = 0
      return steps.map(([stepS, value]): Sample => {
        second += stepS
        return [second, value]
      })
    })
  fc.assert(
    fc.property(
      slow,
      fc.constantFrom(20, 120, 900),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (all, period_sec, part) => {
        const rule = compileRule({
          ...{ type: 'threshold', severity: 'warning' },
          definition: definition([condition({ type: 'vfp', period_sec })], { clear_sec: 0 }),
        })
        if (!rule) throw new Error('the rule makes no sense')
        const endUs = (all.at(-1)?.[0] ?? 0) * SECOND_US
        const fromUs = Math.floor(part * endUs)
        const truths = (samples: readonly Sample[]) => {
          const state = new ConditionState(rule.conditions[0] as (typeof rule.conditions)[0])
          return samples.flatMap(([second, value]) => {
            state.take(second * SECOND_US, fromWire('sog', value))
            return second * SECOND_US >= fromUs ? [state.at(second * SECOND_US)] : []
          })
        }
        const readFromUs = fromUs - rule.memoryUs - LONGEST_HOLD_US
        expect(truths(all.filter(([second]) => second * SECOND_US >= readFromUs))).toEqual(truths(all))
      },
    ),
    { numRuns: 300 },
  )
})

test('holds a value for three times the shorter of its last two intervals, so one gap does not slow it', () => {
  const rule = compileRule({
    type: 'threshold',
    definition: definition([condition({})]),
    severity: 'warning',
  })
  const state = new ConditionState(rule?.conditions[0] as NonNullable<typeof rule>['conditions'][0])
  for (const second of [0, 10, 20, 80]) state.take(second * SECOND_US, fromWire('sog', 20))
  expect([state.at(110 * SECOND_US), state.at(111 * SECOND_US)]).toEqual([YES, UNKNOWN])
  state.take(140 * SECOND_US, fromWire('sog', 20))
  expect(state.at(320 * SECOND_US)).toBe(YES)
})

test('measures distances of fences across the antimeridian', () => {
  const coordinates = [at(10, 179), at(10, -179), at(12, -179), at(12, 179)]
  const polygon = new FenceShape({ type: 'polygon', radiusM: null, coordinates })
  for (const [place, isInside] of Object.entries(vectors.pip)) {
    const [latitudeDeg = 0, longitudeDeg = 0] = place.slice(1, -1).split(', ').map(Number)
    expect(polygon.distanceM(latitudeDeg, longitudeDeg) < 0, place).toBe(isInside)
  }
  const circle = new FenceShape({ type: 'circle', radiusM: 5000, coordinates: [at(0, 179.99)] })
  expect(circle.distanceM(0, -179.98) + 5000).toBeCloseTo(vectors.circle_antimeridian_d_m, 3)
})

test('changes the side once clear of the boundary, and reports where it was crossed', () => {
  const distances = [40, 20, 5, -5, 3, -8, -20, -30, -10, 4, -6, 10, 25, 40]
  const track = new FenceTrack(new FenceShape({ type: 'circle', radiusM: 1000, coordinates: [at(0, 0)] }))
  const crossed = distances.flatMap((distance, i) =>
    track
      .take((i + 1) * SECOND_US, 0, (1000 + distance) * M_DEG, Number.NaN)
      .map(({ direction, timeUs }) => [i + 1, direction, Math.round(timeUs / 1000)]),
  )
  // The vector counts from 0.
  expect(crossed.map(([at, direction]) => [Number(at) - 1, direction])).toEqual(vectors.geo_hyst)
  expect(crossed.map(([, , metMs]) => metMs)).toEqual([5273, 11375])
  const signs = distances.filter((distance, i) => i > 0 && distance > 0 !== (distances[i - 1] ?? 0) > 0)
  expect(signs).toHaveLength(vectors.geo_naive)
})

test('reports a small fence passed between two fixes, and no crossing beyond the end of a line', () => {
  const track = new FenceTrack(new FenceShape({ type: 'circle', radiusM: 100, coordinates: [at(0, 0)] }))
  track.take(0, 0, -500 * M_DEG, 1)
  expect(track.take(10 * SECOND_US, 0, 500 * M_DEG, 1)).toMatchObject([
    { direction: 'enter', timeUs: 4 * SECOND_US },
    { direction: 'exit', timeUs: 6 * SECOND_US },
  ])
  const line = () =>
    new FenceTrack(new FenceShape({ type: 'line', radiusM: null, coordinates: [at(0, 0), at(0.01, 0)] }))
  const along = (latitudeDeg: number, toM = -100) => {
    const one = line()
    one.take(0, latitudeDeg, -100 * M_DEG, Number.NaN)
    return [50, 10, -5, 8, toM].flatMap((m, i) =>
      one.take((i + 1) * SECOND_US, latitudeDeg, -m * M_DEG, Number.NaN),
    )
  }
  expect(along(0.005)).toMatchObject([{ direction: 'cross' }])
  expect(along(-0.005)).toEqual([])
  // Over and back again.
  expect(along(0.005, 100)).toEqual([])
})

test('sets the margin of the boundary by HDOP: 10 to 30 m, and 15 m without HDOP', () => {
  const isClear = (metres: number, hdop: number) => {
    const track = new FenceTrack(new FenceShape({ type: 'circle', radiusM: 500, coordinates: [at(0, 0)] }))
    track.take(0, 0, 1000 * M_DEG, hdop)
    return track.take(60 * SECOND_US, 0, (500 - metres) * M_DEG, hdop).length > 0
  }
  for (const [hdop, marginM] of [
    [Number.NaN, 15],
    [0.5, 10],
    [1, 10],
    [2, 20],
    [3, 30],
    [9, 30],
  ] as const)
    expect([isClear(marginM - 0.1, hdop), isClear(marginM + 0.1, hdop)], `${hdop}`).toEqual([false, true])
})

test('fits the margin into a small circle', () => {
  const track = new FenceTrack(new FenceShape({ type: 'circle', radiusM: 30, coordinates: [at(0, 0)] }))
  track.take(0, 0, 100 * M_DEG, Number.NaN)
  // Twelve metres inside; a larger circle would need fifteen.
  expect(track.take(60 * SECOND_US, 0, 18 * M_DEG, Number.NaN)).toMatchObject([{ direction: 'enter' }])
})

test('reports no crossing after more than a day of silence', () => {
  const track = () => {
    const one = new FenceTrack(new FenceShape({ type: 'circle', radiusM: 300, coordinates: [at(0, 0)] }))
    one.take(0, 0, 1000 * M_DEG, 1)
    return one
  }
  const day = 86_400
  expect(track().take(day * SECOND_US, 0, 0, 1)).toMatchObject([{ direction: 'enter' }])
  const silent = track()
  expect(silent.take((day + 1) * SECOND_US, 0, 0, 1)).toEqual([])
  expect(silent.take((day + 60) * SECOND_US, 0, 1000 * M_DEG, 1)).toMatchObject([{ direction: 'exit' }])
})

/** Directions and seconds of the crossings of a circle of 300 m, reached and left along one radius. */
const crossed = (metres: readonly number[], { holdS = 10, everyS = 1 } = {}) => {
  const shape = new FenceShape({ type: 'circle', radiusM: 300, coordinates: [at(0, 0)] })
  const track = new FenceTrack(shape, holdS * SECOND_US)
  return metres.flatMap((m, i) =>
    track
      .take(i * everyS * SECOND_US, 0, (300 + m) * M_DEG, 1)
      .map(({ direction, timeUs }) => [direction, timeUs / SECOND_US]),
  )
}
const times = (count: number, m: number) => Array<number>(count).fill(m)

test('reports nothing for a jump of five seconds into a fence and back, from near or far', () => {
  for (const from of [8, 40, 500])
    expect(crossed([...times(20, from), ...times(5, -200), ...times(60, from)]), `${from}`).toEqual([])
  // Without a time to stay it is entered and left.
  expect(crossed([...times(20, 40), ...times(5, -200), ...times(60, 40)], { holdS: 0 })).toHaveLength(2)
  expect(crossed([...times(20, -40), ...times(5, 400), ...times(60, -40)])).toEqual([])
})

test('reports nothing for a track that wanders over the boundary', () => {
  const wander = Array.from({ length: 600 }, (_, s) => 30 * Math.sin((2 * Math.PI * s) / 14))
  expect(crossed([...times(20, 30), ...wander])).toEqual([])
})

test('reports the moment of the crossing, in and out, when a boat stays on the new side', () => {
  expect(crossed([...times(10, 30), ...times(30, -30), ...times(30, 30)])).toEqual([
    ['enter', expect.closeTo(9.5, 3)],
    ['exit', expect.closeTo(39.5, 3)],
  ])
  // Ten seconds inside are not eleven.
  expect(crossed([...times(10, 30), ...times(11, -30), ...times(30, 30)], { holdS: 11 })).toEqual([])
  expect(crossed([...times(10, 30), ...times(11, -30), ...times(30, 30)], { holdS: 10 })).toHaveLength(2)
})

test('reports at the second fix on the new side when fixes come once a minute, and nothing for one fix', () => {
  const seldom = { everyS: 60 }
  expect(crossed([100, 100, -100, -100, -100, 100, 100], seldom)).toEqual([
    ['enter', 90],
    ['exit', 270],
  ])
  expect(crossed([100, 100, -100, 100, 100], seldom)).toEqual([])
  // Two minutes with nothing between them, then she is inside for as long as it takes.
  expect(crossed([100, -100], { everyS: 7200 })).toEqual([])
  expect(crossed([100, -100, -100], { everyS: 7200 })).toEqual([['enter', 3600]])
})

test('reports enter and exit when a boat passes a fence between two rare fixes, or with one inside', () => {
  const passed = (eastM: readonly number[], holdS: number) => {
    const shape = new FenceShape({ type: 'circle', radiusM: 300, coordinates: [at(0, 0)] })
    const track = new FenceTrack(shape, holdS * SECOND_US)
    return eastM.flatMap((m, i) =>
      track.take(i * 60 * SECOND_US, 0, m * M_DEG, 1).map(({ direction }) => direction),
    )
  }
  expect(passed([-900, 900], 10)).toEqual(['enter', 'exit'])
  // The boat was inside for twenty seconds.
  expect(passed([-900, 900], 30)).toEqual([])
  expect(passed([-900, 0, 900, 1800], 10)).toEqual(['enter', 'exit'])
  expect(passed([-900, 0, -900, -1800], 10)).toEqual([])
})

test('reports a line as crossed once the boat has stayed on the other side', () => {
  const over = (metres: readonly number[]) => {
    const line = { type: 'line', radiusM: null, coordinates: [at(-0.01, 0), at(0.01, 0)] }
    const track = new FenceTrack(new FenceShape(line), 10 * SECOND_US)
    return metres.flatMap((m, i) =>
      track.take(i * SECOND_US, 0, m * M_DEG, 1).map(({ timeUs }) => timeUs / SECOND_US),
    )
  }
  expect(over([...times(10, -50), ...times(5, 50), ...times(30, -50)])).toEqual([])
  expect(over([...times(10, -50), ...times(30, 50), ...times(30, -50)])).toEqual([9.5, 39.5])
})

test('raises once within the pause when a boat goes in and out', () => {
  const eastM = [1000, 0, 1000, 0, 1000, 0]
  const walked = eastM.map((metres, i) => ({ second: i * 80, value: 0, eastM: metres }))
  const entered = (cool_down_sec?: number) =>
    fold(
      {
        geofences: { ids: ['f'] },
        trigger_on: 'enter',
        ...(cool_down_sec === undefined ? {} : { cool_down_sec }),
      },
      [FENCE],
    ).advance({ columns: [], fixes: fixesOf(walked) }, 1000 * SECOND_US)
  expect(entered(0)).toHaveLength(3)
  expect(entered(200)).toHaveLength(2)
  // Five minutes by default.
  expect(entered()).toHaveLength(2)
})

const FENCE: FenceVersion = {
  ...{ id: 'f', name: 'Harbour', fromUs: Number.NEGATIVE_INFINITY, untilUs: Number.POSITIVE_INFINITY },
  geometry: { type: 'circle', radiusM: 300, coordinates: [at(0, 0)] },
}

const walk = fc
  .array(
    fc.record({
      stepS: fc.integer({ min: 1, max: 40 }),
      value: fc.integer({ min: 7, max: 13 }),
      eastM: fc.integer({ min: -120, max: 120 }),
    }),
    {
      ...{ minLength: 5, maxLength: 80 },
    },
  )
  .map((steps) => {
    let second = 0
    let eastM = 400
    return steps.map((step) => {
      second += step.stepS
      eastM += step.eastM
      return { second, value: step.value, eastM }
    })
  })
type Walk = { second: number; value: number; eastM: number }[]

const fixesOf = (walked: Walk): AcceptedFixes => ({
  atUs: Float64Array.from(walked, ({ second }) => second * SECOND_US),
  timeUs: Float64Array.from(walked, ({ second }) => second * SECOND_US),
  latitudeDeg: new Float64Array(walked.length),
  longitudeDeg: Float64Array.from(walked, ({ eastM }) => eastM * M_DEG),
  hdop: new Float64Array(walked.length).fill(1),
})
const samplesOf = (walked: Walk, instance: number) => {
  const own = walked.filter(({ second }) => second % 2 === instance)
  return column(
    'engine_speed',
    own.map(({ second, value }) => [second, value * 100]),
    instance,
  )
}
const RULES = [
  definition([condition({ field: 'engine_speed' }, { value: 1000 })], { clear_sec: 20, cool_down_sec: 30 }),
  definition([condition({ type: 'vfp', field: 'engine_speed', period_sec: 30 }, { value: 900 })]),
  // Shorter than most intervals between samples.
  definition([condition({ type: 'vfp', field: 'engine_speed', period_sec: 10 }, { value: 900 })]),
  definition([condition({ type: 'range', field: 'engine_speed', period_sec: 40 }, { value: 300 })]),
  definition([condition({ field: 'engine_speed' }, { value: 900 })], {
    geofences: { enabled: true, ids: ['f'], area_operation: 'inside' },
  }),
  { geofences: { ids: ['f'] }, trigger_on: 'cross' as const, cool_down_sec: 0 },
  { geofences: { ids: ['f'] }, trigger_on: 'cross' as const, cool_down_sec: 0, duration_sec: 25 },
  definition([condition({ field: 'engine_speed' }, { value: 1000 })], {
    ...{ repeat: { times: 2, within_sec: 120 }, clear_sec: 5 },
  }),
]

test.each(RULES.map((rule, i) => [i, rule] as const))(
  'finds the same episodes for any batches of samples under rule %i',
  (_, rule) => {
    fc.assert(
      fc.property(
        walk,
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 30 }),
        (walked, cuts) => {
          const endS = (walked.at(-1)?.second ?? 0) + 100
          const samples = (among: Walk) => ({
            columns: [0, 1].map((i) => samplesOf(among, i)),
            fixes: fixesOf(among),
          })
          const whole = fold(rule, [FENCE]).advance(samples(walked), endS * SECOND_US)
          const inParts = fold(rule, [FENCE])
          const found = new Set<Episode>()
          let fromS = 0
          for (let i = 0; fromS < endS; i++) {
            const toS = Math.min(endS, fromS + (cuts[i % cuts.length] as number))
            const among = walked.filter(({ second }) => second > fromS && second <= toS)
            for (const episode of inParts.advance(samples(among), toS * SECOND_US)) found.add(episode)
            fromS = toS
          }
          const inOrder = (episodes: Iterable<Episode>) =>
            [...episodes].sort((a, b) => a.beginUs - b.beginUs || a.instance - b.instance)
          expect(inOrder(found)).toEqual(inOrder(whole))
        },
      ),
      { numRuns: 60 },
    )
  },
)
