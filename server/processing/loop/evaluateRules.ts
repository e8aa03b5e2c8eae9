import { SERIES, type SeriesKey } from '#contract/domain/series.ts'
import { DAY_US, SECOND_US } from '#contract/domain/time.ts'
import { UNKNOWN_SOURCE } from '#contract/wire/source.ts'
import type { IntervalReadings } from '#server/platform/events.ts'
import {
  type AlertRow,
  alertsFrom,
  type EvaluatedVessel,
  type FoundAlert,
  openAlerts,
  raisedUs,
} from '#server/records/alertReconciling.ts'
import type { DirectoryEntry } from '#server/records/vesselDirectory.ts'
import type { StoredFault } from '#server/telemetry/engines.ts'
import type { Movement } from '#server/telemetry/positions.ts'
import type { SampleColumns } from '#server/telemetry/series.ts'
import { lowerBound } from '../formulas/lowerBound.ts'
import { episodeFacts } from '../formulas/rules/episodeFacts.ts'
import {
  codeOf,
  EXTERNAL_CLEAR_US,
  type ExternalEpisode,
  ExternalFold,
  externalSeverity,
  type FaultSample,
  LAMPS,
} from '../formulas/rules/externalEpisodes.ts'
import { LONGEST_HOLD_US } from '../formulas/rules/longestHold.ts'
import {
  type AcceptedFixes,
  type Before,
  type Episode,
  RuleFold,
  type Samples,
  type SignalColumn,
} from '../formulas/rules/ruleFold.ts'
import { type Segment, versionAt } from '../formulas/rules/ruleSegments.ts'
import { accepted, after, until } from '../formulas/rules/samples.ts'
import { type Evidence, sourceNames } from '../formulas/rules/sourceNames.ts'
import { newOutlierFilter, type OutlierFilter } from '../formulas/trips/acceptFixes.ts'
import { readHeld } from './recentReadings.ts'
import type { StepContext } from './step.ts'
import type { Span } from './workQueue.ts'

/** Evaluation state kept for a vessel, so that samples in order need no earlier ones to be read again. */
export interface Head {
  upToUs: number
  folds: Map<string, { segment: Segment; fold: RuleFold }>
  outlierFilter: OutlierFilter
  faults: ExternalFold
}

export interface ToEvaluate {
  vessel: DirectoryEntry
  fromUs: number
  toUs: number
  segments: readonly Segment[]
  /**
   * Segments in force for the vessel, including segments that other steps evaluate: their alerts stay open
   * here.
   */
  inForce: readonly Segment[]
  head: Head | null
  /** Time up to which she was evaluated, by this process or an earlier one: samples that end before it came late. */
  evaluatedUs: number
  /** All readings after the kept state, when they are in memory; else null. */
  held: readonly IntervalReadings[] | null
}

export interface Evaluation {
  vessel: DirectoryEntry
  evaluated: EvaluatedVessel
  /** State after the evaluation; null when the work was late data. */
  head: Head | null
  /** Time from which another run must continue; null when the run is complete. */
  leftFromUs: number | null
  /** Newly found alerts, with their evidence. */
  newAlerts: { one: FoundAlert; evidence: readonly Evidence[] }[]
  /** The vessel's newest fixes, when they are in memory. */
  whereabouts: Movement | null
}

/** Findings of one work, in order or evaluated again. */
interface Plan extends ToEvaluate {
  isInOrder: boolean
  /** Segments evaluated again, from a moment at which their state is known. */
  again: Again[]
  kept: { segment: Segment; fold: RuleFold }[]
  faults: AgainFaults | null
  /** Beyond it nothing has been evaluated. */
  newestUs: number
  readFromUs: number
  stopUs: number
  result: Result
}

interface Result {
  found: FoundAlert[]
  evidenceOf: Map<FoundAlert, readonly Evidence[]>
  alreadyFound: Set<FoundAlert>
  spans: Map<string | null, Span>
  folds: Head['folds']
  outlierFilter: OutlierFilter | null
  faults: ExternalFold | null
  whereabouts: Movement | null
  leftFromUs: number | null
}

/** The stored alerts contain the state of a rule, so that it can be evaluated from the middle. */
interface Again {
  segment: Segment
  /** From here on the samples differ from those of the earlier evaluation. */
  changedUs: number
  /** The begin of an episode that has to be evaluated from its begin, or infinite. */
  forcedUs: number
  /** How long before it samples and fixes are read. */
  samplesUs: number
  fixesUs: number
  fromUs: number
  fold: RuleFold | null
  episodes: Set<Episode>
}

interface AgainFaults {
  changedUs: number
  forcedUs: number
  fromUs: number
  fold: ExternalFold | null
  episodes: Set<ExternalEpisode>
}

/** One read of samples of a vessel, and the segments to evaluate on it. */
interface Job<Work extends ToEvaluate> {
  plan: Work & Plan
  again: Again[]
  faults: AgainFaults | null
  outlierFilter: OutlierFilter
  readFromUs: number
  stopUs: number
  /** How much more is read, should this not be enough. */
  nextUs: number
}

/** Rule versions that ended up to this long before the new samples are still evaluated: a fold may get them late. */
const NEWLY_MADE_US = 300 * SECOND_US
const SAME_US = 60 * SECOND_US
/** Samples that come seldom decide for so much longer, and fixes for a day where none of these was clear of a fence. */
const SELDOM_US = 3 * LONGEST_HOLD_US
const FIXES_US = LONGEST_HOLD_US
const MOST_FIXES_US = DAY_US
/** How much more is read at a time until the evaluation reaches the stored state, and how much in one run. */
const MORE_US = 3600 * SECOND_US
const MORE_FACTOR = 4
const MOST_US = 7 * DAY_US
/** An alert this much older is not evaluated from its begin. */
const LONGEST_AGAIN_US = 31 * DAY_US
/** Alerts of so long before a moment decide about it: no pause between two is longer than a day. */
const STORED_US = 2 * DAY_US

/**
 * Evaluates the rules of vessels over intervals, with a few queries for all. Samples that follow a vessel's
 * kept state are added to it.
 *
 * Otherwise rules are evaluated again from a moment at which the stored alerts show their state. The
 * evaluation ends when it reaches the stored state, or the newest data. So alerts are a function of the
 * samples.
 */
