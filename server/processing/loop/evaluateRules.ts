import { SERIES, type SeriesKey } from '#contract/series.ts'
import { UNKNOWN_SOURCE } from '#contract/source.ts'
import { DAY_US, SECOND_US } from '#contract/time.ts'
import type { StretchReadings } from '#server/platform/events.ts'
import {
  type AlertRow,
  alertsFrom,
  type EvaluatedVessel,
  type FoundAlert,
} from '#server/records/alertReconciling.ts'
import type { DirectoryEntry } from '#server/records/vesselDirectory.ts'
import type { StoredFault } from '#server/telemetry/engines.ts'
import type { Movement } from '#server/telemetry/positions.ts'
import type { SampleColumns } from '#server/telemetry/series.ts'
import { lowerBound } from '../formulas/lowerBound.ts'
import { episodeFacts } from '../formulas/rules/episodeFacts.ts'
import {
  EXTERNAL_CLEAR_US,
  type ExternalEpisode,
  ExternalFold,
  externalSeverity,
  type FaultSample,
  LAMPS,
} from '../formulas/rules/externalEpisodes.ts'
import { LONGEST_HOLD_US } from '../formulas/rules/longestHold.ts'
import {
  type Before,
  type Episode,
  FenceWatch,
  type FixColumns,
  RuleFold,
  type Samples,
  type SignalColumn,
} from '../formulas/rules/ruleFold.ts'
import { type Segment, versionAt } from '../formulas/rules/ruleSegments.ts'
import { after, believed, joined, until } from '../formulas/rules/samples.ts'
import { type Evidence, sourceNames } from '../formulas/rules/sourceNames.ts'
import { type FixGate, openGate } from '../formulas/trips/acceptFixes.ts'
import { readHeld } from './recentReadings.ts'
import type { StepContext } from './step.ts'

/** What is remembered of a vessel, so that what follows in order need not be read again. */
export interface Head {
  upToUs: number
  folds: Map<string, { segment: Segment; fold: RuleFold }>
  gate: FixGate
  faults: ExternalFold
}

export interface ToEvaluate {
  vessel: DirectoryEntry
  fromUs: number
  toUs: number
  segments: readonly Segment[]
  /** What else is evaluated for her, elsewhere: an alert of it is not over because it is not evaluated here. */
  inForce: readonly Segment[]
  head: Head | null
  /** Up to when she was evaluated, by whoever remembers it or does not: what ends before that came late. */
  evaluatedUs: number
  /** All that came after what is remembered, where it is at hand. */
  held: readonly StretchReadings[] | null
}

export interface Evaluation {
  vessel: DirectoryEntry
  evaluated: EvaluatedVessel
  /** Null where what was evaluated came late. */
  head: Head | null
  /** Of what was found, what nobody has found before, with what it rests on. */
  newAlerts: { one: FoundAlert; evidence: readonly Evidence[] }[]
  /** Her newest fixes, where they are at hand. */
  whereabouts: Movement | null
}

/** Which steps of reading one run takes. */
interface Plan extends ToEvaluate {
  isInOrder: boolean
  /** Evaluated from here on by folds of their own. */
  fresh: { segment: Segment; fromUs: number }[]
  kept: { segment: Segment; fold: RuleFold }[]
  dropped: { segment: Segment; fold: RuleFold }[]
  readFromUs: number
  stopUs: number
}

/** What was made known to a fold a moment late is evaluated by it all the same. */
const NEWLY_MADE_US = 300 * SECOND_US
const SAME_US = 60 * SECOND_US

/**
 * Evaluates the rules of vessels over stretches of time, all of them with a few questions. Each vessel's samples that follow what is
 * remembered of her are added to it; whatever else is evaluated anew from the moment that changed, with what the stored
 * alerts say of that moment.
 */
