import { expect, test } from 'vitest'
import { SERIES } from '#contract/domain/series.ts'
import type { TimeSeriesEntry } from '#contract/wire/timeSeries.ts'
import { chosenSeries, requestFields, slotsOf } from './chosenSeries.ts'
import { buildPanes, gapsOf, indexAtTime, lastTimeOf, valuesAt } from './pane.ts'
import { niceStep, paneScale, tickDecimals } from './paneScale.ts'

const entry = (
  field: string,
  aggregation: string,
  points: [time: number, value: number][],
): TimeSeriesEntry => ({
  field,
  unit: '',
  unique_id: '',
  device_number: 1,
  instance: 0,
  aggregation,
  series: points.map(([time, value]) => ({ time, value })),
})
const chosen = (...fields: string[]) => chosenSeries(fields, (field) => field)

test('shares a pane among series of one unit, in the order of the choice', () => {
  const entries = ['sog', 'rog', 'impact_1'].map((field) =>
    entry(field, field === 'impact_1' ? 'max' : 'avg', [
      [0, 1],
      [1000, 2],
    ]),
  )
  const panes = buildPanes(entries, chosen('sog', 'impact_1', 'rog'), 1000)
  expect(panes.map(({ unit, series }) => [unit, series.map(({ field }) => field)])).toEqual([
    ['kn', ['sog', 'rog']],
    ['g', ['impact_1']],
  ])
})

test('makes no pane for a series without data', () => {
  expect(buildPanes([entry('sog', 'avg', [])], chosen('sog', 'wind_speed'), 1000)).toEqual([])
})

test('finds a gap when an interval is longer than 2.5 steps, and none for one missed bucket', () => {
  expect(gapsOf([0, 1000, 3000, 4000, 9000, 10_000], 1000)).toEqual([[5000, 9000]])
  // A series that comes every ten seconds has no gaps at a step of one.
  expect(gapsOf([0, 10_000, 20_000, 30_000], 1000)).toEqual([])
})

test('breaks a line with null at a gap, and keeps it whole where only this series has no time', () => {
  const sog = [0, 1000, 2000, 9000, 10_000].map((time): [number, number] => [time, 5])
  const rog = [0, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10_000].map((time): [number, number] => [
    time,
    6,
  ])
  const [pane] = buildPanes([entry('sog', 'avg', sog), entry('rog', 'avg', rog)], chosen('sog', 'rog'), 1000)
  const at = (series: number, time: number) => pane?.series[series]?.values[pane.times.indexOf(time)]
  expect(at(0, 3000)).toBeNull()
  expect(at(1, 1000)).toBeUndefined()
  // The other series has data in the interval, so the pane as a whole has no gap to hatch.
  expect(pane?.gaps).toEqual([])
})

test('breaks the line of a direction that crosses north, and no other line of the pane', () => {
  const headings: [number, number][] = [
    [0, 350],
    [1000, 358],
    [2000, 4],
    [3000, 10],
  ]
  const course = headings.map(([time]): [number, number] => [time, 90])
  const [pane] = buildPanes(
    [entry('heading', 'avg', headings), entry('cog', 'avg', course)],
    chosen('heading', 'cog'),
    1000,
  )
  expect(pane?.times).toEqual([0, 1000, 1500, 2000, 3000])
  expect(pane?.series.map(({ values }) => values)).toEqual([
    [350, 358, null, 4, 10],
    [90, 90, undefined, 90, 90],
  ])
  // Data are complete, so nothing is hatched.
  expect(pane?.gaps).toEqual([])
})

test('joins a speed that falls to zero', () => {
  const [pane] = buildPanes(
    [
      entry('engine_speed_1', 'avg', [
        [0, 3000],
        [1000, 0],
      ]),
    ],
    chosen('engine_speed_1'),
    1000,
  )
  expect(pane?.series[0]?.values).toEqual([3000, 0])
})

test('leaves buckets that cross north out of the band of a direction', () => {
  const of = (aggregation: string, ...deg: [number, number, number]) =>
    entry(
      'heading',
      aggregation,
      deg.map((value, index): [number, number] => [index * 1000, value]),
    )
  const [pane] = buildPanes(
    [of('avg', 350, 359, 357), of('min', 345, 0, 355), of('max', 355, 359.9, 359)],
    chosen('heading'),
    1000,
  )
  expect(pane?.series[0]?.band).toEqual({ low: [345, undefined, 355], high: [355, undefined, 359] })
})

test('draws a band only when buckets hold more than one sample', () => {
  const means: [number, number][] = [
    [0, 5],
    [1000, 6],
  ]
  const spread = [
    entry('sog', 'avg', means),
    entry('sog', 'min', means),
    entry('sog', 'max', [
      [0, 8],
      [1000, 6],
    ]),
  ]
  expect(buildPanes(spread, chosen('sog'), 1000)[0]?.series[0]?.band).toEqual({ low: [5, 6], high: [8, 6] })
  const single = ['avg', 'min', 'max'].map((aggregation) => entry('sog', aggregation, means))
  expect(buildPanes(single, chosen('sog'), 1000)[0]?.series[0]?.band).toBeNull()
})

test('shows shares in per cent', () => {
  const [pane] = buildPanes(
    [entry('in_eco_speed_ratio._30s', 'avg', [[0, 0.08]])],
    chosen('in_eco_speed_ratio._30s'),
    1000,
  )
  expect(pane).toMatchObject({ unit: '%', max: 8 })
})

test('requests impact by its maximum only, and speed with its band', () => {
  const asked = requestFields(chosen('impact_1', 'sog')).map(
    ({ type, field, aggregation }) => `${type} ${field} ${aggregation}`,
  )
  expect(asked).toEqual(['sensor impact_1 max', 'general sog avg', 'general sog min', 'general sog max'])
})

