import { parse } from 'csv-parse/sync'
import { type Decoded, nothingDecoded } from '#contract/reading.ts'
import { fieldName } from '#contract/series.ts'
import type { TableTop } from '#contract/tableColumns.ts'
import type { MessageDecoder } from '../codec.ts'
import { beforeYear, type DayOrder, type Meaning, meaningOf, timeUs } from './columns.ts'
import { TrackTable } from './trackTable.ts'

/**
 * What somebody says of a table's columns: `time=Zeit,lat=Breite,sog=Fahrt:km/h`, and `vessel=Boot:7` to read one of
 * several. What is left unsaid is told from the headings.
 */
export type ColumnsSaid = Readonly<Record<string, { heading: string; detail: string | undefined }>>

export function parseColumns(text: string): ColumnsSaid | null {
  const said: Record<string, { heading: string; detail: string | undefined }> = {}
  for (const part of text.split(',')) {
    const match = /^\s*([^=]+?)\s*=\s*(.+?)\s*(?::\s*([^:]+?)\s*)?$/.exec(part)
    if (!match?.[1] || !match[2] || !meaningOf(match[1])) return null
    said[match[1]] = { heading: match[2], detail: match[3] }
  }
  return said
}

/** Rows kept back for a date above the twelfth: two days of a row a second. */
const MOST_HELD_CHARACTERS = 16_000_000
const MONTHS = 12

/**
 * Reads a table of positions: one line of headings, then one row a line, between commas, semicolons, tabs or bars. Where
 * its dates end with the year, its rows wait for one that tells days from months.
 */
export class CsvDecoder implements MessageDecoder {
  readonly #said: ColumnsSaid
  #headings: string[] | null = null
  #meanings: (Meaning | null)[] = []
  #table: TrackTable | null = null
  #held: string[] = []
  #heldCharacters = 0
  #delimiter = ','

  constructor(said: ColumnsSaid = {}) {
    this.#said = said
  }

  decode(message: Uint8Array, _receivedUs: number | null): Decoded {
    let text = new TextDecoder().decode(message)
    if (!this.#headings) {
      const [line, rest] = firstLine(text)
      text = rest
      this.#delimiter = delimiterOf(line)
      this.#headings = cellsOf(line, this.#delimiter)[0] ?? []
      this.#meanings = meaningsOf(this.#headings, this.#said)
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

  /** Reads what was held, in the order found or in the one that fits best, and says how the columns are understood. */
  #begin(found: DayOrder | 'either' | null): Decoded {
    const text = this.#held.join('')
    this.#held = []
    const order = found === 'either' ? this.#likelyOrder(text) : found
    const dateAt = this.#dateAt()
    const guessed = found === 'either' && order ? `${order} (a guess: no day is above 12)` : order
    this.#table = new TrackTable(this.#meanings, {
      vessel: this.#said.vessel?.detail,
      dayOrder: order ?? undefined,
    })
    const columns = (this.#headings ?? []).map((heading, i) => {
      const words = worded(heading, this.#meanings[i] ?? null)
      return i === dateAt && guessed ? `${words}, ${guessed}` : words
    })
    return { ...this.#read(text, this.#table), notes: [{ kind: 'columns', columns }] }
  }

  #read(text: string, table: TrackTable): Decoded {
    try {
      for (const row of this.#rows(text)) table.row(row)
    } catch {
      table.reject('malformed', 'table')
    }
    return { ...nothingDecoded(), ...table.take() }
  }

  /** The column that holds the days. */
  #dateAt(): number {
    const at = (what: Meaning['what']) => this.#meanings.findIndex((meaning) => meaning?.what === what)
    return at('date') >= 0 ? at('date') : at('time')
  }

  /** What the dates of a piece tell: an order, that it may be either, or null where they begin with the year. */
  #orderIn(text: string): DayOrder | 'either' | null {
    const at = this.#dateAt()
    const rows = this.#tryRows(text)
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
    const dates = new Set(this.#tryRows(text).map((row) => row[at]?.split(/[T\s,]/)[0] ?? ''))
    const spanUs = (order: DayOrder) => {
      const days = [...dates].map((date) => timeUs(`${date} 00:00`, order)).filter((us) => !Number.isNaN(us))
      return (
        days.reduce((a, b) => Math.max(a, b), -Infinity) - days.reduce((a, b) => Math.min(a, b), Infinity)
      )
    }
    if (![...dates].some((date) => beforeYear(date))) return null
    return spanUs('month/day/year') < spanUs('day/month/year') ? 'month/day/year' : 'day/month/year'
  }

  #tryRows(text: string): string[][] {
    try {
      return this.#rows(text)
    } catch {
      return []
    }
  }

  #rows = (text: string) => cellsOf(text, this.#delimiter)
}