export async function evaluateRules<Work extends ToEvaluate>(
  context: Pick<StepContext, 'db' | 'telemetry'>,
  works: readonly Work[],
  more: (asked: readonly (Work & Asked)[]) => Promise<ReadonlyMap<number, SignalColumn[]>>,
  hasFaults: boolean,
): Promise<Evaluation[]> {
  const plans = works.map((work) => planOf(work, hasFaults))
  const inOrder = plans.filter(({ isInOrder }) => isInOrder)
  const atHand = inOrder.filter(({ held }) => held !== null)
  const toRead = readTogether(inOrder.filter(({ held }) => held === null))
  const asked = (plan: Work & Plan) => ({ ...plan, isReevaluated: false })
  for (const plans of atHand.length > 0 ? [atHand, ...toRead] : toRead) {
    const [samples, added] = await Promise.all([
      plans === atHand ? heldSamples(context, plans) : readSamples(context, plans, hasFaults),
      more(plans.map(asked)),
    ])
    for (const plan of plans) {
      const { number } = plan.vessel
      advance(plan, samples(number), added.get(number) ?? [], hasFaults)
    }
  }
  const open = await openOf(context, plans)
  await evaluateAgain(context, plans, open, more)
  const evaluations = plans.map((plan) => toEvaluation(plan, open.get(plan.vessel.id) ?? []))
  await Promise.all([locate(context, evaluations), nameSources(context, evaluations)])
  return evaluations
}

/** Work of a vessel with the range to read for values other than samples of series. */
export interface Asked extends ToEvaluate {
  isReevaluated: boolean
  readFromUs: number
  stopUs: number
}

/** Intervals that lie so close together are read as one. */
const ALIKE_US = 30 * SECOND_US
/** Other intervals share a statement up to this many vessels and this much time, which bounds its length and its answer. */
const MOST_APART = 50
const MOST_APART_US = 4 * DAY_US

interface Touched extends Span {
  vessel: DirectoryEntry
}

/** Groups whose samples are read by the same statements, each with one interval of a vessel. */
export function readTogether<One extends { vessel: DirectoryEntry; readFromUs: number; stopUs: number }>(
  all: readonly One[],
): One[][] {
  const groups: { members: One[]; vessels: Set<DirectoryEntry>; lengthUs: number }[] = []
  for (const one of all.toSorted((a, b) => a.readFromUs - b.readFromUs)) {
    const lengthUs = one.stopUs - one.readFromUs
    const group = groups.at(-1)
    const first = group?.members[0]
    const isWith =
      group &&
      first &&
      !group.vessels.has(one.vessel) &&
      ((isNear(one.readFromUs, first.readFromUs) && isNear(one.stopUs, first.stopUs)) ||
        (group.members.length < MOST_APART && group.lengthUs + lengthUs <= MOST_APART_US))
    if (isWith) {
      group.members.push(one)
      group.vessels.add(one.vessel)
      group.lengthUs += lengthUs
    } else groups.push({ members: [one], vessels: new Set([one.vessel]), lengthUs })
  }
  return groups.map(({ members }) => members)
}

const isNear = (a: number, b: number) => Math.abs(a - b) <= ALIKE_US

function planOf<Work extends ToEvaluate>(work: Work, hasFaults: boolean): Work & Plan {
  const { head, evaluatedUs, segments, fromUs, toUs } = work
  const isInOrder = head !== null && fromUs > head.upToUs
  const current = new Map(segments.map((segment) => [segment.key, segment]))
  const folds = isInOrder ? [...head.folds.values()] : []
  const kept = folds.filter(({ segment }) => current.has(segment.key))
  const keys = new Set(kept.map(({ segment }) => segment.key))
  const newestUs = Math.max(toUs, evaluatedUs)
  const recentUs = (isInOrder ? head.upToUs : fromUs) - NEWLY_MADE_US
  const again: Again[] = []
  for (const segment of segments) {
    const { key, ruleId, fromUs: begin, untilUs: end } = segment
    if (keys.has(key) || end <= recentUs || begin > reachOf(segment, toUs)) continue
    // A version that began or ended just before a moment may not have been loaded when the moment was
    // evaluated.
    const isKnown = folds.some((one) => one.segment.ruleId === ruleId && one.segment.fromUs === begin)
    const isNew = begin > recentUs || (isInOrder && !isKnown)
    const changedUs = isNew
      ? Math.max(begin, recentUs - MOST_US)
      : Math.min(isInOrder ? recentUs : fromUs, end - 1)
    again.push({ ...{ segment, changedUs }, ...notBegun(segment) })
  }
  const faults =
    hasFaults && !isInOrder
      ? {
          changedUs: fromUs,
          forcedUs: Number.POSITIVE_INFINITY,
          fromUs,
          fold: null,
          episodes: new Set<never>(),
        }
      : null
  return {
    ...{ ...work, isInOrder, again, kept, faults, newestUs },
    // A boat whose clock was years behind leaves years without data in between.
    readFromUs: isInOrder ? Math.max(head.upToUs + 1, fromUs - LONGEST_AGAIN_US) : fromUs,
    stopUs: toUs,
    result: {
      ...{ found: [], evidenceOf: new Map(), alreadyFound: new Set(), spans: new Map(), folds: new Map() },
      ...{ outlierFilter: isInOrder ? head.outlierFilter : null, faults: isInOrder ? head.faults : null },
      ...{ whereabouts: null, leftFromUs: null },
    },
  }
}

const notBegun = ({ rule }: Segment) => ({
  ...{ forcedUs: Number.POSITIVE_INFINITY, fromUs: Number.POSITIVE_INFINITY, fold: null },
  ...{ samplesUs: rule.sampleMemoryUs, fixesUs: rule.fenceIds.length > 0 ? FIXES_US + rule.holdUs : 0 },
  episodes: new Set<Episode>(),
})

/** For so long after a sample it decides about the state of conditions. */
const reachOf = ({ rule }: Segment, timeUs: number) => timeUs + rule.sampleMemoryUs + LONGEST_HOLD_US + 1

