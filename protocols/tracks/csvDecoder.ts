import { parse } from 'csv-parse/sync'
import { type Decoded, nothingDecoded } from '#contract/domain/reading.ts'
import { fieldName } from '#contract/domain/series.ts'
import type { TableTop } from '#contract/wire/tableColumns.ts'
import type { MessageDecoder } from '../codec.ts'
import { textLines } from '../textLines.ts'
import { beforeYear, type DayOrder, type Meaning, meaningOf, timeUs } from './columns.ts'
import { FEWER_CELLS, MORE_CELLS } from './refusals.ts'
import { TrackTable } from './trackTable.ts'

/**
 * Columns of a table as a user names them: `time=Zeit,lat=Breite,sog=Fahrt:km/h`, and `vessel=Boot:7` to read
 * one of several. Headings decide about all other columns.
 */
export type GivenColumns = Readonly<Record<string, { heading: string; detail: string | undefined }>>

export function parseColumns(text: string): GivenColumns | null {
  const given: Record<string, { heading: string; detail: string | undefined }> = {}
  for (const part of text.split(',')) {
    const match = /^\s*([^=]+?)\s*=\s*(.+?)\s*(?::\s*([^:]+?)\s*)?$/.exec(part)
    if (!match?.[1] || !match[2] || !meaningOf(match[1])) return null
    given[match[1]] = { heading: match[2], detail: match[3] }
  }
  return given
}

/** Rows kept back for a date above the twelfth: two days of a row a second. */
const MOST_HELD_CHARACTERS = 16_000_000
const MONTHS = 12

/**
 * Reads a table of positions: one line of headings, then one row a line, between commas, semicolons, tabs or
 * bars. When its dates end with the year, rows wait for a date that distinguishes days from months.
 */
export class CsvDecoder implements MessageDecoder {
  readonly #given: GivenColumns
  #headings: string[] | null = null
  #meanings: (Meaning | null)[] = []
  #table: TrackTable | null = null
  #held: string[] = []
  #heldCharacters = 0
  #delimiter = ','
  /** True once a row has shown that its numbers have decimal commas, which cut them in two. */
  #hasCutNumbers = false

  constructor(given: GivenColumns = {}) {
    this.#given = given
  }