const cellsOf = (text: string, delimiter: string): string[][] =>
  parse(text, {
    ...{ delimiter, comment: '#', comment_no_infix: true, skip_empty_lines: true },
    ...{ relax_column_count: true, relax_quotes: true, trim: true },
  })

const ROWS_SHOWN = 3
const MOST_COLUMNS = 200
const LONGEST_CELL = 100

/** What stands at the top of a file that has rows of cells below headings, whatever they mean; null where it has none. */
export function tableTop(head: Uint8Array): TableTop | null {
  const text = new TextDecoder().decode(head)
  if (text.includes('\0') || text.includes('\uFFFD')) return null
  const [line, rest] = firstLine(text)
  const delimiter = delimiterOf(line)
  const lines = rest.split(/\r\n|\r|\n/).slice(0, ROWS_SHOWN)
  try {
    const headings = cellsOf(line, delimiter)[0] ?? []
    const rows = cellsOf(lines.join('\n'), delimiter)
    const isTable =
      headings.length > 2 && headings.length <= MOST_COLUMNS && rows[0]?.length === headings.length
    // A sentence with commas has no numbers below it.
    if (!isTable || !rows[0]?.some((cell) => /\d/.test(cell))) return null
    const meanings = meaningsOf(headings, {})
    return headings.map((heading, i) => ({
      heading: heading.slice(0, LONGEST_CELL),
      meaning: meaningName(meanings[i] ?? null),
      cells: rows.map((row) => (row[i] ?? '').slice(0, LONGEST_CELL)),
    }))
  } catch {
    return null
  }
}

const meaningName = (meaning: Meaning | null) =>
  meaning?.what === 'value' ? fieldName(meaning.key, meaning.instance) : (meaning?.what ?? null)

/** Whether a text begins like a table of positions. */
export function looksLikeTrackTable(head: string): boolean {
  const [line] = firstLine(head)
  const meanings = meaningsOf(line.split(delimiterOf(line)).map(unquoted), {})
  const has = (what: Meaning['what']) => meanings.some((meaning) => meaning?.what === what)
  return has('time') && has('latitude') && has('longitude')
}

const unquoted = (cell: string) => cell.trim().replace(/^"(.*)"$/, '$1')

/** Without the byte order mark of spreadsheets and the comments above the headings. */
function firstLine(text: string): [line: string, rest: string] {
  const match = /^\uFEFF?(?:\s*#[^\r\n]*[\r\n]+)*\s*([^\r\n]*)(?:\r\n|\r|\n|$)/.exec(text)
  return [match?.[1] ?? '', text.slice(match?.[0].length ?? 0)]
}

const delimiterOf = (line: string) => [';', '\t', '|', ','].find((sign) => line.split(sign).length > 2) ?? ','

/** The first column of a meaning counts; "speed" is what went over ground only where nothing says SOG. */
function meaningsOf(headings: readonly string[], said: ColumnsSaid): (Meaning | null)[] {
  const saidOf = new Map(
    Object.entries(said).map(([name, { heading, detail }]) => [heading, { name, detail }]),
  )
  const taken = new Set<string>(Object.keys(said).map((name) => nameOf(meaningOf(name))))
  const exact = headings.map((heading) => (saidOf.has(heading) ? null : meaningOf(heading)))
  const saysSog = headings.some((heading) => /^sog\b/i.test(heading))
  return headings.map((heading, i) => {
    const own = saidOf.get(heading)
    if (own) return meaningOf(own.name, own.name === 'vessel' ? undefined : own.detail)
    const meaning = exact[i] ?? null
    if (!meaning || (saysSog && /^speed\b/i.test(heading)) || taken.has(nameOf(meaning))) return null
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
