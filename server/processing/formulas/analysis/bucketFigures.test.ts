import fc from 'fast-check'
import { expect, test } from 'vitest'
import { knToMps, L_PER_HR_M3PS, mToNmi } from '#contract/domain/units.ts'
import vectors from '#contract/vectors.json' with { type: 'json' }
import { QUARTER_HOUR_COLUMNS } from '#server/stores/columns/quarterHourColumns.ts'
import { noFigures, type QuarterHourFigures } from '#server/telemetry/quarterHours.ts'
import { bucketFigures, byQuarterHour, type FigureSettings, staticSafetySpeedMps } from './bucketFigures.ts'
import { fuelSettings } from './fuelSettings.ts'
import type { TripSeconds } from './tripSeconds.ts'

const START_S = Date.UTC(2026, 5, 18, 9) / 1000
const PETROL = fuelSettings({ fuelType: 'petrol', noxFactorGPerKg: 10, ignoredFuelPeriods: [] })
const SETTINGS: FigureSettings = { impactLimitG: 3, rogMps: null, fuel: PETROL, ecoBand: null }

/** Consecutive seconds with values in the given columns alone. */
function seconds(
  rows: number,
  columns: Partial<Record<keyof TripSeconds, (row: number) => number>>,
): TripSeconds {
  const column = (name: keyof TripSeconds) =>
    Float64Array.from({ length: rows }, (_, row) => columns[name]?.(row) ?? Number.NaN)
  const sogMps = column('sogMps')
  const fuelM3ps = column('fuelM3ps')
  return {
    startS: START_S,
    rows,
    present: Uint8Array.from(
      { length: rows },
      (_, row) =>
        columns.present?.(row) ?? (Number.isNaN(sogMps[row]) && Number.isNaN(fuelM3ps[row]) ? 0 : 1),
    ),
    sogMps,
    sogDerived: new Uint8Array(rows),
    sogStuck: new Uint8Array(rows),
    frozen: new Uint8Array(rows),
    latitudeDeg: column('latitudeDeg'),
    longitudeDeg: column('longitudeDeg'),
    stepM: Float64Array.from({ length: rows }, (_, row) =>
      row === 0 ? 0 : (columns.stepM?.(row) ?? sogMps[row] ?? 0) || 0,
    ),
    impactG: column('impactG'),
    fuelM3ps,
    enginesReport: true,
    depthM: column('depthM'),
    windMps: column('windMps'),
    waveM: column('waveM'),
    airTemperatureK: column('airTemperatureK'),
  }
}

function total(
  given: TripSeconds,
  settings: Partial<FigureSettings> = {},
  eventPeaks: { timeUs: number; peakG: number }[] = [],
): QuarterHourFigures {
  const window = { fromS: given.startS, toS: given.startS + given.rows - 1, startS: given.startS }
  const sum = noFigures()
  for (const { figures } of bucketFigures(
    given,
    window,
    eventPeaks,
    { ...SETTINGS, ...settings },
    byQuarterHour(given),
  ).values()) {
    for (const name of Object.keys(sum) as (keyof QuarterHourFigures)[])
      sum[name] =
        QUARTER_HOUR_COLUMNS[name].combine === 'max'
          ? Math.max(sum[name], figures[name])
          : sum[name] + figures[name]
  }
  return sum
}

const rate = (litresAnHour: number) => litresAnHour / L_PER_HR_M3PS

test('integrates fuel by trapezoids and leaves gaps out', () => {
  const ramp = total(seconds(601, { fuelM3ps: (row) => rate(row / 10) }))
  expect(ramp.fuel_m3 * 1000).toBeCloseTo(vectors.fuel_ramp_L[0] as number, 9)
  const holed = total(
    seconds(3601, { fuelM3ps: (row) => (row > 1800 && row <= 1980 ? Number.NaN : rate(40)) }),
  )
  expect([holed.fuel_m3 * 1000, holed.fuel_s]).toEqual([
    expect.closeTo(vectors.fuel_gap[0] as number, 6),
    vectors.fuel_gap[1],
  ])
})

