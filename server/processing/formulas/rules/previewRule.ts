import { setImmediate as breathe } from 'node:timers/promises'
import type { SeriesKey } from '#contract/domain/series.ts'
import { DAY_US, HOUR_US, QUARTER_HOUR_US } from '#contract/domain/time.ts'
import { DEG_RAD, wrap180 } from '#contract/domain/units.ts'
import { zoneOf } from '#server/records/organizations.ts'
import type { DirectoryEntry } from '#server/records/vesselDirectory.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Box } from '#server/telemetry/positions.ts'
import type { Beyond } from '#server/telemetry/series.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { QuarterHourStarts } from '#server/telemetry/vesselInterval.ts'
import { newOutlierFilter } from '../trips/acceptFixes.ts'
import { type CompiledCondition, type CompiledRule, RECORDS } from './compileRule.ts'
import { LONGEST_HOLD_US } from './longestHold.ts'
import {
  type AcceptedFixes,
  type Episode,
  type FenceVersion,
  RuleFold,
  type SignalColumn,
} from './ruleFold.ts'
import { accepted, after, recordsColumn } from './samples.ts'
import { HOUR, quarterHour, statusColumns } from './statusColumns.ts'

/** Samples of all vessels together at one a second: beyond that an answer would take longer than a user waits. */
const MOST_SAMPLES = 1_500_000
/** Fifty boats for a month: a preview reads no more vessel time than this, not even buckets. */
const MOST_VESSEL_US = 1500 * DAY_US
/** Time read at once, and time evaluated before other tasks have a turn. */
const READ_US = DAY_US
const TURN_US = 6 * HOUR_US
/** Limit of intervals in a query: the engine compares each with every part of the index. */
const MOST_TOGETHER = 40
/** Above this many buckets, query the whole range: a long IN list costs more. */
const MOST_ASKED_BY_NAME = 4000
/** A vessel that passes a fence between two fixes was within this distance of it, degrees. */
const NEAR_DEG = 0.01

export interface Preview {
  episodes: { vessel: DirectoryEntry; episode: Episode }[]
  /** Start of the preview: the requested time, or later when there is too much to read. */
  fromUs: number
}

interface Stores {
  db: Db
  telemetry: Pick<Telemetry, 'series' | 'positions' | 'intervals'>
}

interface Span {
  fromUs: number
  toUs: number
}

interface Asked {
  rule: CompiledRule
  fences: readonly FenceVersion[]
  vessels: readonly DirectoryEntry[]
  span: Span
}

/**
 * Episodes that a rule would have raised, had it been in force. It folds only the intervals in which the rule can have
 * held. In most quarter-hours no value was beyond the limit, and they are skipped. Queries run one after the other and
 * yield in between, so that live evaluation does not wait. `signal` aborts when the caller has gone.
 */
export async function previewRule(stores: Stores, given: Asked, signal?: AbortSignal): Promise<Preview> {
  const { rule, vessels } = given
  const { toUs } = given.span
  const mostUs = MOST_VESSEL_US / Math.max(1, vessels.length)
  const span = { fromUs: Math.max(given.span.fromUs, quarterHourOf(toUs - mostUs)), toUs }
  const asked = { ...given, span }
  const silences = await readSilences(stores, asked, signal)
  const quarterHours = await hotQuarterHours(stores, asked, silences)
  const all = vessels.map((vessel) => ({
    vessel,
    parts: partsOf(asked, quarterHours?.get(vessel.number), quarterHours),
  }))
  const fromUs = newest(rule, all, span)
  const episodes = await evaluate(stores, asked, all, { silences, fromUs, signal })
  episodes.sort((a, b) => b.episode.beginUs - a.episode.beginUs)
  return { episodes, fromUs }
}

/** A vessel, and the intervals of her time that have to be evaluated. */
interface Looked {
  vessel: DirectoryEntry
  parts: readonly Span[]
}

interface Evaluation {
  silences: Silences
  fromUs: number
  signal: AbortSignal | undefined
}

