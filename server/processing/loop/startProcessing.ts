import { MINUTE_MS, MINUTE_US } from '#contract/domain/time.ts'
import type { Bus } from '#server/platform/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { AppendedInterval, BusEventOf, WaitingWork } from '#server/platform/events.ts'
import type { Log } from '#server/platform/log.ts'
import { ALL_PARTITIONS, partitionOf } from '#server/platform/partitions.ts'
import { openRounds } from '#server/platform/rounds.ts'
import { openThrottle, type Throttle } from '#server/platform/throttle.ts'
import { recomputationsSince } from '#server/records/recomputations.ts'
import { turnedSince } from '#server/records/sensorMountings.ts'
import { loadSensorSettings } from '#server/records/sensors.ts'
import { tripsAnalysedSince } from '#server/records/tripAnalysis.ts'
import { correctionsSince } from '#server/records/tripCorrections.ts'
import { tripsOfOtherVersions } from '#server/records/trips.ts'
import { type DirectoryEntry, loadDirectory } from '#server/records/vesselDirectory.ts'
import { loadVesselStates } from '#server/records/vesselStates.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { ARRIVAL_MARGIN_MS } from '#server/telemetry/appendedIntervals.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { ALGO_VERSION } from '../formulas/parameters.ts'
import { LatestStates } from './latest.ts'
import { StepProgress } from './progress.ts'
import { openReread } from './reread.ts'
import { RuleCache } from './ruleCache.ts'
import { Runner, type StepFigures } from './runner.ts'
import type { Share, Step, StepContext } from './step.ts'
import { analysisStep } from './steps/analysisStep.ts'
import { engineHistoryStep, engineHoursStep, maintenanceStep } from './steps/engineHoursStep.ts'
import { impactsStep } from './steps/impactsStep.ts'
import { latestStep } from './steps/latestStep.ts'
import { mountingsStep } from './steps/mountingsStep.ts'
import { peaksStep } from './steps/peaksStep.ts'
import { sensorsStep, voyagesStep } from './steps/recomputationSteps.ts'
import { BASES, drawnAgain, figuresAgain, rulesStep, STEP_OF } from './steps/rulesStep.ts'
import { tripsStep } from './steps/tripsStep.ts'
import type { Span } from './workQueue.ts'

export interface Processing {
  /** Partitions whose pending work this process knows completely. */
  partitions(): readonly number[]
  /** Takes on their vessels, with all that was missed of them; safe to repeat. */
  hold(partitions: readonly number[]): Promise<void>
  /** Resolves once no work of these partitions is under way and their progress is stored. */
  drop(partitions: readonly number[]): Promise<void>
  /**
   * Share of an interval of a vessel's event time that still has to be processed, for the first time or again; 0 to 1.
   */
  waiting(vesselNumber: number, interval: { fromUs: number; toUs: number }): number
  /** Event time of all vessels before that moment which waits for any step, or for one that precedes figures, µs. */
  waitingBeforeUs(beforeUs: number, precedesFigures?: boolean): number
  /** Does work before a moment at once that figures need: its sender sends no more of that time for now. */
  hasten(beforeUs: number): void
  /** Waiting work that figures depend on, by vessel. */
  waitingWork(): WaitingWork['vessels']
  /** How much each step has to do, and for how long that has waited. */
  figures(): StepFigures[]
  /** Resolves once all stored data has been processed, including work that was waiting. */
  idle(shares?: readonly Share[]): Promise<void>
  /** Stops within five seconds; the next start does the remaining work. */
  close(): Promise<void>
}

interface Dependencies {
  db: Db
  telemetry: Telemetry
  bus: Bus
  log: Log
  clock: Clock
  /** Throttle that follows the API requests of this process, if it serves any. */
  throttle?: Pick<Throttle, 'restMs'>
  /** The step that stores forecasts along trips, where there is a source of forecasts. */
  forecastStep?: (context: StepContext) => Step
  /** Partitions that it begins with: all by default, for a single processing process. */
  partitions?: readonly number[]
  progressEveryMs?: number
}

/**
 * Each save writes a row for each partition, and one for each step that is behind there. After a kill, the next process
 * repeats what arrived since the last save and for `ARRIVAL_MARGIN_MS` before it.
 */
