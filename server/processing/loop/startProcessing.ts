import type { Bus } from '#server/platform/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { AppendedStretch, BusEventOf } from '#server/platform/events.ts'
import type { Log } from '#server/platform/log.ts'
import { loadSensorSettings } from '#server/records/sensors.ts'
import { PROCESSED_UP_TO, readSetting, writeSetting } from '#server/records/settings.ts'
import { correctionsSince } from '#server/records/tripCorrections.ts'
import { newestTrips, tripsOfOtherVersions } from '#server/records/trips.ts'
import { type DirectoryEntry, loadDirectory } from '#server/records/vesselDirectory.ts'
import { loadVesselStates, saveVesselStates } from '#server/records/vesselStates.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Stretch } from '#server/telemetry/stretch.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { ALGO_VERSION, MOVING_ABOVE_MPS, SILENCE_US } from '../formulas/parameters.ts'
import { REACH_US } from '../formulas/trips/correctedSessions.ts'
import type { Session } from '../formulas/trips/findSessions.ts'
import { LatestStates } from './latest.ts'
import { pipeline, type Stage } from './pipeline.ts'
import { openAnalysis } from './runAnalysis.ts'
import { VesselTurns } from './vesselTurns.ts'
import { type Work, WorkQueue } from './workQueue.ts'

export interface Processing {
  /** The share of a stretch of a vessel's event time that nobody looked at yet, or has to look at again; 0 to 1. */
  waiting(vesselNumber: number, stretch: { fromUs: number; toUs: number }): number
  /** Event time of all vessels before that moment which waits, µs. */
  waitingBeforeUs(beforeUs: number): number
  /** Resolves once everything stored so far has been looked at, whatever it was waiting for. */
  idle(): Promise<void>
  close(): Promise<void>
}

interface Dependencies {
  db: Db
  telemetry: Telemetry
  bus: Bus
  log: Log
  clock: Clock
}

const TICK_MS = 250
/** Each look reads four seconds around what is new, so looking more often reads everything more often. */
const IMPACTS_EVERY_MS = 4000
/** What is known of impacts grows by this much at a time, since each look reads half as much again around it. */
const PEAKS_EVERY_MS = 30_000
/** Motion of more vessel time than this, read at once, would keep other work waiting. */
const PEAKS_AT_ONCE_US = 300_000_000
const PEAKS_TURN_MS = 500
/** What changed of trips is looked for this often, beside all else; a turn that left something over goes on at once. */
const ANALYSE_EVERY_MS = 1000
const SAVE_EVERY_MS = 1000
const PROGRESS_EVERY_MS = 5000
/** An open trip is measured again when it has grown by a hundredth, so a long one costs no more than a short one. */
const GROWTH = 0.01
const SOONEST_MS = 5000
/** A boat that may be setting sail is looked at this often. */
const START_MS = 1000
const LATEST_MS = 60_000
/** Event time this far behind the clock is a backlog and not live. */
const BACKLOG_MS = 60_000
/** Motion of more vessel time than this is read in several queries. */
const MOTION_PIECE_US = 1200_000_000
const MOTION_AT_ONCE_US = 3600_000_000
const MOTION_REACH_US = 2_000_000
const DAY_US = 86_400_000_000
const TRIPS_AT_ONCE = 2
const RETRY_MS = 5000
/** A correction is stored before it is told of. */
const CORRECTED_MARGIN_MS = 60_000