  decode(message: Uint8Array, _receivedUs: number | null): Decoded {
    let text = tableText(message)
    if (!this.#headings) {
      const [line, rest, delimiter] = headingLine(text)
      text = rest
      this.#delimiter = delimiter
      this.#headings = headingsOf(line, this.#delimiter)
      this.#meanings = meaningsOf(this.#headings, this.#given)
    }
    if (this.#table) return this.#read(text, this.#table)
    this.#held.push(text)
    this.#heldCharacters += text.length
    const order = this.#orderIn(text)
    const waits = order === 'either' && this.#heldCharacters < MOST_HELD_CHARACTERS
    return waits ? nothingDecoded() : this.#begin(order)
  }

  end(): Decoded {
    return this.#table || !this.#headings ? nothingDecoded() : this.#begin('either')
  }

  /**
   * Reads the waiting rows, in the order found or in the one that fits best, and reports how the columns are
   * understood.
   */
  #begin(found: DayOrder | 'either' | null): Decoded {
    const text = this.#held.join('')
    this.#held = []
    const order = found === 'either' ? this.#likelyOrder(text) : found
    const dateAt = this.#dateAt()
    const guessed = found === 'either' && order ? `${order} (a guess: no day is above 12)` : order
    this.#table = new TrackTable(this.#meanings, {
      vessel: this.#given.vessel?.detail,
      dayOrder: order ?? undefined,
    })
    const columns = (this.#headings ?? []).map((heading, i) => {
      const words = worded(heading, this.#meanings[i] ?? null)
      return i === dateAt && guessed ? `${words}, ${guessed}` : words
    })
    return { ...this.#read(text, this.#table), notes: [{ kind: 'columns', columns }] }
  }

  #read(text: string, table: TrackTable): Decoded {
    const rows = this.#tryRows(text)
    if (rows !== null) for (const row of rows) this.#row(row, table)
    // A single surplus quote makes the whole text unreadable, so lines are read one by one.
    else for (const line of textLines(text)) this.#line(line, table)
    return { ...nothingDecoded(), ...table.take() }
  }

  #line(line: string, table: TrackTable): void {
    const rows = this.#tryRows(line)
    if (rows === null) table.reject('malformed', 'quotes of a row')
    else for (const row of rows) this.#row(row, table)
  }

  /**
   * Rejects a row whose cells do not stand below the headings, unless its numbers can be joined. A decimal
   * comma between commas would otherwise give false places. Empty cells after the last heading are ignored.
   */
  #row(row: readonly string[], table: TrackTable): void {
    const headings = this.#headings?.length ?? 0
    if (row.length > headings && row.slice(headings).some((cell) => cell !== '')) {
      const cells = this.#withWholeNumbers(row)
      if (cells) table.row(cells)
      else table.reject('malformed', MORE_CELLS)
    } else if (row.length < headings) table.reject('malformed', FEWER_CELLS)
    else table.row(row)
  }

  /** The cells of a row with decimal commas between commas, joined; null when it is uncertain. */
  #withWholeNumbers(row: readonly string[]): string[] | null {
    const put = this.#delimiter === ',' ? putTogether(row, this.#meanings) : null
    this.#hasCutNumbers ||= put?.isCertain ?? false
    return put && this.#hasCutNumbers ? put.cells : null
  }

  /** The column of days. */
  #dateAt(): number {
    const at = (what: Meaning['what']) => this.#meanings.findIndex((meaning) => meaning?.what === what)
    return at('date') >= 0 ? at('date') : at('time')
  }

  /**
   * Order of day and month in the dates of a chunk: one order, `either`, or null when the dates begin with the year.
   */
  #orderIn(text: string): DayOrder | 'either' | null {
    const at = this.#dateAt()
    const rows = this.#tryRows(text) ?? []
    if (rows.length === 0) return 'either'
    let seen = false
    for (const row of rows) {
      const [first, second] = beforeYear(row[at]?.split(/[T\s,]/)[0] ?? '') ?? [0, 0]
      if (first > MONTHS) return 'day/month/year'
      if (second > MONTHS) return 'month/day/year'
      seen ||= first > 0
    }
    return seen ? 'either' : null
  }

  /** The order in which the table is over sooner: days follow each other, months seldom do. Days first where it is one day. */
  #likelyOrder(text: string): DayOrder | null {
    const at = this.#dateAt()
    const dates = new Set((this.#tryRows(text) ?? []).map((row) => row[at]?.split(/[T\s,]/)[0] ?? ''))
    const spanUs = (order: DayOrder) => {
      const days = [...dates].map((date) => timeUs(`${date} 00:00`, order)).filter((us) => !Number.isNaN(us))
      return (
        days.reduce((a, b) => Math.max(a, b), -Infinity) - days.reduce((a, b) => Math.min(a, b), Infinity)
      )
    }
    if (![...dates].some((date) => beforeYear(date))) return null
    return spanUs('month/day/year') < spanUs('day/month/year') ? 'month/day/year' : 'day/month/year'
  }

  /** Null where a quote has no partner. */
  #tryRows(text: string): string[][] | null {
    try {
      return cellsOf(text, this.#delimiter)
    } catch {
      return null
    }
  }
}

/** So many digits behind the comma of a latitude and a longitude are no number of their own: `63,950000,-22,450000`. */
const CERTAIN_DIGITS = 4

const isAngle = (meaning: Meaning | null) => meaning?.what === 'latitude' || meaning?.what === 'longitude'
const isNumber = (meaning: Meaning | null) =>
  isAngle(meaning) || meaning?.what === 'value' || meaning?.what === 'hdop'

/**
 * Joins the halves of numbers, when all numbers or those of the position alone are cut; null for other rows.
 */