export async function evaluateRules<Work extends ToEvaluate>(
  context: Pick<StepContext, 'db' | 'telemetry'>,
  works: readonly Work[],
  more: (asked: readonly (Work & Asked)[]) => Promise<ReadonlyMap<number, SignalColumn[]>>,
  hasFaults: boolean,
): Promise<Evaluation[]> {
  const evaluations: Evaluation[] = []
  const isReevaluated = (plan: Plan) => !plan.isInOrder || plan.fresh.length > 0
  const plans = works.map(planOf<Work>)
  const atHand = plans.filter((plan) => plan.held !== null && !isReevaluated(plan))
  const toRead = alike(plans.filter((plan) => plan.held === null || isReevaluated(plan)))
  for (const plans of atHand.length > 0 ? [atHand, ...toRead] : toRead) {
    const [stored, samples, added] = await Promise.all([
      storedOf(context, plans.filter(isReevaluated)),
      plans === atHand ? heldSamples(context, plans) : readSamples(context, plans, hasFaults),
      more(plans.map((plan) => ({ ...plan, isReevaluated: isReevaluated(plan) }))),
    ])
    for (const plan of plans) {
      const { id, number } = plan.vessel
      const own = stored.get(id) ?? []
      evaluations.push(evaluateVessel(plan, own, samples(number), added.get(number) ?? [], hasFaults))
    }
  }
  await Promise.all([locate(context, evaluations), nameSources(context, evaluations)])
  return evaluations
}

/** What else is read of a vessel than samples of series. */
export interface Asked extends ToEvaluate {
  isReevaluated: boolean
  readFromUs: number
  stopUs: number
}

/** Stretches that lie so close together are read as one. */
const ALIKE_US = 30 * SECOND_US

function alike<One extends Plan>(plans: readonly One[]): One[][] {
  const groups: One[][] = []
  const inOrder = plans.toSorted((a, b) => a.readFromUs - b.readFromUs)
  for (const plan of inOrder) {
    const group = groups.at(-1)
    const first = group?.[0]
    if (group && first && isNear(plan.readFromUs, first.readFromUs) && isNear(plan.stopUs, first.stopUs))
      group.push(plan)
    else groups.push([plan])
  }
  return groups
}

const isNear = (a: number, b: number) => Math.abs(a - b) <= ALIKE_US

function planOf<Work extends ToEvaluate>(work: Work): Work & Plan {
  const { head, evaluatedUs, segments, fromUs, toUs } = work
  const isInOrder = head !== null && fromUs > head.upToUs
  const current = new Map(segments.map((segment) => [segment.key, segment]))
  const kept = isInOrder ? [...head.folds.values()].filter(({ segment }) => current.has(segment.key)) : []
  const keys = new Set(kept.map(({ segment }) => segment.key))
  const sinceUs = isInOrder ? head.upToUs - NEWLY_MADE_US : fromUs
  const stopUs = isInOrder ? toUs : Math.max(toUs, Math.min(evaluatedUs, toUs + reachOf(segments)))
  const fresh = segments
    .filter(({ key, untilUs, fromUs: begins }) => !keys.has(key) && untilUs > sinceUs && begins <= stopUs)
    .map((segment) => ({ segment, fromUs: Math.max(segment.fromUs, sinceUs) }))
  // One that is evaluated anew from its own begin on goes on there.
  const goesOn = (one: Segment) =>
    fresh.some(({ segment }) => segment.ruleId === one.ruleId && segment.fromUs === one.fromUs)
  const dropped = isInOrder
    ? [...head.folds.values()].filter(({ segment }) => !current.has(segment.key) && !goesOn(segment))
    : []
  const readFromUs = Math.min(
    isInOrder ? head.upToUs + 1 : fromUs,
    ...fresh.map(({ segment, fromUs }) => fromUs - segment.rule.memoryUs - LONGEST_HOLD_US),
  )
  return { ...work, isInOrder, fresh, kept, dropped, readFromUs, stopUs }
}

/** For so long after a sample may an episode be another because of it, at the least. */
const reachOf = (segments: readonly Segment[]) =>
  LONGEST_HOLD_US + Math.max(0, ...segments.map(({ rule }) => rule.memoryUs + rule.clearUs + rule.coolDownUs))

async function storedOf({ db }: Pick<StepContext, 'db'>, asked: readonly Plan[]) {
  if (asked.length === 0) return new Map<string, AlertRow[]>()
  const rows = await alertsFrom(
    db,
    asked.map(({ vessel }) => vessel.id),
    {
      fromUs: Math.floor(Math.min(...asked.map((plan) => plan.readFromUs - reachOf(plan.segments)))),
      toUs: Math.ceil(Math.max(...asked.map(({ stopUs }) => stopUs))) + DAY_US,
    },
  )
  return Map.groupBy(rows, ({ vesselId }) => vesselId)
}

interface Read {
  columns: readonly SampleColumns[]
  movement: Movement | null
  /** Before it, now and then: on which side of a fence she was. */
  earlier: Movement | null
  whereabouts: Movement | null
  faults: readonly StoredFault[]
}

