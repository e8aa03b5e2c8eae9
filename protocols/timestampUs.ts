/** How devices and loggers write moments. */
const ISO =
  /^(\d{4})[-/.](\d\d)[-/.](\d\d)[T ](\d\d:\d\d)(:\d\d)?(?:[.,](\d+))?\s*(Z|UTC|[+-]\d\d(?::?\d\d)?)?$/i
const EPOCH = /^\d{9,17}(?:\.\d+)?$/

/**
 * A written time as µs since 1970: ISO 8601, its variants with other dashes and `T`, or epoch time. A time
 * without a zone is UTC, on every machine. NaN for an invalid time.
 */
export function timestampUs(text: string): number {
  // Fast path for the usual form, to the millisecond: the engine parses it by itself in a fraction of the time.
  const isUsual = text.length <= 24 && text[7] === '-' && text[10] === 'T' && text.endsWith('Z')
  const usualMs = isUsual ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(usualMs)) return usualMs * 1e3
  if (EPOCH.test(text)) return epochUs(Number(text))
  const match = ISO.exec(text)
  if (!match) return Number.NaN
  const [, year, month, day, minutes, seconds = ':00', fraction = '', zone = 'Z'] = match
  const offset = /^(?:Z|UTC)$/i.test(zone) ? 'Z' : zone.length === 3 ? `${zone}:00` : zone
  const ms = Date.parse(`${year}-${month}-${day}T${minutes}${seconds}${offset}`)
  return ms * 1e3 + Math.round(Number(`0.${fraction}`) * 1e6)
}

/** Seconds, milliseconds or microseconds since 1970, distinguished by size: each is within 1990 and 5138. */
function epochUs(value: number): number {
  if (value < 1e11) return Math.round(value * 1e6)
  return value < 1e14 ? Math.round(value * 1e3) : value
}