async function storedOf({ db }: Pick<StepContext, 'db'>, asked: readonly Touched[]) {
  if (asked.length === 0) return new Map<string, AlertRow[]>()
  const rows = await alertsFrom(
    db,
    asked.map(({ vessel }) => vessel.id),
    {
      fromUs: Math.floor(Math.min(...asked.map(({ fromUs }) => fromUs)) - STORED_US),
      toUs: Math.ceil(Math.max(...asked.map(({ toUs }) => toUs))),
    },
  )
  return Map.groupBy(rows, ({ vesselId }) => vesselId)
}

/** Alerts that go on although no rule in force raises them any more. */
async function openOf({ db }: Pick<StepContext, 'db'>, plans: readonly Plan[]) {
  const asked = plans.filter(
    ({ head, kept, isInOrder }) => !head || (isInOrder && head.folds.size > kept.length),
  )
  if (asked.length === 0) return new Map<string, AlertRow[]>()
  const rows = await openAlerts(
    db,
    asked.map(({ vessel }) => vessel.id),
  )
  return Map.groupBy(rows, ({ vesselId }) => vesselId)
}

interface Read {
  columns: readonly SampleColumns[]
  movement: Movement | null
  whereabouts: Movement | null
  faults: readonly StoredFault[]
}

const isAboutFences = ({ segment }: { segment: Segment }) => segment.rule.fenceIds.length > 0

/** Samples in memory, read without a query. */
async function heldSamples(
  { telemetry }: Pick<StepContext, 'telemetry'>,
  plans: readonly Plan[],
): Promise<(vesselNumber: number) => Read> {
  const asked = plans.map(({ vessel, segments, held, readFromUs, stopUs }) => ({
    ...{ vesselNumber: vessel.number, fromUs: readFromUs, toUs: stopUs },
    ...{ readings: held ?? [], keys: seriesOf(segments) },
  }))
  const answers = await readHeld(telemetry, asked)
  const readOf = new Map(
    plans.map(({ vessel, segments }, i): [number, Read] => {
      const { columns = [], movement = null, faults = [] } = answers[i] ?? {}
      const isNearFences = segments.some((segment) => isAboutFences({ segment }))
      const read = { columns, movement: isNearFences ? movement : null, whereabouts: movement, faults }
      return [vessel.number, read]
    }),
  )
  return (vesselNumber) => readOf.get(vesselNumber) ?? NOTHING_READ
}

const NOTHING_READ: Read = { columns: [], movement: null, whereabouts: null, faults: [] }

/** Series by the list that the rule cache returns; the list stays unchanged until a rule changes. */
const seriesKnown = new WeakMap<readonly Segment[], ReadonlySet<SeriesKey>>()

function seriesOf(segments: readonly Segment[]): ReadonlySet<SeriesKey> {
  const known = seriesKnown.get(segments)
  if (known) return known
  const signals = segments.flatMap(({ rule }) => rule.conditions.map(({ signal }) => signal))
  const series = new Set(
    signals.flatMap(({ series, name }) => (series !== null && series === name ? [series] : [])),
  )
  seriesKnown.set(segments, series)
  return series
}

/** Samples read for a vessel, and the segments evaluated on them. */
interface Reading {
  vessel: DirectoryEntry
  segments: readonly Segment[]
  readFromUs: number
  stopUs: number
}

/** Reads what the rules of all vessels need in one query. */
async function readSamples(
  { telemetry }: Pick<StepContext, 'telemetry'>,
  readings: readonly Reading[],
  hasFaults: boolean,
): Promise<(vesselNumber: number) => Read> {
  const evaluating = readings.filter(({ segments }) => segments.length > 0)
  const intervals = (among: readonly Reading[]) =>
    among.map(({ vessel, readFromUs, stopUs }) => ({
      ...{ vesselNumber: vessel.number, fromUs: Math.floor(readFromUs), toUs: Math.ceil(stopUs) },
    }))
  const keys = new Set(evaluating.flatMap(({ segments }) => [...seriesOf(segments)]))
  const withFixes = evaluating.filter(({ segments }) =>
    segments.some((segment) => isAboutFences({ segment })),
  )
  const [columns, movements, faults] = await Promise.all([
    keys.size === 0 ? [] : telemetry.series.sampleColumns(intervals(evaluating), [...keys], true),
    withFixes.length === 0 ? [] : telemetry.positions.movement(intervals(withFixes)),
    hasFaults ? telemetry.engines.faults(intervals(readings)) : [],
  ])
  const columnsOf = Map.groupBy(columns, ({ vesselNumber }) => vesselNumber)
  const movementOf = new Map(movements.map((movement) => [movement.vesselNumber, movement]))
  const faultsOf = Map.groupBy(faults, ({ vesselNumber }) => vesselNumber)
  const spanOf = new Map(intervals(readings).map((interval) => [interval.vesselNumber, interval]))
  return (vesselNumber) => {
    // A statement for many vessels may read beyond the interval of one of them.
    const span = spanOf.get(vesselNumber) ?? { fromUs: 0, toUs: 0 }
    const movement = movementOf.get(vesselNumber)
    return {
      columns: (columnsOf.get(vesselNumber) ?? []).map((column) => within(column, ['timeUs', 'value'], span)),
      movement: movement ? within(movement, MOVEMENT_COLUMNS, span) : null,
      whereabouts: null,
      faults: (faultsOf.get(vesselNumber) ?? []).filter(
        ({ timeUs }) => timeUs >= span.fromUs && timeUs <= span.toUs,
      ),
    }
  }
}

const MOVEMENT_COLUMNS = ['timeUs', 'latitudeDeg', 'longitudeDeg', 'hdop', 'valid', 'sogMps'] as const

/** The rows of an interval, without copying them. */
function within<Name extends string, Rows extends { timeUs: Float64Array } & Record<Name, Column>>(
  rows: Rows,
  names: readonly Name[],
  { fromUs, toUs }: Span,
): Rows {
  const [first, end] = [lowerBound(rows.timeUs, fromUs), lowerBound(rows.timeUs, toUs + 1)]
  if (first === 0 && end === rows.timeUs.length) return rows
  return { ...rows, ...Object.fromEntries(names.map((name) => [name, rows[name].subarray(first, end)])) }
}

type Column = Float64Array | Uint8Array