/** As long as a vessel may be silent and still be known to have been on one side of a fence. */
const LOOK_BACK_US = DAY_US
const LOOK_BACK_EVERY_US = 120 * SECOND_US

const isAboutFences = ({ segment }: { segment: Segment }) => segment.rule.fenceIds.length > 0

/** Where she was before what is evaluated anew, as far as its rules were in force then. */
function lookBack({ vessel, fresh, readFromUs }: Plan) {
  const fromUs = Math.min(
    ...fresh
      .filter(isAboutFences)
      .map(({ segment, fromUs }) => Math.max(segment.fromUs, fromUs - LOOK_BACK_US)),
  )
  const toUs = Math.floor(readFromUs) - 1
  return fromUs < toUs ? [{ vesselNumber: vessel.number, fromUs: Math.floor(fromUs), toUs }] : []
}

/** The same without a question, of vessels whose samples are at hand. */
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
      return [vessel.number, { ...read, earlier: null }]
    }),
  )
  return (vesselNumber) => readOf.get(vesselNumber) ?? NOTHING_READ
}

const NOTHING_READ: Read = { columns: [], movement: null, earlier: null, whereabouts: null, faults: [] }

/** By what the book answers, which stays the same until a rule changes. */
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

/** One question for all vessels, of what their rules look at. */
async function readSamples(
  { telemetry }: Pick<StepContext, 'telemetry'>,
  plans: readonly Plan[],
  hasFaults: boolean,
): Promise<(vesselNumber: number) => Read> {
  const evaluating = plans.filter(({ fresh, kept }) => fresh.length + kept.length > 0)
  const fromUs = Math.floor(Math.min(...plans.map(({ readFromUs }) => readFromUs)))
  const toUs = Math.ceil(Math.max(...plans.map(({ stopUs }) => stopUs)))
  // Live vessels ask for nearly the same time, and one range is quicker than one for each.
  const together = (among: readonly Plan[]) =>
    among.map(({ vessel }) => ({ vesselNumber: vessel.number, fromUs, toUs }))
  const keys = new Set(evaluating.flatMap(({ segments }) => [...seriesOf(segments)]))
  const withFixes = evaluating.filter(({ fresh, kept }) => [...fresh, ...kept].some(isAboutFences))
  const [columns, movements, earlier, faults] = await Promise.all([
    keys.size === 0 ? [] : telemetry.series.sampleColumns(together(evaluating), [...keys], true),
    withFixes.length === 0 ? [] : telemetry.positions.movement(together(withFixes)),
    telemetry.positions.sparse(withFixes.flatMap(lookBack), LOOK_BACK_EVERY_US),
    hasFaults ? telemetry.engines.faults(together(plans)) : [],
  ])
  const columnsOf = Map.groupBy(columns, ({ vesselNumber }) => vesselNumber)
  const movementOf = new Map(movements.map((movement) => [movement.vesselNumber, movement]))
  const earlierOf = new Map(earlier.map((movement) => [movement.vesselNumber, movement]))
  const faultsOf = Map.groupBy(faults, ({ vesselNumber }) => vesselNumber)
  return (vesselNumber) => ({
    columns: columnsOf.get(vesselNumber) ?? [],
    movement: movementOf.get(vesselNumber) ?? null,
    earlier: earlierOf.get(vesselNumber) ?? null,
    whereabouts: null,
    faults: faultsOf.get(vesselNumber) ?? [],
  })
}