const PROGRESS_EVERY_MS = 10_000
const STOP_MS = 500
/** Missed data of the last five minutes is processed like live data, before all older missed data. */
const RECENT_US = 5 * MINUTE_US
/** Longest wait of figures for missed data. A long trip is analysed this rarely anyway. */
const MISSED_FOR_MS = MINUTE_MS
/** Retry interval after a failed search for missed data. */
const MISSED_EVERY_MS = 5000
/** Margin for decisions of users, which are stored before the event about them is published. */
const DECIDED_MARGIN_MS = MINUTE_MS
const MOST_OUTDATED = 100_000
/** Steps that people's decisions wake and no samples. */
const DECIDED = ['mountings', 'voyages', 'sensors']
/** Steps added in later versions start from the progress of the first step. */
const DECIDED_LATER = { voyages: 'mountings', sensors: 'mountings' }
const ALWAYS = { fromUs: 0, toUs: Number.MAX_SAFE_INTEGER }
/** Steps whose follow-up work is lost when the process ends, so a start searches all missed data for them. */
const FOLLOWS = {
  [STEP_OF.derived]: 'impacts',
  [STEP_OF.analysed]: STEP_OF.samples,
  [STEP_OF.figures]: STEP_OF.samples,
}

/** Processes what the gateway stores, and keeps all computed data up to date. */
export async function startProcessing(given: Dependencies): Promise<Processing> {
  const { db, telemetry, bus, log, clock, forecastStep, progressEveryMs = PROGRESS_EVERY_MS } = given
  const { throttle = openThrottle() } = given
  const directory = openReread(read)
  let saving: Promise<void> = Promise.resolve()
  /** Appended intervals of vessels that are not loaded yet. */
  let unknown: AppendedInterval[] = []
  let vessels: ReadonlyMap<number, DirectoryEntry> = new Map()
  /**
   * Partitions whose events are followed, those whose vessels are loaded, and those that move to another
   * process.
   */
  const held = new Set(given.partitions ?? ALL_PARTITIONS)
  const known = new Set<number>()
  const leaving = new Set<number>()
  const isHeld = (vesselNumber: number) => held.has(partitionOf(vesselNumber))
  /** Recent data of vessels taken on that was missed, and until when their figures wait for it. */
  const missing = new Map<number, Span & { untilMs: number }>()
  const context: StepContext = {
    ...{ db, telemetry, bus, clock, vessels, partitions: held },
    latest: new LatestStates(new Map()),
    sensors: new Map(),
    readAgain: directory.changed,
    isMissing,
    hasForecasts: forecastStep !== undefined,
    isAwaited: (vesselNumber, span) => runner.isAwaited(vesselNumber, span),
  }
  const ruleCache = new RuleCache(db)
  const steps: Step[] = [
    latestStep(context),
    ...BASES.map((basis) => rulesStep(context, ruleCache, basis)),
    impactsStep(context),
    peaksStep(context),
    mountingsStep(context),
    voyagesStep(context),
    sensorsStep(context),
    tripsStep(context),
    analysisStep(context),
    engineHoursStep(context),
    engineHistoryStep(context),
    maintenanceStep(context),
    ...(forecastStep ? [forecastStep(context)] : []),
  ]
  const woken = steps.filter(({ name, wokenBy }) => wokenBy || name in FOLLOWS).map(({ name }) => name)
  const awaited = new Set(steps.filter(({ isAwaited }) => isAwaited).map(({ name }) => name))
  const runner = new Runner({
    ...{ steps, vessels: () => vessels, refresh: directory.refresh, clock, log, throttle },
    isLeaving: (vesselNumber) => leaving.has(partitionOf(vesselNumber)),
  })
  /** Start of a gap in bus events: not yet handled, and being handled. */
  const missed = { sinceMs: Number.POSITIVE_INFINITY, lookedMs: Number.POSITIVE_INFINITY }
  const catchingUp = openRounds(catchUp, {
    everyMs: MISSED_EVERY_MS,
    onFailure: (error) => log.warn('missed data could not be searched', { error }),
  })

  await directory.refresh()
  // Subscribes before searching for missed data: an append between the two would otherwise be lost.
  const leave = [
    bus.subscribe('readings.appended', noteAppended),
    bus.subscribe('trips.corrected', ({ vesselNumber, ...span }) =>
      wake('trips', vesselNumber, span, 'asked'),
    ),
    bus.subscribe('sensors.turned', ({ vesselNumber, ...span }) =>
      wake('mountings', vesselNumber, span, 'backlog'),
    ),
    bus.subscribe('vessel.changed', context.readAgain),
    bus.subscribe('recomputation.asked', ({ vesselNumber, step }) =>
      wake(step, vesselNumber, ALWAYS, 'backlog'),
    ),
    ...steps.flatMap(({ findAfter }) =>
      findAfter ? [bus.subscribe(findAfter, () => runner.look(findAfter))] : [],
    ),
  ]
  let progress = await loadProgress()
  // The search below covers earlier gaps.
  leave.push(
    bus.subscribe('events.missed', ({ sinceMs }) => {
      missed.sinceMs = Math.min(missed.sinceMs, sinceMs)
      catchingUp.wake()
    }),
  )
  await begin([...held])
  runner.start()
  catchingUp.start()
  const timer = setInterval(() => {
    void save().catch((error) => log.error('progress could not be saved', { error }))
  }, progressEveryMs)
  timer.unref()

  function noteAppended({ intervals }: BusEventOf<'readings.appended'>) {
    for (const interval of intervals) {
      const vessel = vessels.get(interval.vesselNumber)
      if (vessel) runner.noteAppended(vessel, interval)
      else if (isHeld(interval.vesselNumber)) {
        unknown.push(interval)
        directory.changed()
      }
    }
  }

  async function read() {
    const waiting = unknown
    unknown = []
    try {
      const all = await loadDirectory(db)
      const sensors = await loadSensorSettings(db)
      const added = [...all.values()].filter(({ number }) => isHeld(number) && !vessels.has(number))
      if (added.length > 0) await beginVessels(added)
      vessels = new Map([...all].filter(([number]) => isHeld(number)))
      Object.assign(context, { vessels, sensors })
    } catch (error) {
      unknown = [...waiting, ...unknown]
      throw error
    }
    for (const interval of waiting) {
      const vessel = vessels.get(interval.vesselNumber)
      if (vessel) runner.noteAppended(vessel, interval)
    }
  }

  /** Loads the stored state of added vessels. */
  async function beginVessels(added: readonly DirectoryEntry[]) {
    const ids = added.map(({ id }) => id)
    const states = await loadVesselStates(db, ids)
    context.latest.load(
      added.map(({ number }) => number),
      states,
    )
    for (const step of steps) await step.begin?.(added)
  }

  function wake(...[step, vesselNumber, ...rest]: Parameters<Runner['wake']>) {
    if (isHeld(vesselNumber)) runner.wake(step, vesselNumber, ...rest)
  }

  function loadProgress() {
    const follows = { ...FOLLOWS, ...DECIDED_LATER }
    return StepProgress.load(db, [...woken, ...DECIDED], follows, clock.nowMs())
  }

  /** Wakes all missed work of the vessels of these partitions, whose events already arrive. */
  async function begin(partitions: readonly number[]) {
    const sinceMs = progress.leastMs(partitions)
    if (partitions.length > 0) {
      await wakeMissed(sinceMs, new Set(partitions), true)
      await wakeDecided(sinceMs)
      await wakeOutdated()
    }
    for (const partition of partitions) known.add(partition)
  }

  async function hold(partitions: readonly number[]) {
    const added = partitions.filter((partition) => !known.has(partition))
    if (added.length === 0) return
    // Appended intervals of their vessels are kept from now on until the vessels are loaded.
    for (const partition of added) held.add(partition)
    directory.changed()
    await directory.refresh()
    progress = await loadProgress()
    await begin(added)
  }

  async function drop(partitions: readonly number[]) {
    const dropped = partitions.filter((partition) => held.has(partition))
    const theirs = new Set(dropped)
    const isTheirs = (vesselNumber: number) => theirs.has(partitionOf(vesselNumber))
    for (const partition of dropped) leaving.add(partition)
    try {
      await runner.drain(isTheirs)
      await save(dropped.filter((partition) => known.has(partition)))
    } finally {
      for (const partition of dropped) for (const all of [held, known, leaving]) all.delete(partition)
      vessels = new Map([...vessels].filter(([number]) => !isTheirs(number)))
      context.vessels = vessels
      unknown = unknown.filter(({ vesselNumber }) => !isTheirs(vesselNumber))
      for (const vesselNumber of missing.keys()) if (isTheirs(vesselNumber)) missing.delete(vesselNumber)
      runner.forget(isTheirs)
    }
  }

  /** Finds data and decisions that other processes stored while their bus events did not arrive. */
  async function catchUp() {
    if (missed.sinceMs === Number.POSITIVE_INFINITY) return
    const { sinceMs } = missed
    Object.assign(missed, { sinceMs: Number.POSITIVE_INFINITY, lookedMs: sinceMs })
    try {
      directory.changed()
      await directory.refresh()
      await wakeMissed(sinceMs)
      await wakeDecided(sinceMs)
      await wakeOutdated()
    } catch (error) {
      missed.sinceMs = Math.min(missed.sinceMs, sinceMs)
      throw error
    } finally {
      missed.lookedMs = Number.POSITIVE_INFINITY
    }
  }

  /** `isFirst`: the vessels were just taken on. What is recent goes first, and figures of their trips wait for it. */
  async function wakeMissed(
    sinceMs: number,
    partitions: ReadonlySet<number> = held,
    isFirst = false,
  ): Promise<void> {
    const stored = await telemetry.intervals.since(sinceMs - ARRIVAL_MARGIN_MS)
    const recentUs = isFirst ? clock.nowMs() * 1000 - RECENT_US : Number.POSITIVE_INFINITY
    for (const { vesselNumber, fromUs, toUs, firstMs, lastMs } of stored) {
      if (!vessels.has(vesselNumber) || !partitions.has(partitionOf(vesselNumber))) continue
      for (const step of woken) {
        const upToMs = Math.max(sinceMs, progress.upToMs(step, vesselNumber))
        if (lastMs < upToMs - ARRIVAL_MARGIN_MS) continue
        const wakeFor = (span: Span, share: Share) =>
          runner.wake(step, vesselNumber, span, share, Math.max(firstMs, upToMs))
        if (!awaited.has(step) || toUs <= recentUs) {
          wakeFor({ fromUs, toUs }, 'backlog')
          continue
        }
        const recent = { fromUs: Math.max(fromUs, recentUs), toUs }
        wakeFor(recent, 'live')
        if (fromUs < recentUs) wakeFor({ fromUs, toUs: recentUs }, 'backlog')
        missing.set(vesselNumber, { ...recent, untilMs: clock.nowMs() + MISSED_FOR_MS })
      }
    }
  }

  /** As in `StepContext`; true also until the missed data of her partition is known. */
  function isMissing(vesselNumber: number): boolean {
    if (!known.has(partitionOf(vesselNumber))) return true
    const recent = missing.get(vesselNumber)
    if (recent && clock.nowMs() < recent.untilMs && runner.isAwaited(vesselNumber, recent)) return true
    missing.delete(vesselNumber)
    return false
  }

  /**
   * Wakes steps for missed events: decisions that users made or took back, motion to turn again, and new figures for
   * rules.
   */
  async function wakeDecided(sinceMs: number) {
    const marginMs = sinceMs - DECIDED_MARGIN_MS
    // Until it is done, a successor process looks from then on, too.
    for (const { vesselNumber, ...span } of await correctionsSince(db, marginMs))
      wake('trips', vesselNumber, span, 'asked', sinceMs)
    for (const { vesselNumber, ...span } of await turnedSince(db, marginMs))
      wake('mountings', vesselNumber, span, 'backlog', sinceMs)
    for (const { vesselNumber, step } of await recomputationsSince(db, marginMs))
      wake(step, vesselNumber, ALWAYS, 'backlog', sinceMs)
    // Wakes rules on a trip's figures, and on series that were drawn along it now or before.
    for (const { vesselNumber, startUs, endUs, lastRecordUs } of await tripsAnalysedSince(db, marginMs)) {
      const about = { vesselNumber, share: 'backlog', sinceMs } as const
      const trip = { fromUs: startUs, toUs: endUs ?? lastRecordUs }
      const followUps = [...drawnAgain(about, { ...trip, hasSog: true }), figuresAgain(about, trip)]
      for (const { step, fromUs, toUs } of followUps)
        wake(step, vesselNumber, { fromUs, toUs }, 'backlog', sinceMs)
    }
  }

  /** Wakes the intervals whose trips an older version of the computation made. */
  async function wakeOutdated() {
    const numberOf = new Map([...vessels.values()].map(({ id, number }) => [id, number]))
    for (const trip of await tripsOfOtherVersions(db, ALGO_VERSION, MOST_OUTDATED)) {
      const vesselNumber = numberOf.get(trip.vesselId)
      if (vesselNumber === undefined) continue
      const span = { fromUs: trip.startUs, toUs: trip.lastMovingUs }
      for (const step of ['peaks', 'trips']) runner.wake(step, vesselNumber, span, 'backlog')
    }
  }

  /** Saves one progress after the other, because the last stored row counts. */
  function save(partitions?: readonly number[]): Promise<void> {
    const saved = saving.then(() => {
      const nowMs = clock.nowMs()
      const upToMs = Math.min(bus.receivedUpToMs(nowMs), missed.sinceMs, missed.lookedMs)
      return progress.save(runner, upToMs, partitions ?? [...known])
    })
    saving = saved.catch(() => undefined)
    return saved
  }

  return {
    partitions: () => [...known],
    ...{ hold, drop },
    waiting: (vesselNumber, interval) => runner.waiting(vesselNumber, interval),
    waitingBeforeUs: (...asked) => runner.waitingBeforeUs(...asked),
    hasten: (beforeUs) => runner.hasten(beforeUs),
    waitingWork: () => runner.waitingWork(),
    figures: () => runner.figures(),
    async idle(shares) {
      await runner.idle(shares)
      await save()
    },
    async close() {
      for (const stop of leave) stop()
      clearInterval(timer)
      await catchingUp.close(STOP_MS)
      await runner.close()
      // A database without an answer does not delay the stop.
      await Promise.race([
        save().catch((error) => log.warn('progress could not be saved', { error })),
        new Promise((resolve) => setTimeout(resolve, STOP_MS).unref()),
      ])
    },
  }
}
