import { mpsToKn, mToNmi } from '#contract/domain/units.ts'
import { SCORE_WEIGHTS, scoreShares } from '#contract/wire/scoreShares.ts'
import { SCORE_PARTS } from '#contract/wire/trip.ts'
import type { QuarterHourFigures } from '#server/telemetry/quarterHours.ts'

/** Components of a trip's score; null components were not measured. */
export interface ScoreParts {
  safety_quality: number | null
  impact_frequency: number | null
  peak_impact: number | null
  in_eco_speed_ratio: number | null
}

const SHORTEST_NMI = 0.1
const LEAST_COMPARED_S = 60
const LEAST_MOVING_S = 300
const COVERED = 0.5
/** A delivery voyage counts for no more miles than this. */
const MOST_NMI = 200

/**
 * Statistics of a trip in wire units, from the sum of its quarter-hours. `ignoresFuel` is true when users declared some
 * of its fuel data wrong.
 */
export function tripStats(of: QuarterHourFigures, durationS: number, ignoresFuel = false) {
  const nmi = mToNmi(of.distance_m)
  const hasImpacts = of.max_impact_g >= 0
  const hasFuel = of.fuel_s > 0
  const compared = of.below_s + of.around_s + of.above_s
  const parts: ScoreParts = {
    safety_quality: compared < LEAST_COMPARED_S ? null : 1 - of.above_s / compared,
    impact_frequency: !hasImpacts || nmi < SHORTEST_NMI ? null : of.red_events / nmi,
    peak_impact: hasImpacts ? of.max_impact_g : null,
    in_eco_speed_ratio: of.eco_known_s > 0 ? of.eco_s / of.eco_known_s : null,
  }
  const score = of.moving_s < LEAST_MOVING_S ? null : tripScore(parts)
  return {
    ...parts,
    avg_impact: of.impact_s > 0 ? of.impact_gs / of.impact_s : null,
    avg_rog: of.rog_s > 0 ? mpsToKn(of.rog_m / of.rog_s) : null,
    avg_peak_impact: of.events > 0 ? of.event_peaks_g / of.events : null,
    red_impacts: hasImpacts ? of.red_events : null,
    fuel_consumption: hasFuel ? of.fuel_m3 * 1000 : null,
    avg_fuel_rate_l_nm:
      hasFuel && mToNmi(of.fuel_m) >= SHORTEST_NMI ? (of.fuel_m3 * 1000) / mToNmi(of.fuel_m) : null,
    co2_emissions: hasFuel ? of.co2_kg : null,
    nox_emissions: of.nox_g > 0 ? of.nox_g : null,
    score,
    /** 1 when data covers less than half of the trip, or when a user excluded some of its fuel. */
    partial:
      of.sog_s < COVERED * durationS || (hasFuel && (ignoresFuel || of.fuel_s < COVERED * durationS)) ? 1 : 0,
  }
}

/** 1 to 100 over the parts that were measured; null without a safety quality. Half points round up. */
export function tripScore(parts: ScoreParts): number | null {
  if (parts.safety_quality === null) return null
  const shares = scoreShares(parts)
  let [sum, weights] = [0, 0]
  for (const part of SCORE_PARTS) {
    const share = shares[part]
    if (share === null) continue
    sum += SCORE_WEIGHTS[part] * share
    weights += SCORE_WEIGHTS[part]
  }
  return Math.min(100, Math.max(1, roundHalfUp((100 * sum) / weights)))
}

/** Points that a trip brings its captain, or would bring one. */
export const rankPoints = (score: number | null, distanceNmi: number) =>
  score === null ? 0 : roundHalfUp(score * Math.min(distanceNmi, MOST_NMI))

/** Rounds half up, and tolerates the last digits of a double: 2.4999999999 counts as a half. */
const roundHalfUp = (value: number) => Math.floor(value + 0.5 + 1e-9)