test('counts moving, cruising and SOG time of the whole trip, and none in a gap', () => {
  const whole = total(seconds(601, { sogMps: () => knToMps(10) }))
  expect([whole.cruising_s, whole.moving_s, whole.sog_s]).toEqual([600, 600, 600])
  const holed = total(seconds(601, { sogMps: (row) => (row > 200 && row <= 400 ? Number.NaN : knToMps(10)) }))
  expect([holed.cruising_s, holed.moving_s, holed.sog_s]).toEqual([399, 399, 399])
})

test('computes CO2 and NOx from litres', () => {
  const hundred = (fuelType: string, noxFactorGPerKg: number | null) => {
    const fuel = fuelSettings({ fuelType, noxFactorGPerKg, ignoredFuelPeriods: [] })
    return total(seconds(3601, { fuelM3ps: () => rate(100) }), { fuel })
  }
  expect(hundred('petrol', 10)).toMatchObject({
    co2_kg: expect.closeTo(234.77, 2),
    nox_g: expect.closeTo(747.5, 6),
  })
  expect(hundred('diesel', 42)).toMatchObject({
    co2_kg: expect.closeTo(268.93, 2),
    nox_g: expect.closeTo(3496.5, 6),
  })
  expect(hundred('diesel', null).nox_g).toBe(0)
})

test('divides litres and miles of the same seconds', () => {
  const figures = total(
    seconds(1201, {
      sogMps: (row) => knToMps(row < 600 ? 10 : 30),
      fuelM3ps: (row) => rate(row < 600 ? 20 : 90),
    }),
  )
  expect((figures.fuel_m3 * 1000) / mToNmi(figures.fuel_m)).toBeCloseTo(2.75, 2)
})

test('excludes ignored periods from fuel alone', () => {
  const ignored = {
    type: 'date_range' as const,
    start_time: '2026-06-18T09:00:00Z',
    end_time: '2026-06-18T09:30:00Z',
    comment: null,
    created_at: '',
  }
  const fuel = fuelSettings({ fuelType: 'petrol', noxFactorGPerKg: null, ignoredFuelPeriods: [ignored] })
  const given = seconds(3601, { sogMps: () => 5, fuelM3ps: () => rate(60) })
  expect(total(given, { fuel })).toMatchObject({
    fuel_s: 1800,
    fuel_m3: expect.closeTo(0.03, 9),
    sog_s: 3600,
  })
})

test('compares speeds with the safety speed', () => {
  const profile = (row: number) =>
    knToMps(row < 25 ? 20 : row < 50 ? 28.4 : row < 60 ? 28.5 : row < 80 ? 29 : row < 90 ? 30 : 30.01)
  const rogMps = staticSafetySpeedMps(knToMps(30), knToMps(40))
  expect(total(seconds(101, { sogMps: profile }), { rogMps })).toMatchObject({
    below_s: 50,
    around_s: 40,
    above_s: 10,
  })
  expect(staticSafetySpeedMps(knToMps(28), knToMps(40))).toBeCloseTo(knToMps(28), 9)
  expect(staticSafetySpeedMps(knToMps(50), knToMps(40))).toBeCloseTo(knToMps(40), 9)
  expect(staticSafetySpeedMps(null, knToMps(40))).toBeNull()
})

test('excludes acceleration and deceleration from the fuel of each knot', () => {
  const knots = (row: number) =>
    row < 60 ? 10 : row < 80 ? row - 50 : row < 140 ? 30 : row < 160 ? 170 - row : 10
  const given = seconds(221, { sogMps: (row) => knToMps(knots(row) + 0.5), fuelM3ps: () => rate(40) })
  const window = { fromS: START_S, toS: START_S + given.rows - 1, startS: START_S }
  const bins = [...bucketFigures(given, window, [], SETTINGS, () => 0).values()].flatMap(({ bins }) => [
    ...bins,
  ])
  // The smoothed speed changes from a second or two before each steady speed ends.
  expect(bins.map(([kn, bin]) => [kn, bin.bin_s])).toEqual([
    [10, 117],
    [30, 57],
  ])
  expect(total(given)).toMatchObject({ accel_s: 23, decel_s: 23 })
})

