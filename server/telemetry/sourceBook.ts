import type { SenderFact } from '#contract/reading.ts'
import { SERIES, type SeriesKey } from '#contract/series.ts'
import { DERIVED_SOURCE, LAST_ORDER, UNKNOWN_SOURCE } from '#contract/source.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { NULL_VALUE } from './appendBlocks.ts'
import type { Field } from './field.ts'
import { integer } from './rowReader.ts'
import { type Stretch, stretchesSql } from './stretch.ts'
import type { VesselReadings } from './vesselReadings.ts'

/** A column store that knows who said what in it. */
export type Store = Columns & { sources: SourceBook }

/** Who was heard on a vessel, and who is believed. */
export interface Sources {
  /** Who was heard; series 0 is the position. */
  of(vesselNumber: number): Promise<Heard[]>
  /** What each address of the bus said of itself last, of a NAME, a model, a version and a serial number. */
  senders(vesselNumber: number): Promise<{ address: number; what: SenderFact['what']; said: string }[]>
  /** From now on this source speaks wherever it has a value in a quarter-hour; null takes the choice back. */
  choose(
    vesselNumber: number,
    key: SeriesKey | 'position',
    instance: number,
    source: number | null,
  ): Promise<void>
}

/** A source that was heard; its times are those of whole days. */
export interface Heard {
  series: number
  instance: number
  source: number
  fromUs: number
  toUs: number
  isChosen: boolean
}

const DAY_US = 86_400_000_000
const QUARTER_US = 900_000_000
/** What a source covers of a quarter-hour is counted in these: sixty of them are the bits of one number. */
const SLOT_US = 15_000_000
const SENDERS_OF_AN_ORDER = 2 ** 24
/** Fixes are named as a series that the catalogue does not have; its numbers begin at 1. */
const POSITION = 0

/** Days since 1970 between which a source was heard, both included. */
interface Days {
  from: number
  to: number
}

/**
 * Who was heard when, and of several that tell the same thing, who is believed. Of each series, instance and quarter-hour
 * of UTC one source counts: the one that somebody chose; else, of those that cover at least half as much of it as the
 * one that covers most, the one of the lowest order, of equal ones the lowest number. That follows from the samples
 * alone. Where the book knows one source only there is nothing to choose, and reading costs nothing.
 */
export class SourceBook implements Sources {
  readonly #columns: Columns
  readonly #heard = new Map<string, Map<number, Days>>()
  #chosen: Chosen[] = []
  #loaded: Promise<void> | null = null

  constructor(columns: Columns) {
    this.#columns = columns
  }