const samplesOf = (
  { columns, movement }: Read,
  added: readonly SignalColumn[],
  outlierFilter: OutlierFilter,
  vessel: DirectoryEntry,
  stopUs: number,
): Samples => ({
  columns: [
    ...columns.map(({ key, instance, timeUs, value }) => ({ name: key, instance, timeUs, value })),
    ...added,
  ],
  fixes: movement && accepted(movement, outlierFilter, vessel, stopUs),
})

function take(
  { result }: Plan,
  segment: Segment,
  episodes: Iterable<Episode>,
  { fixes }: Samples,
  evaluatedFromUs: (episode: Episode) => number | null,
) {
  for (const episode of episodes) {
    const one = { ...foundOf(segment, episode, fixes), evaluatedFromUs: evaluatedFromUs(episode) }
    result.evidenceOf.set(one, evidenceFor(segment, episode))
    result.found.push(one)
    if (one.evaluatedFromUs === null) result.alreadyFound.add(one)
    taken.add(episode)
  }
}

/** Adds the following samples to the kept state. */
function advance(plan: Plan, read: Read, added: readonly SignalColumn[], hasFaults: boolean) {
  const { vessel, head, kept, stopUs, result } = plan
  if (!head || !result.outlierFilter) return
  result.whereabouts = read.whereabouts
  const samples = samplesOf(read, added, result.outlierFilter, vessel, stopUs)
  const sinceUs = head.upToUs + 1
  const sinceOf = (episode: Episode) => (taken.has(episode) ? null : sinceUs)
  // Nearly all of them have come equally far.
  const parts = new Map<number, Samples>()
  for (const one of kept) {
    const { segment, fold } = one
    const part = parts.get(fold.nowUs) ?? after(samples, fold.nowUs, stopUs)
    parts.set(fold.nowUs, part)
    const endUs = lastOf(segment, stopUs)
    // An episode that begins here and ends with its version is in both answers, and is one alert.
    const episodes = new Set(fold.advance(endUs < stopUs ? until(part, endUs) : part, endUs))
    if (segment.untilUs <= stopUs) for (const episode of fold.close(segment.untilUs)) episodes.add(episode)
    else result.folds.set(segment.key, one)
    take(plan, segment, episodes, samples, sinceOf)
  }
  const rows = read.faults.map(toSample).filter(({ timeUs }) => timeUs >= sinceUs && timeUs <= stopUs)
  if (hasFaults && result.faults && (rows.length > 0 || !result.faults.isIdle))
    takeFaults(plan, result.faults.advance(rows, stopUs), sinceUs)
}

/** The last moment of a segment by a moment. */
const lastOf = ({ untilUs }: Segment, stopUs: number) => Math.min(stopUs, untilUs - 1)

function takeFaults({ result }: Plan, episodes: Iterable<ExternalEpisode>, fromUs: number) {
  for (const episode of episodes) {
    const one = { ...externalOf(episode), evaluatedFromUs: episode.beginUs >= fromUs ? fromUs : null }
    result.evidenceOf.set(one, [{ source: episode.source }])
    result.found.push(one)
  }
}

async function evaluateAgain<Work extends ToEvaluate>(
  context: Pick<StepContext, 'db' | 'telemetry'>,
  plans: readonly (Work & Plan)[],
  open: ReadonlyMap<string, AlertRow[]>,
  more: (asked: readonly (Work & Asked)[]) => Promise<ReadonlyMap<number, SignalColumn[]>>,
) {
  const left = plans.flatMap((plan) => leftOpen(plan, open.get(plan.vessel.id) ?? []))
  const began = plans
    .filter(({ again, faults }) => again.length > 0 || faults !== null)
    .map((plan) => {
      const faultsUs = plan.faults ? plan.toUs + EXTERNAL_CLEAR_US + 1 : plan.toUs
      const wantedUs = Math.max(...plan.again.map(({ segment }) => reachOf(segment, plan.toUs)), faultsUs)
      const stopUs = Math.min(plan.newestUs, wantedUs)
      return jobOf(plan, plan.again, plan.faults, stopUs)
    })
  let jobs = await withStarts(context, [...began, ...left])
  while (jobs.length > 0) {
    const next: Job<Work>[] = []
    for (const group of readTogether(jobs.map((job) => ({ ...job, vessel: job.plan.vessel })))) {
      const readings = group.map((job) => ({
        ...{ vessel: job.vessel, segments: job.again.map(({ segment }) => segment) },
        ...{ readFromUs: job.readFromUs, stopUs: job.stopUs },
      }))
      const [samples, added, stored] = await Promise.all([
        readSamples(
          context,
          readings,
          group.some(({ faults }) => faults !== null),
        ),
        more(group.map((job, i) => ({ ...job.plan, ...(readings[i] as Reading), isReevaluated: true }))),
        storedOf(context, group.map(touchedBy)),
      ])
      for (const job of group) {
        const { id, number } = job.vessel
        next.push(...evaluateJob(job, stored.get(id) ?? [], samples(number), added.get(number) ?? []))
      }
    }
    const isBegun = ({ again, faults }: Job<Work>) =>
      again.every(({ fold }) => fold) && (!faults || faults.fold)
    jobs = [
      ...next.filter(isBegun),
      ...(await withStarts(
        context,
        next.filter((job) => !isBegun(job)),
      )),
    ]
  }
}

/**
 * Versions that ended while no process evaluated them, each with its alert that is stored as open. No later
 * event ends that alert, so it is evaluated from its begin to the end of its version.
 */
const leftOpen = <Work extends ToEvaluate>(plan: Work & Plan, open: readonly AlertRow[]): Job<Work>[] => {
  if (plan.isInOrder) return []
  return plan.segments.flatMap((segment) => {
    const { untilUs } = segment
    if (untilUs > plan.newestUs || plan.again.some((one) => one.segment === segment)) return []
    const begins = ofSegment(segment, open).map(({ triggerUs }) => triggerUs)
    if (begins.length === 0) return []
    const forcedUs = Math.max(Math.min(...begins), untilUs - LONGEST_AGAIN_US)
    return [jobOf(plan, [{ ...notBegun(segment), segment, changedUs: untilUs - 1, forcedUs }], null, untilUs)]
  })
}