/** Evaluates one vessel after the other; one read can cover several vessels. */
async function evaluate(
  { db, telemetry }: Stores,
  { rule, fences, span }: Asked,
  all: readonly Looked[],
  { silences, fromUs, signal }: Evaluation,
): Promise<Preview['episodes']> {
  const keys = keysOf(rule)
  const firstUs = fromUs - lookBackUs(rule)
  // Values without samples and the times of receipt are known for the whole span.
  const status = await statusColumns(
    { db },
    all.map(({ vessel }) => ({
      ...{ vessel, segments: [{ rule }], isReevaluated: true, readFromUs: firstUs, stopUs: span.toUs },
    })),
  )
  const found: Preview['episodes'] = []
  const evaluators = all.map(({ vessel, parts }) => {
    const fold = new RuleFold(rule, fences, fromUs)
    const always = [
      ...(status.get(vessel.number) ?? []).map((column) =>
        column.name === HOUR ? during(column, parts) : column,
      ),
      ...Array.from(silences, ([name, { recordTimes }]) => ({
        ...recordsColumn(Float64Array.from(recordTimes.get(vessel.number) ?? [])),
        // The instance does not matter: any engine that reports counts.
        ...{ name, instance: name === RECORDS.name ? (RECORDS.instance ?? 0) : 1 },
      })),
    ]
    const raised = new Set<Episode>()
    const advance = async (columns: readonly SignalColumn[], fixes: AcceptedFixes | null, toUs: number) => {
      for (let turnUs = Math.max(fold.nowUs, firstUs); turnUs < toUs; ) {
        const untilUs = Math.min(toUs, turnUs + TURN_US)
        const samples = after({ columns: [...always, ...columns], fixes }, turnUs, untilUs)
        for (const episode of fold.advance(samples, untilUs)) raised.add(episode)
        turnUs = untilUs
        await breathe()
        signal?.throwIfAborted()
      }
    }
    return { vessel, raised, advance, outlierFilter: newOutlierFilter() }
  })
  for (const together of readTogether(all, firstUs)) {
    const intervals = together.map(({ vessel, fromUs, toUs }) => ({
      ...{ vesselNumber: vessel.number, fromUs: Math.floor(fromUs), toUs: Math.ceil(toUs) },
    }))
    const read = await telemetry.series.sampleColumns(intervals, keys, true)
    const moved = readsFixes(rule) ? await telemetry.positions.movement(intervals) : []
    for (const { vessel, outlierFilter, advance } of evaluators) {
      const own = together.filter((segment) => segment.vessel === vessel)
      const last = own.at(-1)
      if (!last) continue
      const columns = read
        .filter(({ vesselNumber }) => vesselNumber === vessel.number)
        .map(({ key, instance, timeUs, value }) => ({ name: key, instance, timeUs, value }))
      const movement = moved.find(({ vesselNumber }) => vesselNumber === vessel.number)
      // The query may have read more than requested; the outlier filter takes later fixes with the next
      // chunk.
      const fixes = movement ? accepted(movement, outlierFilter, vessel, last.toUs) : null
      for (const { fromUs, toUs } of own) {
        await advance([], null, fromUs - 1)
        await advance(columns, fixes, toUs)
      }
    }
  }
  for (const { vessel, advance, raised } of evaluators) {
    await advance([], null, span.toUs)
    for (const episode of raised) found.push({ vessel, episode })
  }
  return found
}

/**
 * Rows of a column within some intervals, which lie in the order of their time; of the rest one for each quarter-hour.
 */
function during({ timeUs, value, ...column }: SignalColumn, parts: readonly Span[]): SignalColumn {
  const rows: number[] = []
  let part = 0
  for (let i = 0; i < timeUs.length; i++) {
    while (part < parts.length && (parts[part] as Span).toUs < (timeUs[i] as number)) part++
    const isWithin = part < parts.length && (timeUs[i] as number) >= (parts[part] as Span).fromUs
    if (isWithin || (timeUs[i] as number) % QUARTER_HOUR_US === 0) rows.push(i)
  }
  return {
    ...column,
    timeUs: Float64Array.from(rows, (i) => timeUs[i] as number),
    value: Float64Array.from(rows, (i) => value[i] as number),
  }
}

