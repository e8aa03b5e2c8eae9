import type { FigureKey, ReportRow } from './reportRows.ts'

/** Name and unit of each column; the units are the wire's, whatever people read. */
const COLUMNS: readonly (readonly [FigureKey, string])[] = [
  ['nr_trips', 'trips'],
  ['distance', 'distance [nmi]'],
  ['duration_minutes', 'duration [min]'],
  ['fuel_consumption', 'fuel_consumption [L]'],
  ['avg_fuel_rate_l_nm', 'avg_fuel_rate [L/nmi]'],
  ['avg_fuel_rate', 'avg_fuel_rate [L/hr]'],
  ['co2_emissions', 'co2_emissions [kg]'],
  ['nox_emissions', 'nox_emissions [g]'],
  ['avg_impact', 'avg_impact [g]'],
  ['peak_impact', 'peak_impact [g]'],
  ['red_impacts', 'red_impacts'],
  ['avg_sog', 'avg_sog [kn]'],
  ['max_sog', 'peak_sog [kn]'],
]

/** A table as RFC 4180 has it, with the mark that shows a spreadsheet its encoding. No cell is a formula. */
export function reportCsv(rows: readonly ReportRow[]): string {
  const lines = rows.map((row) =>
    [textCell(row.name ?? ''), ...COLUMNS.map(([key]) => numberCell(row[key]))].join(','),
  )
  return `\uFEFF${[['name', ...COLUMNS.map(([, title]) => title)].join(','), ...lines, ''].join('\r\n')}`
}

const numberCell = (value: number | null) => (value === null ? '' : String(Number(value.toFixed(4))))
const textCell = (text: string) =>
  `"${(/^\s*[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
