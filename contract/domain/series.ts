/** The series of the catalogue (`seriesRows.ts`), their names in fields, and the border between stored and wire units. */
import type { Language } from '#contract/text/language.ts'
import {
  type Aggregation,
  type Angle,
  SERIES_ROWS,
  type SeriesGroup,
  type SeriesKind,
  type SeriesRow,
} from './seriesRows.ts'
import { withoutNoise } from './units.ts'

export type SeriesKey = keyof typeof SERIES_ROWS

export interface Series {
  number: number
  key: SeriesKey
  group: SeriesGroup
  labels: Readonly<Record<Language, string>>
  description: string
  kind: SeriesKind
  /** Null for everything but angles. */
  angle: Angle | null
  storedUnit: string
  /** The unit on the wire. */
  unit: string
  factor: number
  offset: number
  /** Resolution of the stored integer, in the stored unit. */
  step: number
  aggregation: Aggregation
  /** Range that a device may send, in the stored unit; the decoder refuses a value outside it. */
  valid: readonly [min: number, max: number]
  /** True when a vessel may have several (engines, batteries, sensors). */
  instances: boolean
  /** Paths of Signal K, the best first. */
  signalk: readonly string[]
}

function toSeries(key: SeriesKey): Series {
  const row: SeriesRow = SERIES_ROWS[key]
  const { number, group, unit, angle = null, aggregation = 'avg', labels, description, signalk = [] } = row
  return {
    ...{ number, key, group, labels, description, angle, aggregation, signalk },
    kind: angle === null ? (row.kind ?? 'quantity') : 'angle',
    storedUnit: unit.stored,
    unit: unit.wire,
    factor: unit.factor ?? 1,
    offset: unit.offset ?? 0,
    step: unit.step,
    valid: unit.valid,
    instances: row.instances ?? false,
  }
}

export const SERIES = Object.fromEntries(
  (Object.keys(SERIES_ROWS) as SeriesKey[]).map((key) => [key, toSeries(key)]),
) as Readonly<Record<SeriesKey, Series>>

/** Name of a series on screens. Some organizations call the safety speed comfort speed. */
export const seriesLabel = (key: SeriesKey, hasComfortSpeed: boolean): string =>
  key === 'rog' && hasComfortSpeed ? 'Comfort speed' : SERIES[key].labels.en

const byNumber = new Map(Object.values(SERIES).map((series) => [series.number, series]))
export const seriesByNumber = (number: number): Series | undefined => byNumber.get(number)

/**
 * The series and instance that a field name on the wire means: `impact_2` is instance 2 of `impact`, a bare key is
 * instance 0. Null when the catalogue has no such field.
 */
export function parseField(field: string): { key: SeriesKey; instance: number } | null {
  if (Object.hasOwn(SERIES_ROWS, field)) return { key: field as SeriesKey, instance: 0 }
  const match = /^([a-z_]+?)_(\d{1,3})$/.exec(field)
  const key = match?.[1]
  if (!key || !Object.hasOwn(SERIES_ROWS, key) || !SERIES[key as SeriesKey].instances) return null
  const instance = Number(match[2])
  if (key === 'switch' && instance > SWITCHES && instance <= 2 * SWITCHES)
    return { key: 'further_switch', instance: instance - SWITCHES }
  return instance > 255 ? null : { key: key as SeriesKey, instance }
}

/** Switches of one bank on NMEA 2000. */
export const SWITCHES_OF_BANK = 28
/**
 * Switches of nine banks. Further switches are in the series `further_switch` and continue the numbers and the name of
 * `switch`.
 */
export const SWITCHES = 252
/** The number of an engine, battery, tank or switch as shown to people. */
export const numberShown = (key: SeriesKey, instance: number) =>
  key === 'further_switch' && instance > 0 ? instance + SWITCHES : instance

export const fieldName = (key: SeriesKey, instance: number) =>
  instance === 0 ? key : `${key === 'further_switch' ? 'switch' : key}_${numberShown(key, instance)}`

/** Null when the value is not believable for this series (NaN and infinities included). */
export function acceptValue(key: SeriesKey, value: number): number | null {
  const [min, max] = SERIES[key].valid
  return value >= min && value <= max ? value : null
}

export const toWire = (key: SeriesKey, stored: number) =>
  withoutNoise(stored * SERIES[key].factor + SERIES[key].offset)
export const fromWire = (key: SeriesKey, wire: number) => (wire - SERIES[key].offset) / SERIES[key].factor

/** The integer that a value is stored as. */
export const toSteps = (key: SeriesKey, value: number) => Math.round(value / SERIES[key].step)
/** Divided by a whole number wherever the step is a fraction, so that equal values are equal doubles. */
export const fromSteps = (key: SeriesKey, steps: number) => {
  const { step } = SERIES[key]
  return step < 1 ? steps / Math.round(1 / step) : steps * step
}
/** A limit, or a mean, as the nearest value that could be stored: compare only such values with stored ones. */
export const onGrid = (key: SeriesKey, value: number) => fromSteps(key, toSteps(key, value))
