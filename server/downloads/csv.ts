import type { Column, Page, Table } from './table.ts'

/**
 * CSV as in RFC 4180: names with units in the header, UTC times as ISO 8601, empty fields for missing values.
 * Text is always quoted, and text that a spreadsheet would read as a formula begins with an apostrophe.
 */
export async function* writeCsv({ columns, pages }: Table): AsyncGenerator<Buffer> {
  // Excel reads a file without the mark as Latin-1, which spoils names; numbers do not need the mark.
  const mark = columns.some(({ kind }) => kind === 'text') ? '\uFEFF' : ''
  yield Buffer.from(`${mark}${columns.map(heading).join(',')}\r\n`)
  const lines = new Lines()
  for await (const page of pages) yield lines.of(columns, page)
}

export function heading(column: Column): string {
  if (column.kind === 'time') return `${column.name} [UTC]`
  return column.kind === 'number' && column.unit !== '' ? `${column.name} [${column.unit}]` : column.name
}

/** Text in quotes that no spreadsheet evaluates. */
export function textCell(text: string): string {
  const plain = text.replaceAll('\0', '')
  const safe = /^[\s]*[=+\-@\t\r]/.test(plain) || /^[\s]*[＝＋－＠]/.test(plain) ? `'${plain}` : plain
  return `"${safe.replaceAll('"', '""')}"`
}

const COMMA = 44
const MINUS = 45
const POINT = 46
const ZERO = 48
/** A time, or a number with its digits. */
const LONGEST_CELL = 32

/** Writes rows as bytes: a string for each number would cost more than all the rest. */
class Lines {
  #bytes = Buffer.alloc(65_536)
  #at = 0
  #second = Number.NaN
  #secondText = Buffer.alloc(0)

  of(columns: readonly Column[], { rows, values }: Page): Buffer {
    this.#at = 0
    for (let row = 0; row < rows; row++) {
      for (const [i, column] of columns.entries()) {
        this.#make(LONGEST_CELL + 1)
        if (i > 0) this.#bytes[this.#at++] = COMMA
        const value = values[i]?.[row] ?? null
        if (typeof value === 'string') this.#text(value)
        else if (value === null || Number.isNaN(value)) continue
        else if (column.kind === 'time') this.#time(value, column.digits)
        else if (column.kind === 'number') this.#number(value, column.digits)
      }
      this.#make(2)
      this.#bytes[this.#at++] = 13
      this.#bytes[this.#at++] = 10
    }
    return Buffer.from(this.#bytes.subarray(0, this.#at))
  }

  #make(bytes: number) {
    if (this.#at + bytes <= this.#bytes.length) return
    const larger = Buffer.alloc(2 * (this.#bytes.length + bytes))
    this.#bytes.copy(larger, 0, 0, this.#at)
    this.#bytes = larger
  }

  #text(text: string) {
    const cell = Buffer.from(textCell(text))
    this.#make(cell.length + LONGEST_CELL)
    this.#at += cell.copy(this.#bytes, this.#at)
  }

  #time(timeUs: number, digits: number) {
    const second = Math.floor(timeUs / 1e6)
    if (second !== this.#second) {
      this.#second = second
      this.#secondText = Buffer.from(new Date(second * 1000).toISOString().slice(0, 20))
    }
    this.#at += this.#secondText.copy(this.#bytes, this.#at)
    this.#digits(Math.floor((timeUs - second * 1e6) / 10 ** (6 - digits)), digits)
    this.#bytes[this.#at++] = 90
  }

  #number(value: number, digits: number) {
    const scaled = Math.round(Math.abs(value) * 10 ** digits)
    // Beyond this doubles count in steps of more than one.
    if (!(scaled < 2 ** 53)) {
      this.#at += this.#bytes.write(String(value), this.#at)
      return
    }
    if (value < 0 && scaled > 0) this.#bytes[this.#at++] = MINUS
    const whole = digits === 0 ? scaled : Math.floor(scaled / 10 ** digits)
    this.#digits(whole, Math.max(1, Math.floor(Math.log10(whole || 1) + 1e-12) + 1))
    if (digits === 0) return
    this.#bytes[this.#at++] = POINT
    this.#digits(scaled - whole * 10 ** digits, digits)
  }

  /** The last `count` digits of a whole number. */
  #digits(whole: number, count: number) {
    for (let i = count - 1, rest = whole; i >= 0; i--) {
      const tenth = Math.floor(rest / 10)
      this.#bytes[this.#at + i] = ZERO + (rest - 10 * tenth)
      rest = tenth
    }
    this.#at += count
  }
}
