import type { SeriesKey } from '#contract/domain/series.ts'
import { DAY_US, HOUR_US, MINUTE_MS, SECOND_US } from '#contract/domain/time.ts'
import { queueDarkBoards, refreshBoards } from '#server/records/alertBoard.ts'
import {
  type EvaluatedVessel,
  openAlerts,
  type ReconciledAlert,
  reconcileAlerts,
} from '#server/records/alertReconciling.ts'
import type { DirectoryEntry } from '#server/records/vesselDirectory.ts'
import { DRAWN_ALONE } from '../../formulas/analysis/derivedSeries.ts'
import { SECONDS_CONTEXT_US } from '../../formulas/impacts/impactSeconds.ts'
import { LONGEST_HOLD_US } from '../../formulas/rules/longestHold.ts'
import type { SignalColumn } from '../../formulas/rules/ruleFold.ts'
import type { Segment } from '../../formulas/rules/ruleSegments.ts'
import { recordsColumn } from '../../formulas/rules/samples.ts'
import { statusColumns, statusNames } from '../../formulas/rules/statusColumns.ts'
import { type Asked, evaluateRules, type Head, type ToEvaluate } from '../evaluateRules.ts'
import { Lateness } from '../lateness.ts'
import { RecentReadings } from '../recentReadings.ts'
import type { RuleCache } from '../ruleCache.ts'
import {
  every,
  type FollowUp,
  type Found,
  isLate,
  type Redrawn,
  type Step,
  type StepContext,
  type VesselWork,
} from '../step.ts'
import type { Span } from '../workQueue.ts'

/**
 * Basis of a rule, and so the data it waits for: stored samples, impacts computed from samples, series drawn
 * along a trip (safety speed, eco compliance), or figures of the whole trip. The latest basis among the
 * conditions decides, so that no rule is evaluated too early.
 */
export const BASES = ['samples', 'derived', 'analysed', 'figures'] as const
export type Basis = (typeof BASES)[number]
export const STEP_OF: Readonly<Record<Basis, string>> = {
  samples: 'rules',
  derived: 'rules-derived',
  analysed: 'rules-analysed',
  figures: 'rules-figures',
}

export type About = Pick<FollowUp, 'vesselNumber' | 'share' | 'sinceMs'>

/** Follow-ups for rules on series drawn along a trip, and for rules on SOG where no device reports one. */
export const drawnAgain = (about: About, { hasSog, ...span }: Redrawn): FollowUp[] => [
  { ...about, ...span, step: STEP_OF.analysed },
  ...(hasSog ? [{ ...about, ...span, step: STEP_OF.samples, share: 'backlog' as const }] : []),
]

/**
 * Follow-up for rules on the figures of a trip. Their alerts end after a long silence, in whatever process
 * and at whatever time.
 */
export const figuresAgain = (about: About, { fromUs, toUs }: Span): FollowUp => ({
  ...{ ...about, step: STEP_OF.figures },
  ...{ fromUs, toUs: toUs + 3 * LONGEST_HOLD_US },
})

const LOOK_MS = 250
/** Interval between searches for silent vessels. */
const SILENCE_EVERY_MS = 1000
/** Interval between looks at the computers on board of silent vessels. */
const BOARDS_EVERY_MS = 30_000
/** The server may have been away itself: a computer on a limited link reports again within ten minutes. */
const BOARDS_RETURN_MS = 11 * MINUTE_MS
/** A vessel that sent nothing for this long is silent: its open alerts ended with the last sample. */
const SILENT_US = LONGEST_HOLD_US + 1
/** Longest delay of computed series behind their samples. */
const COMPUTED_LATE_US = HOUR_US
/** Missed data is evaluated first for this long after a start. */
const MISSED_MS = 300_000
/** A series that no device sent for this long counts as never sent, for rules on its age. */
const AGES_BACK_US = 31 * DAY_US
/** A version that began longer ago than this began before the last sample of any vessel that still sends. */
const EDITED_US = 31 * DAY_US
/** Vessels silent for longer have been evaluated completely, except alerts that are stored as open. */
const SILENT_SINCE_US = DAY_US
/** A second of impacts changes again with motion that arrives within this time after it. */
const UNSETTLED_US = SECONDS_CONTEXT_US.after
/** Longest interval between two samples of motion. */
const MOTION_INTERVAL_US = SECOND_US / 10
/** Motion that pauses for this long may have ended: its last seconds wait no longer for later samples. */
const MOTION_QUIET_MS = 8000

