import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ScalarReading } from '#contract/domain/reading.ts'
import { SERIES, type SeriesKey, toWire } from '#contract/domain/series.ts'
import { SECOND_US } from '#contract/domain/time.ts'
import { degToRad } from '#contract/domain/units.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import type { Field } from './field.ts'
import { openTelemetry } from './openTelemetry.ts'
import type { Telemetry } from './telemetry.ts'
import type { VesselInterval } from './vesselInterval.ts'
import type { VesselReadings } from './vesselReadings.ts'

const QUARTER_HOUR_US = 900 * SECOND_US
/**
 * Fifteen minutes before the end of a past month, so that cached months, samples and their border all take
 * part.
 */
const START_US = Date.UTC(2025, 1, 28, 23, 45) * 1000
let columns: Columns
let telemetry: Telemetry
let vessels = 0

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'taffrail-series-'))
  columns = await openColumns({ dataDir })
  telemetry = openTelemetry(columns)
  const { close } = columns
  columns.close = async () => {
    await close()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
})
afterAll(() => columns.close())

interface Sample {
  timeUs: number
  value: number | null
}

async function stored(key: SeriesKey, samples: readonly Sample[]): Promise<number> {
  const vesselNumber = ++vessels
  await append(vesselNumber, [[key, samples]])
  return vesselNumber
}

async function append(vesselNumber: number, series: readonly (readonly [SeriesKey, readonly Sample[]])[]) {
  const scalars = series.flatMap(([key, samples]) =>
    samples.map((sample): ScalarReading => ({ ...sample, key, instance: 0 })),
  )
  const readings: VesselReadings = { vesselNumber, scalars, fixes: [], motion: [], ais: [], faults: [] }
  await telemetry.append([readings])
}

/** Computes a bucket's value from the definition, sample by sample. */
function reference(field: Field, samples: readonly Sample[], interval: VesselInterval, widthUs: number) {
  const inside = samples.filter(({ timeUs }) => timeUs >= interval.fromUs && timeUs <= interval.toUs)
  const answer = new Map<number, number | null>()
  for (const start of new Set(inside.map(({ timeUs }) => Math.floor(timeUs / widthUs) * widthUs))) {
    const values = inside
      .filter(({ timeUs }) => timeUs >= start && timeUs < start + widthUs)
      .flatMap(({ value }) => (value === null ? [] : [value]))
    answer.set(start, values.length === 0 ? null : of(values, start))
  }
  return answer

  function of(values: number[], start: number): number | null {
    const { kind } = SERIES[field.key]
    if (kind === 'angle' && field.aggregation === 'avg') {
      const [sine = 0, cosine = 0] = [Math.sin, Math.cos].map((wave) => mean(values, start, wave))
      if (Math.hypot(sine, cosine) < 0.1) return null
      return (Math.atan2(sine, cosine) + 2 * Math.PI) % (2 * Math.PI)
    }
    if (kind === 'angle' || field.aggregation === 'last') return values.at(-1) ?? null
    if (field.aggregation === 'max') return Math.max(...values)
    if (field.aggregation === 'min') return Math.min(...values)
    if (kind === 'counter') return values.at(-1) ?? null
    return mean(values, start, (value) => value)
  }

  function mean(values: number[], start: number, wave: (value: number) => number): number {
    const bucketUs = Math.min(widthUs, QUARTER_HOUR_US)
    let [timeUs, area] = [0, 0]
    for (let from = start; from < start + widthUs; from += bucketUs) {
      const covered = widthUs > SECOND_US ? coveredIn(from, from + bucketUs, wave) : null
      const own = inside.flatMap((one) =>
        one.timeUs >= from && one.timeUs < from + bucketUs && one.value !== null ? [wave(one.value)] : [],
      )
      if (covered && covered.timeUs > 0) {
        timeUs += covered.timeUs
        area += covered.area
      } else if (own.length > 0) {
        // Samples too rare to be joined stand for a minute each, at most for their quarter-hour.
        const standsUs = Math.min(QUARTER_HOUR_US, own.length * 60 * SECOND_US)
        timeUs += standsUs
        area += (own.reduce((sum, value) => sum + value, 0) / own.length) * standsUs
      }
    }
    return values.length > 0 ? area / timeUs : Number.NaN
  }

  function coveredIn(start: number, end: number, wave: (value: number) => number) {
    const covered = { timeUs: 0, area: 0 }
    for (let i = 1; i < inside.length; i++) {
      const [before, after] = [inside[i - 1], inside[i]]
      if (!before || !after || before.value === null || after.value === null) continue
      if (after.timeUs - before.timeUs > 10 * SECOND_US) continue
      const from = Math.max(before.timeUs, start)
      const to = Math.min(after.timeUs, end)
      if (to <= from) continue
      const share = ((from + to) / 2 - before.timeUs) / (after.timeUs - before.timeUs)
      covered.timeUs += to - from
      covered.area += (to - from) * (wave(before.value) + (wave(after.value) - wave(before.value)) * share)
    }
    return covered
  }
}

