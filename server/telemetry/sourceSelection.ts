import type { SenderFact } from '#contract/domain/reading.ts'
import { SERIES, type SeriesKey } from '#contract/domain/series.ts'
import { DAY_US } from '#contract/domain/time.ts'
import { COMPUTED_SOURCES, INSTEAD_SOURCE, orderOf, UNKNOWN_SOURCE } from '#contract/wire/source.ts'
import type { StoredSamples } from '#server/platform/events.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { Beginnings } from './beginnings.ts'
import { extentOf } from './describeInterval.ts'
import type { Named } from './field.ts'
import { integer } from './rowReader.ts'
import {
  type Name,
  nameOf,
  POSITION,
  partsOf,
  QUARTER_HOUR_SQL,
  type QuarterHours,
  quarterHourOf,
  runsOf,
  SourceCovers,
} from './sourceCovers.ts'
import { asRead, type VesselInterval } from './vesselInterval.ts'
import type { VesselReadings } from './vesselReadings.ts'

/** Column store with its source selection. */
export type Store = Columns & { sources: SourceSelection }

/** Sources received on each vessel, and the source selected for each series. */
export interface Sources {
  /** Sources received on the vessel; series 0 is the position. */
  of(vesselNumber: number): Promise<ReportedSource[]>
  /** Last NAME, model, version and serial number that each bus address reported. */
  senders(vesselNumbers: readonly number[]): Promise<SenderRow[]>
  /** Uses this source from now on wherever it has a value in a quarter-hour; null cancels the choice. */
  choose(
    vesselNumber: number,
    key: SeriesKey | 'position',
    instance: number,
    source: number | null,
  ): Promise<void>
  /** Tests whether the source of a given sample is the selected one; series are numbers, 0 is the position. */
  selectionTest(intervals: readonly VesselInterval[], series: ReadonlySet<number>): Promise<SelectionTest>
  /** Drops all cached state: other processes may have stored anything. */
  readAgain(): void
}

type SelectionTest = (
  vesselNumber: number,
  series: number,
  instance: number,
  source: number,
  timeUs: number,
) => boolean

interface SenderRow {
  vessel: number
  address: number
  what: SenderFact['what']
  value: string
}

/** A reported source, with the days of its first and last data. */
export interface ReportedSource {
  series: number
  instance: number
  source: number
  fromUs: number
  toUs: number
  isChosen: boolean
}

const QUARTER_HOURS_OF_A_DAY = 96

/** Days since 1970 between which a source was received, both included. */
interface Days {
  from: number
  to: number
}

/** Selects the series and instances that a query concerns. */
type Matters = (series: number, instance: number) => boolean

/**
 * Sources by time, and the selected one among several of a series. One source counts for each series,
 * instance and quarter-hour of UTC.
 *
 * A source chosen by a user comes first. Otherwise sources that cover at least half as much as the
 * best-covering one compete. The lowest order wins, then the lowest number. The selection follows from the
 * samples alone. With a single known source there is no choice, and reading costs nothing.
 */
export class SourceSelection implements Sources {
  readonly beginnings = new Beginnings()
  readonly #columns: Columns
  readonly #covers: SourceCovers
  readonly #sources = new Map<number, Map<Name, Map<number, Days>>>()
  /** Series and instances that several sources ever reported, by vessel. */
  readonly #reportedBySeveral = new Map<number, Set<Name>>()
  #chosen: Chosen[] = []
  #loaded: Promise<void> | null = null
  /** Vessels for which another process received a new source, or a user chose one. */
  readonly #stale = new Set<number>()
  readonly #publish: ((stored: StoredSamples[]) => void) | undefined

  /** `publish` notifies other processes of cached state that has become invalid. */
  constructor(columns: Columns, publish?: (stored: StoredSamples[]) => void) {
    this.#columns = columns
    this.#covers = new SourceCovers(columns)
    this.#publish = publish
  }

  /** Another process has stored these. */
  storedElsewhere(stored: readonly StoredSamples[]): void {
    for (const { vesselNumber, fromUs, toUs, isNewSource } of stored) {
      this.#covers.forgetBetween(vesselNumber, fromUs, toUs)
      this.beginnings.noteStored(vesselNumber, fromUs)
      if (isNewSource) this.#stale.add(vesselNumber)
    }
  }

