/** Fields that rules can use, by source: one list for the form, the templates and the rule engine. */
import type { RuleSource } from './ruleSource.ts'
import { numberShown, parseField, SERIES, type SeriesKey } from './series.ts'

export interface RuleField {
  source: RuleSource
  field: string
  /** Unit of the threshold on the wire; empty for counts. */
  unit: string
  /** Series that the value is read from; null when it comes from elsewhere. */
  series: SeriesKey | null
  /** One engine, battery or sensor of several; null for any of them. */
  instance: number | null
  /** Either 0 or 1: more than 0.5 is yes. */
  isSwitch: boolean
  /** True when it can be held for a period or change within one. */
  hasPeriods: boolean
}

/**
 * State of the vessel. `age` is the time since any of its samples arrived, `age:SERIES` the time since one of
 * that series; both grow with the clock. `engine_running` is "no" when no engine sends data. `captain` is
 * true when a captain is at the helm. `hour` is the hour of the day in the organization's time zone, with its
 * fraction.
 */
export const VESSEL_STATUS_FIELDS = {
  age: { unit: 's', isSwitch: false },
  offline: { unit: '', isSwitch: true },
  sailing: { unit: '', isSwitch: true },
  engine_running: { unit: '', isSwitch: true },
  captain: { unit: '', isSwitch: true },
  hour: { unit: 'h', isSwitch: false },
} as const
export type VesselStatusField = keyof typeof VESSEL_STATUS_FIELDS

/** Figures of a trip, judged when it has ended and again whenever it was measured again. */
export const STATISTICS_FIELDS = {
  duration: 'min',
  distance: 'nmi',
  avg_sog: 'kn',
  max_sog: 'kn',
  avg_impact: 'g',
  peak_impact: 'g',
  red_impacts: '',
  impact_frequency: '/nmi',
  fuel_consumption: 'L',
  avg_fuel_rate_l_nm: 'L/nmi',
  co2_emissions: 'kg',
  nox_emissions: 'g',
  score: '',
} as const
export type StatisticsField = keyof typeof STATISTICS_FIELDS

/** Series that stores each suspect parameter number of J1939-71. */
export const SPN_SERIES: Readonly<Record<number, SeriesKey>> = {
  92: 'engine_load',
  94: 'fuel_pressure',
  96: 'fuel_level',
  100: 'oil_pressure',
  102: 'boost_pressure',
  109: 'coolant_pressure',
  110: 'coolant_temperature',
  114: 'battery_current',
  127: 'transmission_oil_pressure',
  167: 'alternator_voltage',
  168: 'battery_voltage',
  175: 'oil_temperature',
  177: 'transmission_oil_temperature',
  183: 'fuel_rate',
  190: 'engine_speed',
  250: 'fuel_consumption',
  513: 'engine_torque',
}
const SPN = /^spn(\d{1,6})(?:_(\d{1,3}))?$/
const AGE_OF = 'age:'

/** True for a field that tells how long nothing, or nothing of one series, was received. */
export const isOfSilence = ({ source, field }: { source: RuleSource; field: string }): boolean =>
  source === 'vessel-status' && (field === 'offline' || field === 'age' || field.startsWith(AGE_OF))

/** Description of a field of a source; null when the source has no such field. */
export function ruleField(source: RuleSource | undefined, field: string): RuleField | null {
  if (source === 'statistics') {
    if (!Object.hasOwn(STATISTICS_FIELDS, field)) return null
    const unit = STATISTICS_FIELDS[field as StatisticsField]
    return { source, field, unit, series: null, instance: null, isSwitch: false, hasPeriods: false }
  }
  if (source === 'vessel-status') {
    const series = field.startsWith(AGE_OF) ? parseField(field.slice(AGE_OF.length)) : null
    const own = series ? VESSEL_STATUS_FIELDS.age : ownField(field)
    if (!own) return null
    return { source, field, ...own, series: series?.key ?? null, instance: null, hasPeriods: false }
  }
  if (source === 'j1939') {
    const [, spn, instance] = SPN.exec(field) ?? []
    const key = SPN_SERIES[Number(spn)]
    return key ? ofSeries(source, field, key, instance === undefined ? null : Number(instance)) : null
  }
  const parsed = parseField(field)
  if (!parsed || parsed.key === 'latitude' || parsed.key === 'longitude') return null
  const isAny = field === parsed.key && isOfSeveral(parsed.key)
  return ofSeries('time-series', field, parsed.key, isAny ? null : parsed.instance)
}

const ownField = (field: string) =>
  Object.hasOwn(VESSEL_STATUS_FIELDS, field) ? VESSEL_STATUS_FIELDS[field as VesselStatusField] : null

const ofSeries = (
  source: RuleSource,
  field: string,
  series: SeriesKey,
  instance: number | null,
): RuleField => ({
  ...{ source, field, series, instance, unit: isSwitch(series) ? '' : SERIES[series].unit },
  ...{ isSwitch: isSwitch(series), hasPeriods: true },
})
const isSwitch = (series: SeriesKey) => SERIES[series].group === 'Switches'

/** The field of one engine, battery, tank or switch by its number, or of any. */
export function ofNumber({ source, field, series }: RuleField, number: number | null): string {
  const known = series === 'further_switch' ? 'switch' : series
  const base = source === 'j1939' ? field.replace(/_\d+$/, '') : (known ?? field)
  return number === null ? base : `${base}_${number}`
}

/** The number in a field, as shown to people. */
export const numberOf = ({ series, instance }: RuleField): number | null =>
  series === null || instance === null ? instance : numberShown(series, instance)

/** Series of motion sensors describe the whole vessel, so they do not count as several. */
export const isOfSeveral = (key: SeriesKey) => SERIES[key].instances && SERIES[key].group !== 'Sensors'

/**
 * Fields that a rule can use of a source, in the order of the catalogue. `age:SERIES` exists for every series besides.
 */
export function ruleFieldsOf(source: RuleSource): RuleField[] {
  const names: Readonly<Record<RuleSource, readonly string[]>> = {
    'time-series': Object.keys(SERIES).filter((key) => key !== 'further_switch'),
    statistics: Object.keys(STATISTICS_FIELDS),
    'vessel-status': Object.keys(VESSEL_STATUS_FIELDS),
    j1939: Object.keys(SPN_SERIES).map((spn) => `spn${spn}`),
  }
  return names[source].flatMap((name) => ruleField(source, name) ?? [])
}