  /** Notes who is heard in a batch; what was noted before is not written again. */
  async note(batch: readonly VesselReadings[]): Promise<void> {
    await this.#load()
    const fresh = [...heardIn(batch)].filter(([name, days]) => !this.#knows(name, days))
    if (fresh.length === 0) return
    const lines = fresh.map(([name, { from, to }]) => `${name.replaceAll('/', '\t')}\t${from}\t${to}\n`)
    const names = ['vessel', 'series', 'instance', 'source', 'from_day', 'to_day']
    await this.#columns.insert('telemetry.sources', names, lines.join(''))
    for (const [name, days] of fresh) this.#add(name, days)
  }

  async of(vesselNumber: number): Promise<Heard[]> {
    await this.#load()
    return [...this.#heard].flatMap(([name, sources]) => {
      const [vessel = 0, series = 0, instance = 0] = name.split('/').map(Number)
      if (vessel !== vesselNumber) return []
      return [...sources].map(([source, days]) => ({
        series,
        instance,
        source,
        fromUs: days.from * DAY_US,
        toUs: (days.to + 1) * DAY_US - 1,
        isChosen: this.#chosen.some(
          (one) =>
            one.vessel === vessel &&
            one.series === series &&
            one.instance === instance &&
            one.source === source,
        ),
      }))
    })
  }

  senders(vesselNumber: number) {
    return this.#columns.rows<{ address: number; what: SenderFact['what']; said: string }>(
      `SELECT address, what, argMax(said, (day, said)) AS said FROM telemetry.senders
       WHERE vessel = ${integer(vesselNumber)} GROUP BY address, what ORDER BY address, what`,
    )
  }

  async choose(vesselNumber: number, key: SeriesKey | 'position', instance: number, source: number | null) {
    await this.#load()
    const series = key === 'position' ? POSITION : SERIES[key].number
    const row = [vesselNumber, series, instance, source ?? UNKNOWN_SOURCE].map(integer)
    const names = ['vessel', 'series', 'instance', 'source']
    await this.#columns.insert('telemetry.source_choices', names, `${row.join('\t')}\n`)
    this.#chosen = await readChoices(this.#columns)
    // What was kept of months is of the source that was believed before.
    await this.#columns.command(
      `ALTER TABLE telemetry.scalar_months DELETE WHERE vessel = ${integer(vesselNumber)} SETTINGS mutations_sync = 1`,
    )
  }

  /** Adds to a question about telemetry.scalars that only those who are believed answer. */
  scalarsSql(
    stretches: readonly Stretch[],
    fields: readonly Pick<Field, 'key' | 'instance'>[] | 'all instances of' | 'everything',
    keys: readonly Field['key'][] = [],
  ): Promise<string> {
    return this.#scalarsSql(stretches, fields, keys, true)
  }

  /** The same of what was said: nothing may be derived from what was derived. */
  saidSql(
    stretches: readonly Stretch[],
    fields: readonly Pick<Field, 'key' | 'instance'>[],
  ): Promise<string> {
    return this.#scalarsSql(stretches, fields, [], false)
  }

  async #scalarsSql(
    stretches: readonly Stretch[],
    fields: readonly Pick<Field, 'key' | 'instance'>[] | 'all instances of' | 'everything',
    keys: readonly Field['key'][],
    withDerived: boolean,
  ): Promise<string> {
    const wanted =
      typeof fields === 'string'
        ? null
        : new Set(fields.map(({ key, instance }) => `${SERIES[key].number}/${instance}`))
    const numbers = fields === 'all instances of' ? new Set(keys.map((key) => SERIES[key].number)) : null
    const contested = await this.#contested(
      stretches,
      (series, instance) =>
        wanted ? wanted.has(`${series}/${instance}`) : series !== POSITION && (numbers?.has(series) ?? true),
      withDerived,
    )
    const isDerived = stretches.some(({ vesselNumber }) => this.#derived.has(vesselNumber))
    const said = !withDerived && isDerived ? ` AND source != ${DERIVED_SOURCE}` : ''
    if (contested.length === 0) return said
    const names = `(${[...new Set(contested.map((name) => `(${name.split('/').join(', ')})`))].join(', ')})`
    const of = 'vessel, series, instance'
    return `${said} AND ((${of}) NOT IN ${names} OR (${of}, ${QUARTER}, source) IN (${this.#believedSql(
      of,
      'scalars',
      `value != ${NULL_VALUE}`,
      `(${of}) IN ${names} AND (${stretchesSql(within(stretches, contested))})${said}`,
    )}))`
  }

  /** The same for telemetry.fixes. */
  async fixesSql(stretches: readonly Stretch[]): Promise<string> {
    const contested = await this.#contested(stretches, (series) => series === POSITION)
    if (contested.length === 0) return ''
    const vessels = contested.map((name) => name.split('/')[0]).join(', ')
    return ` AND (vessel NOT IN (${vessels}) OR (vessel, ${QUARTER}, source) IN (${this.#believedSql(
      'vessel',
      'fixes',
      'valid = 1',
      `vessel IN (${vessels}) AND (${stretchesSql(within(stretches, contested))})`,
    )}))`
  }

  #believedSql(of: string, table: 'scalars' | 'fixes', counts: string, where: string): string {
    const isFix = table === 'fixes'
    const chosen = this.#chosen.filter(({ series }) => (series === POSITION) === isFix)
    const named = chosen.map(({ vessel, series, instance, source }) =>
      isFix ? `(${vessel}, ${source})` : `(${vessel}, ${series}, ${instance}, ${source})`,
    )
    const isChosen = named.length === 0 ? '0' : `(${of}, source) IN (${named.join(', ')})`
    return `SELECT ${of}, quarter, argMin(source, (place, source))
      FROM (SELECT *, multiIf(${isChosen}, 0, source = ${UNKNOWN_SOURCE}, ${LAST_ORDER}, intDiv(source, ${SENDERS_OF_AN_ORDER})) AS place,
              max(covered) OVER (PARTITION BY ${of}, quarter) AS most
            FROM (SELECT ${of}, ${QUARTER} AS quarter, source,
                    bitCount(groupBitOrIf(bitShiftLeft(toUInt64(1), ${SLOT}), ${counts})) AS covered
                  FROM telemetry.${table} WHERE ${where} GROUP BY ${of}, quarter, source))
      WHERE covered * 2 >= most OR (place = 0 AND covered > 0) GROUP BY ${of}, quarter`
  }

  async #contested(
    stretches: readonly Stretch[],
    matters: (series: number, instance: number) => boolean,
    withDerived = true,
  ): Promise<string[]> {
    await this.#load()
    const byVessel = new Map<string, Stretch[]>()
    for (const stretch of stretches) {
      const known = byVessel.get(String(stretch.vesselNumber))
      if (known) known.push(stretch)
      else byVessel.set(String(stretch.vesselNumber), [stretch])
    }
    return [...this.#contestable].filter((name) => {
      const [vessel = '', series, instance] = name.split('/')
      const asked = byVessel.get(vessel)
      if (!asked || !matters(Number(series), Number(instance))) return false
      const sources = [...(this.#heard.get(name) ?? [])]
      return asked.some(({ fromUs, toUs }) => {
        const within = sources.filter(
          ([source, { from, to }]) =>
            (withDerived || source !== DERIVED_SOURCE) &&
            from * DAY_US <= toUs + QUARTER_US &&
            (to + 1) * DAY_US >= fromUs - QUARTER_US,
        )
        return within.length > 1
      })
    })
  }

  /** Names that have ever had more than one source, which are few. */
  readonly #contestable = new Set<string>()
  /** Vessels whose speed was ever derived. */
  readonly #derived = new Set<number>()

  #knows(name: string, { from, to }: Days): boolean {
    const known = this.#daysOf(name)
    return known !== undefined && known.from <= from && known.to >= to
  }

  #daysOf(name: string): Days | undefined {
    const end = name.lastIndexOf('/')
    return this.#heard.get(name.slice(0, end))?.get(Number(name.slice(end + 1)))
  }

  #add(name: string, { from, to }: Days) {
    const end = name.lastIndexOf('/')
    const what = name.slice(0, end)
    const sources = this.#heard.get(what) ?? new Map<number, Days>()
    this.#heard.set(what, sources)
    const source = Number(name.slice(end + 1))
    const known = sources.get(source) ?? { from, to }
    sources.set(source, { from: Math.min(known.from, from), to: Math.max(known.to, to) })
    if (sources.size > 1) this.#contestable.add(what)
    if (source === DERIVED_SOURCE) this.#derived.add(Number(what.split('/')[0]))
  }

  #load(): Promise<void> {
    this.#loaded ??= (async () => {
      const rows = await this.#columns.rows<{ name: string; from_day: number; to_day: number }>(
        `SELECT concat(toString(vessel), '/', toString(series), '/', toString(instance), '/', toString(source)) AS name,
           min(from_day) AS from_day, max(to_day) AS to_day
         FROM telemetry.sources GROUP BY vessel, series, instance, source`,
      )
      for (const { name, from_day, to_day } of rows) this.#add(name, { from: from_day, to: to_day })
      this.#chosen = await readChoices(this.#columns)
    })().catch((error: unknown) => {
      this.#loaded = null
      throw error
    })
    return this.#loaded
  }
}