  readAgain(): void {
    this.#loaded = null
    this.#covers.forgetAll()
    this.beginnings.forgetAll()
  }

  /** Stores a batch and notes its sources; sources noted before are not written again. */
  async storeAndNote(batch: readonly VesselReadings[], store: () => Promise<unknown>): Promise<void> {
    await this.#load()
    const received = receivedIn(batch)
    const fresh = received.filter((one) => !this.#knows(one))
    const extents = batch.flatMap((readings) => {
      const extent = extentOf(readings)
      return extent ? [{ vesselNumber: readings.vesselNumber, ...extent }] : []
    })
    const noteStored = () => {
      for (const { vesselNumber, fromUs } of extents) this.beginnings.noteStored(vesselNumber, fromUs)
    }
    noteStored()
    try {
      await Promise.all([this.#note(fresh), store()])
      this.#covers.add(batch)
    } catch (error) {
      this.#covers.forget(batch)
      throw error
    } finally {
      // Part of it may be stored where storing failed.
      noteStored()
      const news = new Set(fresh.map(({ vesselNumber }) => vesselNumber))
      this.#publish?.(extents.map((one) => ({ ...one, isNewSource: news.has(one.vesselNumber) })))
    }
  }

  async #note(fresh: readonly ReceivedInterval[]): Promise<void> {
    if (fresh.length === 0) return
    const lines = fresh.map(({ name, source, quarterHours }) => {
      const { vesselNumber, series, instance } = partsOf(name)
      const { from, to } = daysOf(quarterHours)
      return `${[vesselNumber, series, instance, source, from, to].join('\t')}\n`
    })
    const names = ['vessel', 'series', 'instance', 'source', 'from_day', 'to_day']
    await this.#columns.insert('telemetry.sources', names, lines.join(''))
    for (const { name, source, quarterHours } of fresh) this.#add(name, source, daysOf(quarterHours))
  }

  async of(vesselNumber: number): Promise<ReportedSource[]> {
    await this.#load()
    return [...(this.#sources.get(vesselNumber) ?? [])].flatMap(([name, sources]) => {
      const { series, instance } = partsOf(name)
      return [...sources].map(([source, days]) => ({
        series,
        instance,
        source,
        fromUs: days.from * DAY_US,
        toUs: (days.to + 1) * DAY_US - 1,
        isChosen: this.#chosenOf(name) === source,
      }))
    })
  }

  senders(vesselNumbers: readonly number[]) {
    return this.#columns.rows<SenderRow>(
      `SELECT vessel, address, what, argMax(value, (day, value)) AS value FROM telemetry.senders
       WHERE vessel IN (${vesselNumbers.map(integer).join(', ')})
       GROUP BY vessel, address, what ORDER BY vessel, address, what`,
    )
  }

  async choose(vesselNumber: number, key: SeriesKey | 'position', instance: number, source: number | null) {
    await this.#load()
    const series = key === 'position' ? POSITION : SERIES[key].number
    const row = [vesselNumber, series, instance, source ?? UNKNOWN_SOURCE].map(integer)
    const names = ['vessel', 'series', 'instance', 'source']
    await this.#columns.insert('telemetry.source_choices', names, `${row.join('\t')}\n`)
    this.#chosen = await readChoices(this.#columns)
    this.#publish?.([{ vesselNumber, fromUs: 0, toUs: -1, isNewSource: true }])
    // Cached months contain samples of the previously selected source.
    await this.#columns.command(
      `ALTER TABLE telemetry.scalar_months DELETE WHERE vessel = ${integer(vesselNumber)} SETTINGS mutations_sync = 1`,
    )
  }