function putTogether(row: readonly string[], meanings: readonly (Meaning | null)[]) {
  const extra = row.length - meanings.length
  const isCut = [isNumber, isAngle].find((one) => meanings.filter(one).length === extra)
  if (!isCut) return null
  const rest = [...row]
  let isCertain = meanings.some(isAngle)
  const cells: string[] = []
  for (const meaning of meanings) {
    const [whole = '', fraction = ''] = rest.splice(0, isCut(meaning) ? 2 : 1)
    if (isCut(meaning) && !(/^[+-]?\d+$/.test(whole) && /^\d+$/.test(fraction))) return null
    if (isAngle(meaning)) isCertain &&= fraction.length >= CERTAIN_DIGITS
    cells.push(isCut(meaning) ? `${whole}.${fraction}` : whole)
  }
  return { cells, isCertain }
}

/** A row whose first cell is `#####`, written by a spreadsheet for a narrow column: no comment. */
const NARROW_CELL = /(?:^|[\r\n])#+[,;|\t]/

const cellsOf = (text: string, delimiter: string): string[][] =>
  parse(text, {
    // Tables that were put together have several kinds of line ends.
    ...{ record_delimiter: ['\r\n', '\n', '\r'] },
    ...{ delimiter, skip_empty_lines: true },
    ...(NARROW_CELL.test(text) ? {} : { comment: '#', comment_no_infix: true }),
    ...{ relax_column_count: true, relax_quotes: true, trim: true },
  })

/** Without the empty ones at the end, which spreadsheets put there where a row below has more cells. */
function headingsOf(line: string, delimiter: string): string[] {
  const headings = cellsOf(line, delimiter)[0] ?? []
  return headings.slice(0, headings.findLastIndex((heading) => heading !== '') + 1)
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true })
const WINDOWS_1252 = new TextDecoder('windows-1252')

/** The text of a table: UTF-8, or the encoding of Western spreadsheets for other bytes. */
export function tableText(bytes: Uint8Array): string {
  try {
    // A head of a file may end within a character.
    return UTF_8.decode(bytes.subarray(0, wholeCharacters(bytes)))
  } catch {
    return WINDOWS_1252.decode(bytes)
  }
}

/** How many bytes come before a character of UTF-8 that is cut off at the end. */
function wholeCharacters(bytes: Uint8Array): number {
  let start = bytes.length
  while (start > 0 && bytes.length - start < 4 && ((bytes[start - 1] ?? 0) & 0xc0) === 0x80) start--
  const first = bytes[start - 1] ?? 0
  const expected = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1
  return expected > bytes.length - start + 1 ? start - 1 : bytes.length
}

const ROWS_SHOWN = 3
const MOST_COLUMNS = 200
const LONGEST_CELL = 100

/**
 * Headings at the top of a file that has rows of cells below headings, whatever their meaning; null when it has none.
 */
export function tableTop(head: Uint8Array): TableTop | null {
  const top = topOf(head)
  if (top === null || misfits(top)) return null
  const { headings, rows } = top
  const meanings = meaningsOf(headings, {})
  return headings.map((heading, i) => ({
    heading: heading.slice(0, LONGEST_CELL),
    meaning: meaningName(meanings[i] ?? null),
    cells: rows.map((row) => (row[i] ?? '').slice(0, LONGEST_CELL)),
  }))
}

/** Why a table cannot be read with any meaning of its columns; null when nothing prevents it. */
export function tableFault(head: Uint8Array): 'cells' | 'utm' | null {
  const top = topOf(head)
  if (top === null) return null
  // Text with commas has fewer numbers.
  const numbers = top.rows[0]?.filter((cell) => /^[+-]?\d+$/.test(cell)).length ?? 0
  if (misfits(top)) return numbers >= 2 ? 'cells' : null
  const has = (words: RegExp) => top.headings.some((heading) => words.test(heading))
  const hasDegrees = has(/\blat/i) && has(/\bl(?:on|ng)/i)
  return has(UTM_EAST) && has(UTM_NORTH) && !hasDegrees ? 'utm' : null
}

/** Headings of UTM and of other grids in metres. */
const UTM_EAST = /east(?:ing)?s?\b|\butm[ _-]?[ex]\b|rechtswert/i
const UTM_NORTH = /north(?:ing)?s?\b|\butm[ _-]?[ny]\b|hochwert/i

interface Top {
  headings: string[]
  rows: string[][]
}

