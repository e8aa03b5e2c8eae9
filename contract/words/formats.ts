import { DAY_S, HOUR_S, MINUTE_MS } from '#contract/domain/time.ts'
import { type ShownUnit, shownUnit, toShown, type Units, WIRE_UNITS } from '#contract/domain/unitChoice.ts'
import { kelvinToCelsius, paToBar, wrap360 } from '#contract/domain/units.ts'
import { type CompassPoint, compassPoint } from '#contract/geodesy/compass.ts'

/** Placeholder for an unknown value: never a zero, never empty. */
export const MISSING = '–'

type Maybe<Value> = Value | null | undefined

/** Words and signs that a language needs for numbers, times and places. */
export interface FormatWords {
  decimalSign: string
  groupSign: string
  /** `18 Jun, 2026`; months count from 0. */
  date(day: number, month: number, year: number): string
  /** `Today, 09:12` */
  today(time: string): string
  /** Name of a unit of the wire: `L/hr` is `L/h` in Italian. */
  unit(unit: string): string
  /** `12 s ago`; the count decides which plural the value takes. */
  ago(value: string, unit: 's' | 'min' | 'h' | 'd', count: number): string
  compass(point: CompassPoint): string
}

/** How numbers, times and places are written. Instants are epoch ms, shown in local time. */
export interface Formats {
  number(value: Maybe<number>, decimals?: number): string
  /** `18.4 kn` of a value and a unit of the wire, in the reader's unit; decimals follow that unless given. */
  quantity(value: Maybe<number>, unit: string, decimals?: number): string
  /** Display unit for a unit of the wire, for code that formats or draws numbers itself. */
  shown(unit: string): ShownUnit
  /** `18 Jun, 2026 09:12` */
  dateTime(ms: Maybe<number>): string
  /** `18 Jun, 2026 09:12:41` */
  dateTimeSeconds(ms: Maybe<number>): string
  /** `Today, 09:12`, and before today the full date. */
  liveDateTime(ms: Maybe<number>, nowMs: number): string
  date(ms: Maybe<number>): string
  time(ms: Maybe<number>): string
  timeSeconds(ms: Maybe<number>): string
  /** Name of the reader's unit for a unit of the wire. */
  unit(unit: string): string
  /** Minutes as `1 h 34 min`. */
  duration(minutes: Maybe<number>): string
  /** Minutes of many hours as `2,000 min (33 h 20 min)`, beside an axis in minutes. */
  minutes(minutes: Maybe<number>): string
  durationParts(minutes: number): { value: string; unit: string }[]
  /** How long something lasted, as coarse as it is long: `45 s`, `3 h 20 min`, `2 d 4 h`, `158 d`. */
  lasting(ms: Maybe<number>): string
  /** `12 s ago` */
  ago(ms: Maybe<number>, nowMs: number): string
  /** `332° NW` */
  course(deg: Maybe<number>): string
  compassPoint(deg: number): string
  /** `64° 09′ 07″ N, 21° 56′ 31″ W` */
  coordinates(latitudeDeg: Maybe<number>, longitudeDeg: Maybe<number>): string
}

