import type { Decoded } from '#contract/reading.ts'
import { ReadingSink } from '../readingSink.ts'
import { type DayOrder, type Meaning, timeUs } from './columns.ts'

type Cell = string | number | null | undefined

/** Of a column of its own, beside one of dates. */
const CLOCK = /^\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?:\s*[AP]M)?$/i
const TRACK = 'track'
/** Behind what a device says itself. */
const RANK = 1

/** Stores the rows of a table of positions. Rows of another vessel than the first are refused, or than `vessel`. */
export class TrackTable {
  readonly #sink = new ReadingSink('readings')
  readonly #meanings: readonly (Meaning | null)[]
  #vessel: string | null
  readonly #dateAt: number

  readonly #dayOrder: DayOrder | undefined

  constructor(
    meanings: readonly (Meaning | null)[],
    { vessel, dayOrder }: { vessel?: string | undefined; dayOrder?: DayOrder | undefined } = {},
  ) {
    this.#meanings = meanings
    this.#dayOrder = dayOrder
    this.#vessel = vessel ?? null
    this.#dateAt = meanings.findIndex((meaning) => meaning?.what === 'date')
  }

  row(cells: readonly Cell[]): void {
    let us = Number.NaN
    let [latitudeDeg, longitudeDeg] = [Number.NaN, Number.NaN]
    let hdop: number | null = null
    for (const [i, meaning] of this.#meanings.entries()) {
      const cell = cells[i]
      if (!meaning || cell === null || cell === undefined || cell === '') continue
      if (meaning.what === 'time') us = this.#timeUs(cell, cells)
      else if (meaning.what === 'latitude') latitudeDeg = numberOf(cell)
      else if (meaning.what === 'longitude') longitudeDeg = numberOf(cell)
      else if (meaning.what === 'hdop') hdop = numberOf(cell) > 0 ? numberOf(cell) : null
      else if (meaning.what === 'vessel' && !this.#isOwn(String(cell))) {
        this.#sink.reject('malformed', 'row of another vessel')
        return
      }
    }
    if (Number.isNaN(us)) {
      this.#sink.reject('no_time', 'row')
      return
    }
    if (!Number.isNaN(latitudeDeg + longitudeDeg))
      this.#sink.fix({ timeUs: us, latitudeDeg, longitudeDeg, hdop, valid: true }, TRACK, RANK)
    else if (Number.isNaN(latitudeDeg) !== Number.isNaN(longitudeDeg))
      this.#sink.reject('malformed', 'position')
    for (const [i, meaning] of this.#meanings.entries()) {
      if (meaning?.what !== 'value') continue
      const cell = cells[i]
      if (cell === null || cell === undefined || cell === '') continue
      const value = meaning.toStored(numberOf(cell))
      if (Number.isNaN(value)) this.#sink.reject('malformed', meaning.key)
      else this.#sink.scalar(us, meaning.key, meaning.instance, value, TRACK, RANK)
    }
  }

  reject(...refusal: Parameters<ReadingSink['reject']>): void {
    this.#sink.reject(...refusal)
  }

  take(): Decoded {
    return this.#sink.take()
  }

  /** A clock of its own column takes its day from the column of dates. */
  #timeUs(cell: string | number, cells: readonly Cell[]): number {
    const text = String(cell).trim()
    return timeUs(CLOCK.test(text) ? `${cells[this.#dateAt] ?? ''} ${text}` : text, this.#dayOrder)
  }

  #isOwn(vessel: string): boolean {
    this.#vessel ??= vessel
    return this.#vessel === vessel
  }
}

/** Spreadsheets of many countries write a decimal comma. NaN for what is no number. */
function numberOf(cell: string | number): number {
  if (typeof cell === 'number') return cell
  const text = cell.trim().replace(',', '.')
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
}
