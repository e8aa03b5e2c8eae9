import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/domain/time.ts'
import { noFigures, type QuarterHourFigures } from '#server/telemetry/quarterHours.ts'
import { addFigures, figures } from './figures.ts'
import { fuelAverages, periodSeries, type QuarterHour } from './periodSeries.ts'
import { openCalendar } from './periods.ts'

const QUARTER_HOUR_MS = 900_000
const at = (text: string) => Date.parse(text)
const quarterHour = (startMs: number, change: Partial<QuarterHourFigures>): QuarterHour => ({
  startMs,
  sums: { ...noFigures(), ...change },
})

test('splits a trip over midnight between the days of the time zone, and counts it where it began', () => {
  const rome = openCalendar('Europe/Rome')
  // 23:45 and 00:00 in Rome.
  const trip = [
    quarterHour(at('2026-06-17T21:45Z'), { trips: 1, distance_m: 1852 }),
    quarterHour(at('2026-06-17T22:00Z'), { distance_m: 3704 }),
  ]
  const range = { fromMs: at('2026-06-16T22:00Z'), toMs: at('2026-06-19T22:00Z') }
  const { distance, nr_trips, peak_impact } = periodSeries(trip, rome, 'day', range)
  expect(distance.map(({ x, y }) => [new Date(x).toISOString(), y])).toEqual([
    ['2026-06-16T22:00:00.000Z', 1],
    ['2026-06-17T22:00:00.000Z', 2],
    ['2026-06-18T22:00:00.000Z', 0],
  ])
  expect(nr_trips.map(({ y }) => y)).toEqual([1, 0, 0])
  expect(peak_impact.map(({ y }) => y)).toEqual([null, null, null])
})

test('reads days before the range into the moving averages of its first days', () => {
  const utc = openCalendar('UTC')
  const range = { fromMs: at('2026-06-18T00:00Z'), toMs: at('2026-06-25T00:00Z') }
  const burnt = (day: string, litres: number) =>
    quarterHour(at(`${day}T10:00Z`), { fuel_m3: litres / 1000, fuel_s: 900, fuel_m: 1852 * 10 })
  const averages = fuelAverages([burnt('2026-06-17', 40), burnt('2026-06-18', 80)], utc, range)
  expect(averages.fuel_consumption['3']).toEqual([{ x: range.fromMs, y: 60 }])
  expect(averages.avg_fuel_rate_l_nm['3']).toEqual([{ x: range.fromMs, y: 6 }])
  expect(Object.keys(averages.fuel_consumption)).toEqual(['3', '7'])
})

test('loses and doubles nothing, for any time zone and period', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('Europe/Rome', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe'),
      fc.constantFrom('day', 'week', 'month'),
      fc.uniqueArray(fc.integer({ min: 0, max: 60 * 96 - 1 }), { maxLength: 40 }),
      (zone, period, offsets) => {
        const fromMs = openCalendar(zone).startMs(at('2026-03-01T00:00Z') / DAY_MS)
        const quarterHours = offsets
          .sort((a, b) => a - b)
          .map((offset) => quarterHour(fromMs + offset * QUARTER_HOUR_MS, { distance_m: 1852, trips: 1 }))
        const series = periodSeries(quarterHours, openCalendar(zone), period, {
          fromMs,
          toMs: fromMs + 60 * DAY_MS,
        })
        const sum = series.distance.reduce((all, { y }) => all + (y ?? 0), 0)
        expect(sum).toBeCloseTo(offsets.length, 9)
        expect(series.nr_trips.reduce((all, { y }) => all + (y ?? 0), 0)).toBe(offsets.length)
      },
    ),
    { numRuns: 40 },
  )
})

test('computes ratios of sums, and returns unknown for a sum without values', () => {
  const sums = noFigures()
  expect([figures.litres(sums), figures.litresANmi(sums), figures.redImpacts(sums)]).toEqual([
    null,
    null,
    null,
  ])
  // Ten minutes at 10 kn and 20 L/hr, ten at 30 kn and 90 L/hr.
  const part = (kn: number, rate: number): QuarterHourFigures => ({
    ...noFigures(),
    fuel_m3: rate / 6 / 1000,
    fuel_s: 600,
    fuel_m: (kn * 1852) / 6,
  })
  addFigures(sums, part(10, 20))
  addFigures(sums, part(30, 90))
  expect(figures.litresANmi(sums)).toBeCloseTo(2.75, 9)
  expect(figures.litresAnHour(sums)).toBeCloseTo(55, 9)
})