/** A query costs as much as an hour of results, so many short intervals are read at once, and a long one is cut. */
function readTogether(all: readonly Looked[], firstUs: number) {
  const groups: (Span & { vessel: DirectoryEntry })[][] = []
  let leftUs = 0
  for (const { vessel, parts } of all) {
    for (const part of parts) {
      for (let fromUs = Math.max(part.fromUs, firstUs); fromUs <= part.toUs; fromUs += READ_US) {
        const toUs = Math.min(part.toUs, fromUs + READ_US - 1)
        if (toUs - fromUs > leftUs || (groups.at(-1)?.length ?? 0) >= MOST_TOGETHER) {
          groups.push([])
          leftUs = READ_US
        }
        groups.at(-1)?.push({ vessel, fromUs, toUs })
        leftUs -= toUs - fromUs
      }
    }
  }
  return groups
}

const readsFixes = ({ fenceIds }: CompiledRule) => fenceIds.length > 0
const marginUs = ({ conditionUs }: CompiledRule) => conditionUs + LONGEST_HOLD_US
/** How long before a moment samples decide about it. */
const lookBackUs = ({ memoryUs }: CompiledRule) => memoryUs + LONGEST_HOLD_US

/** Series whose samples are read; the age of a series needs no samples. */
const keysOf = ({ conditions }: CompiledRule): SeriesKey[] => [
  ...new Set(
    conditions.flatMap(({ signal, isAge }) =>
      !isAge && signal.series && signal.series === signal.name ? [signal.series] : [],
    ),
  ),
]

/** Times of receipt by signal and vessel, and quarter-hours in which silence exceeded the limit of the rule. */
type Silences = ReadonlyMap<string, { recordTimes: Map<number, number[]>; quarterHours: QuarterHourStarts }>

async function readSilences(
  { telemetry }: Stores,
  { rule, vessels, span }: Asked,
  signal: AbortSignal | undefined,
): Promise<Silences> {
  const silences = new Map<string, { recordTimes: Map<number, number[]>; quarterHours: QuarterHourStarts }>()
  if (vessels.length === 0) return silences
  const read = keysOf(rule)
  const ages: Pick<CompiledCondition, 'signal' | 'periodUs'>[] = rule.conditions.filter(
    ({ isAge, signal }) => isAge && !read.some((key) => key === signal.name),
  )
  if (rule.usesRecords) ages.push({ signal: RECORDS, periodUs: LONGEST_HOLD_US })
  for (const [name, same] of Map.groupBy(ages, ({ signal }) => signal.name)) {
    const limitUs = Math.min(...same.map(({ periodUs }) => periodUs))
    const fromUs = span.fromUs - lookBackUs(rule)
    const fleet = { vesselNumbers: vessels.map(({ number }) => number), fromUs, toUs: span.toUs }
    const key = same[0]?.signal.series ?? null
    // Two times of each half of the limit show exactly where the silence exceeded the limit.
    const widthUs = Math.max(1, Math.floor(limitUs / 2))
    const recordTimes = await telemetry.intervals.timesOfData(fleet, key, widthUs)
    if (name === RECORDS.name) {
      // Gaps in positions are checked against all other stored data.
      const silent = vessels.flatMap(({ number }) =>
        gaps(recordTimes.get(number) ?? [], limitUs, fleet).map((gap) => ({ vesselNumber: number, ...gap })),
      )
      const elsewhere = await telemetry.intervals.timesOfOtherData(silent, widthUs)
      for (const [number, times] of elsewhere) {
        const own = times.filter((timeUs) => timeUs >= fromUs && timeUs <= span.toUs)
        const both = new Set([...(recordTimes.get(number) ?? []), ...own])
        recordTimes.set(
          number,
          [...both].sort((a, b) => a - b),
        )
      }
      signal?.throwIfAborted()
    }
    const quarterHours: QuarterHourStarts = new Map()
    for (const { number } of vessels) {
      const silent = gaps(recordTimes.get(number) ?? [], limitUs, fleet)
      quarterHours.set(number, [...new Set(silent.flatMap(quarterHoursIn))])
    }
    silences.set(name, { recordTimes, quarterHours })
  }
  return silences
}