/** A logger sends motion in bursts around impacts. Those of a voyage are evaluated together, with the statements of one. */
const MOTION_APART_US = HOUR_US
const REACH_US = 5 * SECOND_US

const IMPACTS: readonly SeriesKey[] = ['impact', 'impact_x', 'impact_y', 'impact_z']

/** Evaluation needs of a vessel's rules on one basis, which follow from the rules alone. */
interface Evaluated {
  segments: readonly Segment[]
  /** Segments in force on all bases. */
  inForce: readonly Segment[]
  /** How long she may be silent, and from when until when that is evaluated. */
  silences: readonly { limitUs: number; fromUs: number; untilUs: number }[]
  asksStatus: boolean
  /** Whether it matters when anything at all was recorded. */
  asksRecords: boolean
  /** Series of which it matters when they were recorded last. */
  ageKeys: readonly SeriesKey[]
}

function evaluatedOf(all: readonly Segment[], basis: Basis): Evaluated {
  const segments = all.filter((segment) => basisOf(segment) === basis)
  return {
    ...{ segments, inForce: all },
    silences: segments.flatMap(({ rule, fromUs, untilUs }) =>
      rule.conditions
        .filter(({ isAge }) => isAge)
        .map(({ limit }) => ({ limitUs: limit * SECOND_US, fromUs, untilUs })),
    ),
    asksStatus: statusNames(segments).size > 0,
    asksRecords: segments.some(
      ({ rule }) =>
        rule.usesRecords || rule.conditions.some(({ isAge, signal }) => isAge && signal.series === null),
    ),
    ageKeys: [
      ...new Set(
        segments.flatMap(({ rule }) =>
          rule.conditions.flatMap(({ isAge, signal }) => (isAge && signal.series ? [signal.series] : [])),
        ),
      ),
    ],
  }
}

/** True when time alone can change the result. */
const changesWithoutData = ({ silences, asksStatus }: Evaluated) => silences.length > 0 || asksStatus

/** True when a version began or ended so shortly before a moment that the vessel may have sent nothing since. */
const wasEdited = ({ segments }: Evaluated, atUs: number) =>
  segments.some(({ fromUs, untilUs }) =>
    [fromUs, untilUs].some((editedUs) => editedUs <= atUs && editedUs > atUs - EDITED_US),
  )

/** First second of impacts that motion from a moment on changes. */
const firstChangedUs = (fromUs: number) => Math.floor((fromUs - UNSETTLED_US) / SECOND_US) * SECOND_US

function basisOf({ rule }: Segment): Basis {
  if (rule.conditions.some(({ signal }) => signal.name.startsWith('statistics:'))) return 'figures'
  const asksFor = (all: readonly SeriesKey[]) =>
    rule.conditions.some(({ signal }) => signal.series && all.includes(signal.series))
  if (asksFor(DRAWN_ALONE)) return 'analysed'
  return asksFor(IMPACTS) ? 'derived' : 'samples'
}

const isAfter = (head: Head | null, us: number): head is Head => head !== null && us > head.upToUs

