/** Reads and writes positions in the formats that people use. */
import type { Position } from '#contract/geodesy/position.ts'
import type { PositionFormat } from '../../preferences/preferences.ts'

type Point = 'N' | 'E' | 'S' | 'W'
/** Compass letters of the reader's language. */
export type Letters = Readonly<Record<Point, string>>

/** Decimals of each format, about two metres. */
export function writePosition(
  { latitudeDeg, longitudeDeg }: Position,
  format: PositionFormat,
  letters: Letters,
): string {
  if (format === 'decimal') return `${latitudeDeg.toFixed(5)}, ${longitudeDeg.toFixed(5)}`
  const write = format === 'minutes' ? degreesMinutes : degreesMinutesSeconds
  const northSouth = letters[latitudeDeg < 0 ? 'S' : 'N']
  const eastWest = letters[longitudeDeg < 0 ? 'W' : 'E']
  return `${write(Math.abs(latitudeDeg), 2)} ${northSouth}, ${write(Math.abs(longitudeDeg), 3)} ${eastWest}`
}

function degreesMinutes(degrees: number, digits: number): string {
  const thousandths = Math.round(degrees * 60_000)
  const minutes = ((thousandths % 60_000) / 1000).toFixed(3).padStart(6, '0')
  return `${padded(Math.floor(thousandths / 60_000), digits)}° ${minutes}′`
}

function degreesMinutesSeconds(degrees: number, digits: number): string {
  const tenths = Math.round(degrees * 36_000)
  const minutes = padded(Math.floor((tenths % 36_000) / 600), 2)
  const seconds = ((tenths % 600) / 10).toFixed(1).padStart(4, '0')
  return `${padded(Math.floor(tenths / 36_000), digits)}° ${minutes}′ ${seconds}″`
}

const padded = (value: number, digits: number) => String(value).padStart(digits, '0')

/**
 * Reads a position in any usual form: degrees, degrees and minutes, or degrees, minutes and seconds. It accepts
 * signs, letters before or after, decimal commas, and the digits of NMEA 0183 (`6408.2N`). Latitude comes first
 * unless letters show otherwise. Returns null for other text.
 */
export function readPosition(text: string, letters: Letters): Position | null {
  const plain = international(text.trim().toUpperCase(), letters)
  const halves = /[NESW]/.test(plain) ? lettered(plain) : unlettered(plain)
  if (!halves) return null
  const [first, second] = halves.map(angleOf)
  if (!first || !second) return null
  const isTurned = first.axis === 'longitude' || second.axis === 'latitude'
  if (isTurned && (first.axis === 'latitude' || second.axis === 'longitude')) return null
  const [latitudeDeg, longitudeDeg] = isTurned
    ? [second.degrees, first.degrees]
    : [first.degrees, second.degrees]
  return Math.abs(latitudeDeg) <= 90 && Math.abs(longitudeDeg) <= 180 ? { latitudeDeg, longitudeDeg } : null
}

/**
 * Replaces compass letters of the reader's language by N, E, S, W; these stay valid where the language does not use
 * them otherwise.
 */
function international(text: string, letters: Letters): string {
  const own = new Map(Object.entries(letters).map(([point, letter]) => [letter, point]))
  return text.replace(/\p{L}/gu, (letter) => own.get(letter) ?? letter).replaceAll('−', '-')
}

/** Splits the text into two halves by the letter before or after each. */
function lettered(text: string): string[] | null {
  const halves = /^[NESW]/.test(text) ? text.match(/[NESW][^NESW]+/g) : text.match(/[^NESW]+[NESW]/g)
  return halves?.length === 2 && halves.join('').length === text.length ? halves : null
}

function unlettered(text: string): string[] | null {
  const parted =
    /^([^,;]+)[,;]([^,;]+)$/.exec(text) ??
    /^([^;]+);([^;]+)$/.exec(text) ??
    /^(.*\d,\d.*?),?\s+(.*\d,\d.*)$/.exec(text)
  if (parted?.[1] && parted[2]) return [parted[1], parted[2]]
  const numbers = text.match(/[-+]?\d+(?:[.,]\d+)?/g) ?? []
  const isEven = numbers.length === 2 || numbers.length === 4 || numbers.length === 6
  if (!isEven || /\p{L}/u.test(text)) return null
  return [numbers.slice(0, numbers.length / 2).join(' '), numbers.slice(numbers.length / 2).join(' ')]
}

interface Angle {
  degrees: number
  axis: 'latitude' | 'longitude' | null
}

/** Degrees, minutes and seconds; only the last one present may have a fraction. */
const ANGLE =
  /^([NESW])?\s*([-+])?\s*(\d{1,5}(?:[.,]\d+)?)(?:[°º*D\s-]+(\d{1,2}(?:[.,]\d+)?)(?:[′'’:\s-]+(\d{1,2}(?:[.,]\d+)?))?)?[°º′'’″"”\s,]*([NESW])?$/

function angleOf(text: string): Angle | null {
  const [, before, sign, whole = '', minutes, seconds, behind] =
    ANGLE.exec(text.replace(/^[\s,]+|[\s,]+$/g, '')) ?? []
  const letter = before ?? behind
  if (whole === '' || (before && behind) || (letter && sign)) return null
  const parts = [whole, minutes, seconds].flatMap((part) =>
    part === undefined ? [] : [part.replace(',', '.')],
  )
  if (parts.slice(0, -1).some((part) => part.includes('.'))) return null
  const [degrees = 0, min = 0, sec = 0] =
    parts.length === 1 && letter ? ofNmea(parts[0] ?? '') : parts.map(Number)
  if (min >= 60 || sec >= 60) return null
  const isNegative = sign === '-' || letter === 'S' || letter === 'W'
  const size = degrees + min / 60 + sec / 3600
  return {
    degrees: isNegative ? -size : size,
    axis: letter === undefined ? null : letter === 'N' || letter === 'S' ? 'latitude' : 'longitude',
  }
}

/** `6408.2` is 64° 08.2′. */
function ofNmea(number: string): number[] {
  const [, degrees, minutes] = /^(\d{2,3})(\d{2}(?:\.\d+)?)$/.exec(number) ?? []
  return degrees && minutes ? [Number(degrees), Number(minutes)] : [Number(number)]
}