function gaps(times: readonly number[], limitUs: number, { fromUs, toUs }: Span): Span[] {
  const found: Span[] = []
  let lastUs = fromUs
  for (const timeUs of [...times, toUs]) {
    if (timeUs - lastUs > limitUs) found.push({ fromUs: lastUs, toUs: timeUs })
    lastUs = timeUs
  }
  return found
}

function quarterHoursIn({ fromUs, toUs }: Span): number[] {
  const starts: number[] = []
  for (let start = quarterHourOf(fromUs); start <= toUs; start += QUARTER_HOUR_US) starts.push(start)
  return starts
}

const quarterHourOf = (timeUs: number) => Math.floor(timeUs / QUARTER_HOUR_US) * QUARTER_HOUR_US

interface Known {
  /** Quarter-hours in which the conditions may hold. */
  hot: QuarterHourStarts
  /** Quarter-hours in which the conditions may hold, or fail by less than the dead band. */
  warm: QuarterHourStarts
}

/** Quarter-hours in which some group of conditions may hold; null when buckets cannot show it. */
async function hotQuarterHours(
  { db, telemetry }: Stores,
  { rule, fences, vessels, span }: Asked,
  silences: Silences,
): Promise<QuarterHourStarts | null> {
  if (vessels.length === 0) return new Map()
  // Conditions that came true before the span count within it.
  const [fromUs, toUs] = [span.fromUs - (rule.memoryUs - rule.conditionUs), span.toUs]
  const fleet = { vesselNumbers: vessels.map(({ number }) => number), fromUs, toUs }
  const extremesOf = new Map<string, ReturnType<typeof telemetry.series.extremes>>()
  let near: Known | null = null
  if (rule.trigger !== null || rule.area === 'inside') {
    const boxes: QuarterHourStarts[] = []
    for (const fence of fences) boxes.push(await telemetry.positions.inBox(fleet, boxOf(fence)))
    const quarterHours = joinedMaps(boxes)
    near = same(rule.trigger === null ? quarterHours : await withFixesAround(quarterHours))
  }
  const groups: Known[] = []
  for (const group of rule.groups) {
    let known = near
    for (const index of group) {
      const one = await ofCondition(rule.conditions[index] as CompiledCondition)
      if (one) known = known ? both(known, one) : one
    }
    if (!known) return null
    groups.push(known)
  }
  const hot = joinedMaps(groups.map((one) => one.hot))
  return withWarm(hot, joinedMaps(groups.map((one) => one.warm)))

  async function ofCondition(condition: CompiledCondition): Promise<Known | null> {
    const { signal, type, isAbove, limit, clearLimit, isAge, isNegated, periodUs, isAngle } = condition
    if (isAge) {
      const silent = silences.get(signal.name)
      return silent && isAbove !== isNegated ? same(silent.quarterHours) : null
    }
    if (signal.name === HOUR) return same(await hoursBeyond(condition))
    const key = signal.series
    if (!key || signal.name !== key || isNegated || (type === 'range' && isAngle)) return null
    if (type !== 'range') {
      const warmLimit = type === 'instant' ? clearLimit : limit
      const extremes = await extremesBeyond(key, { bound: warmLimit, isAbove }, reachOf(periodUs))
      const beyond = (bound: number) =>
        spread(
          quarterHoursWhere(extremes, ({ least, most }) => (isAbove ? most > bound : least < bound)),
          periodUs,
        )
      return { hot: beyond(limit), warm: beyond(warmLimit) }
    }
    const reach = Math.ceil(periodUs / QUARTER_HOUR_US)
    const extremes = await extremesBeyond(key, null, reach)
    return same(
      quarterHoursWhere(extremes, (row, i, rows) => {
        const recent = rows
          .slice(Math.max(0, i - reach), i + 1)
          .filter(({ quarterHourUs }) => row.quarterHourUs - quarterHourUs <= reach * QUARTER_HOUR_US)
        const rise = row.most - Math.min(...recent.map(({ least }) => least))
        const fall = row.least - Math.max(...recent.map(({ most }) => most))
        // Stored steps are compared exactly by the fold.
        return isAbove ? rise > limit - condition.step : fall < limit + condition.step
      }),
    )
  }

  /**
   * A vessel can cross a boundary in a gap, so the quarter-hours of the fixes before and after it count too.
   */
  async function withFixesAround(quarterHours: QuarterHourStarts): Promise<QuarterHourStarts> {
    const vesselNumbers = [...quarterHours.keys()]
    if (vesselNumbers.length === 0) return quarterHours
    const times = await telemetry.intervals.timesOfData(
      { vesselNumbers, fromUs: fromUs - DAY_US, toUs },
      null,
      QUARTER_HOUR_US,
    )
    const around = Array.from(quarterHours, ([number, starts]): [number, number[]] => {
      const withFixes = [...new Set((times.get(number) ?? []).map(quarterHourOf))]
      const near = new Set(starts)
      const isAround = (i: number) =>
        [withFixes[i - 1], withFixes[i], withFixes[i + 1]].some(
          (start) => start !== undefined && near.has(start),
        )
      return [number, withFixes.filter((_, i) => isAround(i))]
    })
    return new Map(around)
  }

  /** When a fence leaves few quarter-hours, the query reads only those and the `reach` before each. */
  function extremesBeyond(key: SeriesKey, beyond: Beyond | null, reach: number) {
    const name = `${key} ${reach} ${JSON.stringify(beyond)}`
    const only = near && withEarlier(near.hot, reach)
    const isFew = only && sizeOf(only) <= MOST_ASKED_BY_NAME
    const reading = extremesOf.get(name) ?? telemetry.series.extremes(fleet, key, beyond, isFew ? only : null)
    extremesOf.set(name, reading)
    return reading
  }

  async function hoursBeyond({ isAbove, limit }: CompiledCondition): Promise<QuarterHourStarts> {
    const zone = await zoneOf(db, vessels[0]?.organizationId ?? '')
    const starts = quarterHoursIn({ fromUs, toUs }).filter((start) => {
      const hour = quarterHour(zone, start / 1000)
      return isAbove ? hour + 0.25 > limit : hour < limit
    })
    return new Map(vessels.map(({ number }) => [number, starts]))
  }
}

