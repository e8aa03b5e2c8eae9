import type { Decoded } from '#contract/domain/reading.ts'
import type { SeriesKey } from '#contract/domain/series.ts'
import { ReadingSink } from '../readingSink.ts'
import { isMangledNumber, numberOf, parseAngle } from './angle.ts'
import { type DayOrder, dayAndClockUs, isMangledTime, type Meaning, timeUs } from './columns.ts'
import { MANGLED_POSITION, MANGLED_TIME, POSITION_IN_METRES } from './refusals.ts'

type Cell = string | number | null | undefined

const TRACK = 'track'
/** Rank behind values that a device reports itself. */
const RANK = 1

/** Numbers that tables of AIS reports have for "not available": 511°, 102.3 kn, 91° of latitude and 181° of longitude. */
const NOT_AVAILABLE: Partial<Record<SeriesKey, number>> = { heading: 511, sog: 102.3 }
const NO_LATITUDE = 91
const NO_LONGITUDE = 181
/** Eastings of UTM are from 100,000 m on. */
const LEAST_METRES = 100_000

const isNotAvailable = (key: SeriesKey, value: number) => value === NOT_AVAILABLE[key]

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

  /** Whatever is in a row is stored or refused; a row without anything of ours is refused as well. */
  row(cells: readonly Cell[]): void {
    let us = Number.NaN
    let timeCell = ''
    const position: Partial<Record<'latitude' | 'longitude' | 'north_south' | 'east_west', string | number>> =
      {}
    let hdop: number | null = null
    for (const [i, meaning] of this.#meanings.entries()) {
      const cell = cells[i]
      if (!meaning || isEmpty(cell)) continue
      if (meaning.what === 'time') {
        us = this.#timeUs(cell, cells)
        timeCell = String(cell)
      } else if (meaning.what === 'hdop') hdop = numberOf(cell) > 0 ? numberOf(cell) : null
      else if (meaning.what === 'vessel' && !this.#isOwn(String(cell))) {
        this.#sink.reject('malformed', 'row of another vessel')
        return
      } else if (meaning.what !== 'value' && meaning.what !== 'vessel' && meaning.what !== 'date')
        position[meaning.what] = cell
    }
    if (Number.isNaN(us)) {
      this.#sink.reject('no_time', isMangledTime(timeCell) ? MANGLED_TIME : 'row')
      return
    }
    const hasPosition = this.#position(us, hdop, position)
    const hasValues = this.#values(us, cells)
    if (!hasPosition && !hasValues) this.#sink.reject('malformed', 'row with a time alone')
  }

  /** False where the row has none. */
  #position(
    us: number,
    hdop: number | null,
    cells: Readonly<Partial<Record<string, string | number>>>,
  ): boolean {
    const { latitude, longitude } = cells
    if (latitude === undefined && longitude === undefined) return false
    const latitudeDeg = parseAngle(latitude ?? '', 'latitude', String(cells.north_south ?? ''))
    const longitudeDeg = parseAngle(longitude ?? '', 'longitude', String(cells.east_west ?? ''))
    if (latitudeDeg === NO_LATITUDE && longitudeDeg === NO_LONGITUDE) return true
    if (Math.abs(latitudeDeg) >= LEAST_METRES || Math.abs(longitudeDeg) >= LEAST_METRES)
      this.#sink.reject('out_of_range', POSITION_IN_METRES)
    else if (!Number.isNaN(latitudeDeg + longitudeDeg))
      this.#sink.fix({ timeUs: us, latitudeDeg, longitudeDeg, hdop, valid: true }, TRACK, RANK)
    else {
      const isMangled = isMangledNumber(String(latitude ?? '')) || isMangledNumber(String(longitude ?? ''))
      this.#sink.reject('malformed', isMangled ? MANGLED_POSITION : 'position')
    }
    return true
  }

  #values(us: number, cells: readonly Cell[]): boolean {
    let hasValues = false
    for (const [i, meaning] of this.#meanings.entries()) {
      const cell = cells[i]
      if (meaning?.what !== 'value' || isEmpty(cell)) continue
      hasValues = true
      const value = isNotAvailable(meaning.key, numberOf(cell)) ? null : meaning.toStored(numberOf(cell))
      if (Number.isNaN(value)) this.#sink.reject('malformed', meaning.key)
      else this.#sink.scalar(us, meaning.key, meaning.instance, value, TRACK, RANK)
    }
    return hasValues
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
    const day = this.#dateAt < 0 ? null : cells[this.#dateAt]
    return isEmpty(day) ? timeUs(text, this.#dayOrder) : dayAndClockUs(String(day), text, this.#dayOrder)
  }

  #isOwn(vessel: string): boolean {
    this.#vessel ??= vessel
    return this.#vessel === vessel
  }
}

const isEmpty = (cell: Cell): cell is null | undefined | '' =>
  cell === null || cell === undefined || cell === ''