function evaluateVessel(
  plan: Plan,
  stored: readonly AlertRow[],
  read: Read,
  added: readonly SignalColumn[],
  hasFaults: boolean,
): Evaluation {
  const { vessel, head, evaluatedUs, isInOrder, fresh, kept, dropped, readFromUs, stopUs } = plan
  const found: FoundAlert[] = []
  const spans = new Map<string | null, { fromUs: number; toUs: number }>()
  const evidenceOf = new Map<FoundAlert, readonly Evidence[]>()
  const gate = isInOrder && head && fresh.length === 0 ? head.gate : openGate()
  const before = read.earlier ? believed(read.earlier, gate, vessel) : null
  const heard = read.movement ? believed(read.movement, gate, vessel, stopUs) : null
  const fixes = before && heard ? joined(before, heard) : (heard ?? before)
  const samples: Samples = {
    columns: [
      ...read.columns.map(({ key, instance, timeUs, value }) => ({ name: key, instance, timeUs, value })),
      ...added,
    ],
    fixes,
  }
  const folds: Head['folds'] = new Map()
  /** A crossing is found once she is clear of the boundary: it may lie before what was evaluated last, and is new all the same. */
  const alreadyFound = new Set<FoundAlert>()
  const take = (segment: Segment, episodes: readonly Episode[], evaluatedFromUs: number | null = null) => {
    for (const episode of episodes) {
      const isNew = !taken.has(episode)
      taken.add(episode)
      const one = { ...foundOf(segment, episode, samples), evaluatedFromUs: isNew ? evaluatedFromUs : null }
      evidenceOf.set(one, evidenceFor(segment, episode))
      found.push(one)
      if (!isNew && isInOrder && head) alreadyFound.add(one)
    }
  }
  for (const { segment, fold } of dropped) take(segment, fold.close())
  // Nearly all of them have come equally far.
  const parts = new Map<number, Samples>()
  for (const one of kept) {
    const { segment, fold } = one
    const part = parts.get(fold.nowUs) ?? after(samples, fold.nowUs, stopUs)
    parts.set(fold.nowUs, part)
    const endUs = Math.min(stopUs, segment.untilUs)
    const sinceUs = head && head.upToUs + 1
    take(segment, fold.advance(endUs < stopUs ? until(part, endUs) : part, endUs), sinceUs)
    // Its end was known before she said anything that came after it.
    if (segment.untilUs <= stopUs) take(segment, fold.close(), sinceUs)
    else folds.set(segment.key, one)
  }
  const lastUs = new Map<string, Map<string, number>>()
  for (const { segment, fromUs: askedUs } of fresh) {
    const fromUs = segment.rule.trigger && fixes ? sinceOpen(fixes, askedUs, segment, readFromUs) : askedUs
    const own = stored.filter(({ ruleId }) => ruleId === segment.ruleId)
    const before = beforeOf(segment, own, fromUs, samples, lastUs)
    // Nobody was there to see that she fell silent.
    for (const row of own)
      if (row.isOpen && row.triggerUs < fromUs && !heardShortlyBefore(samples.columns, fromUs))
        found.push(closed(row))
    const fold = new RuleFold(segment.rule, segment.fences, fromUs, before)
    const endUs = Math.min(stopUs, segment.untilUs)
    const episodes = new Set(fold.advance(until(samples, endUs), endUs))
    // What goes on without having changed is an answer too.
    for (const episode of fold.raised.values()) episodes.add(episode)
    if (segment.untilUs <= stopUs) for (const episode of fold.close()) episodes.add(episode)
    else folds.set(segment.key, { segment, fold })
    const known = lastUs.get(segment.ruleId) ?? new Map(before.lastUs)
    lastUs.set(segment.ruleId, known)
    for (const episode of episodes) {
      const key = keyOf(episode)
      known.set(key, Math.max(known.get(key) ?? Number.NEGATIVE_INFINITY, episode.beginUs))
    }
    const span = spans.get(segment.ruleId)
    const isLate = stopUs < evaluatedUs
    // Fixes after what is evaluated here may have shown a crossing that is still open at its end.
    const toUs = isLate ? Math.min(endUs, fold.settledUs) : endUs
    if (toUs >= fromUs) spans.set(segment.ruleId, { fromUs: Math.min(fromUs, span?.fromUs ?? fromUs), toUs })
    for (const episode of episodes) {
      take(
        segment,
        [isLate ? asStored(episode, own, stopUs) : episode],
        episode.beginUs >= fromUs ? fromUs : null,
      )
      taken.add(episode)
    }
  }
  let faults = isInOrder && head ? head.faults : null
  if (hasFaults) {
    const before = stored.filter(({ type, isOpen }) => type === 'external' && isOpen)
    const rows = read.faults.map(toSample)
    const evaluatedFromUs = isInOrder ? (head?.upToUs ?? 0) : plan.fromUs
    if (!faults) {
      const active = before.filter(({ triggerUs }) => triggerUs < evaluatedFromUs).flatMap(toExternal)
      faults = new ExternalFold(active, evaluatedFromUs)
      faults.advance(
        rows.filter(({ timeUs }) => timeUs < evaluatedFromUs && timeUs > evaluatedFromUs - EXTERNAL_CLEAR_US),
        evaluatedFromUs,
      )
      spans.set(null, { fromUs: evaluatedFromUs, toUs: stopUs })
    }
    const newRows = rows.filter(({ timeUs }) => timeUs >= evaluatedFromUs && timeUs <= stopUs)
    if (newRows.length > 0 || !faults.isIdle)
      for (const episode of faults.advance(newRows, stopUs)) {
        const one = externalOf(episode)
        evidenceOf.set(one, [{ source: episode.source }])
        found.push(one)
      }
  }
  const isNewest = stopUs >= evaluatedUs
  const closing = stored.filter(
    ({ isOpen, ruleId, triggerUs }) =>
      isOpen &&
      ruleId !== null &&
      triggerUs < stopUs &&
      isNewest &&
      !plan.inForce.some((segment) => segment.ruleId === ruleId && segment.untilUs > stopUs),
  )
  for (const row of closing) if (!found.some(({ ruleId }) => ruleId === row.ruleId)) found.push(closed(row))
  return {
    vessel,
    evaluated: {
      ...{ vesselId: vessel.id, organizationId: vessel.organizationId, departmentId: vessel.departmentId },
      ...{ spans, found },
    },
    head: isNewest
      ? {
          upToUs: Math.max(stopUs, head?.upToUs ?? stopUs),
          folds,
          gate,
          faults: faults ?? new ExternalFold(),
        }
      : null,
    newAlerts: found.flatMap((one) =>
      alreadyFound.has(one) ? [] : [{ one, evidence: evidenceOf.get(one) ?? [] }],
    ),
    whereabouts: read.whereabouts,
  }
}