const walk = (values: Readonly<Record<string, fc.Arbitrary<number>>>, longestS: number) =>
  fc
    .array(
      fc.record({
        stepUs: fc.oneof(
          { weight: 8, arbitrary: fc.integer({ min: 1000, max: 3 * SECOND_US }) },
          { weight: 1, arbitrary: fc.integer({ min: SECOND_US, max: longestS * SECOND_US }) },
        ),
        values: fc.tuple(...Object.values(values).map((one) => fc.option(one, { freq: 12 }))),
      }),
      { minLength: 1, maxLength: 300 },
    )
    .map((steps) => {
      let timeUs = START_US
      const times = steps.map(({ stepUs }) => (timeUs += stepUs))
      return Object.keys(values).map((key, n): [SeriesKey, Sample[]] => [
        key as SeriesKey,
        steps.map(({ values }, i) => ({ timeUs: times[i] ?? 0, value: values[n] ?? null })),
      ])
    })

const stepped = (key: SeriesKey, most: number) =>
  fc.integer({ min: 0, max: most }).map((whole) => whole * SERIES[key].step)

test('computes every bucket of numbers, angles and counters by its definition, for any samples', async () => {
  const keys = ['sog', 'cog', 'fuel_consumption'] as const
  const [sog, cog, fuel_consumption] = [
    stepped('sog', 25_000),
    stepped('cog', 62_000),
    stepped('fuel_consumption', 1_000_000),
  ]
  const widths = fc.constantFrom(
    20_000,
    SECOND_US,
    7 * SECOND_US,
    60 * SECOND_US,
    QUARTER_HOUR_US,
    4 * QUARTER_HOUR_US,
  )
  const fields = keys.flatMap((key) =>
    (['avg', 'max', 'min', 'last'] as const).map((aggregation): Field => ({ key, instance: 0, aggregation })),
  )
  await fc.assert(
    fc.asyncProperty(
      walk({ sog, cog, fuel_consumption }, 1200),
      widths,
      fc.integer({ min: 0, max: 900 }),
      async (series, widthUs, cutS) => {
        const vesselNumber = ++vessels
        await append(vesselNumber, series)
        // From before the first sample or into the middle of them; long enough that kept months are used.
        const fromUs = START_US + (cutS > 450 ? cutS : -3 * 86_400) * SECOND_US
        const interval = { vesselNumber, fromUs, toUs: START_US + 5 * 86_400 * SECOND_US }
        const answers = await telemetry.series.buckets(interval, fields, widthUs)
        for (const [i, field] of fields.entries()) {
          const { key, aggregation } = field
          const samples = series.find(([name]) => name === key)?.[1] ?? []
          const wanted = reference(field, samples, interval, widthUs)
          expect(answers[i]?.timeUs).toEqual([...wanted.keys()])
          for (const [n, value] of [...wanted.values()].entries()) {
            const found = answers[i]?.value[n] ?? null
            const asked = [key, aggregation, widthUs / SECOND_US, n, found]
            if (value === null || found === null) expect([...asked, value]).toEqual([...asked, found])
            else {
              const turn = key === 'cog' && aggregation === 'avg' ? 2 * Math.PI : Number.POSITIVE_INFINITY
              const off = Math.abs(found - value)
              expect(Math.min(off, turn - off), JSON.stringify(asked)).toBeLessThan(1e-6)
            }
          }
        }
      },
    ),
    { numRuns: 60 },
  )
}, 120_000)

test('computes a cached month again when late samples of it arrive, and only then', async () => {
  const key = 'oil_pressure'
  const samples = Array.from({ length: 100 }, (_, i) => ({
    timeUs: START_US + i * SECOND_US,
    value: 400_000,
  }))
  const vesselNumber = await stored(key, samples)
  const interval = {
    vesselNumber,
    fromUs: START_US - 40 * 96 * QUARTER_HOUR_US,
    toUs: START_US + 96 * QUARTER_HOUR_US,
  }
  const peak = async () => {
    const [buckets] = await telemetry.series.buckets(
      interval,
      [{ key, instance: 0, aggregation: 'max' }],
      4 * QUARTER_HOUR_US,
    )
    return buckets?.value
  }
  const months = async () =>
    columns.rows<{ month: number; state: number }>(
      `SELECT month, state FROM telemetry.scalar_months FINAL WHERE vessel = ${vesselNumber} ORDER BY month`,
    )
  expect(await peak()).toEqual([400_000])
  const before = await months()
  expect(before.length).toBeGreaterThan(0)
  await columns.command('OPTIMIZE TABLE telemetry.scalars FINAL')
  expect(await peak()).toEqual([400_000])
  expect(await months()).toEqual(before)
  await append(vesselNumber, [[key, [{ timeUs: START_US + 50_500_000, value: 700_000 }]]])
  expect(await peak()).toEqual([700_000])
  expect(await months()).not.toEqual(before)
})

