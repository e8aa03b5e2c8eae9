/** Meaning of the columns of a position table, derived from their headings. */
import { fromWire, parseField, SERIES, type SeriesKey } from '#contract/domain/series.ts'
import { DAY_US } from '#contract/domain/time.ts'
import { type ColumnPlace, READ_UNITS } from '#contract/wire/tableColumns.ts'
import { timestampUs } from '../timestampUs.ts'

export type Meaning =
  | { what: ColumnPlace }
  | { what: 'value'; key: SeriesKey; instance: number; unit: string; toStored: (value: number) => number }

/** Headings as loggers and spreadsheets write them, in lower case with `_` between words. */
const PLACES: Readonly<Record<string, ColumnPlace>> = {
  ...{ time: 'time', timestamp: 'time', time_stamp: 'time', datetime: 'time', date_time: 'time' },
  ...{ basedatetime: 'time', utc: 'time', ts: 'time', time_utc: 'time', utc_time: 'time', date: 'date' },
  ...{ lat: 'latitude', latitude: 'latitude', lon: 'longitude', lng: 'longitude', long: 'longitude' },
  ...{ longitude: 'longitude', hdop: 'hdop' },
  ...{ 'n/s': 'north_south', ns: 'north_south', lat_ns: 'north_south', lat_dir: 'north_south' },
  ...{ latitude_direction: 'north_south', lat_hemisphere: 'north_south', north_south: 'north_south' },
  ...{ 'e/w': 'east_west', ew: 'east_west', lon_ew: 'east_west', lon_dir: 'east_west' },
  ...{ longitude_direction: 'east_west', lon_hemisphere: 'east_west', east_west: 'east_west' },
  ...{ vessel: 'vessel', vessel_id: 'vessel', vid: 'vessel', mmsi: 'vessel', boat: 'vessel', ship: 'vessel' },
}

const VALUES: Readonly<Record<string, SeriesKey>> = {
  ...{ speed: 'sog', speed_over_ground: 'sog', course: 'cog', bearing: 'cog', course_over_ground: 'cog' },
  ...{ hdg: 'heading', depth: 'depth_below_surface', dpt: 'depth_below_transducer', rpm: 'engine_speed' },
  ...{ rudder: 'rudder_angle' },
}

const UNIT_NAMES: Readonly<Record<string, string>> = {
  ...{ kt: 'kn', kts: 'kn', knot: 'kn', knots: 'kn', kmh: 'km/h', kph: 'km/h', ms: 'm/s', mps: 'm/s' },
  ...{ deg: '°', degrees: '°', '°c': '°C', c: '°C', degc: '°C', k: 'K', feet: 'ft' },
  ...{ pa: 'Pa', hpa: 'hPa', kpa: 'kPa' },
}

/** Meaning of a heading like `SOG [kn]`, `speed (km/h)` or `engine_speed_1 [rpm]`; null when it is nothing of ours. */
export function meaningOf(heading: string, givenUnit?: string): Meaning | null {
  const match = /^\s*([^[(]*?)\s*(?:[[(]([^\])]*)[\])])?\s*$/.exec(heading)
  const name = (match?.[1] ?? heading).toLowerCase().replace(/[\s.-]+/g, '_')
  const place = Object.hasOwn(PLACES, name) ? PLACES[name] : undefined
  if (place) return { what: place }
  const field = Object.hasOwn(VALUES, name)
    ? { key: VALUES[name] as SeriesKey, instance: 0 }
    : parseField(name)
  if (!field) return null
  const { stored, wire } = { stored: SERIES[field.key].storedUnit, wire: SERIES[field.key].unit }
  const unitText = (givenUnit ?? match?.[2] ?? '').trim()
  const unit = unitText === '' ? wire : (UNIT_NAMES[unitText.toLowerCase()] ?? unitText)
  const instance = SERIES[field.key].instances ? Math.max(1, field.instance) : field.instance
  const toStored = unit === wire ? (value: number) => fromWire(field.key, value) : READ_UNITS[stored]?.[unit]
  return toStored ? { what: 'value', key: field.key, instance, unit, toStored } : null
}

