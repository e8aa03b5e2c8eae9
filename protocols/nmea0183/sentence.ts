import { timestampUs } from '../timestampUs.ts'

/** One sentence, taken apart. `type` is the three letters after the talker: RMC, DPT, VDM. */
export interface Sentence {
  /** When the logger wrote it, where the line says so in front of the sentence. */
  stampUs: number | null
  talker: string
  type: string
  fields: string[]
  /** False when the line ends without a checksum: it may have been cut. */
  summed: boolean
}

/**
 * Reads one line: `$` or `!`, talker and type, fields, and a checksum if there is one. In front of the sentence may
 * stand a TAG block or the time of a logger (`1568394000058;N;$GNRMC,…`).
 */
export function parseSentence(line: string): Sentence | 'checksum' | 'malformed' | 'ignored' {
  const start = startOf(line)
  if (start < 0) return /^\\[^\\]+\\$/.test(line) ? 'ignored' : 'malformed'
  const star = line.indexOf('*', start)
  if (star >= 0) {
    const sum = line.slice(star + 1, star + 3)
    if (!/^[0-9A-Fa-f]{2}$/.test(sum) || checksum(line, start + 1, star) !== Number.parseInt(sum, 16))
      return 'checksum'
  }
  // What manufacturers define themselves has no talker and no meaning for us.
  if (line[start + 1] === 'P') return 'ignored'
  const [address = '', ...fields] = line.slice(start + 1, star < 0 ? undefined : star).split(',')
  if (!/^[A-Z]{2}[A-Z0-9]{3}$/.test(address) || fields.length === 0) return 'malformed'
  return {
    stampUs: start === 0 ? null : stampUs(line.slice(0, start)),
    talker: address.slice(0, 2),
    type: address.slice(2),
    fields,
    summed: star >= 0,
  }
}

/** Exclusive or of all characters between the start sign and the star. */
export function checksum(text: string, from = 0, to = text.length): number {
  let sum = 0
  for (let i = from; i < to; i++) sum ^= text.charCodeAt(i)
  return sum
}

export function sentenceLine(start: '$' | '!', body: string): string {
  return `${start}${body}*${checksum(body).toString(16).toUpperCase().padStart(2, '0')}`
}

/**
 * When the sentences that follow were heard, where a line says nothing else: a TAG block of its own, or the $PGHP of
 * shore stations (year, month, day, hour, minute, second, millisecond, all UTC). Null for every other line.
 */
export function loggerClockUs(line: string): number | null {
  if (line.startsWith('\\') && line.endsWith('\\')) return stampUs(line)
  if (!line.startsWith('$PGHP,1,')) return null
  const numbers = line.split(',').slice(2, 9).map(Number)
  const [year = 0, month = 0, day = 0, ...ofDay] = numbers
  const us = Date.UTC(year, month - 1, day, ...ofDay) * 1e3
  return numbers.length === 7 && year >= 2000 && !Number.isNaN(us) ? us : null
}

function startOf(line: string): number {
  // A TAG block ends with the second backslash; a `!` or `$` within it starts nothing.
  const from = line[0] === '\\' ? line.indexOf('\\', 1) + 1 : 0
  const dollar = line.indexOf('$', from)
  const bang = line.indexOf('!', from)
  if (dollar < 0 || bang < 0) return Math.max(dollar, bang)
  return Math.min(dollar, bang)
}

function stampUs(prefix: string): number | null {
  const tag = /^\\[^\\]*?\bc:(\d{9,14})/.exec(prefix)
  const epoch = tag?.[1] ?? /^\D{0,3}(\d{10,13}(?:\.\d+)?)\D/.exec(prefix)?.[1]
  const iso = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?/.exec(prefix)?.[0]
  const timeUs = timestampUs(epoch ?? iso ?? '')
  return Number.isNaN(timeUs) ? null : timeUs
}