test('counts impact events above the limit as red, and ignores events below half a g', () => {
  const at = (second: number) => (START_S + second) * 1e6
  const given = seconds(601, { sogMps: () => 10, impactG: () => 0.2 })
  const eventPeaks = [
    { timeUs: at(10), peakG: 3.4 },
    { timeUs: at(20), peakG: 3 },
    { timeUs: at(30), peakG: 0.49 },
    { timeUs: at(40), peakG: 3.01 },
  ]
  expect(total(given, {}, eventPeaks)).toMatchObject({
    events: 3,
    red_events: 2,
    max_impact_g: 3.4,
    impact_0_s: 600,
  })
})

test('does not take a spike of one second for a record', () => {
  expect(total(seconds(100, { sogMps: (row) => (row === 50 ? 40 : 10) })).highest_sog_mps).toBe(10)
})

/** The figures computed from their definitions, one second at a time, without buckets. */
function slowly(given: TripSeconds) {
  let [fuelM3, fuelS, sogM, movingS, distanceM] = [0, 0, 0, 0, 0]
  const nextKnown = (values: ArrayLike<number>, i: number) => {
    for (let j = i + 1; j < given.rows && j - i <= 10; j++) if (!Number.isNaN(values[j])) return j
    return -1
  }
  for (let i = 0; i < given.rows; i++) {
    if (given.present[i]) distanceM += given.stepM[i] as number
    const sog = given.sogMps[i] as number
    const fuel = given.fuelM3ps[i] as number
    if (!Number.isNaN(fuel)) {
      const j = nextKnown(given.fuelM3ps, i)
      if (j > 0) {
        fuelM3 += ((fuel + (given.fuelM3ps[j] as number)) / 2) * (j - i)
        fuelS += j - i
      }
    }
    if (Number.isNaN(sog)) continue
    const j = nextKnown(given.sogMps, i)
    if (j > 0) sogM += ((sog + (given.sogMps[j] as number)) / 2) * (j - i)
    if (!(sog > knToMps(3))) continue
    let next = 0
    for (let k = i + 1; k < given.rows && k - i <= 10; k++) {
      if (!given.present[k]) continue
      next = k - i
      break
    }
    movingS += next
  }
  return { fuelM3, fuelS, sogM, movingS, distanceM }
}

test('agrees with the definitions on random trips, however they are cut into buckets', () => {
  const value = fc.option(fc.double({ min: 0, max: 15, noNaN: true }), { nil: Number.NaN, freq: 4 })
  fc.assert(
    fc.property(
      fc.array(fc.tuple(value, value), { minLength: 5, maxLength: 400 }),
      fc.integer({ min: 1, max: 97 }),
      (rows, width) => {
        const given = seconds(rows.length, {
          sogMps: (row) => rows[row]?.[0] ?? Number.NaN,
          fuelM3ps: (row) => (rows[row]?.[1] ?? Number.NaN) * 1e-6,
        })
        const expected = slowly(given)
        const window = { fromS: START_S, toS: START_S + given.rows - 1, startS: START_S }
        const buckets = bucketFigures(given, window, [], SETTINGS, (row) => Math.floor(row / width))
        const sum = (name: keyof QuarterHourFigures) =>
          [...buckets.values()].reduce((all, { figures }) => all + figures[name], 0)
        expect(sum('fuel_m3')).toBeCloseTo(expected.fuelM3, 12)
        expect(sum('fuel_s')).toBe(expected.fuelS)
        expect(sum('sog_m')).toBeCloseTo(expected.sogM, 6)
        expect(sum('moving_s')).toBe(expected.movingS)
        expect(sum('distance_m')).toBeCloseTo(expected.distanceM, 6)
        expect(sum('trips')).toBe(1)
      },
    ),
    { numRuns: 60 },
  )
})
