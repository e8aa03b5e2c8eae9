import type { StatisticsField } from '#contract/domain/ruleFields.ts'
import { mpsToKn, mToNmi } from '#contract/domain/units.ts'
import type { trips } from '#server/stores/relational/schema.ts'

/** Figures of a trip in wire units, for readers and for rules on them. */
export function figuresOfTrip(trip: typeof trips.$inferSelect) {
  const later = (name: keyof typeof trip.stats) => trip.stats[name] ?? null
  return {
    duration: trip.durationS / 60,
    distance: mToNmi(trip.distanceM),
    avg_sog: trip.avgSogMps === null ? null : mpsToKn(trip.avgSogMps),
    max_sog: trip.maxSogMps === null ? null : mpsToKn(trip.maxSogMps),
    avg_impact: trip.avgImpactG,
    peak_impact: trip.peakImpactG,
    red_impacts: later('red_impacts'),
    impact_frequency: later('impact_frequency'),
    fuel_consumption: later('fuel_consumption'),
    avg_fuel_rate_l_nm: later('avg_fuel_rate_l_nm'),
    co2_emissions: later('co2_emissions'),
    nox_emissions: later('nox_emissions'),
    score: later('score'),
  } satisfies Record<StatisticsField, number | null>
}