/** Order of dates that do not begin with the year: 18.06.2026 or 06/18/2026. Only the whole column can show it. */
export type DayOrder = 'day/month/year' | 'month/day/year'

const YEAR_LAST = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?!\d)(.*)$/s

/** The two numbers before the year of a date that ends with it. */
export function beforeYear(text: string): [first: number, second: number] | null {
  const match = YEAR_LAST.exec(text.trim())
  return match && [Number(match[1]), Number(match[2])]
}

/** With the year first and two digits for an hour, as `timestampUs` reads it. */
function yearFirst(text: string, order: DayOrder): string {
  const [, first = '', second = '', year, rest = ''] = YEAR_LAST.exec(text) ?? []
  const [month, day] = order === 'day/month/year' ? [second, first] : [first, second]
  const [, hour = '', tail = '', zone = ''] = /^[T,\s]+(\d{1,2})(:[\d:.,]+)\s*(.*)$/.exec(rest) ?? []
  return `${year}-${two(month)}-${two(day)} ${two(hour)}${tail}${zone}`
}

const two = (value: string | number) => String(value).padStart(2, '0')

const HALF_DAY = /(?<![\d:])(\d{1,2})(:[\d:.,]+)\s*([AP])M\b/i

/** `1:05 PM` as `13:05`. */
const in24Hours = (text: string): string =>
  text.replace(
    HALF_DAY,
    (_, hour: string, tail: string, half: string) =>
      two((Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0)) + tail,
  )

/** Spreadsheets count days from here: 1 is 1 January 1900, of a year that they take for a leap year. */
const SPREADSHEET_EPOCH_US = Date.UTC(1899, 11, 30) * 1000
const SPREADSHEET_DAYS = /^\d{5}(?:[.,]\d+)?$/

/** A moment that a spreadsheet wrote as days since 1900, to the millisecond, in µs; NaN for every other text. */
function spreadsheetUs(text: string): number {
  if (!SPREADSHEET_DAYS.test(text)) return Number.NaN
  const us = Number(text.replace(',', '.')) * DAY_US
  return SPREADSHEET_EPOCH_US + Math.round(us / 1000) * 1000
}

/**
 * A time as µs; NaN for an invalid time. NaN also for a date that ends with its year while the order of day
 * and month is unknown.
 */
export function timeUs(given: string, order?: DayOrder): number {
  const text = in24Hours(given.trim())
  const us = timestampUs(order && beforeYear(text) ? yearFirst(text, order) : text)
  return Number.isNaN(us) ? spreadsheetUs(text) : us
}

/**
 * `#####` of a column that is too narrow, `00:01.5` without its hours, `1.78E+12`: times that a spreadsheet
 * has spoiled.
 */
const MANGLED_TIME = /^(?:#+|\d{1,2}:\d\d[.,]\d|\d[.,]\d+E\+\d+)$/i
export const isMangledTime = (text: string) => MANGLED_TIME.test(text.trim())

const CLOCK = /^\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?:\s*[AP]M)?$/i
/** A clock as a spreadsheet writes it, as a share of the day: 0.375 is nine o'clock. */
const DAY_SHARE = /^[01]?(?:[.,]\d+)?$/

/** A time whose day and clock stand in separate columns; the clock's may also contain both. */
export function dayAndClockUs(day: string, clock: string, order?: DayOrder): number {
  const isShare = DAY_SHARE.test(clock) && clock !== ''
  if (!CLOCK.test(clock) && !isShare) return timeUs(clock, order)
  const days = spreadsheetUs(day.trim())
  if (isShare) {
    const dayUs = Number.isNaN(days) ? timeUs(`${day} 00:00`, order) : days
    return dayUs + Math.round(Number(clock.replace(',', '.')) * (DAY_US / 1000)) * 1000
  }
  return timeUs(
    `${Number.isNaN(days) ? day : new Date(days / 1000).toISOString().slice(0, 10)} ${twoDigits(clock)}`,
    order,
  )
}

/** 09:05 for 9:05, as dates that begin with the year are read. */
const twoDigits = (clock: string) => clock.replace(/^(\d):/, '0$1:')
