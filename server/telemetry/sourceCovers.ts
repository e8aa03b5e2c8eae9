import type { Columns } from '#server/stores/columns/columns.ts'
import { NULL_VALUE } from './appendBlocks.ts'
import { RowReader } from './rowReader.ts'
import { type Stretch, stretchesSql } from './stretch.ts'

const QUARTER_US = 900_000_000
/** What a source covers of a quarter-hour is counted in these: sixty of them are the bits of one number. */
const SLOT_US = 15_000_000
/** Some ten megabytes: a month of thirty series. */
const MOST_KEPT = 100_000
/** Fixes are named as a series that the catalogue does not have; its numbers begin at 1. */
export const POSITION = 0

/** Quarter-hours since 1970, both ends included. */
export interface Quarters {
  from: number
  to: number
}

export const quarterOf = (timeUs: number) => Math.floor(timeUs / QUARTER_US)
export const QUARTER_SQL = `intDiv(toUnixTimestamp64Micro(time), ${QUARTER_US})`

/** Who told something in a quarter-hour, and how much of it each covers, from 0 to 60. */
export interface Covers {
  readonly bySource: Map<number, number>
  ready: Promise<void> | null
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
 * What each source covers of the quarter-hours that were asked about, kept until samples of theirs arrive: counting it takes
 * as long as reading what was asked.
 */
export class SourceCovers {
  readonly #columns: Columns
  readonly #kept: CoversByName = new Map()
  #keptCount = 0
  readonly #writing = new Set<ReadonlyMap<Name, Quarters>>()

  constructor(columns: Columns) {
    this.#columns = columns
  }

  /**
   * While samples are being stored, quarter-hours that several tell are counted each time, and what was kept of them is
   * forgotten. Asked again in the end: somebody who was not heard before may have come meanwhile.
   */
  async whileWriting(
    touchedNow: () => ReadonlyMap<Name, Quarters>,
    write: () => Promise<unknown>,
  ): Promise<void> {
    const touched = touchedNow()
    this.#writing.add(touched)
    try {
      await write()
    } finally {
      this.#writing.delete(touched)
      for (const one of [touched, touchedNow()])
        for (const [name, quarters] of one) this.#forget(name, quarters)
    }
  }

  async of(asked: ReadonlyMap<Name, readonly Quarters[]>): Promise<CoversByName> {
    const answer: CoversByName = new Map()
    const fresh: CoversByName = new Map()
    for (const [name, ranges] of asked) {
      const [own, kept] = [inner(answer, name), inner(this.#kept, name)]
      for (const { from, to } of ranges) {
        for (let quarter = from; quarter <= to; quarter++) {
          const isWritten = this.#isWritten(name, quarter)
          let covers = isWritten ? undefined : kept.get(quarter)
          if (!covers) {
            covers = { bySource: new Map(), ready: null }
            inner(fresh, name).set(quarter, covers)
            if (!isWritten) {
              kept.set(quarter, covers)
              this.#keptCount++
            }
          }
          own.set(quarter, covers)
        }
      }
    }
    if (fresh.size > 0) {
      const ready = this.#count(fresh)
      for (const covers of each(fresh)) covers.ready = ready
    }
    await Promise.all(new Set(Array.from(each(answer), ({ ready }) => ready)))
    if (this.#keptCount > MOST_KEPT) {
      this.#kept.clear()
      this.#keptCount = 0
    }
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
      for (const [name, quarters] of fresh)
        for (const quarter of quarters.keys()) this.#forget(name, { from: quarter, to: quarter })
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
        `SELECT vessel, toUInt16(series), toUInt8(instance), quarter, source,
           toUInt8(bitCount(groupBitOrIf(bitShiftLeft(toUInt64(1), ${SLOT_SQL}), ${counts})))
         FROM (SELECT *, ${of}, ${QUARTER_SQL} AS quarter FROM telemetry.${table}
               WHERE ${which} AND (${stretchesSql(stretchesOf(fresh, names))}))
         GROUP BY vessel, series, instance, quarter, source`,
      ),
    )
    while (rows.more) {
      const name = nameOf(rows.uint32(), rows.uint16(), rows.uint8())
      const [quarter, source, covered] = [rows.int64(), rows.uint32(), rows.uint8()]
      fresh.get(name)?.get(quarter)?.bySource.set(source, covered)
    }
  }

  #isWritten(name: Name, quarter: number): boolean {
    for (const touched of this.#writing) {
      const quarters = touched.get(name)
      if (quarters && quarter >= quarters.from && quarter <= quarters.to) return true
    }
    return false
  }

  #forget(name: Name, { from, to }: Quarters) {
    const kept = this.#kept.get(name)
    if (!kept) return
    const drop = (quarter: number) => {
      if (kept.delete(quarter)) this.#keptCount--
    }
    if (to - from < kept.size) for (let quarter = from; quarter <= to; quarter++) drop(quarter)
    else for (const quarter of kept.keys()) if (quarter >= from && quarter <= to) drop(quarter)
  }
}

const SLOT_SQL = `intDiv(toUnixTimestamp64Micro(time) % ${QUARTER_US}, ${SLOT_US})`

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
  for (const quarters of covers.values()) yield* quarters.values()
}

/** Whole quarter-hours of each vessel that some of the names need; neighbours are one stretch. */
function stretchesOf(fresh: CoversByName, names: readonly Name[]): Stretch[] {
  const needed = new Map<number, Set<number>>()
  for (const name of names) {
    const { vesselNumber } = partsOf(name)
    const quarters = needed.get(vesselNumber) ?? new Set()
    needed.set(vesselNumber, quarters)
    for (const quarter of fresh.get(name)?.keys() ?? []) quarters.add(quarter)
  }
  return [...needed].flatMap(([vesselNumber, quarters]) =>
    runsOf([...quarters]).map(({ from, to }) => ({
      vesselNumber,
      fromUs: from * QUARTER_US,
      toUs: (to + 1) * QUARTER_US - 1,
    })),
  )
}

/** Numbers that follow each other, as runs. */
export function runsOf(quarters: readonly number[]): Quarters[] {
  const runs: Quarters[] = []
  for (const quarter of quarters.toSorted((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && quarter <= last.to + 1) last.to = quarter
    else runs.push({ from: quarter, to: quarter })
  }
  return runs
}