const touchedBy = <Work extends ToEvaluate>({ plan, again, faults, stopUs }: Job<Work>): Touched => ({
  vessel: plan.vessel,
  fromUs: Math.min(
    stopUs,
    ...[...again, ...(faults ? [faults] : [])].map((one) =>
      Math.min(one.fromUs, one.changedUs, one.forcedUs),
    ),
  ),
  toUs: stopUs,
})

const jobOf = <Work extends ToEvaluate>(
  plan: Work & Plan,
  again: Again[],
  faults: AgainFaults | null,
  stopUs: number,
): Job<Work> => ({
  plan,
  again,
  faults,
  outlierFilter: newOutlierFilter(),
  readFromUs: stopUs,
  stopUs,
  nextUs: MORE_US,
})

/** Finds out from when on each rule has to be evaluated: alerts that went on then may reach far back. */
async function withStarts<Work extends ToEvaluate>(
  context: Pick<StepContext, 'db'>,
  jobs: readonly Job<Work>[],
): Promise<Job<Work>[]> {
  const stored = await storedOf(context, jobs.map(touchedBy))
  for (const job of jobs) {
    const own = stored.get(job.plan.vessel.id) ?? []
    for (const one of job.again) one.fromUs = startOf(one, own)
    if (job.faults) job.faults.fromUs = Math.min(job.faults.changedUs, job.faults.forcedUs)
    job.readFromUs = Math.min(
      ...(job.faults ? [job.faults.fromUs - EXTERNAL_CLEAR_US - 1] : []),
      ...job.again.map(({ fromUs, samplesUs, fixesUs }) => fromUs - Math.max(samplesUs, fixesUs)),
    )
  }
  return [...jobs]
}

/** Alerts that a version of a rule has raised. */
const ofSegment = ({ ruleId, fromUs, untilUs }: Segment, stored: readonly AlertRow[]) =>
  stored.filter(
    (row) =>
      row.ruleId === ruleId && row.triggerUs >= fromUs && row.triggerUs < untilUs && row.withdrawnAt === null,
  )

/** When a sample showed the end of an alert; infinite while the alert is open. */
function decidedUs({ rule }: Segment, { isOpen, endUs, decidedUs }: AlertRow): number {
  if (isOpen) return Number.POSITIVE_INFINITY
  return decidedUs ?? (endUs === null ? Number.POSITIVE_INFINITY : endUs + rule.clearUs + LONGEST_HOLD_US)
}

/**
 * Time from which a rule is evaluated: the begin of an open alert, else a time without an alert. A time
 * within an alert also serves when the alert would have ended before the change without further samples.
 */
function startOf({ segment, changedUs, forcedUs }: Again, stored: readonly AlertRow[]): number {
  const { rule, fromUs: begins } = segment
  let startUs = Math.max(begins, Math.min(changedUs, forcedUs))
  if (rule.trigger !== null) return startUs
  const own = ofSegment(segment, stored).toReversed()
  const goesOn = (row: AlertRow) => row.triggerUs < changedUs && decidedUs(segment, row) >= changedUs
  if (own.some((row) => row.triggerUs < startUs && goesOn(row)))
    startUs = Math.max(begins, startUs - rule.clearUs - LONGEST_HOLD_US - 1)
  // An alert that has ended since is evaluated from its begin.
  for (const row of own) {
    const isWithin = row.triggerUs < startUs && decidedUs(segment, row) >= startUs
    if (isWithin && !goesOn(row) && changedUs - row.triggerUs < LONGEST_AGAIN_US) startUs = row.triggerUs
  }
  return startUs
}

/** Evaluates the samples read so far. Returns what must be read later or earlier as well. */
function evaluateJob<Work extends ToEvaluate>(
  job: Job<Work>,
  stored: readonly AlertRow[],
  read: Read,
  added: readonly SignalColumn[],
): Job<Work>[] {
  const { plan, outlierFilter, stopUs } = job
  const samples = samplesOf(read, added, outlierFilter, plan.vessel, stopUs)
  const isNewest = stopUs >= plan.newestUs
  const further: Again[] = []
  const earlier: Again[] = []
  for (const one of job.again) {
    const { segment } = one
    const own = ofSegment(segment, stored)
    const endUs = lastOf(segment, stopUs)
    const isEnded = segment.untilUs <= stopUs
    let { fold } = one
    if (!fold) {
      const before = beforeOf(segment, own, one.fromUs)
      fold = new RuleFold(segment.rule, segment.fences, one.fromUs, before, segment.fromUs)
      // A version that begins after the samples gets the samples before its begin in a later read.
      const readUs = Math.min(one.fromUs - 1, stopUs)
      fold.advance(until(samples, readUs), readUs)
      const isLacking = isWidened(one, fold)
      const changedUs = Math.min(endUs, one.changedUs - 1)
      for (const episode of fold.advance(after(samples, fold.nowUs, changedUs), changedUs))
        one.episodes.add(episode)
      if (isForced(one, fold, own) || isLacking) {
        earlier.push({ ...one, fold: null, episodes: new Set() })
        continue
      }
      one.fold = fold
    }
    for (const episode of fold.advance(after(samples, fold.nowUs, endUs), endUs)) one.episodes.add(episode)
    for (const episode of isEnded ? fold.close(segment.untilUs) : []) one.episodes.add(episode)
    if (!isEnded && !isNewest && !isAsStored(one, fold, own, plan.toUs, stopUs)) {
      further.push(one)
      continue
    }
    takeAgain(plan, one, own, samples, stopUs)
    if (!isEnded && isNewest) plan.result.folds.set(segment.key, { segment, fold })
  }
  const faults = job.faults && evaluateFaults(job, job.faults, stored, read)
  const jobs =
    earlier.length > 0 || faults === 'earlier'
      ? [jobOf(plan, earlier, faults === 'earlier' ? job.faults : null, stopUs)]
      : []
  if (isNewest && job.again.some(isAboutFences)) plan.result.outlierFilter = outlierFilter
  if (further.length > 0 || faults === 'further') {
    if (stopUs - plan.toUs >= MOST_US) {
      // The rest waits for its turn.
      for (const one of further) takeAgain(plan, one, ofSegment(one.segment, stored), samples, stopUs)
      plan.result.leftFromUs = Math.min(plan.result.leftFromUs ?? stopUs, stopUs)
    } else
      jobs.push({
        ...{ ...job, again: further, faults: faults === 'further' ? job.faults : null },
        ...{ readFromUs: stopUs + 1, stopUs: Math.min(plan.newestUs, stopUs + job.nextUs) },
        nextUs: job.nextUs * MORE_FACTOR,
      })
  }
  return jobs
}

