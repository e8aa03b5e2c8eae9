import { SCORE_PARTS } from './trip.ts'

export type ScorePart = (typeof SCORE_PARTS)[number]

/**
 * Weight of each part in a trip's score when all are measured; a missing part leaves its weight to the
 * others.
 */
export const SCORE_WEIGHTS: Readonly<Record<ScorePart, number>> = {
  safety_quality: 0.5,
  impact_frequency: 0.2,
  peak_impact: 0.2,
  in_eco_speed_ratio: 0.1,
}

/** Red impacts per nmi, and a peak in g, that are as bad as can be. */
const WORST = { impact_frequency: 2, peak_impact: 8 }
/** Smallest weight of impacts, so that a single impact does not make a trip worthless. */
export const LEAST_SHARE = 0.05

/** Value of each part of a trip's score, up to 1, more is better; null where it was not measured. */
export function scoreShares(parts: Readonly<Record<ScorePart, number | null>>) {
  const against = (value: number | null, worst: number) =>
    value === null ? null : Math.max(LEAST_SHARE, 1 - Math.min(1, value / worst))
  return {
    safety_quality: parts.safety_quality,
    impact_frequency: against(parts.impact_frequency, WORST.impact_frequency),
    peak_impact: against(parts.peak_impact, WORST.peak_impact),
    in_eco_speed_ratio: parts.in_eco_speed_ratio,
  } satisfies Record<ScorePart, number | null>
}

/** Weight of each measured part in this score, including the weights of missing parts. */
export function effectiveWeights(basis: readonly ScorePart[]): Record<ScorePart, number> {
  const whole = basis.reduce((sum, part) => sum + SCORE_WEIGHTS[part], 0)
  const share = (part: ScorePart) => (basis.includes(part) ? SCORE_WEIGHTS[part] / whole : 0)
  return Object.fromEntries(SCORE_PARTS.map((part) => [part, share(part)])) as Record<ScorePart, number>
}