type Extreme = { quarterHourUs: number; least: number; most: number }

const quarterHoursWhere = (
  extremes: ReadonlyMap<number, readonly Extreme[]>,
  isIt: (row: Extreme, index: number, rows: readonly Extreme[]) => boolean,
): QuarterHourStarts =>
  new Map(
    Array.from(extremes, ([number, rows]) => [
      number,
      rows.filter(isIt).map(({ quarterHourUs }) => quarterHourUs),
    ]),
  )

const same = (quarterHours: QuarterHourStarts): Known => ({ hot: quarterHours, warm: quarterHours })

/** Number of further quarter-hours in which a value stays valid. */
const reachOf = (periodUs: number) => Math.ceil((periodUs + LONGEST_HOLD_US) / QUARTER_HOUR_US)

const sizeOf = (quarterHours: QuarterHourStarts) =>
  [...quarterHours.values()].reduce((sum, starts) => sum + starts.length, 0)

/** With as many before each. */
const withEarlier = (quarterHours: QuarterHourStarts, reach: number): QuarterHourStarts =>
  new Map(
    Array.from(quarterHours, ([number, starts]) => {
      const before = starts.flatMap((start) =>
        Array.from({ length: reach + 1 }, (_, i) => start - i * QUARTER_HOUR_US),
      )
      return [number, [...new Set(before)].sort((a, b) => a - b)]
    }),
  )

/** A value that keeps holding counts in the next quarter-hour, too. */
function spread(quarterHours: QuarterHourStarts, periodUs: number): QuarterHourStarts {
  const reach = reachOf(periodUs)
  return new Map(
    Array.from(quarterHours, ([number, starts]) => {
      const all = new Set(
        starts.flatMap((start) => Array.from({ length: reach + 1 }, (_, i) => start + i * QUARTER_HOUR_US)),
      )
      return [number, [...all].sort((a, b) => a - b)]
    }),
  )
}

/**
 * A raised episode continues until the values are beyond the clear limit, so following warm quarter-hours are added.
 */