/** Follows what the gateway stores and keeps latest states, impacts and trips in line with it. */
export async function startProcessing({ db, telemetry, bus, log, clock }: Dependencies): Promise<Processing> {
  let directory = await loadDirectory(db)
  const latest = new LatestStates(await loadVesselStates(db))
  const stage: Stage = {
    ...{ db, telemetry, bus, latest },
    sensors: await loadSensorSettings(db),
    nowMs: () => clock.nowMs(),
  }
  const trips = new WorkQueue(REACH_US, DAY_US)
  const motion = new WorkQueue(MOTION_REACH_US, MOTION_PIECE_US)
  const peaks = new WorkQueue(MOTION_REACH_US, PEAKS_AT_ONCE_US)
  /** What came late waits while there is anything live. */
  const latePeaks = new WorkQueue(MOTION_REACH_US, PEAKS_AT_ONCE_US)
  const queues = [trips, motion, peaks, latePeaks]
  const tails = await loadTails()
  const lookedMs = new Map<number, number>()
  const unknown = new Map<number, AppendedStretch[]>()
  let impactsMs = 0
  const turns = new VesselTurns()
  const analysis = openAnalysis({ db, telemetry, bus, log, turns })
  let savedMs = 0
  let processedUpToMs = 0
  let directoryStale = false
  let closed = false
  let running: Promise<void> = Promise.resolve()

  for (const stretch of await missed()) {
    if (!directory.has(stretch.vesselNumber)) continue
    motion.add(stretch.vesselNumber, stretch, clock.nowMs(), 0)
    latePeaks.add(stretch.vesselNumber, stretch, clock.nowMs(), null)
    look(stretch, null)
  }
  for (const stretch of await corrected()) look(stretch, null)
  for (const stretch of await outdated()) {
    latePeaks.add(stretch.vesselNumber, stretch, clock.nowMs(), null)
    look(stretch, null)
  }

  const leave = [
    bus.subscribe('readings.appended', hear),
    bus.subscribe('trips.corrected', (stretch) => look(stretch, clock.nowMs())),
    bus.subscribe('vessel.changed', () => {
      directoryStale = true
    }),
  ]
  let timer = setTimeout(tick, TICK_MS)
  let analysing: Promise<unknown> = Promise.resolve()
  let analysisTimer = setTimeout(analyse, ANALYSE_EVERY_MS)

  function hear({ stretches }: BusEventOf<'readings.appended'>) {
    for (const stretch of stretches) {
      const vessel = directory.get(stretch.vesselNumber)
      if (vessel) take(vessel, stretch)
      else {
        unknown.set(stretch.vesselNumber, [...(unknown.get(stretch.vesselNumber) ?? []), stretch])
        directoryStale = true
      }
    }
  }

  function take(vessel: DirectoryEntry, stretch: AppendedStretch) {
    pipeline.latest(stage, vessel, stretch)
    const nowMs = clock.nowMs()
    for (const part of stretch.imu) {
      motion.add(vessel.number, part, nowMs, 0)
      if (isBacklog(stretch)) latePeaks.add(vessel.number, part, nowMs, null)
      else peaks.add(vessel.number, part, nowMs, nowMs + PEAKS_EVERY_MS)
    }
    if (concernsTrips(stretch)) look(stretch, dueOf(stretch))
  }

  /** A boat at rest, far from her last trip, has nothing to tell. */
  function concernsTrips(stretch: AppendedStretch) {
    if ((stretch.maxSogMps ?? 0) > MOVING_ABOVE_MPS) return true
    const [sogUs, sogMps] = latest.get(stretch.vesselNumber).latest.sog ?? [0, 0]
    // One position at a time tells its speed only together with those before it.
    if (sogUs >= stretch.fromUs && sogUs <= stretch.toUs && sogMps > MOVING_ABOVE_MPS) return true
    const tail = tails.get(stretch.vesselNumber)
    return tail !== undefined && stretch.fromUs <= tail.lastMovingUs + REACH_US
  }

  const isBacklog = ({ toUs }: AppendedStretch) => toUs / 1000 < clock.nowMs() - BACKLOG_MS

  function dueOf(stretch: AppendedStretch): number | null {
    if (isBacklog(stretch)) return null
    const tail = tails.get(stretch.vesselNumber)
    const inTrip = tail && stretch.fromUs <= tail.lastMovingUs + REACH_US && stretch.fromUs >= tail.startUs
    const growthMs = inTrip ? Math.max(SOONEST_MS, (GROWTH * (stretch.toUs - tail.startUs)) / 1000) : START_MS
    return (lookedMs.get(stretch.vesselNumber) ?? 0) + Math.min(LATEST_MS, growthMs)
  }

  function look(stretch: Stretch, dueMs: number | null) {
    trips.add(stretch.vesselNumber, stretch, clock.nowMs(), dueMs)
  }

  function tick() {
    const turn = inTurn(() => cycle(clock.nowMs())).catch((error) =>
      log.error('processing failed and will be tried again', { error }),
    )
    void turn.then(() => {
      if (!closed) timer = setTimeout(tick, TICK_MS)
    })
  }

  /** Two cycles at once would write what they read before each other's work. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const own = running.then(work)
    running = own.catch(() => undefined)
    return own
  }

  function analyse() {
    const turn = analysis.run(clock.nowMs(), false).catch((error) => {
      log.error('trips could not be analysed', { error })
      return false
    })
    analysing = turn
    void turn.then((isLeft) => {
      if (!closed) analysisTimer = setTimeout(analyse, isLeft ? 0 : ANALYSE_EVERY_MS)
    })
  }

  /** `dueMs` beyond the present takes work before its time. */
  async function cycle(dueMs: number) {
    const nowMs = clock.nowMs()
    await refreshDirectory()
    if (dueMs > nowMs || nowMs - impactsMs >= IMPACTS_EVERY_MS) {
      impactsMs = nowMs
      await runImpacts()
    }
    await runPeaks(dueMs)
    closeSilent(nowMs)
    for (
      let works = trips.take(dueMs, TRIPS_AT_ONCE);
      works.length > 0;
      works = trips.take(dueMs, TRIPS_AT_ONCE)
    ) {
      await Promise.all(works.map(runTrips))
    }
    if (dueMs > nowMs || nowMs - savedMs >= SAVE_EVERY_MS) {
      savedMs = nowMs
      await saveProgress(nowMs)
    }
  }

  async function refreshDirectory() {
    if (!directoryStale) return
    directoryStale = false
    directory = await loadDirectory(db)
    stage.sensors = await loadSensorSettings(db)
    for (const [number, stretches] of unknown) {
      const vessel = directory.get(number)
      if (!vessel) continue
      unknown.delete(number)
      for (const stretch of stretches) take(vessel, stretch)
    }
  }

  async function runImpacts() {
    const takePart = () => motion.take(Number.POSITIVE_INFINITY, 1000, MOTION_AT_ONCE_US)
    for (let part = takePart(); part.length > 0; part = takePart()) {
      await pipeline.impacts(stage, vesselsOf(part)).finally(() => motion.done(part))
      // The trips around have other impacts now; unless they grow anyway, they are measured again later.
      for (const work of part) {
        const tail = tails.get(work.vesselNumber)
        if (!tail || work.fromUs > tail.lastMovingUs + REACH_US) continue
        look(work, work.toUs < tail.startUs ? null : clock.nowMs() + LATEST_MS)
      }
    }
  }

  /** A backlog of impacts leaves time for the rest. */
  async function runPeaks(dueMs: number) {
    const untilMs = performance.now() + PEAKS_TURN_MS
    const takePart = () => {
      const live = peaks.take(dueMs, 1000, PEAKS_AT_ONCE_US)
      return live.length > 0 ? live : latePeaks.take(dueMs, 1000, PEAKS_AT_ONCE_US)
    }
    const done = (part: readonly Work[]) => {
      peaks.done(part)
      latePeaks.done(part)
    }
    for (let part = takePart(); part.length > 0; part = takePart()) {
      try {
        await pipeline.peaks(stage, vesselsOf(part))
      } catch (error) {
        for (const work of part)
          latePeaks.add(work.vesselNumber, work, work.sinceMs, clock.nowMs() + RETRY_MS)
        throw error
      } finally {
        done(part)
      }
      if (performance.now() > untilMs) return
    }
  }

  const vesselsOf = (works: readonly Work[]) =>
    works.flatMap(({ vesselNumber, fromUs, toUs }) => {
      const vessel = directory.get(vesselNumber)
      return vessel ? [{ vessel, fromUs, toUs }] : []
    })

  async function runTrips(work: Work) {
    const vessel = directory.get(work.vesselNumber)
    if (!vessel) return trips.done([work])
    lookedMs.set(vessel.number, clock.nowMs())
    try {
      keepTail(vessel.number, await turns.take(vessel.number, () => pipeline.trips(stage, vessel, work)))
    } catch (error) {
      trips.add(work.vesselNumber, work, work.sinceMs, clock.nowMs() + RETRY_MS)
      throw error
    } finally {
      trips.done([work])
    }
  }

  function keepTail(vesselNumber: number, session: Session | null) {
    const known = tails.get(vesselNumber)
    if (!session || (known && session.lastMovingUs < known.lastMovingUs)) return
    tails.set(vesselNumber, {
      startUs: session.startUs,
      lastMovingUs: session.lastMovingUs,
      openLastRecordUs: session.endUs === null ? session.lastRecordUs : null,
    })
  }

  /** Only the wall clock can tell that a silent boat has arrived. */
  function closeSilent(nowMs: number) {
    for (const [vesselNumber, tail] of tails) {
      if (tail.openLastRecordUs === null) continue
      const lastUs = Math.max(tail.openLastRecordUs, latest.get(vesselNumber).lastUpdatedUs ?? 0)
      if (nowMs * 1000 - lastUs <= SILENCE_US || nowMs - (lookedMs.get(vesselNumber) ?? 0) < RETRY_MS)
        continue
      look({ vesselNumber, fromUs: tail.lastMovingUs, toUs: tail.openLastRecordUs }, nowMs)
    }
  }

  async function saveProgress(nowMs: number, everyMs = PROGRESS_EVERY_MS) {
    const changed = latest.takeChanged().flatMap((number) => {
      const vessel = directory.get(number)
      return vessel ? [{ vesselId: vessel.id, ...latest.get(number) }] : []
    })
    await saveVesselStates(db, changed)
    const waiting = queues.map(({ oldestMs }) => oldestMs ?? nowMs)
    const upToMs = Math.min(nowMs, ...waiting)
    if (upToMs - processedUpToMs < everyMs) return
    processedUpToMs = upToMs
    await writeSetting(db, PROCESSED_UP_TO, upToMs)
  }

  async function missed(): Promise<Stretch[]> {
    return telemetry.stretches.since((await readSetting<number>(db, PROCESSED_UP_TO)) ?? 0)
  }

  /** What people decided, or took back, that detection may not have heard of. */
  async function corrected(): Promise<Stretch[]> {
    const sinceMs = (await readSetting<number>(db, PROCESSED_UP_TO)) ?? 0
    return correctionsSince(db, sinceMs - CORRECTED_MARGIN_MS)
  }

  /** Stretches whose trips an older version of the computation made. */
  async function outdated(): Promise<Stretch[]> {
    const numberOf = new Map([...directory.values()].map(({ id, number }) => [id, number]))
    return (await tripsOfOtherVersions(db, ALGO_VERSION, 100_000)).flatMap((trip) => {
      const vesselNumber = numberOf.get(trip.vesselId)
      return vesselNumber === undefined
        ? []
        : [{ vesselNumber, fromUs: trip.startUs, toUs: trip.lastMovingUs }]
    })
  }

  async function loadTails() {
    const newest = await newestTrips(db)
    return new Map(
      [...directory.values()].flatMap((vessel) => {
        const tail = newest.get(vessel.id)
        return tail ? [[vessel.number, tail] as const] : []
      }),
    )
  }

  return {
    waiting(vesselNumber, stretch) {
      const most = Math.max(...queues.map((queue) => queue.waitingUs(stretch, vesselNumber)))
      return Math.min(1, most / Math.max(1, stretch.toUs - stretch.fromUs))
    },
    waitingBeforeUs(beforeUs) {
      const before = { fromUs: Number.NEGATIVE_INFINITY, toUs: beforeUs }
      return queues.reduce((sum, queue) => sum + queue.waitingUs(before), 0)
    },
    async idle() {
      do await inTurn(() => cycle(Number.POSITIVE_INFINITY))
      while (queues.some(({ isEmpty }) => !isEmpty))
      await saveProgress(clock.nowMs(), 0)
      // A turn of the timer may be under way; what it leaves over is for here.
      do await analysing
      while (await analysis.run(clock.nowMs(), true))
    },
    async close() {
      closed = true
      for (const stop of leave) stop()
      clearTimeout(timer)
      clearTimeout(analysisTimer)
      await Promise.all([running, analysing])
      await saveProgress(clock.nowMs(), 0)
    },
  }
}