/** True when earlier samples decide about the state as well; they are then read too. */
function isWidened(one: Again, fold: RuleFold): boolean {
  const { sampleMemoryUs } = one.segment.rule
  const [samplesUs, fixesUs] = [one.samplesUs, one.fixesUs]
  if (!fold.isDetermined) one.samplesUs = sampleMemoryUs + SELDOM_US
  if (!fold.isPlaced) one.fixesUs = MOST_FIXES_US
  return samplesUs !== one.samplesUs || fixesUs !== one.fixesUs
}

/**
 * True when an episode must be evaluated from its begin, because its conditions did not hold in the samples
 * read.
 */
function isForced(one: Again, fold: RuleFold, own: readonly AlertRow[]): boolean {
  if (!fold.isUnsure) return false
  const { segment, changedUs, fromUs } = one
  const goingOn = own.filter((row) => row.triggerUs < fromUs && decidedUs(segment, row) >= fromUs)
  const firstUs = Math.min(...goingOn.map(({ triggerUs }) => triggerUs))
  if (changedUs - firstUs >= LONGEST_AGAIN_US || firstUs >= one.forcedUs) return false
  one.forcedUs = firstUs
  return true
}

/** Whether from a moment on everything is as it is stored: then nothing later is another. */
function isAsStored(
  { segment, changedUs }: Again,
  fold: RuleFold,
  own: readonly AlertRow[],
  changedToUs: number,
  atUs: number,
): boolean {
  const { rule } = segment
  const reachUs = reachOf(segment, changedToUs)
  if (atUs < reachUs || !fold.hasSettled(changedUs, changedToUs)) return false
  const pauseUs = Math.max(rule.coolDownUs, rule.repeat?.withinUs ?? 0)
  const states = new Map(fold.states.map((state) => [state.key, state]))
  const rowsOf = Map.groupBy(
    own.filter((row) => raisedUs(row) <= atUs),
    keyOfRow,
  )
  for (const key of new Set([...states.keys(), ...rowsOf.keys()])) {
    const state = states.get(key) ?? { episode: null, lastUs: Number.NEGATIVE_INFINITY, heldUs: 0 }
    const last = rowsOf.get(key)?.at(-1)
    const goesOn = last && rule.trigger === null && decidedUs(segment, last) > atUs ? last : null
    if (state.episode) {
      const isSame = goesOn?.triggerUs === state.episode.beginUs
      if (!isSame || state.heldUs < reachUs - LONGEST_HOLD_US) return false
    } else {
      const lastUs = last?.triggerUs ?? Number.NEGATIVE_INFINITY
      if (goesOn || (state.lastUs !== lastUs && atUs < Math.max(state.lastUs, lastUs) + pauseUs)) return false
    }
  }
  return true
}

function takeAgain(plan: Plan, one: Again, own: readonly AlertRow[], samples: Samples, stopUs: number) {
  const { segment, fold, fromUs } = one
  // An episode that continues unchanged is a result too.
  const episodes = new Set([...one.episodes, ...(fold?.raised ?? [])])
  const isNewest = stopUs >= plan.newestUs
  for (const episode of episodes) {
    const isBefore = segment.rule.trigger === null && episode.beginUs < fromUs
    const answer = episode.isOpen && !isNewest ? asStored(episode, own) : episode
    take(plan, segment, [answer], samples, () => (isBefore ? null : fromUs))
    taken.add(episode)
  }
  const { spans } = plan.result
  const later = plan.segments.filter(
    (other) =>
      other.ruleId === segment.ruleId &&
      other.fromUs >= segment.untilUs &&
      !plan.again.some((another) => another.segment === other),
  )
  const toUs = Math.min(stopUs, ...later.map((other) => other.fromUs - 1))
  const span = spans.get(segment.ruleId)
  spans.set(segment.ruleId, {
    fromUs: Math.min(fromUs, one.changedUs, span?.fromUs ?? fromUs),
    toUs: Math.max(toUs, span?.toUs ?? toUs),
  })
}

/** Gives an episode that continues beyond the evaluated range the end of its stored alert. */
function asStored(episode: Episode, own: readonly AlertRow[]): Episode {
  const row = own.find(
    ({ instance, triggerUs }) => (instance ?? -1) === episode.instance && triggerUs === episode.beginUs,
  )
  if (!row) return episode
  const { endUs, isOpen, decidedUs, isEndedBySilence } = row
  return { ...episode, endUs, isOpen, decidedUs, isEndedBySilence }
}