interface Chosen {
  vessel: number
  series: number
  instance: number
  source: number
}

const QUARTER = `intDiv(toUnixTimestamp64Micro(time), ${QUARTER_US})`
const SLOT = `intDiv(toUnixTimestamp64Micro(time) % ${QUARTER_US}, ${SLOT_US})`

const readChoices = (columns: Columns) =>
  columns.rows<Chosen>(
    `SELECT vessel, series, instance, source FROM telemetry.source_choices FINAL WHERE source != ${UNKNOWN_SOURCE}`,
  )

/** Whole quarter-hours, of the vessels concerned: the choice is of a quarter-hour, whatever part of it is asked for. */
function within(stretches: readonly Stretch[], contested: readonly string[]): Stretch[] {
  const vessels = new Set(contested.map((name) => Number(name.split('/')[0])))
  return stretches
    .filter(({ vesselNumber }) => vessels.has(vesselNumber))
    .map(({ vesselNumber, fromUs, toUs }) => ({
      vesselNumber,
      fromUs: Math.floor(fromUs / QUARTER_US) * QUARTER_US,
      toUs: Math.ceil((toUs + 1) / QUARTER_US) * QUARTER_US - 1,
    }))
}

/** By vessel, series, instance and source, as a name of numbers. */
function heardIn(batch: readonly VesselReadings[]): Map<string, Days> {
  const heard = new Map<string, Days>()
  for (const { vesselNumber, scalars, fixes } of batch) {
    // A string for each sample would cost more than storing it.
    const own = new Map<number, Days>()
    const include = (name: number, timeUs: number) => {
      const day = Math.floor(timeUs / DAY_US)
      const known = own.get(name)
      if (!known) own.set(name, { from: day, to: day })
      else if (day < known.from) known.from = day
      else if (day > known.to) known.to = day
    }
    for (const { key, instance, source = UNKNOWN_SOURCE, timeUs } of scalars)
      include(source * 65_536 + SERIES[key].number * 256 + instance, timeUs)
    for (const { source = UNKNOWN_SOURCE, timeUs } of fixes) include(source * 65_536, timeUs)
    for (const [name, days] of own) {
      const source = Math.floor(name / 65_536)
      const what = name % 65_536
      heard.set(`${vesselNumber}/${what >> 8}/${what & 255}/${source}`, days)
    }
  }
  return heard
}
