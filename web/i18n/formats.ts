import type { Language, Translate } from './i18n.ts'

/** What stands where a value is not known: never a zero, never nothing. */
export const MISSING = '–'

type Maybe<Value> = Value | null | undefined

/** How numbers, times and places are written in the language in use. Instants are epoch ms, shown in local time. */
export interface Formats {
  language: Language
  number(value: Maybe<number>, decimals?: number): string
  /** `18.4 kn`; decimals follow the unit unless given. */
  quantity(value: Maybe<number>, unit: string, decimals?: number): string
  /** `18 Jun, 2026 09:12` */
  dateTime(ms: Maybe<number>): string
  /** `18 Jun, 2026 09:12:41` */
  dateTimeSeconds(ms: Maybe<number>): string
  /** `Today, 09:12`, and before today the full date. */
  liveDateTime(ms: Maybe<number>, nowMs: number): string
  date(ms: Maybe<number>): string
  time(ms: Maybe<number>): string
  timeSeconds(ms: Maybe<number>): string
  /** Minutes as `1 h 34 min`. */
  duration(minutes: Maybe<number>): string
  durationParts(minutes: number): { value: string; unit: string }[]
  /** `12 s ago` */
  ago(ms: Maybe<number>, nowMs: number): string
  /** `332° NW` */
  course(deg: Maybe<number>): string
  compassPoint(deg: number): string
  /** `64° 09′ 07″ N, 21° 56′ 31″ W` */
  coordinates(lat: Maybe<number>, lon: Maybe<number>): string
}

export function createFormats(language: Language, t: Translate): Formats {
  const number: Formats['number'] = (value, decimals = 0) =>
    isKnown(value) ? writeNumber(value, decimals, SEPARATORS[language]) : MISSING
  const when = (ms: Maybe<number>, write: (date: Date) => string) =>
    isKnown(ms) ? write(new Date(ms)) : MISSING

  const dateOf = (date: Date) =>
    t('format.date', {
      day: date.getDate(),
      month: t(`format.month.${date.getMonth() as Month}`),
      year: date.getFullYear(),
    })
  const timeOf = (date: Date) => `${two(date.getHours())}:${two(date.getMinutes())}`
  const secondsOf = (date: Date) => `${timeOf(date)}:${two(date.getSeconds())}`
  const compassPoint = (deg: number) => t(`format.compass.${COMPASS[Math.round(wrap(deg) / 45) % 8] ?? 'N'}`)
  const durationParts: Formats['durationParts'] = (minutes) => {
    const whole = Math.round(minutes)
    const hours = Math.floor(whole / 60)
    const rest = whole % 60
    if (hours === 0) return [{ value: String(rest), unit: 'min' }]
    return [
      { value: number(hours), unit: t('format.hours') },
      { value: two(rest), unit: 'min' },
    ]
  }

  return {
    language,
    number,
    quantity: (value, unit, decimals) =>
      isKnown(value) ? `${number(value, decimals ?? decimalsOf(unit, value))} ${unit}` : MISSING,
    dateTime: (ms) => when(ms, (date) => `${dateOf(date)} ${timeOf(date)}`),
    dateTimeSeconds: (ms) => when(ms, (date) => `${dateOf(date)} ${secondsOf(date)}`),
    liveDateTime: (ms, nowMs) =>
      when(ms, (date) => {
        const today = date.toDateString() === new Date(nowMs).toDateString()
        return today ? t('format.today', { time: timeOf(date) }) : `${dateOf(date)} ${timeOf(date)}`
      }),
    date: (ms) => when(ms, dateOf),
    time: (ms) => when(ms, timeOf),
    timeSeconds: (ms) => when(ms, secondsOf),
    durationParts,
    duration: (minutes) =>
      isKnown(minutes)
        ? durationParts(minutes)
            .map(({ value, unit }) => `${value} ${unit}`)
            .join(' ')
        : MISSING,
    ago: (ms, nowMs) => {
      if (!isKnown(ms)) return MISSING
      const seconds = Math.max(0, Math.floor((nowMs - ms) / 1000))
      if (seconds < 60) return t('format.ago.s', { value: seconds })
      if (seconds < 3600) return t('format.ago.min', { value: Math.floor(seconds / 60) })
      if (seconds < 86_400) return t('format.ago.h', { value: Math.floor(seconds / 3600) })
      return t('format.ago.d', { value: number(Math.floor(seconds / 86_400)) })
    },
    course: (deg) => (isKnown(deg) ? `${Math.round(wrap(deg)) % 360}° ${compassPoint(deg)}` : MISSING),
    compassPoint,
    coordinates: (lat, lon) => {
      if (!isKnown(lat) || !isKnown(lon)) return MISSING
      const northSouth = t(`format.compass.${lat < 0 ? 'S' : 'N'}`)
      const eastWest = t(`format.compass.${lon < 0 ? 'W' : 'E'}`)
      return `${degreesMinutesSeconds(lat)} ${northSouth}, ${degreesMinutesSeconds(lon)} ${eastWest}`
    },
  }
}

/** Decimals that a value of this unit deserves; more would claim a precision that nobody measured. */
export function decimalsOf(unit: string, value: number): number {
  if (unit === 'g' || unit === 'L/nmi') return 2
  if (unit === 'nmi') return Math.abs(value) < 999.95 ? 1 : 0
  return ['%', 'rpm', '°', 'min', 'h', 'Pa', 'hPa'].includes(unit) ? 0 : 1
}

type Month = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11
const COMPASS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const

/** Written out because browsers ship without Icelandic and would silently write English. */
const SEPARATORS = {
  en: { decimal: '.', group: ',' },
  it: { decimal: ',', group: '.' },
  is: { decimal: ',', group: '.' },
} as const

function writeNumber(
  value: number,
  decimals: number,
  { decimal, group }: { decimal: string; group: string },
) {
  const [whole = '0', fraction] = Math.abs(value).toFixed(decimals).split('.')
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, group)
  const isZero = !/[1-9]/.test(whole + (fraction ?? ''))
  return `${value < 0 && !isZero ? '−' : ''}${digits}${fraction ? decimal + fraction : ''}`
}

function degreesMinutesSeconds(deg: number): string {
  const seconds = Math.round(Math.abs(deg) * 3600)
  return `${Math.floor(seconds / 3600)}° ${two(Math.floor(seconds / 60) % 60)}′ ${two(seconds % 60)}″`
}

const isKnown = (value: Maybe<number>): value is number => typeof value === 'number' && Number.isFinite(value)
const two = (value: number) => String(value).padStart(2, '0')
const wrap = (deg: number) => ((deg % 360) + 360) % 360