function withWarm(hot: QuarterHourStarts, warm: QuarterHourStarts): QuarterHourStarts {
  return new Map(
    Array.from(hot, ([number, starts]) => {
      const lukewarm = new Set(warm.get(number) ?? [])
      const all = new Set(starts)
      for (const start of starts)
        for (
          let next = start + QUARTER_HOUR_US;
          lukewarm.has(next) && !all.has(next);
          next += QUARTER_HOUR_US
        )
          all.add(next)
      return [number, [...all].sort((a, b) => a - b)]
    }),
  )
}

const both = (a: Known, b: Known): Known => ({ hot: common(a.hot, b.hot), warm: common(a.warm, b.warm) })

const common = (a: QuarterHourStarts, b: QuarterHourStarts): QuarterHourStarts =>
  new Map(
    Array.from(a, ([number, starts]) => {
      const others = new Set(b.get(number) ?? [])
      return [number, starts.filter((start) => others.has(start))]
    }),
  )

function joinedMaps(all: readonly QuarterHourStarts[]): QuarterHourStarts {
  const joined: QuarterHourStarts = new Map()
  for (const one of all)
    for (const [number, starts] of one)
      joined.set(
        number,
        [...new Set([...(joined.get(number) ?? []), ...starts])].sort((a, b) => a - b),
      )
  return joined
}

function boxOf({ geometry }: FenceVersion): Box {
  const { coordinates, radiusM } = geometry
  const first = coordinates[0] ?? { latitudeDeg: 0, longitudeDeg: 0 }
  const latitudesDeg = coordinates.map(({ latitudeDeg }) => latitudeDeg)
  const longitudesDeg = coordinates.map(({ longitudeDeg }) => wrap180(longitudeDeg - first.longitudeDeg))
  const north = (radiusM ?? 0) / 111_000 + NEAR_DEG
  const east = north / Math.max(0.05, Math.cos(first.latitudeDeg * DEG_RAD))
  return {
    southDeg: Math.max(-90, Math.min(...latitudesDeg) - north),
    northDeg: Math.min(90, Math.max(...latitudesDeg) + north),
    westDeg: wrap180(first.longitudeDeg + Math.min(...longitudesDeg) - east),
    eastDeg: wrap180(first.longitudeDeg + Math.max(...longitudesDeg) + east),
  }
}

/** Intervals around quarter-hours, joined where they touch; the whole span when the quarter-hours are unknown. */
function partsOf(
  { rule, span }: Asked,
  starts: readonly number[] | undefined,
  known: QuarterHourStarts | null,
): Span[] {
  if (!known) return [{ fromUs: span.fromUs - lookBackUs(rule), toUs: span.toUs }]
  const tailUs = rule.clearUs + LONGEST_HOLD_US + rule.conditionUs + rule.holdUs
  const parts: Span[] = []
  for (const start of starts ?? []) {
    const fromUs = start - marginUs(rule)
    const toUs = Math.min(span.toUs, start + QUARTER_HOUR_US + tailUs)
    const last = parts.at(-1)
    if (last && fromUs <= last.toUs) last.toUs = toUs
    else parts.push({ fromUs, toUs })
  }
  return parts
}

/** Start of the newest part that is small enough to evaluate while a user waits. */
function newest(rule: CompiledRule, all: readonly { parts: readonly Span[] }[], span: Span): number {
  const columns = keysOf(rule).length + (readsFixes(rule) ? 1 : 0)
  const samplesFrom = (fromUs: number) =>
    all
      .flatMap(({ parts }) => parts)
      .reduce(
        (sum, part) => sum + (columns * Math.max(0, part.toUs - Math.max(part.fromUs, fromUs))) / 1e6,
        0,
      )
  if (samplesFrom(span.fromUs) <= MOST_SAMPLES) return span.fromUs
  let [tooEarlyUs, fromUs] = [span.fromUs, span.toUs]
  while (fromUs - tooEarlyUs > QUARTER_HOUR_US) {
    const middleUs = (tooEarlyUs + fromUs) / 2
    if (samplesFrom(middleUs) > MOST_SAMPLES) tooEarlyUs = middleUs
    else fromUs = middleUs
  }
  return quarterHourOf(fromUs)
}