  async selectionTest(
    intervals: readonly VesselInterval[],
    series: ReadonlySet<number>,
  ): Promise<SelectionTest> {
    await this.#load()
    const contested = new Map<Name, QuarterHours[]>()
    for (const interval of intervals) {
      for (const name of this.#reportedBySeveral.get(interval.vesselNumber) ?? []) {
        if (!series.has(partsOf(name).series)) continue
        const sources = this.#sources.get(interval.vesselNumber)?.get(name) ?? new Map<number, Days>()
        if ([...sources.values()].filter((days) => meet(days, interval)).length < 2) continue
        const quarterHours = { from: quarterHourOf(interval.fromUs), to: quarterHourOf(interval.toUs) }
        contested.set(name, [...(contested.get(name) ?? []), quarterHours])
      }
    }
    if (contested.size === 0) return () => true
    const covers = await this.#covers.of(contested)
    const bestOf = new Map<object, number | undefined>()
    return (vesselNumber, series, instance, source, timeUs) => {
      const name = nameOf(vesselNumber, series, instance)
      const bySource = covers.get(name)?.get(quarterHourOf(timeUs))
      if (!bySource?.has(source)) return true
      if (!bestOf.has(bySource)) bestOf.set(bySource, best(bySource.covered(), this.#chosenOf(name)))
      return bestOf.get(bySource) === source
    }
  }

  /** Restricts a query of telemetry.scalars to the selected sources. */
  scalarsSql(intervals: readonly VesselInterval[], fields: readonly Named[] | 'everything'): Promise<string> {
    return this.#acceptedSql(intervals, mattersOf(fields))
  }

  /** SQL for every instance of these keys. */
  instancesSql(intervals: readonly VesselInterval[], keys: readonly SeriesKey[]): Promise<string> {
    const numbers = new Set<number>(keys.map((key) => SERIES[key].number))
    return this.#acceptedSql(intervals, (series) => numbers.has(series))
  }

  /** Like scalarsSql, for reported values only: no value may be derived from a derived one. */
  reportedSql(intervals: readonly VesselInterval[], fields: readonly Named[]): Promise<string> {
    return this.#acceptedSql(intervals, mattersOf(fields), COMPUTED_SOURCES)
  }

  /** SQL for telemetry.fixes. */
  fixesSql(intervals: readonly VesselInterval[]): Promise<string> {
    return this.#acceptedSql(intervals, (series) => series === POSITION)
  }

  async #acceptedSql(
    intervals: readonly VesselInterval[],
    matters: Matters,
    leftOut: readonly number[] = [],
  ): Promise<string> {
    await this.#load()
    const { contested, alone, isLeftOut } = this.#sourcesIn(intervals, matters, leftOut)
    const exclusion = isLeftOut ? ` AND source NOT IN (${leftOut.map(integer).join(', ')})` : ''
    if (contested.size === 0) return exclusion
    const rejected = new RejectedSources(alone, matters(POSITION, 0))
    for (const [name, quarterHours] of await this.#covers.of(contested)) {
      const chosen = this.#chosenOf(name)
      for (const [quarterHour, bySource] of quarterHours) {
        const sources = bySource.covered().filter(([source]) => !leftOut.includes(source))
        rejected.add(name, quarterHour, sources, best(sources, chosen))
      }
    }
    return exclusion + rejected.sql()
  }

  /**
   * Names that several sources report in these days, with their quarter-hours, and sources that report a name alone.
   */
  #sourcesIn(intervals: readonly VesselInterval[], matters: Matters, leftOut: readonly number[]) {
    const contested = new Map<Name, QuarterHours[]>()
    const alone = new Set<number>()
    let isLeftOut = false
    for (const [vesselNumber, asked] of Map.groupBy(asRead(intervals), (interval) => interval.vesselNumber)) {
      const quarterHours = asked.map(({ fromUs, toUs }) => ({
        from: quarterHourOf(fromUs),
        to: quarterHourOf(toUs),
      }))
      for (const [name, sources] of this.#sources.get(vesselNumber) ?? []) {
        const { series, instance } = partsOf(name)
        if (!matters(series, instance)) continue
        const there = [...sources].filter(([, days]) => asked.some((interval) => meet(days, interval)))
        const others = there.filter(([source]) => !leftOut.includes(source))
        if (others.length < there.length) isLeftOut = true
        if (others.length > 1) contested.set(name, quarterHours)
        else for (const [source] of others) alone.add(source)
      }
    }
    return { contested, alone, isLeftOut }
  }