/** Those that alerts were made of. */
const taken = new WeakSet<Episode>()

/**
 * A boundary is crossed between two fixes, and a crossing counts some fixes later: what the last fix before a moment
 * leaves open is evaluated again. Before `readFromUs` only some fixes are read.
 */
function sinceOpen(fixes: FixColumns, fromUs: number, segment: Segment, readFromUs: number): number {
  const watch = new FenceWatch(segment.rule, segment.fences)
  const next = lowerBound(fixes.timeUs, fromUs)
  if (next === 0) return fromUs
  for (let i = 0; i < next; i++) watch.take(fixes, i)
  const { open } = watch
  const openUs = open && open.firstUs >= readFromUs ? open.crossingUs : Number.POSITIVE_INFINITY
  return Math.max(segment.fromUs, Math.min((fixes.timeUs[next - 1] as number) + 1, openUs))
}

/** Where what was evaluated ends before the newest, what goes on there goes on as it is stored. */
function asStored(episode: Episode, own: readonly AlertRow[], stopUs: number): Episode {
  if (!episode.isOpen) return episode
  const later = own.find(
    ({ instance, triggerUs, endUs, isOpen }) =>
      (instance ?? -1) === episode.instance &&
      triggerUs <= stopUs + SAME_US &&
      (isOpen || endUs === null || endUs >= stopUs - SAME_US),
  )
  return later ? { ...episode, endUs: later.endUs, isOpen: later.isOpen } : { ...episode, isOpen: false }
}

const keyOf = ({ instance, crossing }: Episode) =>
  crossing ? `${instance} ${crossing.direction}` : String(instance)

const keyOfRow = ({ instance, facts }: AlertRow) =>
  facts?.kind === 'geofence' ? `${instance ?? -1} ${facts.direction}` : String(instance ?? -1)

/** What the stored alerts of a rule say of a moment. */
function beforeOf(
  { rule, ruleId, fromUs: begins }: Segment,
  own: readonly AlertRow[],
  atUs: number,
  { columns }: Samples,
  lastOf: ReadonlyMap<string, ReadonlyMap<string, number>>,
): Before {
  const raised = new Map<string, { episode: Episode; clearSinceUs: number | null }>()
  const lastUs = new Map<string, number>(lastOf.get(ruleId) ?? [])
  for (const row of own) {
    if (row.triggerUs >= atUs || row.withdrawnAt) continue
    const key = keyOfRow(row)
    lastUs.set(key, Math.max(lastUs.get(key) ?? Number.NEGATIVE_INFINITY, row.triggerUs))
    // What another version raised is not this one's to go on with.
    if (row.facts?.kind === 'geofence' || row.triggerUs < begins) continue
    const isOver = row.endUs !== null && atUs - row.endUs > rule.clearUs
    if (isOver || (row.endUs === null && !heardShortlyBefore(columns, atUs))) continue
    const clearSinceUs = row.endUs !== null && row.endUs < atUs ? row.endUs : null
    raised.set(key, { episode: episodeOf(row), clearSinceUs })
  }
  return { raised, lastUs }
}

const heardShortlyBefore = (columns: Samples['columns'], atUs: number) =>
  columns.some(({ timeUs }) => {
    const next = lowerBound(timeUs, atUs)
    return next > 0 && atUs - (timeUs[next - 1] as number) <= LONGEST_HOLD_US
  })