export function createFormats(words: FormatWords, units: Units = WIRE_UNITS): Formats {
  const shown = (unit: string) => shownUnit(unit, units)
  const number: Formats['number'] = (value, decimals = 0) =>
    isKnown(value) ? writeNumber(value, decimals, words) : MISSING
  const when = (ms: Maybe<number>, write: (date: Date) => string) =>
    isKnown(ms) ? write(new Date(ms)) : MISSING

  const dateOf = (date: Date) => words.date(date.getDate(), date.getMonth(), date.getFullYear())
  const timeOf = (date: Date) => `${two(date.getHours())}:${two(date.getMinutes())}`
  const secondsOf = (date: Date) => `${timeOf(date)}:${two(date.getSeconds())}`
  const pointOf = (deg: number) => words.compass(compassPoint(deg))
  const duration: Formats['duration'] = (minutes) =>
    isKnown(minutes)
      ? durationParts(minutes)
          .map(({ value, unit }) => `${value} ${unit}`)
          .join(' ')
      : MISSING
  const durationParts: Formats['durationParts'] = (minutes) => {
    const whole = Math.round(minutes)
    const hours = Math.floor(whole / 60)
    const rest = whole % 60
    if (hours === 0) return [{ value: String(rest), unit: words.unit('min') }]
    return [
      { value: number(hours), unit: words.unit('h') },
      { value: two(rest), unit: words.unit('min') },
    ]
  }

  return {
    number,
    quantity: (value, unit, decimals) => {
      if (!isKnown(value)) return MISSING
      const own = shown(unit)
      const turned = toShown(own, value)
      return `${number(turned, decimals ?? decimalsOf(own.unit, turned))} ${words.unit(own.unit)}`.trimEnd()
    },
    shown,
    dateTime: (ms) => when(ms, (date) => `${dateOf(date)} ${timeOf(date)}`),
    dateTimeSeconds: (ms) => when(ms, (date) => `${dateOf(date)} ${secondsOf(date)}`),
    liveDateTime: (ms, nowMs) =>
      when(ms, (date) => {
        const isToday = date.toDateString() === new Date(nowMs).toDateString()
        return isToday ? words.today(timeOf(date)) : `${dateOf(date)} ${timeOf(date)}`
      }),
    date: (ms) => when(ms, dateOf),
    time: (ms) => when(ms, timeOf),
    timeSeconds: (ms) => when(ms, secondsOf),
    unit: (unit) => words.unit(shown(unit).unit),
    durationParts,
    duration,
    minutes: (minutes) => {
      if (!isKnown(minutes)) return MISSING
      const whole = `${number(minutes)} ${words.unit('min')}`
      return Math.round(minutes) < 60 ? whole : `${whole} (${duration(minutes)})`
    },
    lasting: (ms) => {
      if (!isKnown(ms)) return MISSING
      const part = (value: number, unit: string) => `${number(value)} ${words.unit(unit)}`
      const both = (value: number, unit: string, rest: number, finer: string) =>
        rest === 0 ? part(value, unit) : `${part(value, unit)} ${part(rest, finer)}`
      const minutes = Math.round(ms / MINUTE_MS)
      if (ms < 120_000) return part(ms / 1000, 's')
      if (minutes < 60) return part(minutes, 'min')
      if (minutes < 48 * 60) return both(Math.floor(minutes / 60), 'h', minutes % 60, 'min')
      const hours = Math.round(minutes / 60)
      const days = Math.floor(hours / 24)
      return days < 14 ? both(days, 'd', hours % 24, 'h') : part(Math.round(hours / 24), 'd')
    },
    ago: (ms, nowMs) => {
      if (!isKnown(ms)) return MISSING
      const seconds = Math.max(0, Math.floor((nowMs - ms) / 1000))
      const age = (unitS: number, unit: 's' | 'min' | 'h' | 'd') => {
        const count = Math.floor(seconds / unitS)
        return words.ago(number(count), unit, count)
      }
      if (seconds < 60) return age(1, 's')
      if (seconds < HOUR_S) return age(60, 'min')
      return seconds < DAY_S ? age(HOUR_S, 'h') : age(DAY_S, 'd')
    },
    course: (deg) => (isKnown(deg) ? `${Math.round(wrap360(deg)) % 360}° ${pointOf(deg)}` : MISSING),
    compassPoint: pointOf,
    coordinates: (latitudeDeg, longitudeDeg) => {
      if (!isKnown(latitudeDeg) || !isKnown(longitudeDeg)) return MISSING
      const northSouth = words.compass(latitudeDeg < 0 ? 'S' : 'N')
      const eastWest = words.compass(longitudeDeg < 0 ? 'W' : 'E')
      return `${degreesMinutesSeconds(latitudeDeg)} ${northSouth}, ${degreesMinutesSeconds(longitudeDeg)} ${eastWest}`
    },
  }
}

/** Decimals that a value of this unit deserves; more would claim a precision that was not measured. */
export function decimalsOf(unit: string, value: number): number {
  if (['g', 'L/nmi', 'L/km', 'gal/nmi'].includes(unit)) return 2
  if (unit === 'gal/km') return 3
  if (unit === '°N' || unit === '°E') return 4
  if (unit === 'nmi' || unit === 'km') return Math.abs(value) < 999.95 ? 1 : 0
  return ['%', 'rpm', '°', 'min', 'h', 'Pa', 'hPa'].includes(unit) ? 0 : 1
}

/**
 * A threshold in everyday units: kelvins as °C and pascals as bar, to one decimal; other units stay
 * unchanged.
 */
export function readable(value: number, unit: string): { value: number; unit: string } {
  if (unit === 'K') return { value: toOneDecimal(kelvinToCelsius(value)), unit: '°C' }
  if (unit === 'Pa') return { value: toOneDecimal(paToBar(value)), unit: 'bar' }
  return { value, unit }
}

function writeNumber(value: number, decimals: number, { decimalSign, groupSign }: FormatWords) {
  const [whole = '0', fraction] = Math.abs(value).toFixed(decimals).split('.')
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, groupSign)
  const isZero = !/[1-9]/.test(whole + (fraction ?? ''))
  return `${value < 0 && !isZero ? '−' : ''}${digits}${fraction ? decimalSign + fraction : ''}`
}

function degreesMinutesSeconds(deg: number): string {
  const seconds = Math.round(Math.abs(deg) * 3600)
  return `${Math.floor(seconds / 3600)}° ${two(Math.floor(seconds / 60) % 60)}′ ${two(seconds % 60)}″`
}

const isKnown = (value: Maybe<number>): value is number => typeof value === 'number' && Number.isFinite(value)
const two = (value: number) => String(value).padStart(2, '0')
/** Adding zero turns −0 into 0. */
const toOneDecimal = (value: number) => Math.round(value * 10) / 10 + 0