/** Evaluates fault codes, starting from the stored alerts. */
function evaluateFaults<Work extends ToEvaluate>(
  { plan, stopUs }: Job<Work>,
  one: AgainFaults,
  stored: readonly AlertRow[],
  read: Read,
): 'further' | 'earlier' | null {
  const own = stored.filter(({ type, withdrawnAt }) => type === 'external' && withdrawnAt === null)
  const rows = read.faults.map(toSample).filter(({ timeUs }) => timeUs <= stopUs)
  const endOf = ({ isOpen, decidedUs, endUs }: AlertRow) =>
    isOpen ? Number.POSITIVE_INFINITY : (decidedUs ?? (endUs ?? 0) + EXTERNAL_CLEAR_US + 1)
  if (!one.fold) {
    const active = own.filter((row) => row.triggerUs < one.fromUs && endOf(row) >= one.fromUs)
    const earlier = rows.filter(({ timeUs }) => timeUs < one.fromUs)
    const fold = new ExternalFold(active.flatMap(toExternal), earlier)
    const firstUs = Math.min(...active.map(({ triggerUs }) => triggerUs))
    // Nothing was reported for so long: when it was reported last is read from its begin on.
    if (
      fold.active.length < active.length &&
      one.changedUs - firstUs < LONGEST_AGAIN_US &&
      firstUs < one.forcedUs
    ) {
      one.forcedUs = firstUs
      return 'earlier'
    }
    one.fold = fold
    for (const episode of fold.active) one.episodes.add(episode)
  }
  const { fold } = one
  const newRows = rows.filter(({ timeUs }) => timeUs >= Math.max(one.fromUs, fold.nowUs + 1))
  for (const episode of fold.advance(newRows, stopUs)) one.episodes.add(episode)
  const isNewest = stopUs >= plan.newestUs
  if (!isNewest && stopUs - plan.toUs < MOST_US) {
    const goesOn = own.filter((row) => row.triggerUs <= stopUs && endOf(row) > stopUs)
    const codes = new Set(fold.active.map((episode) => `${codeOf(episode)} ${episode.beginUs}`))
    const isSame =
      codes.size === goesOn.length &&
      goesOn.flatMap(toExternal).every((episode) => codes.has(`${codeOf(episode)} ${episode.beginUs}`))
    if (stopUs - plan.toUs <= EXTERNAL_CLEAR_US || !isSame) return 'further'
  }
  const answers = Array.from(one.episodes, (episode) => {
    const row = own.find(
      ({ triggerUs, facts, instance }) =>
        triggerUs === episode.beginUs &&
        facts?.kind === 'external' &&
        codeOf(episode) === codeOf({ ...facts, fmi: facts.fmi ?? 31, instance: instance ?? 0 }),
    )
    if (!row || !episode.isOpen || isNewest) return episode
    return { ...episode, endUs: row.endUs, isOpen: row.isOpen, decidedUs: row.decidedUs }
  })
  takeFaults(plan, answers, one.fromUs)
  plan.result.spans.set(null, { fromUs: one.fromUs, toUs: stopUs })
  if (isNewest) plan.result.faults = fold
  return null
}

function toEvaluation(plan: Plan, open: readonly AlertRow[]): Evaluation {
  const { vessel, head, isInOrder, newestUs, result, inForce, toUs } = plan
  const { found, spans, evidenceOf, alreadyFound, folds, whereabouts, leftFromUs } = result
  const isNewest =
    isInOrder ||
    (plan.again.every(({ segment }) => segment.untilUs <= newestUs || folds.has(segment.key)) &&
      (plan.faults === null || result.faults !== null))
  const isOver = ({ ruleId }: AlertRow) =>
    ruleId !== null && !inForce.some((segment) => segment.ruleId === ruleId && segment.untilUs > newestUs)
  if (isNewest)
    for (const row of open)
      if (
        row.triggerUs < newestUs &&
        isOver(row) &&
        !found.some(({ ruleId, beginUs }) => ruleId === row.ruleId && beginUs === row.triggerUs)
      )
        found.push(closed(row, endOfRule(row, inForce, newestUs)))
  const others = head && !isInOrder ? head.folds : []
  for (const [key, one] of others)
    if (!folds.has(key) && plan.segments.some((segment) => segment.key === key)) folds.set(key, one)
  const canGoOn = isNewest || (head !== null && folds.size > 0)
  return {
    vessel,
    evaluated: {
      ...{ vesselId: vessel.id, organizationId: vessel.organizationId, departmentId: vessel.departmentId },
      ...{ spans, found },
    },
    head: canGoOn
      ? {
          upToUs: Math.max(isInOrder ? toUs : newestUs, head?.upToUs ?? toUs),
          folds,
          outlierFilter:
            (isNewest ? result.outlierFilter : null) ?? head?.outlierFilter ?? newOutlierFilter(),
          faults: result.faults ?? head?.faults ?? new ExternalFold(),
        }
      : null,
    leftFromUs,
    newAlerts: found.flatMap((one) =>
      alreadyFound.has(one) ? [] : [{ one, evidence: evidenceOf.get(one) ?? [] }],
    ),
    whereabouts,
  }
}

/** When the version that raised an alert stopped being in force. */
const endOfRule = ({ ruleId, triggerUs }: AlertRow, segments: readonly Segment[], nowUs: number) =>
  segments.find((one) => one.ruleId === ruleId && one.fromUs <= triggerUs && one.untilUs > triggerUs)
    ?.untilUs ?? nowUs

/** Episodes that alerts were made of. */
const taken = new WeakSet<Episode>()

const keyOfRow = ({ instance, facts }: AlertRow) =>
  facts?.kind === 'geofence' ? `${instance ?? -1} ${facts.direction}` : String(instance ?? -1)

/** State at a moment, restored from the stored alerts of a rule version. */
function beforeOf(segment: Segment, own: readonly AlertRow[], atUs: number): Before {
  const raised = new Map<string, Episode>()
  const lastUs = new Map<string, number>()
  for (const row of own) {
    if (raisedUs(row) >= atUs) continue
    const key = keyOfRow(row)
    lastUs.set(key, Math.max(lastUs.get(key) ?? Number.NEGATIVE_INFINITY, row.triggerUs))
    if (row.type === 'geofence') continue
    if (decidedUs(segment, row) >= atUs) raised.set(key, episodeOf(row))
    else raised.delete(key)
  }
  return { raised, lastUs }
}

const episodeOf = ({ triggerUs, instance, facts }: AlertRow): Episode => ({
  ...{ beginUs: triggerUs, endUs: null, isOpen: true, decidedUs: null, isEndedBySilence: false },
  ...{ instance: instance ?? -1, crossing: null },
  ...{ fenceId: null, fenceName: facts?.kind === 'threshold' ? facts.fence : null, values: [] },
})

function foundOf(segment: Segment, episode: Episode, fixes: AcceptedFixes | null): FoundAlert {
  const version = versionAt(segment, episode.beginUs)
  const { crossing, beginUs, endUs, isOpen, decidedUs, isEndedBySilence, instance } = episode
  const at = crossing ?? (fixes ? lastFix(fixes, beginUs) : null)
  return {
    ruleId: segment.ruleId,
    ruleVersion: version?.version ?? null,
    type: crossing ? 'geofence' : 'threshold',
    severity: version?.content.severity ?? 'warning',
    text: version?.content.message ?? null,
    facts: episodeFacts(segment.rule, episode),
    instance: instance < 0 ? null : instance,
    ...{
      beginUs: Math.round(beginUs),
      endUs: endUs === null ? null : Math.round(endUs),
      decidedUs: decidedUs === null ? null : Math.round(decidedUs),
      ...{ isOpen, isEndedBySilence, sources: [] },
    },
    ...{ latitudeDeg: at?.latitudeDeg ?? null, longitudeDeg: at?.longitudeDeg ?? null },
  }
}

