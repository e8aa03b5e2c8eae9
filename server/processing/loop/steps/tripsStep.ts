import { DAY_US, MINUTE_MS, MINUTE_US } from '#contract/domain/time.ts'
import type { AppendedInterval } from '#server/platform/events.ts'
import { newestTrips } from '#server/records/trips.ts'
import type { DirectoryEntry } from '#server/records/vesselDirectory.ts'
import { DERIVED_MOVING_ABOVE_MPS, SILENCE_US } from '../../formulas/parameters.ts'
import { REACH_US } from '../../formulas/trips/correctedVoyages.ts'
import type { Voyage } from '../../formulas/trips/findVoyages.ts'
import { detectTrips, type LostTrip } from '../detectTrips.ts'
import { GrowingTrips } from '../growingTrips.ts'
import type { FollowUp, Found, Step, StepContext, VesselWork } from '../step.ts'
import { type About, drawnAgain, figuresAgain, STEP_OF } from './rulesStep.ts'

/** An open trip is measured again when it has grown by a thirtieth: half an hour's once a minute, as any longer one. */
const GROWTH = 1 / 30
const SOONEST_MS = 5000
/** Interval between looks at a boat that may be setting sail. */
const START_MS = 1000
const LATEST_MS = MINUTE_MS

/** Positions within a shorter interval show no speed. */
const ONE_US = 10_000_000
/** Receivers that take turns are out of order by at most this. */
const LATE_US = MINUTE_US

/** State of a vessel's newest trip that shows whether samples can affect any trip. */
interface Tail {
  startUs: number
  lastMovingUs: number
  openLastRecordUs: number | null
}

/** Movement becomes trips: within a second of a start, then ever more rarely while a trip grows. */
export function tripsStep(context: StepContext): Step {
  const { db, latest, clock } = context
  const tails = new Map<number, Tail>()
  const lookedMs = new Map<number, number>()
  /** Vessels whose trips are computed now. */
  const underWay = new Set<number>()
  const growing = new GrowingTrips()

  /** Samples of a boat at rest, far from her last trip, cannot change a trip. */
  function concernsTrips(interval: AppendedInterval) {
    // The run may find a trip that these samples belong to, and may have read before they were stored.
    if (underWay.has(interval.vesselNumber)) return true
    if ((interval.maxSogMps ?? 0) > DERIVED_MOVING_ABOVE_MPS) return true
    const known = latest.get(interval.vesselNumber)
    const [sogUs, sogMps] = known.latest.sog ?? [0, 0]
    // A single position shows a speed only with the positions before it; a late one also needs those after
    // it.
    if (sogUs >= interval.fromUs && sogUs <= interval.toUs && sogMps > DERIVED_MOVING_ABOVE_MPS) return true
    const isOne = interval.lastFixes.length > 0 && interval.toUs - interval.fromUs < ONE_US
    if (isOne && interval.toUs < (known.fixUs ?? 0) - LATE_US) return true
    const tail = tails.get(interval.vesselNumber)
    return tail !== undefined && interval.fromUs <= tail.lastMovingUs + REACH_US
  }

  function keepTail(
    vessel: DirectoryEntry,
    voyage: Omit<Tail, 'openLastRecordUs'> & Pick<Voyage, 'endUs' | 'lastRecordUs'>,
  ) {
    const known = tails.get(vessel.number)
    if (known && voyage.lastMovingUs < known.lastMovingUs) return
    tails.set(vessel.number, {
      startUs: voyage.startUs,
      lastMovingUs: voyage.lastMovingUs,
      openLastRecordUs: voyage.endUs === null ? voyage.lastRecordUs : null,
    })
  }

  return {
    name: 'trips',
    async begin(vessels) {
      const newest = await newestTrips(
        db,
        vessels.map(({ id }) => id),
      )
      for (const vessel of vessels) {
        const tail = newest.get(vessel.id)
        if (tail) tails.set(vessel.number, tail)
        else tails.delete(vessel.number)
        lookedMs.delete(vessel.number)
        growing.forget(vessel.number)
      }
    },
    wokenBy: (_vessel, interval) => (concernsTrips(interval) ? [interval] : []),
    dueMs(vessel, interval) {
      const tail = tails.get(vessel.number)
      const isInTrip =
        tail && interval.fromUs <= tail.lastMovingUs + REACH_US && interval.fromUs >= tail.startUs
      const growthMs = isInTrip
        ? Math.max(SOONEST_MS, (GROWTH * (interval.toUs - tail.startUs)) / 1000)
        : START_MS
      return (lookedMs.get(vessel.number) ?? 0) + Math.min(LATEST_MS, growthMs)
    },
    /** Only the wall clock shows that a silent boat has arrived. */
    async find(nowMs) {
      return [...tails].flatMap(([vesselNumber, tail]): Found[] => {
        if (tail.openLastRecordUs === null || !context.vessels.has(vesselNumber)) return []
        const lastUs = Math.max(tail.openLastRecordUs, latest.get(vesselNumber).lastUpdatedUs ?? 0)
        if (nowMs * 1000 - lastUs <= SILENCE_US || nowMs - (lookedMs.get(vesselNumber) ?? 0) < SOONEST_MS)
          return []
        return [
          { vesselNumber, fromUs: tail.lastMovingUs, toUs: tail.openLastRecordUs, share: 'live' as const },
        ]
      })
    },
    findEveryMs: 1000,
    reachUs: REACH_US,
    longestUs: DAY_US,
    isRecentFirst: true,
    mostOfVessel: 1,
    mostWorks: 50,
    // A fleet at its berths, for the most part: a day of its data is detected with the statements of one boat.
    mostUs: 8 * DAY_US,
    isAwaited: true,
    precedesFigures: true,
    takesTurns: true,
    async run(works) {
      const nowMs = clock.nowMs()
      for (const { vessel } of works) lookedMs.set(vessel.number, nowMs)
      const changes = works.map((work) => ({
        ...work,
        newestUs: latest.get(work.vessel.number).lastUpdatedUs ?? 0,
      }))
      for (const { vessel } of works) underWay.add(vessel.number)
      const lost = await detectTrips(context, changes, nowMs * 1000, keepTail, growing).finally(() => {
        for (const { vessel } of works) underWay.delete(vessel.number)
      })
      return [
        ...lost.flatMap((trip) => {
          const { share, sinceMs } = works.find(({ vessel }) => vessel === trip.vessel) as VesselWork
          return afterLoss(trip, { vesselNumber: trip.vessel.number, share, sinceMs })
        }),
        // A user who split a trip waits for the figures of its parts. After a process ended in the middle of a split,
        // the lost follow-ups are unknown.
        ...works
          .filter(({ share }) => share === 'asked')
          .flatMap(({ vessel, ...work }) =>
            AFTER_CORRECTION.map((step) => ({ ...work, vesselNumber: vessel.number, step })),
          ),
      ]
    },
  }
}

const AFTER_CORRECTION = ['analysis', STEP_OF.analysed, STEP_OF.figures]

/** A removed trip is not analysed, so rules on its values are evaluated again from here. */
const afterLoss = ({ fromUs, toUs, hasSog, isGone }: LostTrip, about: About): FollowUp[] => [
  ...drawnAgain(about, { fromUs, toUs, hasSog }),
  ...(isGone ? [figuresAgain(about, { fromUs, toUs })] : []),
]