test('keeps the colour of common series whatever else is chosen', () => {
  const slots = (fields: string[]) => chosen(...fields).map(({ slot }) => slot)
  expect(slots(['sog', 'impact_1'])).toEqual([0, 6])
  expect(slots(['wind_speed', 'wave_height', 'sog'])).toEqual([2, 4, 0])
})

test('keeps the colour of a series when another is removed, and reuses the free colour', () => {
  const first = slotsOf(['wind_speed', 'wave_height', 'cog'])
  expect([...first.values()]).toEqual([2, 4, 5])
  const second = slotsOf(['wave_height', 'cog', 'heading'], first)
  expect(Object.fromEntries(second)).toEqual({ wave_height: 4, cog: 5, heading: 2 })
})

test('finds the bucket that holds a time, and none inside a gap', () => {
  expect(indexAtTime([0, 15_000, 30_000], 16_000, 15_000)).toBe(1)
  expect(indexAtTime([0, 15_000, 30_000], 90_000, 15_000)).toBeNull()
  expect(indexAtTime([10], 5, 15_000)).toBeNull()
})

test('draws at most five lines, ends on a round number and marks the limit', () => {
  expect(paneScale({ min: 4, max: 26 })).toEqual({ min: 0, max: 30, ticks: [0, 10, 20, 30] })
  expect(paneScale({ min: 0, max: 3.7, suggestedMax: 5, mark: 3 })).toEqual({
    min: 0,
    max: 5,
    ticks: [0, 3, 5],
  })
  expect(paneScale({ min: 8.9, max: 9.4 }).ticks.length).toBeLessThanOrEqual(5)
  expect(niceStep(1.25)).toBe(2)
})

test('shows directions on the whole compass, and a small roll on a smaller scale', () => {
  expect(paneScale({ min: 4, max: 357, isAngle: true }).ticks).toEqual([0, 90, 180, 270, 360])
  expect(paneScale({ min: 4, max: 357, isAngle: true, steps: 3 }).ticks).toEqual([0, 180, 360])
  expect(paneScale({ min: -12, max: 14, isAngle: true }).max).toBe(20)
})

test('writes ticks with the fewest decimals that distinguish them', () => {
  expect(tickDecimals([0, 10, 20])).toBe(0)
  expect(tickDecimals(paneScale({ min: 2.05, max: 2.75 }).ticks)).toBe(1)
  const fine = paneScale({ min: 0.28, max: 0.31 })
  expect(tickDecimals(fine.ticks)).toBe(2)
  // The unit stands at the top tick, which must equal the maximum.
  expect(fine.ticks.at(-1)).toBe(fine.max)
})

test('gives twenty series different pairs of colour and dash', () => {
  const many = Object.keys(SERIES).slice(0, 20)
  const looks = chosen(...many).map(({ slot, dash }) => `${slot % 12} ${dash.join()}`)
  expect(new Set(looks).size).toBe(20)
})

test('converts units of the API to units that people read, and gives states no unit', () => {
  const [oil, pressure, gear] = chosen('oil_temperature_1', 'oil_pressure_1', 'transmission_gear_1')
  const entries = [
    entry('oil_temperature_1', 'avg', [[0, 363.15]]),
    entry('oil_pressure_1', 'avg', [[0, 450_000]]),
  ]
  expect(
    buildPanes(
      entries,
      [oil, pressure].flatMap((one) => one ?? []),
      1000,
    ).map(({ unit, max }) => [unit, max]),
  ).toEqual([
    ['°C', expect.closeTo(90)],
    ['bar', expect.closeTo(4.5)],
  ])
  expect([gear?.unit, gear?.shows, gear?.states]).toEqual(['', 'max', []])
})

test('leaves motion unjoined across a gap between rare bursts', () => {
  const [minuteMs, hourMs] = [60_000, 3_600_000]
  const bursts = [0, minuteMs, hourMs, 2 * hourMs].map((time): [number, number] => [time, 1])
  const fields = ['impact_1', 'euler_x_1', 'sea_state']
  const panes = buildPanes(
    fields.flatMap((field) => ['avg', 'min', 'max'].map((how) => entry(field, how, bursts))),
    chosenSeries(fields, String),
    minuteMs,
  )
  const gapsIn = (field: string) =>
    panes
      .flatMap(({ series }) => series)
      .find((one) => one.field === field)
      ?.values.filter((v) => v === null)
  expect([gapsIn('impact_1')?.length, gapsIn('euler_x_1')?.length]).toEqual([2, 2])
  // A rarely reported value is joined from one report to the next.
  expect(gapsIn('sea_state')?.length).toBe(0)
})

test('shows a rare value until its next one is due, and no longer', () => {
  const fields = ['sog', 'air_temperature']
  const minuteMs = 60_000
  const every = (n: number, until: number) =>
    Array.from({ length: Math.floor(until / n) + 1 }, (_, i): [number, number] => [i * n * minuteMs, 280 + i])
  const [pane, rare] = buildPanes(
    [entry('sog', 'avg', every(1, 60)), entry('air_temperature', 'avg', every(5, 20))],
    chosenSeries(fields, String).map((series) => ({ ...series, unit: 'x', factor: 1, offset: 0 })),
    minuteMs,
  )
  expect(rare).toBeUndefined()
  if (!pane) throw new Error('no pane')
  const temperatureAt = (minute: number) => valuesAt(pane, minute * minuteMs, minuteMs)[1]
  expect([0, 4, 20, 32].map(temperatureAt)).toEqual([280, 280, 284, 284])
  // The last value is from minute 20, so an hour later the value is unknown.
  expect(temperatureAt(60)).toBeNull()
  expect(lastTimeOf([pane])).toBe(60 * minuteMs)
})