const episodeOf = ({ triggerUs, instance, facts }: AlertRow): Episode => ({
  ...{ beginUs: triggerUs, endUs: null, isOpen: true, instance: instance ?? -1, crossing: null },
  ...{ fenceId: null, fenceName: facts?.kind === 'threshold' ? facts.fence : null, values: [] },
})

function foundOf(segment: Segment, episode: Episode, { fixes }: Samples): FoundAlert {
  const version = versionAt(segment, episode.beginUs)
  const { crossing, beginUs, endUs, isOpen, instance } = episode
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
      isOpen,
      sources: [],
    },
    ...{ latitudeDeg: at?.lat ?? null, longitudeDeg: at?.lon ?? null },
  }
}

function lastFix({ timeUs, lat, lon }: FixColumns, atUs: number) {
  const next = lowerBound(timeUs, atUs + 1)
  return next === 0 || atUs - (timeUs[next - 1] as number) > LONGEST_HOLD_US
    ? null
    : { lat: lat[next - 1] as number, lon: lon[next - 1] as number }
}

const externalOf = (episode: ExternalEpisode): FoundAlert => ({
  ...{ ruleId: null, ruleVersion: null, type: 'external', severity: externalSeverity(episode), text: null },
  facts: {
    ...{ kind: 'external', spn: episode.spn, lamp: episode.lamp },
    fmi: episode.fmi,
  },
  ...{ instance: episode.instance, beginUs: episode.beginUs, endUs: episode.endUs, isOpen: episode.isOpen },
  ...{ latitudeDeg: null, longitudeDeg: null, sources: [] },
})

const closed = (row: AlertRow): FoundAlert => ({
  ...{ ruleId: row.ruleId, ruleVersion: row.ruleVersion, type: row.type as FoundAlert['type'] },
  ...{ severity: row.severity, text: row.text, facts: row.facts as FoundAlert['facts'] },
  ...{ instance: row.instance, beginUs: row.triggerUs, endUs: null, isOpen: false, sources: row.sources },
  ...{ latitudeDeg: row.latitudeDeg, longitudeDeg: row.longitudeDeg },
})

function toExternal({ facts, instance, triggerUs }: AlertRow): ExternalEpisode[] {
  if (facts?.kind !== 'external') return []
  const { spn, fmi, lamp } = facts
  return [
    {
      ...{ spn, lamp, fmi: fmi ?? 31, instance: instance ?? 0, source: UNKNOWN_SOURCE },
      ...{ beginUs: triggerUs, endUs: null, isOpen: true },
    },
  ]
}

/** The gravest lamp that is lit: red before amber before the others. */
function toSample({ timeUs, instance, spn, fmi, lamps, source }: StoredFault): FaultSample {
  const [protect, amber, red, malfunction] = lamps
  const lit = { red, amber, protect, malfunction }
  const lamp = LAMPS.find((name) => lit[name] === 1) ?? null
  return { timeUs, instance, spn, fmi, lamp, source }
}

/** Positions of what was raised away from any fence, asked for at once: in a storm it is most of a fleet. */
async function locate({ telemetry }: Pick<StepContext, 'telemetry'>, evaluations: readonly Evaluation[]) {
  const lost = evaluations.flatMap(({ vessel, newAlerts, whereabouts }) =>
    newAlerts
      .filter(({ one }) => one.latitudeDeg === null && !(whereabouts && isPlaced(one, whereabouts)))
      .map(({ one }) => ({ one, vesselNumber: vessel.number })),
  )
  // Close together they are one question; apart from each other they would read what lies between.
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

/** Puts what was found where she was then, as far as these fixes say: what she says a moment later moves it no more. */
function isPlaced(
  one: FoundAlert,
  { timeUs, valid, latitudeDeg, longitudeDeg }: Movement,
  isAll = false,
): boolean {
  const next = lowerBound(timeUs, one.beginUs + 1)
  let at = next - 1
  while (at >= 0 && valid[at] !== 1) at--
  // Only where nothing is known of the minute before.
  if (at < 0 && isAll && valid[next] === 1) at = next
  if (at < 0 || one.beginUs - (timeUs[at] as number) > SAME_US) return false
  one.latitudeDeg = latitudeDeg[at] as number
  one.longitudeDeg = longitudeDeg[at] as number
  return true
}

/** What an episode is about: the position of a crossing, and what its conditions look at. */
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
