import type { Language } from '#contract/text/language.ts'
import type { FigureKey } from '#contract/words/reportRows.ts'
import { type Words, wordsIn } from '#server/words/wordsIn.ts'

/** Each figure has the name that the Reports page gives it. */
const FIGURE_NAMES = {
  nr_trips: 'trips',
  distance: 'distance',
  duration_minutes: 'duration',
  fuel_consumption: 'fuelConsumption',
  avg_fuel_rate_l_nm: 'fuelRate',
  avg_fuel_rate: 'hourlyRate',
  co2_emissions: 'co2',
  nox_emissions: 'nox',
  avg_impact: 'avgImpact',
  peak_impact: 'peakImpact',
  red_impacts: 'redImpacts',
  avg_sog: 'avgSog',
  max_sog: 'peakSog',
} as const satisfies Record<FigureKey, keyof Words['reports']>

/** The words of a report as a document: those of the Reports page, and a few of its own. */
export function reportWords(language: Language) {
  const { reports, scheduled, speedWords, documents } = wordsIn(language)
  return { ...reports, ...documents.report, title: scheduled.report, made: documents.made, speedWords }
}

export const figureName = (key: FigureKey, language: Language) => wordsIn(language).reports[FIGURE_NAMES[key]]
