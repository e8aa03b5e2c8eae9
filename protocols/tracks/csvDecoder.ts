import { parse } from 'csv-parse/sync'
import { type Decoded, nothingDecoded } from '#contract/reading.ts'
import { fieldName } from '#contract/series.ts'
import type { TableTop } from '#contract/tableColumns.ts'
import type { MessageDecoder } from '../codec.ts'
import { type Meaning, meaningOf } from './columns.ts'
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

/** Reads a table of positions: one line of headings, then one row a line, between commas, semicolons, tabs or bars. */
export class CsvDecoder implements MessageDecoder {
  readonly #said: ColumnsSaid
  #table: TrackTable | null = null
  #delimiter = ','

  constructor(said: ColumnsSaid = {}) {
    this.#said = said
  }

  decode(message: Uint8Array, _receivedUs: number | null): Decoded {
    let text = new TextDecoder().decode(message)
    const notes: NonNullable<Decoded['notes']> = []
    if (!this.#table) {
      const [line, rest] = firstLine(text)
      text = rest
      this.#delimiter = delimiterOf(line)
      const headings = this.#rows(line)[0] ?? []
      const meanings = meaningsOf(headings, this.#said)
      this.#table = new TrackTable(meanings, this.#said.vessel?.detail ?? null)
      notes.push({
        kind: 'columns',
        columns: headings.map((heading, i) => worded(heading, meanings[i] ?? null)),
      })
    }
    const table = this.#table
    try {
      for (const row of this.#rows(text)) table.row(row)
    } catch {
      table.reject('malformed', 'table')
    }
    return { ...nothingDecoded(), ...table.take(), ...(notes.length > 0 && { notes }) }
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