  #chosenOf(name: Name): number | undefined {
    return this.#chosen.find((one) => nameOf(one.vessel, one.series, one.instance) === name)?.source
  }

  #knows({ vesselNumber, name, source, quarterHours }: ReceivedInterval): boolean {
    const known = this.#sources.get(vesselNumber)?.get(name)?.get(source)
    return (
      known !== undefined &&
      known.from * QUARTER_HOURS_OF_A_DAY <= quarterHours.from &&
      (known.to + 1) * QUARTER_HOURS_OF_A_DAY > quarterHours.to
    )
  }

  #add(name: Name, source: number, { from, to }: Days) {
    const { vesselNumber } = partsOf(name)
    const names = this.#sources.get(vesselNumber) ?? new Map<Name, Map<number, Days>>()
    this.#sources.set(vesselNumber, names)
    const sources = names.get(name) ?? new Map<number, Days>()
    names.set(name, sources)
    const known = sources.get(source) ?? { from, to }
    sources.set(source, { from: Math.min(known.from, from), to: Math.max(known.to, to) })
    if (sources.size < 2) return
    const several = this.#reportedBySeveral.get(vesselNumber) ?? new Set<Name>()
    this.#reportedBySeveral.set(vesselNumber, several.add(name))
  }

  #load(): Promise<void> {
    if (this.#loaded !== null && this.#stale.size === 0) return this.#loaded
    const vesselNumbers = this.#loaded === null ? null : [...this.#stale]
    this.#stale.clear()
    const loading = Promise.resolve(this.#loaded)
      .then(() => this.#read(vesselNumbers))
      .catch((error: unknown) => {
        this.#loaded = null
        throw error
      })
    this.#loaded = loading
    return loading
  }

  /** Reads the sources of these vessels, or of all when null. */
  async #read(vesselNumbers: readonly number[] | null) {
    const rows = await this.#columns.rows<Chosen & { from_day: number; to_day: number }>(
      `SELECT vessel, series, instance, source, min(from_day) AS from_day, max(to_day) AS to_day
       FROM telemetry.sources ${vesselNumbers ? `WHERE vessel IN (${vesselNumbers.map(integer).join(', ')})` : ''}
       GROUP BY vessel, series, instance, source`,
    )
    for (const { vessel, series, instance, source, from_day, to_day } of rows)
      this.#add(nameOf(vessel, series, instance), source, { from: from_day, to: to_day })
    this.#chosen = await readChoices(this.#columns)
  }
}

/** Selected source among several of a quarter-hour. */
function best(
  sources: readonly (readonly [source: number, covered: number])[],
  chosen?: number,
): number | undefined {
  const most = Math.max(...sources.map(([, covered]) => covered))
  const place = (source: number) => (source === chosen ? 0 : orderOf(source))
  return sources
    .filter(
      ([source, covered]) =>
        covered * 2 >= most || ((source === chosen || source === INSTEAD_SOURCE) && covered > 0),
    )
    .map(([source]) => source)
    .sort((a, b) => place(a) - place(b) || a - b)[0]
}

/**
 * Sources that are not selected, by series and quarter-hour. The form is compact, because every sample read is checked
 * against it.
 */
class RejectedSources {
  /** Sources that are selected for any name, and below by name. */
  readonly #accepted: Set<number>
  readonly #acceptedOf = new Map<Name, Set<number>>()
  readonly #quarterHours = new Map<number, Map<Name, number[]>>()

  readonly #of: string
  readonly #types: string

  constructor(accepted: ReadonlySet<number>, isOfFixes: boolean) {
    this.#accepted = new Set(accepted)
    this.#of = isOfFixes ? 'vessel' : 'vessel, series, instance'
    this.#types = isOfFixes ? 'vessel UInt32' : 'vessel UInt32, series UInt16, instance UInt8'
  }

  add(name: Name, quarterHour: number, sources: readonly (readonly [number, number])[], accepted?: number) {
    for (const [source] of sources) {
      if (source === accepted) {
        this.#accepted.add(source)
        this.#acceptedOf.set(name, (this.#acceptedOf.get(name) ?? new Set()).add(source))
        continue
      }
      const byName = this.#quarterHours.get(source) ?? new Map<Name, number[]>()
      this.#quarterHours.set(source, byName)
      const quarterHours = byName.get(name) ?? []
      byName.set(name, quarterHours)
      quarterHours.push(quarterHour)
    }
  }

