import { SERIES } from '#contract/domain/series.ts'
import { QUARTER_HOUR_US } from '#contract/domain/time.ts'
import { UNKNOWN_SOURCE } from '#contract/wire/source.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { NULL_VALUE } from './appendBlocks.ts'
import { RowReader } from './rowReader.ts'
import { intervalsSql, type VesselInterval } from './vesselInterval.ts'
import type { VesselReadings } from './vesselReadings.ts'

/** Slot in which the coverage of a source is counted: the sixty slots of a quarter-hour are the bits of one number. */
const SLOT_US = 15_000_000
/** About ten megabytes: a month of thirty series. */
const MOST_KEPT = 100_000
/** Number of positions among the series; numbers of the catalogue begin at 1. */
export const POSITION = 0

/** Quarter-hours since 1970, both ends included. */
export interface QuarterHours {
  from: number
  to: number
}

export const quarterHourOf = (timeUs: number) => Math.floor(timeUs / QUARTER_HOUR_US)
export const QUARTER_HOUR_SQL = `intDiv(toUnixTimestamp64Micro(time), ${QUARTER_HOUR_US})`

/** Sources that reported in a quarter-hour, and the 15-second slots that each one covers. */
class Covers {
  readonly #slots = new Map<number, Slots>()
  ready: Promise<void> | null = null

  /** Adds the coverage of a source; adding it again changes nothing. */
  add(source: number, early: number, late: number): void {
    const known = this.#slots.get(source)
    if (!known) this.#slots.set(source, { early, late })
    else {
      known.early |= early
      known.late |= late
    }
  }

  has(source: number): boolean {
    return this.#slots.has(source)
  }

  /** How much each source covers, from 0 to 60. */
  covered(): [source: number, covered: number][] {
    return [...this.#slots].map(([source, { early, late }]) => [source, bitsOf(early) + bitsOf(late)])
  }
}

/** The quarter-minutes of the first and of the second half of a quarter-hour, a bit each. */
interface Slots {
  early: number
  late: number
}
const HALF_SLOTS = 30

function bitsOf(slots: number): number {
  let count = 0
  for (let rest = slots; rest !== 0; rest &= rest - 1) count++
  return count
}

/** A vessel, series and instance as one number, of which there are as many as samples have names. */
export type Name = number

export const nameOf = (vesselNumber: number, series: number, instance: number): Name =>
  (vesselNumber * 65_536 + series) * 256 + instance

export function partsOf(name: Name) {
  const rest = Math.floor(name / 256)
  return { vesselNumber: Math.floor(rest / 65_536), series: rest % 65_536, instance: name % 256 }
}

type CoversByName = Map<Name, Map<number, Covers>>

/**
 * Coverage by source of the quarter-hours that were queried. Counting costs as much as the query itself, so each is
 * counted once, and later samples are added.
 */
export class SourceCovers {
  readonly #columns: Columns
  readonly #kept = new Map<number, CoversByName>()
  #keptCount = 0

  constructor(columns: Columns) {
    this.#columns = columns
  }

