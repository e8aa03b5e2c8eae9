import { timestampUs } from '../timestampUs.ts'

/** One sentence, taken apart. `type` is the three letters after the talker: RMC, DPT, VDM. */
export interface Sentence {
  /** Time at which the logger wrote the sentence, when the line starts with it. */
  stampUs: number | null
  talker: string
  type: string
  fields: string[]
  /** False when the line ends without a checksum: it may have been cut. */
  summed: boolean
}

/** Begins a sentence or the TAG block in front of one; reserved everywhere else. */
const START = /[$!\\]/
/** White space and NULs, which serial adapters put between sentences. */
const BLANK = /^[\0-\x20]*$/
/** Text that shore stations append to a sentence: its receiver and time. */
const SHORE_STATION_NOTE = /^[\0-\x20]*,/
/** A time of day that a logger wrote, which dates nothing. */
const TIME_OF_DAY = /^\W{0,2}\d\d:\d\d/
/** A checksum outside of a sentence is the end of a sentence that lost its start. */
const CHECKSUM = /\*[0-9A-Fa-f]{2}/
/** A logger's text in front of a sentence has fewer commas than a sentence that lost its start. */
const MOST_COMMAS = 1

/**
 * The sentences of one line, each with the text before it, in the form that `parseSentence` reads. Several
 * may stand on a line, with nothing or blanks between. A part of a line outside any sentence is returned too,
 * to be rejected.
 */
export function* sentencesIn(line: string): Generator<string> {
  let from = 0
  while (from < line.length) {
    while (line.charCodeAt(from) <= 32) from++
    const start = startOf(line, from)
    if (start < 0) {
      const rest = line.slice(from)
      const isNote = from > 0 && SHORE_STATION_NOTE.test(rest) && !CHECKSUM.test(rest)
      if (!isNote && !BLANK.test(rest)) yield rest
      return
    }
    const before = line.slice(from, start)
    const isLost = !isPrefix(before, from === 0)
    if (isLost) yield before
    const end = endOf(line, start)
    yield line.slice(isLost ? start : from, end).trimEnd()
    from = end
  }
}

/** True when text in front of a sentence is a logger's and no part of a sentence that lost its start. */
function isPrefix(before: string, isFirst: boolean): boolean {
  if (BLANK.test(before) || before.startsWith('\\')) return true
  if (stampUs(before) !== null || TIME_OF_DAY.test(before)) return true
  return isFirst && !CHECKSUM.test(before) && before.split(',').length - 1 <= MOST_COMMAS
}

/** A sentence ends with its right checksum; without one, where the next sentence or its TAG block starts. */
function endOf(line: string, start: number): number {
  const star = line.indexOf('*', start)
  const next = START.exec(line.slice(start + 1))
  if (!next) return star < 0 || star + 3 > line.length ? line.length : star + 3
  const nextAt = start + 1 + next.index
  const owner = star >= 0 ? summedFrom(line, start, star) : -1
  const isOurs = owner === start || (repeatsAddress(line, start, nextAt) && sumMatches(line, start, star))
  return isOurs ? star + 3 : nextAt
}

/** Some plotters write the address of a sentence into its first field too; all of it is one sentence. */
function repeatsAddress(line: string, start: number, nextAt: number): boolean {
  const address = line.slice(start, nextAt)
  return /^[$!][A-Z0-9]{5},$/.test(address) && line.startsWith(address, nextAt)
}

/**
 * The start of the sentence that the checksum at the star belongs to, or -1. The last start for which it is right is
 * taken: a sentence that lost its end can leave the checksum of the next one right for both together.
 */
function summedFrom(line: string, from: number, star: number): number {
  const expected = sumAt(line, star)
  let sum = 0
  for (let at = star - 1; at >= from; at--) {
    if (sum === expected && START.test(line.charAt(at))) return at
    sum ^= line.charCodeAt(at)
  }
  return -1
}

const sumMatches = (line: string, start: number, star: number) =>
  star >= 0 && checksum(line, start + 1, star) === sumAt(line, star)

/** The checksum written after the star, or null. */
function sumAt(line: string, star: number): number | null {
  const sum = line.slice(star + 1, star + 3)
  return /^[0-9A-Fa-f]{2}$/.test(sum) ? Number.parseInt(sum, 16) : null
}

/**
 * Reads one sentence: `$` or `!`, talker and type, fields, and a checksum if there is one. In front of the sentence may
 * stand a TAG block or the time of a logger (`1568394000058;N;$GNRMC,…`).
 */
export function parseSentence(line: string): Sentence | 'checksum' | 'malformed' | 'ignored' {
  const start = startOf(line, 0)
  if (start < 0) return /^\\[^\\]+\\$/.test(line) ? 'ignored' : 'malformed'
  const star = line.indexOf('*', start)
  if (star >= 0 && !sumMatches(line, start, star)) return 'checksum'
  // Sentences that manufacturers define themselves have no talker and no meaning for us.
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
 * Time of reception of the sentences that follow, unless a line has its own. The source is a TAG block of its own, or
 * the $PGHP of shore stations (year, month, day, hour, minute, second, millisecond, all UTC). Null for every other
 * line.
 */
export function loggerClockUs(line: string): number | null {
  if (line.startsWith('\\') && line.endsWith('\\')) return stampUs(line)
  if (!line.startsWith('$PGHP,1,')) return null
  const numbers = line.split(',').slice(2, 9).map(Number)
  const [year = 0, month = 0, day = 0, ...ofDay] = numbers
  const us = Date.UTC(year, month - 1, day, ...ofDay) * 1e3
  return numbers.length === 7 && year >= 2000 && !Number.isNaN(us) ? us : null
}

function startOf(line: string, at: number): number {
  // A TAG block ends with the second backslash; a `!` or `$` within it starts nothing.
  const from = line[at] === '\\' ? line.indexOf('\\', at + 1) + 1 || at : at
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