test('caches the months on both sides of a new year', async () => {
  const key = 'oil_pressure'
  const [decemberUs, januaryUs] = [Date.UTC(2024, 11, 20) * 1000, Date.UTC(2025, 0, 10) * 1000]
  const vesselNumber = await stored(key, [
    { timeUs: decemberUs, value: 300_000 },
    { timeUs: januaryUs, value: 500_000 },
  ])
  const interval = {
    vesselNumber,
    fromUs: decemberUs - 96 * QUARTER_HOUR_US,
    toUs: januaryUs + 96 * QUARTER_HOUR_US,
  }
  const [buckets] = await telemetry.series.buckets(
    interval,
    [{ key, instance: 0, aggregation: 'max' }],
    96 * QUARTER_HOUR_US,
  )
  expect(buckets).toEqual({ timeUs: [decemberUs, januaryUs], value: [300_000, 500_000] })
  expect(
    await columns.rows(
      `SELECT month FROM telemetry.scalar_months FINAL WHERE vessel = ${vesselNumber} ORDER BY month`,
    ),
  ).toEqual([{ month: 202412 }, { month: 202501 }])
})

test('begins buckets where the caller asks, for days of any time zone', async () => {
  const key = 'air_temperature'
  const noonUs = Date.UTC(2025, 5, 1, 12) * 1000
  const samples = Array.from({ length: 8 * 24 }, (_, hour) => ({
    timeUs: noonUs + hour * 4 * QUARTER_HOUR_US,
    value: 280 + Math.floor(hour / 24),
  }))
  const vesselNumber = await stored(key, samples)
  const interval = { vesselNumber, fromUs: noonUs, toUs: noonUs + 8 * 96 * QUARTER_HOUR_US }
  // Days that begin at noon UTC, as in Auckland.
  const bucketOf = (timeUs: number) =>
    Math.floor((timeUs - noonUs) / (96 * QUARTER_HOUR_US)) * 96 * QUARTER_HOUR_US + noonUs
  const [days] = await telemetry.series.buckets(
    interval,
    [{ key, instance: 0, aggregation: 'avg' }],
    96 * QUARTER_HOUR_US,
    { bucketOf },
  )
  expect(days?.timeUs).toEqual(Array.from({ length: 8 }, (_, day) => noonUs + day * 96 * QUARTER_HOUR_US))
  for (const [day, value] of (days?.value ?? []).entries()) expect(value).toBeCloseTo(280 + day, 6)
})

test('weighs a boat at rest by its time when it reports once a minute', async () => {
  const key = 'engine_speed'
  const atRest = Array.from({ length: 720 }, (_, minute) => ({
    timeUs: START_US + minute * 60 * SECOND_US,
    value: 0,
  }))
  const underWay = Array.from({ length: 43_200 }, (_, second) => ({
    timeUs: START_US + (43_200 + second) * SECOND_US,
    value: 1000,
  }))
  const vesselNumber = await stored(key, [...atRest, ...underWay])
  const interval = { vesselNumber, fromUs: START_US, toUs: START_US + 96 * QUARTER_HOUR_US }
  const field = { key, instance: 0, aggregation: 'avg' } as const
  const bucketOf = () => START_US
  const [day] = await telemetry.series.buckets(interval, [field], 96 * QUARTER_HOUR_US, { bucketOf })
  expect(day?.value[0]).toBeCloseTo(500, -1)
})

test('averages a rudder 5° to port as −5°, between its minimum and maximum', async () => {
  const degrees = [-5, -7, -5, -3, -5]
  const samples = degrees.map((degree, i) => ({ timeUs: START_US + i * SECOND_US, value: degToRad(degree) }))
  const vesselNumber = await stored('rudder_angle', samples)
  const interval = { vesselNumber, fromUs: START_US, toUs: START_US + 10 * SECOND_US }
  const fields = (['avg', 'min', 'max', 'last'] as const).map(
    (aggregation): Field => ({ key: 'rudder_angle', instance: 0, aggregation }),
  )
  for (const widthUs of [10 * SECOND_US, QUARTER_HOUR_US]) {
    const buckets = await telemetry.series.buckets(interval, fields, widthUs)
    const wire = buckets.map(({ value }) => toWire('rudder_angle', value[0] as number))
    for (const [i, degree] of [-5, -7, -3, -5].entries()) expect(wire[i]).toBeCloseTo(degree, 1)
  }
})