  /**
   * Adds the samples just stored. A count that began before may or may not include them, and a later one includes them:
   * marking a slot twice changes nothing.
   */
  add(batch: readonly VesselReadings[]): void {
    this.#eachKept(batch, (kept, name, timeUs, source, counts) => {
      const covers = kept.get(name)?.get(quarterHourOf(timeUs))
      if (!covers) return
      const slot = counts ? Math.floor((timeUs % QUARTER_HOUR_US) / SLOT_US) : NO_SLOT
      const early = slot >= 0 && slot < HALF_SLOTS ? 1 << slot : 0
      covers.add(source, early, slot >= HALF_SLOTS ? 1 << (slot - HALF_SLOTS) : 0)
    })
  }

  /** Drops coverage that a batch may have changed, fully or in part; the next query counts it again. */
  forget(batch: readonly VesselReadings[]): void {
    this.#eachKept(batch, (kept, name, timeUs) => this.#drop(kept, name, quarterHourOf(timeUs)))
  }

  /**
   * Calls `each` with the samples of a batch at their stored times, for vessels with cached covers. It makes
   * no object for each sample, because every sample of a backlog passes here.
   */
  #eachKept(
    batch: readonly VesselReadings[],
    each: (kept: CoversByName, name: Name, timeUs: number, source: number, counts: boolean) => void,
  ) {
    for (const { vesselNumber, scalars, fixes } of batch) {
      const kept = this.#kept.get(vesselNumber)
      if (!kept || kept.size === 0) continue
      for (const { key, instance, timeUs, value, source = UNKNOWN_SOURCE } of scalars) {
        const name = nameOf(vesselNumber, SERIES[key].number, instance)
        each(kept, name, Math.round(timeUs), source, value !== null)
      }
      const name = nameOf(vesselNumber, POSITION, 0)
      for (const { timeUs, valid, source = UNKNOWN_SOURCE } of fixes)
        each(kept, name, Math.round(timeUs), source, valid)
    }
  }

  /** Forgets covers of data that other processes stored between two times. */
  forgetBetween(vesselNumber: number, fromUs: number, toUs: number): void {
    const { from, to } = { from: quarterHourOf(fromUs), to: quarterHourOf(toUs) }
    const kept = this.#kept.get(vesselNumber) ?? new Map<Name, Map<number, Covers>>()
    for (const [name, quarterHours] of kept)
      for (const quarterHour of quarterHours.keys())
        if (quarterHour >= from && quarterHour <= to) this.#drop(kept, name, quarterHour)
  }

  forgetAll(): void {
    this.#kept.clear()
    this.#keptCount = 0
  }

  async of(asked: ReadonlyMap<Name, readonly QuarterHours[]>): Promise<CoversByName> {
    const answer: CoversByName = new Map()
    const fresh: CoversByName = new Map()
    for (const [name, ranges] of asked) {
      const own = inner(answer, name)
      const kept = inner(this.#ofVessel(partsOf(name).vesselNumber), name)
      for (const { from, to } of ranges) {
        for (let quarterHour = from; quarterHour <= to; quarterHour++) {
          let covers = kept.get(quarterHour)
          if (!covers) {
            covers = new Covers()
            inner(fresh, name).set(quarterHour, covers)
            kept.set(quarterHour, covers)
            this.#keptCount++
          }
          own.set(quarterHour, covers)
        }
      }
    }
    if (fresh.size > 0) {
      const ready = this.#count(fresh)
      for (const covers of each(fresh)) covers.ready = ready
    }
    await Promise.all(new Set(Array.from(each(answer), ({ ready }) => ready)))
    if (this.#keptCount > MOST_KEPT) this.forgetAll()
    return answer
  }

  async #count(fresh: CoversByName): Promise<void> {
    try {
      const names = [...fresh.keys()]
      await Promise.all([
        this.#countIn(
          fresh,
          names.filter(isPosition),
          'vessel, 0 AS series, 0 AS instance',
          'fixes',
          'valid = 1',
        ),
        this.#countIn(
          fresh,
          names.filter((name) => !isPosition(name)),
          'vessel, series, instance',
          'scalars',
          `value != ${NULL_VALUE}`,
        ),
      ])
    } catch (error) {
      for (const [name, quarterHours] of fresh)
        for (const quarterHour of quarterHours.keys())
          this.#drop(this.#ofVessel(partsOf(name).vesselNumber), name, quarterHour)
      throw error
    }
    for (const covers of each(fresh)) covers.ready = null
  }

  async #countIn(
    fresh: CoversByName,
    names: readonly Name[],
    of: string,
    table: 'scalars' | 'fixes',
    counts: string,
  ): Promise<void> {
    if (names.length === 0) return
    const which = table === 'fixes' ? '1' : `(${of}) IN (${names.map(tuple).join(', ')})`
    const rows = new RowReader(
      await this.#columns.rowBinary(
        `SELECT vessel, toUInt16(series), toUInt8(instance), quarter_hour, source,
           toUInt32(slots % ${2 ** HALF_SLOTS}), toUInt32(intDiv(slots, ${2 ** HALF_SLOTS})) FROM (
         SELECT vessel, series, instance, quarter_hour, source,
           groupBitOrIf(bitShiftLeft(toUInt64(1), ${SLOT_SQL}), ${counts}) AS slots
         FROM (SELECT *, ${of}, ${QUARTER_HOUR_SQL} AS quarter_hour FROM telemetry.${table}
               WHERE ${which} AND (${intervalsSql(intervalsOf(fresh, names))}))
         GROUP BY vessel, series, instance, quarter_hour, source)`,
      ),
    )
    while (rows.more) {
      const name = nameOf(rows.uint32(), rows.uint16(), rows.uint8())
      const [quarterHour, source, early, late] = [rows.int64(), rows.uint32(), rows.uint32(), rows.uint32()]
      fresh.get(name)?.get(quarterHour)?.add(source, early, late)
    }
  }

  #ofVessel(vesselNumber: number): CoversByName {
    const known = this.#kept.get(vesselNumber) ?? new Map()
    this.#kept.set(vesselNumber, known)
    return known
  }

  #drop(kept: CoversByName, name: Name, quarterHour: number) {
    if (kept.get(name)?.delete(quarterHour)) this.#keptCount--
  }
}

/** A null value covers no slot, but its source was present. */
const NO_SLOT = -1

const SLOT_SQL = `intDiv(toUnixTimestamp64Micro(time) % ${QUARTER_HOUR_US}, ${SLOT_US})`

const isPosition = (name: Name) => partsOf(name).series === POSITION

function tuple(name: Name): string {
  const { vesselNumber, series, instance } = partsOf(name)
  return `(${vesselNumber}, ${series}, ${instance})`
}

function inner<Value>(map: Map<Name, Map<number, Value>>, name: Name): Map<number, Value> {
  const known = map.get(name) ?? new Map<number, Value>()
  map.set(name, known)
  return known
}

function* each(covers: CoversByName): Iterable<Covers> {
  for (const quarterHours of covers.values()) yield* quarterHours.values()
}

/** Whole quarter-hours of each vessel that some of the names need; neighbours form one interval. */
function intervalsOf(fresh: CoversByName, names: readonly Name[]): VesselInterval[] {
  const needed = new Map<number, Set<number>>()
  for (const name of names) {
    const { vesselNumber } = partsOf(name)
    const quarterHours = needed.get(vesselNumber) ?? new Set()
    needed.set(vesselNumber, quarterHours)
    for (const quarterHour of fresh.get(name)?.keys() ?? []) quarterHours.add(quarterHour)
  }
  return [...needed].flatMap(([vesselNumber, quarterHours]) =>
    runsOf([...quarterHours]).map(({ from, to }) => ({
      vesselNumber,
      fromUs: from * QUARTER_HOUR_US,
      toUs: (to + 1) * QUARTER_HOUR_US - 1,
    })),
  )
}

/** Numbers that follow each other, as runs. */
export function runsOf(quarterHours: readonly number[]): QuarterHours[] {
  const runs: QuarterHours[] = []
  for (const quarterHour of quarterHours.toSorted((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && quarterHour <= last.to + 1) last.to = quarterHour
    else runs.push({ from: quarterHour, to: quarterHour })
  }
  return runs
}
