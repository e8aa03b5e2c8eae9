/** The two tables of a report, a line for each vessel and each captain, as the console and its documents order and write them. */
import type { Language } from '#contract/text/language.ts'
import { compareNames } from '#contract/text/nameOrder.ts'
import type { CaptainRow, VesselRow } from '#contract/wire/statistics.ts'

type Figures = Omit<VesselRow & CaptainRow, 'vessel_id' | 'captain_id'>
/** A row of a table: a captain or a boat, with the totals of the trips. Null is a name that the caller may not see. */
export interface ReportRow extends Figures {
  id: string
  name: string | null
}
export type FigureKey = keyof Figures

/** Units of the wire, in the order of a table's columns; minutes are written as hours and minutes. */
export const FIGURE_UNITS: Readonly<Record<FigureKey, { unit: string; decimals?: number }>> = {
  nr_trips: { unit: '' },
  distance: { unit: 'nmi' },
  duration_minutes: { unit: 'min' },
  fuel_consumption: { unit: 'L' },
  avg_fuel_rate_l_nm: { unit: 'L/nmi' },
  avg_fuel_rate: { unit: 'L/hr' },
  co2_emissions: { unit: 'kg' },
  nox_emissions: { unit: 'g', decimals: 0 },
  avg_impact: { unit: 'g' },
  peak_impact: { unit: 'g' },
  red_impacts: { unit: '' },
  avg_sog: { unit: 'kn' },
  max_sog: { unit: 'kn' },
}

/** Key of each figure's name among the words of the Reports page. */
export const FIGURE_WORDS = {
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
} as const satisfies Record<FigureKey, string>

/** Figures in the short tables on each tab; the first one decides the ranking. */
export const TOP_FIGURES = {
  general: ['nr_trips', 'distance', 'duration_minutes'],
  fuel: ['fuel_consumption', 'avg_fuel_rate_l_nm'],
  safety: ['peak_impact', 'max_sog'],
} as const satisfies Record<string, readonly [FigureKey, ...FigureKey[]]>
export const TOP_ROWS = 5

/** Largest first or last; unknown values come last either way, and equal ones in the order of their names. */
export function orderRows<Row extends ReportRow>(
  rows: readonly Row[],
  order: string,
  language: Language,
): Row[] {
  const [field = '', direction] = order.split(':')
  const sign = direction === 'asc' ? 1 : -1
  const byName = compareNames(language)
  const names = (a: Row, b: Row) => byName(a.name ?? '', b.name ?? '')
  if (field === 'name') return rows.toSorted((a, b) => sign * names(a, b))
  const key = field as FigureKey
  return rows.toSorted((a, b) => {
    const [left, right] = [a[key], b[key]]
    if (left === null || right === null) return Number(left === null) - Number(right === null) || names(a, b)
    return sign * (left - right) || names(a, b)
  })
}
