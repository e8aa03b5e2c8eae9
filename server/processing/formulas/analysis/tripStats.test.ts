import { expect, test } from 'vitest'
import vectors from '#contract/vectors.json' with { type: 'json' }
import { noFigures, type QuarterHourFigures } from '#server/telemetry/quarterHours.ts'
import { rankPoints, tripScore, tripStats } from './tripStats.ts'

const parts = (
  safety_quality: number | null,
  impact_frequency: number | null,
  peak_impact: number | null,
  in_eco_speed_ratio: number | null,
) => ({ safety_quality, impact_frequency, peak_impact, in_eco_speed_ratio })
const of = (figures: Partial<QuarterHourFigures>) => ({ ...noFigures(), ...figures })

test('scores a trip over the parts that were measured', () => {
  expect(tripScore(parts(0.95, 0.1, 3.2, 0.42))).toBe(vectors.score_a)
  expect(tripScore(parts(0.95, 0.1, 3.2, null))).toBe(vectors.score_noeco)
  expect(tripScore(parts(1, 0, 0, 1))).toBe(vectors.score_perfect)
  expect(tripScore(parts(0, 5, 10, 0))).toBe(vectors.score_bad)
  expect(tripScore(parts(null, 0, 0, 1))).toBeNull()
})

test('gives points for miles, rounds half points up and caps long deliveries', () => {
  expect(rankPoints(83, 22.5)).toBe(vectors.rp)
  expect(rankPoints(50, 1000)).toBe(10_000)
  expect(rankPoints(null, 10)).toBe(0)
})

test('calls figures unknown when they were not measured', () => {
  const stats = tripStats(of({ distance_m: 18_520, sog_s: 3600, moving_s: 3600 }), 3600)
  for (const name of [
    'avg_impact',
    'peak_impact',
    'red_impacts',
    'impact_frequency',
    'fuel_consumption',
    'co2_emissions',
    'nox_emissions',
    'safety_quality',
    'score',
  ] as const)
    expect([name, stats[name]]).toEqual([name, null])
  expect(stats.partial).toBe(0)
})

test('counts red impacts per mile, none over less than a tenth of a mile', () => {
  const hit = { max_impact_g: 4, red_events: 2, events: 4, event_peaks_g: 10 }
  expect(tripStats(of({ ...hit, distance_m: 4 * 1852 }), 60)).toMatchObject({
    impact_frequency: 0.5,
    red_impacts: 2,
    avg_peak_impact: 2.5,
  })
  expect(tripStats(of({ ...hit, distance_m: 100 }), 60).impact_frequency).toBeNull()
})

test('marks a trip as partial when less than half is covered or some fuel is ignored', () => {
  expect(tripStats(of({ sog_s: 1700 }), 3600).partial).toBe(1)
  expect(tripStats(of({ sog_s: 3600, fuel_s: 1700, fuel_m3: 1 }), 3600).partial).toBe(1)
  expect(tripStats(of({ sog_s: 3600, fuel_s: 3000, fuel_m3: 1 }), 3600, true).partial).toBe(1)
})

test('gives no score for less than five minutes under way', () => {
  const safe = { below_s: 290, moving_s: 290, sog_s: 300 }
  expect(tripStats(of(safe), 300)).toMatchObject({ safety_quality: 1, score: null })
  expect(tripStats(of({ ...safe, moving_s: 300 }), 300).score).toBe(100)
})