/** The headings of a table and its first rows; null without any. */
function topOf(head: Uint8Array): Top | null {
  const text = tableText(head)
  if (hasControlCharacters(text)) return null
  const [line, rest, delimiter] = headingLine(text)
  const lines = rest.split(/\r\n|\r|\n/).slice(0, ROWS_SHOWN)
  try {
    const headings = headingsOf(line, delimiter)
    const rows = cellsOf(lines.join('\n'), delimiter)
    const isTable = headings.length > 2 && headings.length <= MOST_COLUMNS
    // A sentence with commas has no numbers below it.
    return isTable && rows[0]?.some((cell) => /\d/.test(cell)) ? { headings, rows } : null
  } catch {
    return null
  }
}

/** Control characters other than tabs and line ends are in no table. */
function hasControlCharacters(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < TAB || (code > CR && code < SPACE)) return true
  }
  return false
}

const TAB = 9
const CR = 13
const SPACE = 32

const misfits = ({ headings, rows }: Top) =>
  rows.every((row) => row.length < headings.length || row.slice(headings.length).some((cell) => cell !== ''))

const meaningName = (meaning: Meaning | null) =>
  meaning?.what === 'value' ? fieldName(meaning.key, meaning.instance) : (meaning?.what ?? null)

/** Whether a text begins like a table of positions. */
export function looksLikeTrackTable(head: string): boolean {
  const [line, , delimiter] = headingLine(head)
  const meanings = meaningsOf(line.split(delimiter).map(unquoted), {})
  const has = (what: Meaning['what']) => meanings.some((meaning) => meaning?.what === what)
  return has('time') && has('latitude') && has('longitude')
}

const unquoted = (cell: string) => cell.trim().replace(/^"(.*)"$/, '$1')

/** The line `sep=;` above the headings sets the delimiter for Excel. */
const DELIMITER_LINE = /^"?sep=([;,|\t])"?$/i

/** The line of headings, the rest of the text, and the delimiter. */
function headingLine(text: string): [line: string, rest: string, delimiter: string] {
  const [line, rest] = firstLine(text)
  const delimiter = DELIMITER_LINE.exec(line)?.[1]
  return delimiter ? [...firstLine(rest), delimiter] : [line, rest, delimiterOf(line)]
}

/** Without the byte order mark of spreadsheets and the comments above the headings. */
function firstLine(text: string): [line: string, rest: string] {
  const match = /^\uFEFF?(?:\s*#[^\r\n]*[\r\n]+)*\s*([^\r\n]*)(?:\r\n|\r|\n|$)/.exec(text)
  return [match?.[1] ?? '', text.slice(match?.[0].length ?? 0)]
}

const delimiterOf = (line: string) => [';', '\t', '|', ','].find((sign) => line.split(sign).length > 2) ?? ','

/** The first column of a meaning counts; "speed" is the speed over ground only when no heading is SOG. */
function meaningsOf(headings: readonly string[], given: GivenColumns): (Meaning | null)[] {
  const givenOf = new Map(
    Object.entries(given).map(([name, { heading, detail }]) => [heading, { name, detail }]),
  )
  const taken = new Set<string>(Object.keys(given).map((name) => nameOf(meaningOf(name))))
  const exact = headings.map((heading) => (givenOf.has(heading) ? null : meaningOf(heading)))
  const hasSogHeading = headings.some((heading) => /^sog\b/i.test(heading))
  return headings.map((heading, i) => {
    const own = givenOf.get(heading)
    if (own) return meaningOf(own.name, own.name === 'vessel' ? undefined : own.detail)
    const meaning = exact[i] ?? null
    if (!meaning || (hasSogHeading && /^speed\b/i.test(heading)) || taken.has(nameOf(meaning))) return null
    taken.add(nameOf(meaning))
    return meaning
  })
}

const nameOf = (meaning: Meaning | null) =>
  meaning?.what === 'value' ? `${meaning.key} ${meaning.instance}` : (meaning?.what ?? '')

function worded(heading: string, meaning: Meaning | null): string {
  if (!meaning) return `${heading}: –`
  return meaning.what === 'value'
    ? `${heading}: ${meaning.key} [${meaning.unit}]`
    : `${heading}: ${meaning.what}`
}
