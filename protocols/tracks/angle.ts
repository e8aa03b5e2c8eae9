/** Latitudes and longitudes as people and instruments write them. */

/** Letters of a side: the sign of the number beside them. `V` is west in the languages of the north. */
const SIDES: Readonly<Record<'latitude' | 'longitude', Readonly<Record<string, 1 | -1>>>> = {
  latitude: { N: 1, S: -1 },
  longitude: { E: 1, W: -1, V: -1 },
}

/**
 * Spreadsheets put separators between thousands of a number that they read as whole: 3.946.166.166.666.660.
 */
const MANGLED = /^[+-]?\d{1,3}(?:([.,’' ])\d{3})(?:\1\d{3})+$/
export const isMangledNumber = (text: string) => MANGLED.test(text.trim())

/** NaN for an invalid number. Spreadsheets of many countries write a decimal comma. */
export function numberOf(cell: string | number): number {
  if (typeof cell === 'number') return cell
  const text = cell.trim().replace(',', '.').replace(/^[−–]/, '-')
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
}

/**
 * Degrees of `64.205`, `-22,5`, `64.205° N`, `N 64°12.3'`, `64°12'18"N`, `64 12 18 N`, `64:12:18N` and, with
 * its letter, the `6412.3N` of NMEA 0183. South and west are negative. `side` is a letter from a column of
 * its own.
 *
 * NaN for everything else: a letter of the other axis, minutes or seconds of 60, a sign beside a letter, or
 * `O`, which is east in German and west in French.
 */
export function parseAngle(cell: string | number, axis: 'latitude' | 'longitude', side = ''): number {
  const plain = numberOf(cell)
  const letterOfColumn = side.trim().toUpperCase()
  if (!Number.isNaN(plain) && letterOfColumn === '') return plain
  const match = /^([A-Z]?)\s*([+−–-]?)\s*(.*?)\s*([A-Z]?)$/s.exec(String(cell).trim().toUpperCase())
  const letters = [match?.[1], match?.[4], letterOfColumn].filter((letter) => letter)
  const sides = SIDES[axis]
  const letter = letters[0] ?? ''
  if (letters.some((one) => one !== letter) || (letter !== '' && !Object.hasOwn(sides, letter)))
    return Number.NaN
  const isNegative = (match?.[2] ?? '') !== ''
  if (letter !== '' && isNegative) return Number.NaN
  const deg = magnitude(match?.[3] ?? '', letter !== '')
  return deg * (letter === '' ? (isNegative ? -1 : 1) : (sides[letter] ?? Number.NaN))
}

/** Degrees without their side. */
function magnitude(text: string, hasLetter: boolean): number {
  const parts = text.split(/[\s°º:'’′"”″˚\uFFFD-]+/).filter((part) => part !== '')
  const [degrees = '', minutes, seconds, ...rest] = parts
  if (rest.length > 0 || !isPlain(degrees)) return Number.NaN
  // Degrees and minutes in one number, as NMEA 0183 writes them: two digits of minutes before the decimal point.
  const joined = /^(\d{1,3})(\d\d[.,]?\d*)$/.exec(degrees)
  if (hasLetter && minutes === undefined && joined && /^\d{4,5}(?:[.,]|$)/.test(degrees))
    return sexagesimal(joined[1] ?? '', joined[2] ?? '', '0')
  return sexagesimal(degrees, minutes ?? '0', seconds ?? '0')
}

function sexagesimal(degrees: string, minutes: string, seconds: string): number {
  const [deg, min, sec] = [degrees, minutes, seconds].map((part) =>
    isPlain(part) ? numberOf(part) : Number.NaN,
  )
  // A fraction belongs to the last part alone.
  const isWhole = (part: string, next: string) => Number.isInteger(numberOf(part)) || numberOf(next) === 0
  if (deg === undefined || min === undefined || sec === undefined || min >= 60 || sec >= 60) return Number.NaN
  if (!isWhole(degrees, minutes) || !isWhole(minutes, seconds)) return Number.NaN
  return deg + min / 60 + sec / 3600
}

const isPlain = (text: string) => /^(?:\d+(?:[.,]\d*)?|[.,]\d+)$/.test(text)