function lastFix({ timeUs, latitudeDeg, longitudeDeg }: AcceptedFixes, atUs: number) {
  const next = lowerBound(timeUs, atUs + 1)
  return next === 0 || atUs - (timeUs[next - 1] as number) > LONGEST_HOLD_US
    ? null
    : { latitudeDeg: latitudeDeg[next - 1] as number, longitudeDeg: longitudeDeg[next - 1] as number }
}

const externalOf = (episode: ExternalEpisode): FoundAlert => ({
  ...{ ruleId: null, ruleVersion: null, type: 'external', severity: externalSeverity(episode), text: null },
  facts: {
    ...{ kind: 'external', spn: episode.spn, lamp: episode.lamp },
    fmi: episode.fmi,
  },
  ...{ instance: episode.instance, beginUs: episode.beginUs, endUs: episode.endUs, isOpen: episode.isOpen },
  ...{ decidedUs: episode.decidedUs, isEndedBySilence: false },
  ...{ latitudeDeg: null, longitudeDeg: null, sources: [] },
})

const closed = (row: AlertRow, endUs: number): FoundAlert => ({
  ...{ ruleId: row.ruleId, ruleVersion: row.ruleVersion, type: row.type as FoundAlert['type'] },
  ...{ severity: row.severity, text: row.text, facts: row.facts as FoundAlert['facts'] },
  ...{ instance: row.instance, beginUs: row.triggerUs, isOpen: false, sources: row.sources },
  ...{
    endUs: Math.max(row.triggerUs, Math.round(endUs)),
    decidedUs: Math.round(endUs),
    isEndedBySilence: false,
  },
  ...{ latitudeDeg: row.latitudeDeg, longitudeDeg: row.longitudeDeg },
})

function toExternal({ facts, instance, triggerUs }: AlertRow): ExternalEpisode[] {
  if (facts?.kind !== 'external') return []
  const { spn, fmi, lamp } = facts
  return [
    {
      ...{ spn, lamp, fmi: fmi ?? 31, instance: instance ?? 0, source: UNKNOWN_SOURCE },
      ...{ beginUs: triggerUs, endUs: null, isOpen: true, decidedUs: null },
    },
  ]
}

/** The most serious lamp that is lit: red, then amber, then the others. */
function toSample({ timeUs, instance, spn, fmi, lamps, source }: StoredFault): FaultSample {
  const [protect, amber, red, malfunction] = lamps
  const lit = { red, amber, protect, malfunction }
  const lamp = LAMPS.find((name) => lit[name] === 1) ?? null
  return { timeUs, instance, spn, fmi, lamp, source }
}

/** Finds the positions of alerts without a fence, in one query: in a storm these concern most of a fleet. */
async function locate({ telemetry }: Pick<StepContext, 'telemetry'>, evaluations: readonly Evaluation[]) {
  const lost = evaluations.flatMap(({ vessel, newAlerts, whereabouts }) =>
    newAlerts
      .filter(({ one }) => one.latitudeDeg === null && !(whereabouts && isPlaced(one, whereabouts)))
      .map(({ one }) => ({ one, vesselNumber: vessel.number })),
  )
  // Near times share a query; distant times would read everything in between.
  for (const near of closeTogether(lost)) {
    const movements = new Map(
      (
        await telemetry.positions.movement(
          near.map(({ one, vesselNumber }) => ({
            ...{ vesselNumber, fromUs: one.beginUs - SAME_US, toUs: one.beginUs + SECOND_US },
          })),
        )
      ).map((movement) => [movement.vesselNumber, movement]),
    )
    for (const { one, vesselNumber } of near) {
      const movement = movements.get(vesselNumber)
      if (movement) isPlaced(one, movement, true)
    }
  }
}

/** Places a finding at her position then, as far as these fixes show; later fixes do not move it. */
function isPlaced(
  one: FoundAlert,
  { timeUs, valid, latitudeDeg, longitudeDeg }: Movement,
  isAll = false,
): boolean {
  const next = lowerBound(timeUs, one.beginUs + 1)
  let at = next - 1
  while (at >= 0 && valid[at] !== 1) at--
  // Used only without a fix in the minute before.
  if (at < 0 && isAll && valid[next] === 1) at = next
  if (at < 0 || one.beginUs - (timeUs[at] as number) > SAME_US) return false
  one.latitudeDeg = latitudeDeg[at] as number
  one.longitudeDeg = longitudeDeg[at] as number
  return true
}

/** Evidence of an episode: the position of a crossing, or the series of its conditions. */
function evidenceFor({ rule }: Segment, { crossing, instance }: Episode): Evidence[] {
  const own = instance < 0 ? null : instance
  const measured = rule.conditions.flatMap(({ signal }) =>
    signal.series && !crossing
      ? [{ series: SERIES[signal.series].number, instance: signal.instance ?? own }]
      : [],
  )
  return rule.fenceIds.length > 0 ? [...measured, { series: 0, instance: 0 }] : measured
}

async function nameSources(
  { telemetry }: Pick<StepContext, 'telemetry'>,
  evaluations: readonly Evaluation[],
) {
  const asked = evaluations.flatMap(({ vessel, newAlerts }) =>
    newAlerts
      .filter(({ evidence }) => evidence.length > 0)
      .map(({ one, evidence }) => ({ one, evidence, vesselNumber: vessel.number, timeUs: one.beginUs })),
  )
  const names = await sourceNames(telemetry, asked)
  for (const [i, { one }] of asked.entries()) one.sources = names[i] ?? []
}

function closeTogether(lost: readonly { one: FoundAlert; vesselNumber: number }[]) {
  const groups: (typeof lost)[] = []
  const inOrder = lost.toSorted((a, b) => a.one.beginUs - b.one.beginUs)
  for (let first = 0, i = 1; i <= inOrder.length; i++) {
    const begin = inOrder[first]?.one.beginUs ?? 0
    if (i < inOrder.length && isNear(inOrder[i]?.one.beginUs ?? 0, begin)) continue
    groups.push(inOrder.slice(first, i))
    first = i
  }
  return groups.filter((group) => group.length > 0)
}