  sql(): string {
    const nothing: number[] = []
    const always: string[] = []
    const sometimes: string[] = []
    for (const [source, byName] of this.#quarterHours) {
      if (!this.#accepted.has(source)) {
        nothing.push(source)
        continue
      }
      for (const [name, quarterHours] of byName) {
        const { vesselNumber, series, instance } = partsOf(name)
        const of = [vesselNumber, ...(series === POSITION ? [] : [series, instance]), source].join(', ')
        if (this.#acceptedOf.get(name)?.has(source))
          for (const { from, to } of runsOf(quarterHours)) sometimes.push(`(${of}, ${from}, ${to})`)
        else always.push(`(${of})`)
      }
    }
    return [
      nothing.length > 0 && ` AND source NOT IN (${nothing.join(', ')})`,
      always.length > 0 && ` AND (${this.#of}, source) NOT IN (${always.join(', ')})`,
      sometimes.length > 0 &&
        ` AND (${this.#of}, source, ${QUARTER_HOUR_SQL}) NOT IN (
          SELECT ${this.#of}, source, quarter_hour
          FROM values('${this.#types}, source UInt32, first Int64, last Int64', ${sometimes.join(', ')})
          ARRAY JOIN range(first, last + 1) AS quarter_hour)`,
    ]
      .filter(Boolean)
      .join('')
  }
}

interface Chosen {
  vessel: number
  series: number
  instance: number
  source: number
}

const readChoices = (columns: Columns) =>
  columns.rows<Chosen>(
    `SELECT vessel, series, instance, source FROM telemetry.source_choices FINAL WHERE source != ${UNKNOWN_SOURCE}`,
  )

function mattersOf(fields: readonly Named[] | 'everything'): Matters {
  if (fields === 'everything') return (series) => series !== POSITION
  const wanted = new Set(fields.map(({ key, instance }) => nameOf(0, SERIES[key].number, instance)))
  return (series, instance) => wanted.has(nameOf(0, series, instance))
}

const daysOf = ({ from, to }: QuarterHours): Days => ({
  from: Math.floor(from / QUARTER_HOURS_OF_A_DAY),
  to: Math.floor(to / QUARTER_HOURS_OF_A_DAY),
})

/** True when the days include a quarter-hour of the interval. */
const meet = ({ from, to }: Days, { fromUs, toUs }: VesselInterval) =>
  from * DAY_US <= toUs && (to + 1) * DAY_US > fromUs

/** Numbers of series stay below 256, so that with a source of 32 bits they are one exact number. */
const SERIES_AND_INSTANCES = 65_536

interface ReceivedInterval {
  vesselNumber: number
  name: Name
  source: number
  quarterHours: QuarterHours
}

function receivedIn(batch: readonly VesselReadings[]): ReceivedInterval[] {
  const received: ReceivedInterval[] = []
  for (const { vesselNumber, scalars, fixes } of batch) {
    // A string for each sample would cost more than storing it.
    const own = new Map<number, QuarterHours>()
    const include = (name: number, timeUs: number) => {
      const quarterHour = quarterHourOf(timeUs)
      const known = own.get(name)
      if (!known) own.set(name, { from: quarterHour, to: quarterHour })
      else if (quarterHour < known.from) known.from = quarterHour
      else if (quarterHour > known.to) known.to = quarterHour
    }
    const what = (source: number, series: number, instance: number) =>
      source * SERIES_AND_INSTANCES + series * 256 + instance
    for (const { key, instance, source = UNKNOWN_SOURCE, timeUs } of scalars)
      include(what(source, SERIES[key].number, instance), timeUs)
    for (const { source = UNKNOWN_SOURCE, timeUs } of fixes) include(what(source, POSITION, 0), timeUs)
    for (const [name, quarterHours] of own) {
      const { series, instance } = partsOf(name % SERIES_AND_INSTANCES)
      received.push({
        vesselNumber,
        name: nameOf(vesselNumber, series, instance),
        source: Math.floor(name / SERIES_AND_INSTANCES),
        quarterHours,
      })
    }
  }
  return received
}