/** Rules become alerts: many live vessels at once, with a few questions, a quarter of a second after their samples. */
export const rulesStep = (context: StepContext, ruleCache: RuleCache, basis: Basis): Step => {
  const { db, bus, clock, latest } = context
  const heads = new Map<number, Head>()
  /**
   * Evaluated time of vessels without a kept state: data between late samples and this time is not evaluated
   * again.
   */
  const evaluatedUs = new Map<number, number>()
  /** Rules evaluated last for each vessel. */
  const lastEvaluated = new Map<number, Evaluated>()
  /** Vessels being evaluated: a backlog may be under way while the vessel sends. */
  const busy = new Map<number, Promise<unknown>>()
  const lateness = new Lateness()
  const recent = new RecentReadings()
  /** Vessels taken over from another process and not evaluated since, with the clock of that moment. */
  const unseen = new Map<number, number>()
  /**
   * Seconds of impacts that wait for later samples: the wall clock since when, and whether motion has ended.
   */
  const unsettled = new Map<number, Span & { sinceMs: number; isOver: boolean }>()

  /** Results by the list that the rule cache returns; the list stays unchanged until a rule changes. */
  const evaluatedBy = new WeakMap<readonly Segment[], Evaluated>()
  const ofVessel = async (vessel: DirectoryEntry) => {
    const all = await ruleCache.segmentsOf(vessel)
    const known = evaluatedBy.get(all) ?? evaluatedOf(all, basis)
    evaluatedBy.set(all, known)
    return known
  }

  /** First time at which a work changes the rules' input, and the time up to which the input is settled. */
  function bounds({ vessel, fromUs, toUs, share, sinceMs }: VesselWork, head: Head | null) {
    const { number } = vessel
    if (basis === 'derived') {
      const last = unsettled.get(number)
      if (last?.isOver && toUs === last.toUs) return { changedUs: fromUs, settledUs: toUs }
      const settledUs = firstChangedUs(toUs + MOTION_INTERVAL_US) - SECOND_US
      return {
        changedUs: firstChangedUs(fromUs),
        settledUs: head ? Math.max(settledUs, Math.min(toUs + UNSETTLED_US, head.upToUs)) : settledUs,
      }
    }
    const whole = { changedUs: fromUs, settledUs: toUs }
    if (basis !== 'samples') return whole
    const nowMs = clock.nowMs()
    // Work delayed because the vessel was busy does not count as late.
    if (head && fromUs <= head.upToUs && share === 'live') lateness.note(number, fromUs, sinceMs)
    const waitUs = lateness.waitUs(number, nowMs)
    if (waitUs === 0) return whole
    // Late samples are evaluated now; samples after the evaluated ones wait for their time.
    const dueUs = Math.max(nowMs * 1000 - waitUs, head?.upToUs ?? Number.NEGATIVE_INFINITY)
    return { ...whole, settledUs: Math.min(toUs, dueUs) }
  }

  function noteUnsettled(number: number, settledUs: number, toUs: number) {
    if (settledUs < toUs && toUs > (unsettled.get(number)?.toUs ?? Number.NEGATIVE_INFINITY))
      unsettled.set(number, { fromUs: settledUs + 1, toUs, sinceMs: clock.nowMs(), isOver: false })
  }

  /**
   * Last data of vessels before the evaluated time, when no kept state precedes it. Silence lasts and hours
   * pass without data, and the process that evaluated earlier data may have stopped before that. A version
   * may have begun or ended in the silence.
   */
  const lastSeenBefore = (
    works: readonly { vessel: DirectoryEntry; changedUs: number; evaluated: Evaluated; head: Head | null }[],
  ) =>
    context.telemetry.intervals.lastBefore(
      works
        .filter(
          ({ head, changedUs, evaluated }) =>
            !isAfter(head, changedUs) && (changesWithoutData(evaluated) || wasEdited(evaluated, changedUs)),
        )
        .map(({ vessel, changedUs }) => ({ vesselNumber: vessel.number, beforeUs: changedUs })),
    )

  async function evaluate(works: readonly VesselWork[]): Promise<FollowUp[]> {
    const asked: (ToEvaluate & Evaluated)[] = []
    const evaluatedOfVessel = new Map<number, Evaluated>()
    const bounded = await Promise.all(
      works.map(async (work) => {
        const head = heads.get(work.vessel.number) ?? null
        return { ...work, head, evaluated: await ofVessel(work.vessel), ...bounds(work, head) }
      }),
    )
    const lastSeenUs = await lastSeenBefore(bounded)
    for (const { vessel, toUs, share, head, evaluated, changedUs, settledUs } of bounded) {
      evaluatedOfVessel.set(vessel.number, evaluated)
      if (evaluated.segments.length === 0 && basis !== 'samples') {
        unsettled.delete(vessel.number)
        continue
      }
      // Starts after the last evaluated sample, so that the unsettled rest of the previous run is evaluated too.
      const isNext = isAfter(head, changedUs) && settledUs < toUs
      const lastUs = isNext ? head.upToUs : lastSeenUs.get(vessel.number)
      const firstUs = lastUs === undefined ? changedUs : lastUs + 1
      const held = head && share === 'live' ? recent.after(vessel.number, head.upToUs) : null
      if (settledUs >= firstUs || !head)
        asked.push({
          ...{ ...evaluated, vessel, fromUs: firstUs, toUs: Math.max(firstUs, settledUs), head, held },
          evaluatedUs: head?.upToUs ?? evaluatedUs.get(vessel.number) ?? Number.NEGATIVE_INFINITY,
        })
      if (basis === 'derived') noteUnsettled(vessel.number, settledUs, toUs)
    }
    const evaluations = await evaluateRules(context, asked, more, basis === 'samples')
    const evaluated = evaluations
      .map((one) => one.evaluated)
      .filter(({ found, spans }) => found.length + spans.size > 0)
    if (evaluated.length > 0) publish(evaluated, await save(evaluated))
    for (const { vessel, head } of evaluations) {
      if (!head) continue
      heads.set(vessel.number, head)
      lastEvaluated.set(vessel.number, evaluatedOfVessel.get(vessel.number) as Evaluated)
      recent.forget(vessel.number, head.upToUs)
    }
    for (const { vessel } of evaluations) if (heads.has(vessel.number)) unseen.delete(vessel.number)
    // Late data is evaluated and not remembered.
    for (const { vessel, toUs } of asked) {
      const settledUs = Math.max(toUs, heads.get(vessel.number)?.upToUs ?? toUs)
      if (settledUs >= (unsettled.get(vessel.number)?.toUs ?? Number.POSITIVE_INFINITY))
        unsettled.delete(vessel.number)
    }
    return evaluations.flatMap(({ vessel: { number }, leftFromUs }) => {
      const work = works.find(({ vessel }) => vessel.number === number)
      if (leftFromUs === null || !work) return []
      return [leftOver(number, { fromUs: leftFromUs, toUs: leftFromUs }, work.sinceMs)]
    })
  }

  const leftOver = (vesselNumber: number, { fromUs, toUs }: Span, sinceMs: number): FollowUp => ({
    ...{ step: STEP_OF[basis], vesselNumber, fromUs, toUs, share: 'backlog', sinceMs },
  })

  const save = (evaluated: readonly EvaluatedVessel[]) =>
    db.transaction((tx) => reconcileAlerts(tx, evaluated, new Date(clock.nowMs())))

  function publish(evaluated: readonly EvaluatedVessel[], changed: readonly ReconciledAlert[]) {
    const placeOf = new Map(evaluated.map((one) => [one.vesselId, one]))
    const vessels = new Set<EvaluatedVessel>()
    for (const { alertId, vesselId, isNew } of changed) {
      const place = placeOf.get(vesselId)
      if (!place) continue
      vessels.add(place)
      const { organizationId, departmentId } = place
      const type = isNew ? 'alert.raised' : 'alert.changed'
      bus.publish({ type, organizationId, departmentId, vesselId, alertId })
    }
    for (const { organizationId, departmentId, vesselId } of vessels)
      bus.publish({ type: 'helm.changed', organizationId, departmentId, vesselId })
  }

  async function more(all: readonly (Asked & Evaluated)[]) {
    const columns = await statusColumns(
      context,
      all.filter(({ asksStatus }) => asksStatus),
    )
    const add = (number: number, column: SignalColumn) =>
      columns.set(number, [...(columns.get(number) ?? []), column])
    const { intervals } = context.telemetry
    const listening = all.filter(({ asksRecords }) => asksRecords)
    const isHeld = ({ isReevaluated, held }: Asked) => !isReevaluated && held !== null
    const asked = listening.filter((one) => !isHeld(one))
    const [recorded, before] = await Promise.all([
      intervals.recordTimes(
        asked.map(({ vessel, readFromUs, stopUs }) => ({
          ...{ vesselNumber: vessel.number, fromUs: Math.floor(readFromUs), toUs: Math.ceil(stopUs) },
        })),
      ),
      intervals.lastBefore(
        asked
          .filter(({ isReevaluated }) => isReevaluated)
          .map(({ vessel, readFromUs }) => ({
            vesselNumber: vessel.number,
            beforeUs: Math.floor(readFromUs),
          })),
      ),
    ])
    for (const one of listening) {
      const { number } = one.vessel
      const times = isHeld(one)
        ? recent.times(number, one.readFromUs - 1)
        : [...(before.has(number) ? [before.get(number) as number] : []), ...(recorded.get(number) ?? [])]
      add(number, recordsColumn(Float64Array.from(times)))
    }
    for (const { vessel, ageKeys, readFromUs } of all.filter(({ isReevaluated }) => isReevaluated))
      for (const key of ageKeys) {
        const toUs = Math.floor(readFromUs) - 1
        const fleet = { vesselNumbers: [vessel.number], fromUs: Math.max(0, toUs - AGES_BACK_US), toUs }
        const last = (await intervals.timesOfData(fleet, key, AGES_BACK_US)).get(vessel.number)?.at(-1)
        if (last === undefined) continue
        // The value does not matter, because other conditions do not look back so far.
        const column = { name: key, instance: 1, timeUs: Float64Array.of(last) }
        add(vessel.number, { ...column, value: Float64Array.of(Number.NaN) })
      }
    return columns
  }

  /** Vessels whose open alerts end by silence, or by a lack of new data for this basis. */
  async function findOver(nowMs: number): Promise<Found[]> {
    const nowUs = nowMs * 1000
    const isSilent = (number: number) =>
      nowUs - (latest.get(number).lastUpdatedUs ?? Number.POSITIVE_INFINITY) >= SILENT_US
    const found: Found[] = []
    for (const [vesselNumber, head] of heads) {
      const { lastUpdatedUs } = latest.get(vesselNumber)
      if (!context.vessels.has(vesselNumber) || lastUpdatedUs === null) continue
      const lastUs = basis === 'samples' ? lastUpdatedUs : head.upToUs
      const toUs = lastUs + SILENT_US
      const isOver =
        basis === 'samples'
          ? isSilent(vesselNumber) && head.upToUs < toUs
          : toUs <= nowUs && (isSilent(vesselNumber) || nowUs - lastUs >= COMPUTED_LATE_US) && goesOn(head)
      if (isOver) found.push({ vesselNumber, share: 'live', fromUs: Math.max(head.upToUs + 1, lastUs), toUs })
    }
    return [...found, ...(await findUnseen(nowMs, isSilent))]
  }

  const goesOn = ({ folds }: Head) => [...folds.values()].some(({ fold }) => fold.raised.length > 0)

  /** Vessels without data since they were taken over: alerts stored as open may be over. */
  async function findUnseen(nowMs: number, isSilent: (number: number) => boolean): Promise<Found[]> {
    const due = [...unseen].filter(
      ([number, sinceMs]) =>
        context.vessels.has(number) &&
        latest.get(number).lastUpdatedUs !== null &&
        (isSilent(number) || (basis !== 'samples' && nowMs - sinceMs >= MISSED_MS)),
    )
    if (due.length === 0) return []
    const vessels = due.flatMap(([number]) => context.vessels.get(number) ?? [])
    const open = new Set(
      (
        await openAlerts(
          db,
          vessels.map(({ id }) => id),
        )
      ).map(({ vesselId }) => vesselId),
    )
    const found: Found[] = []
    for (const vessel of vessels) {
      unseen.delete(vessel.number)
      const lastUs = latest.get(vessel.number).lastUpdatedUs ?? 0
      const isRecent = lastUs > nowMs * 1000 - SILENT_SINCE_US
      if (!open.has(vessel.id) && !isRecent) continue
      if (basis !== 'samples' && (await ofVessel(vessel)).segments.length === 0) continue
      const toUs = Math.min(lastUs + SILENT_US, nowMs * 1000)
      found.push({ vesselNumber: vessel.number, share: 'backlog', fromUs: Math.min(lastUs, toUs), toUs })
    }
    return found
  }

  /** Vessels with changed rules, with silences that a rule waits for, and with samples that were delayed. */
  async function findSilent(nowMs: number): Promise<Found[]> {
    await ruleCache.refresh(nowMs)
    const found: Found[] = []
    for (const vessel of context.vessels.values()) {
      const evaluated = await ofVessel(vessel)
      const { silences } = evaluated
      const head = heads.get(vessel.number)
      // A rule is evaluated on the data from before it was loaded, also when the vessel sends nothing more.
      if (head && lastEvaluated.get(vessel.number) !== evaluated) {
        const nextUs = head.upToUs + 1
        found.push({ vesselNumber: vessel.number, share: 'live', fromUs: nextUs, toUs: nextUs })
      }
      const waitUs = lateness.waitUs(vessel.number, nowMs)
      if (silences.length === 0 && waitUs === 0) continue
      const lastSeenUs = latest.get(vessel.number).lastUpdatedUs
      if (lastSeenUs === null) continue
      const seenUs = head?.upToUs ?? Number.NEGATIVE_INFINITY
      // The last samples before a silence were delayed, too.
      if (waitUs > 0 && seenUs < lastSeenUs && lastSeenUs + waitUs <= nowMs * 1000)
        found.push({
          ...{ vesselNumber: vessel.number, share: 'live' },
          // A clock that was years behind leaves years without data in between.
          fromUs: Math.max(seenUs + 1, lastSeenUs - HOUR_US),
          toUs: lastSeenUs,
        })
      for (const { limitUs, fromUs, untilUs } of silences) {
        // A boat may be silent already when the rule begins.
        const dueUs = Math.max(lastSeenUs + limitUs, fromUs) + 1
        if (untilUs < nowMs * 1000 || dueUs > nowMs * 1000 || seenUs >= dueUs) continue
        found.push({
          ...{ vesselNumber: vessel.number, share: 'live' },
          fromUs: Math.max(seenUs + 1, lastSeenUs),
          toUs: dueUs,
        })
      }
    }
    return found
  }

  let boardsMs = Number.NEGATIVE_INFINITY
  const watchingSinceMs = clock.nowMs()
  /** Open alerts about a silence show whether the computer on board reports, which no sample does. */
  async function lookAtBoards(nowMs: number, all: boolean) {
    if (!all && nowMs - boardsMs < BOARDS_EVERY_MS) return
    boardsMs = nowMs
    for (const { id: alertId, ...place } of await refreshBoards(db, nowMs))
      bus.publish({ type: 'alert.changed', alertId, ...place })
    if (nowMs - watchingSinceMs >= BOARDS_RETURN_MS) await queueDarkBoards(db, nowMs)
  }

  /** The last seconds of motion without later samples. */
  async function findEnded(nowMs: number, all: boolean): Promise<Found[]> {
    const found: Found[] = []
    for (const [vesselNumber, last] of unsettled) {
      if (!context.vessels.has(vesselNumber)) unsettled.delete(vesselNumber)
      if (!all && nowMs - last.sinceMs < MOTION_QUIET_MS) continue
      last.isOver = true
      found.push({ vesselNumber, share: 'live', fromUs: last.fromUs, toUs: last.toUs })
    }
    return found
  }

  async function run(works: readonly VesselWork[]): Promise<readonly FollowUp[]> {
    await ruleCache.refresh(clock.nowMs())
    const isLive = works[0]?.share !== 'backlog'
    const later = isLive ? works.filter(({ vessel }) => busy.has(vessel.number)) : []
    const others = () => works.flatMap(({ vessel }) => busy.get(vessel.number) ?? [])
    while (!isLive && others().length > 0) await Promise.allSettled(others())
    // Intervals of one vessel are evaluated in order, one after the other.
    const leftOvers: FollowUp[] = []
    let left = works.filter((work) => !later.includes(work)).toSorted((a, b) => a.fromUs - b.fromUs)
    while (left.length > 0) {
      const seen = new Set<number>()
      const now = left.filter(({ vessel }) => !seen.has(vessel.number) && seen.add(vessel.number))
      left = left.filter((work) => !now.includes(work))
      const evaluating = evaluate(now)
      for (const { vessel } of now) busy.set(vessel.number, evaluating)
      try {
        leftOvers.push(...(await evaluating))
      } catch (error) {
        // The state in memory may have advanced, so evaluation starts again from the stored alerts.
        for (const { vessel } of now) {
          const head = heads.get(vessel.number)
          if (head) evaluatedUs.set(vessel.number, head.upToUs)
          heads.delete(vessel.number)
        }
        throw error
      } finally {
        for (const { vessel } of now) if (busy.get(vessel.number) === evaluating) busy.delete(vessel.number)
      }
    }
    return [...leftOvers, ...later.map((work) => leftOver(work.vessel.number, work, work.sinceMs))]
  }

  return {
    name: STEP_OF[basis],
    begin(vessels) {
      for (const { number } of vessels) {
        for (const known of [heads, lastEvaluated, unsettled]) known.delete(number)
        unseen.set(number, clock.nowMs())
        // The previous process has evaluated her earlier samples.
        evaluatedUs.set(number, latest.get(number).lastUpdatedUs ?? Number.NEGATIVE_INFINITY)
        lateness.forget(number)
        recent.begin(number)
      }
    },
    ...(basis === 'samples'
      ? {
          wokenBy: (_vessel, interval) => {
            recent.note(interval, isLate(interval, clock.nowMs()))
            return [{ fromUs: interval.fromUs, toUs: interval.toUs }]
          },
        }
      : {}),
    find: async (nowMs, all) => {
      if (basis === 'samples') await lookAtBoards(nowMs, all)
      return [
        ...(basis === 'samples' ? await findSilent(nowMs) : []),
        ...(basis === 'derived' ? await findEnded(nowMs, all) : []),
        ...(await findOver(nowMs)),
      ]
    },
    findEveryMs: SILENCE_EVERY_MS,
    // New samples are in memory and due at once; other bases change seldom and for many vessels together.
    dueMs: basis === 'samples' ? (_vessel, _interval, nowMs) => nowMs : every(LOOK_MS),
    reachUs: (share) => (basis === 'derived' && share === 'backlog' ? MOTION_APART_US : REACH_US),
    // A run costs some ten statements, whatever it evaluates; rules need few series, which bounds the memory.
    longestUs: DAY_US,
    mostOfVessel: 1,
    mostWorks: 2000,
    mostUs: 8 * DAY_US,
    precedesFigures: basis === 'samples' || basis === 'derived',
    // The other steps of a vessel neither read alerts nor change what rules look at.
    takesTurns: false,
    run,
  }
}
