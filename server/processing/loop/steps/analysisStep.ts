import { DAY_S, DAY_US, MINUTE_MS, SECOND_US } from '#contract/domain/time.ts'
import {
  markTripsFromStale,
  type StaleTrip,
  staleTrips,
  staleTripsOf,
  startsOfTrips,
  type TripToAnalyse,
  takeChanges,
} from '#server/records/tripAnalysis.ts'
import { type SpeedBins, type StoredQuarterHour, sumBins } from '#server/telemetry/quarterHours.ts'
import { dayOf, daysWithOtherBand } from '../../formulas/analysis/changedBands.ts'
import type { EcoBand } from '../../formulas/analysis/ecoBand.ts'
import { ECO_HISTORY_S, readEcoBand } from '../../formulas/analysis/readEcoBand.ts'
import { type Analysed, analyseTrips, type Settled } from '../analyseTrips.ts'
import type { FollowUp, Found, Step, StepContext } from '../step.ts'
import { drawnAgain, figuresAgain } from './rulesStep.ts'

const AT_ONCE = 200
/**
 * An open trip is analysed again once it has grown by a twentieth, within these bounds: half an hour's once a minute. It is
 * analysed earlier when the boat stops sending, and a second later again if a search for missed samples changes it.
 */
const GROWTH = 0.05
const SOONEST_MS = 5000
const SOONEST_WITHOUT_WORK_MS = 1000
const LATEST_MS = MINUTE_MS
/** An ended trip is analysed once its samples are processed, but not much later than this while more of them arrive. */
const LONGEST_WAIT_MS = 5 * MINUTE_MS
/**
 * Then it rests this many times as long as its analysis took, at most as long as above: a backlog in hundreds of batches would
 * have a trip of a week analysed after each.
 */
const REST_OF_ENDED = 10
/** An ended trip waits so long for its forecast, with which it would be analysed again. */
const FORECAST_WAIT_MS = 10_000
/** Trips under way that are read and stored at once, and ended trips, each of another vessel. */
const MOST_UNDER_WAY = 50
const MOST_ENDED = 8
const MOST_BANDS = 10_000

/** Keeps the figures of trips in line with their samples, their boundaries and the settings of their vessels. */
export const analysisStep = ({
  db,
  telemetry,
  bus,
  clock,
  partitions,
  isMissing,
  isAwaited,
  hasForecasts,
}: Omit<StepContext, 'latest' | 'vessels' | 'sensors' | 'readAgain'>): Step => {
  /** Last analysis of each trip under way: its time, and its settled part. */
  const looked = new Map<string, { vesselNumber: number; atMs: number; settled: Settled | null }>()
  const bands = new Map<number, Map<string, EcoBand | null>>()
  /** Wall clock since which ended trips wait for other steps, by the id of the trip. */
  let waitingSinceMs = new Map<string, number>()
  /** Wall clock until which an ended trip rests after its analysis, by the id of the trip. */
  const restingUntilMs = new Map<string, number>()

  async function analyse(trips: readonly TripToAnalyse[]) {
    const settled = await takeSettled(trips.filter(({ endUs }) => endUs === null))
    const questions = await Promise.all(
      trips.map(async (trip) => ({ trip, ecoBand: await bandOf(trip), known: settled.get(trip.id) ?? null })),
    )
    const analysed = await analyseTrips(
      { db, telemetry, clock },
      questions,
      async (trip, stored, computed) => {
        if (trip.endUs !== null) await spreadEco(trip, stored, computed)
      },
    )
    for (const [i, trip] of trips.entries()) {
      if (trip.endUs === null) {
        const { vesselNumber } = trip
        looked.set(trip.id, {
          ...{ vesselNumber, atMs: clock.nowMs() },
          settled: analysed[i]?.settled ?? null,
        })
        continue
      }
      looked.delete(trip.id)
      waitingSinceMs.delete(trip.id)
      bands.delete(trip.vesselNumber)
      bus.publish({
        type: 'trip.changed',
        organizationId: trip.organizationId,
        departmentId: trip.departmentId,
        vesselId: trip.vesselId,
        tripId: trip.id,
      })
    }
    return analysed
  }

  /**
   * Takes the settled part of trips under way that have not changed since. It stays invalid until the next
   * analysis.
   */
  async function takeSettled(underWay: readonly TripToAnalyse[]): Promise<Map<string, Settled>> {
    const changes = await takeChanges(
      db,
      underWay.map(({ id }) => id),
    )
    const taken = new Map<string, Settled>()
    for (const { id } of underWay) {
      const known = looked.get(id)
      if (!known?.settled) continue
      const changedUs = changes.get(id) ?? Number.POSITIVE_INFINITY
      if (changedUs >= known.settled.toS * SECOND_US) taken.set(id, known.settled)
      known.settled = null
    }
    return taken
  }

  async function bandOf(trip: TripToAnalyse): Promise<EcoBand | null> {
    const dayUs = Math.floor(trip.startUs / DAY_US) * DAY_US
    const key = `${dayUs} ${trip.topSpeedMps} ${trip.cruisingSpeedMps}`
    const known = bands.get(trip.vesselNumber)?.get(key)
    if (known !== undefined) return known
    const band = await readEcoBand(telemetry, trip)
    if (bands.size >= MOST_BANDS) bands.clear()
    const ofVessel = bands.get(trip.vesselNumber) ?? new Map<string, EcoBand | null>()
    bands.set(trip.vesselNumber, ofVessel.set(key, band))
    return band
  }

  /** Late data may have changed the eco speed of later trips; these are analysed again. */
  async function spreadEco(trip: TripToAnalyse, stored: QuarterHours, computed: QuarterHours) {
    if (sameCruising(sumBins(stored.map(binsOf)), sumBins(computed.map(binsOf)))) return
    const nextS = dayOf(trip.startUs) + DAY_S
    const until = { fromUs: nextS * SECOND_US, toUs: (nextS + ECO_HISTORY_S) * SECOND_US }
    const days = [...new Set((await startsOfTrips(db, trip.vesselId, until)).map(dayOf))]
    if (days.length === 0) return
    const history = await telemetry.quarterHours.dailySpeedBins({
      vesselNumbers: [trip.vesselNumber],
      fromS: nextS - ECO_HISTORY_S,
      toS: Math.max(...days),
    })
    const changed = daysWithOtherBand(days, history, { stored, computed }, trip)
    for (const dayS of changed) {
      const day = { fromUs: dayS * SECOND_US, toUs: (dayS + DAY_S) * SECOND_US }
      await markTripsFromStale(db, trip.vesselId, day)
    }
  }

  const lookedMs = ({ id }: StaleTrip) => looked.get(id)?.atMs ?? Number.NEGATIVE_INFINITY

  function isDue(trip: StaleTrip, nowMs: number) {
    const ageMs = nowMs - lookedMs(trip)
    // An analysis before missed data would delay the one after it.
    if (ageMs < SOONEST_WITHOUT_WORK_MS || isMissing(trip.vesselNumber)) return false
    // Without waiting samples the boat has stopped sending.
    if (!isAwaited(trip.vesselNumber, { fromUs: trip.startUs, toUs: Number.POSITIVE_INFINITY })) return true
    const growthMs = (GROWTH * (trip.lastRecordUs - trip.startUs)) / 1000
    return ageMs >= Math.max(SOONEST_MS, Math.min(LATEST_MS, growthMs))
  }

  /**
   * Ended trips whose samples are processed and whose forecast is stored: motion that comes in many pieces would have them
   * analysed after each.
   */
  function takeProcessed(ended: readonly StaleTrip[], nowMs: number): StaleTrip[] {
    const before = waitingSinceMs
    waitingSinceMs = new Map()
    for (const [id, untilMs] of restingUntilMs) if (untilMs <= nowMs) restingUntilMs.delete(id)
    return ended.filter(({ id, vesselNumber, startUs, lastRecordUs, lacksForecast }) => {
      if (restingUntilMs.has(id)) return false
      const isAwaitingSteps = isAwaited(vesselNumber, { fromUs: startUs, toUs: lastRecordUs })
      if (!isAwaitingSteps && !(hasForecasts && lacksForecast)) return true
      const sinceMs = before.get(id) ?? nowMs
      waitingSinceMs.set(id, sinceMs)
      return nowMs - sinceMs >= (isAwaitingSteps ? LONGEST_WAIT_MS : FORECAST_WAIT_MS)
    })
  }

  return {
    name: 'analysis',
    begin(vessels) {
      const numbers = new Set(vessels.map(({ number }) => number))
      for (const [id, { vesselNumber }] of looked) if (numbers.has(vesselNumber)) looked.delete(id)
      for (const number of numbers) bands.delete(number)
    },
    async find(nowMs, all) {
      const { underWay, ended } = await staleTrips(db, AT_ONCE, partitions)
      const found = (share: Found['share']) => (trip: StaleTrip) => ({
        ...{ vesselNumber: trip.vesselNumber, share },
        ...{ fromUs: trip.startUs, toUs: trip.lastRecordUs },
      })
      return [
        ...underWay
          .filter((trip) => all || isDue(trip, nowMs))
          .sort((a, b) => lookedMs(a) - lookedMs(b))
          .map(found('live')),
        ...(all ? ended : takeProcessed(ended, nowMs)).map(found('backlog')),
      ]
    },
    findEveryMs: 1000,
    // Trips that follow each other closely are each a work of their own.
    reachUs: -1,
    longestUs: Number.POSITIVE_INFINITY,
    // Ended trips of a vessel are analysed one by one, oldest first, because each can change the eco speed of the next.
    mostOfVessel: 1,
    mostWorks: (share) => (share === 'live' ? MOST_UNDER_WAY : MOST_ENDED),
    mostUs: Number.POSITIVE_INFINITY,
    restFactor: 4,
    takesTurns: true,
    async run(works, signal) {
      const intervals = works.map(({ vessel, fromUs, toUs }) => ({ vesselId: vessel.id, fromUs, toUs }))
      const stale = await staleTripsOf(db, intervals)
      const followUps: FollowUp[] = []
      const aboutOf = (trip: TripToAnalyse) => {
        const { share = 'backlog', sinceMs = clock.nowMs() } =
          works.find(({ vessel }) => vessel.id === trip.vesselId) ?? {}
        return { vesselNumber: trip.vesselNumber, share, sinceMs }
      }
      const follow = (trips: readonly TripToAnalyse[], analysed: readonly Analysed[]) => {
        for (const [i, trip] of trips.entries()) {
          const { redrawn } = analysed[i] ?? {}
          if (redrawn) followUps.push(...drawnAgain(aboutOf(trip), redrawn))
        }
      }
      const ended = [
        ...Map.groupBy(
          stale.filter(({ endUs }) => endUs !== null),
          ({ vesselId }) => vesselId,
        ).values(),
      ]
      for (let turn = 0; ended.some(({ length }) => length > turn); turn++) {
        signal.throwIfAborted()
        const trips = ended.flatMap((ofVessel) => ofVessel[turn] ?? [])
        const beganMs = clock.nowMs()
        follow(trips, await analyse(trips))
        const nowMs = clock.nowMs()
        const restMs = Math.min(LONGEST_WAIT_MS, (REST_OF_ENDED * (nowMs - beganMs)) / trips.length)
        for (const { id } of trips) restingUntilMs.set(id, nowMs + restMs)
        // A trip may have ended earlier before, so its alerts are evaluated again.
        for (const trip of trips)
          followUps.push(
            figuresAgain(aboutOf(trip), { fromUs: trip.startUs, toUs: trip.endUs ?? trip.lastRecordUs }),
          )
      }
      const underWay = stale.filter(({ endUs }) => endUs === null)
      follow(underWay, await analyse(underWay))
      return followUps
    },
  }
}

type QuarterHours = readonly StoredQuarterHour[]
const binsOf = ({ bins }: StoredQuarterHour) => bins

/** A speed without any sailed time equals an absent one. */
function sameCruising(a: SpeedBins, b: SpeedBins): boolean {
  return [...new Set([...a.keys(), ...b.keys()])].every(
    (kn) =>
      (a.get(kn)?.cruise_s ?? 0) === (b.get(kn)?.cruise_s ?? 0) &&
      (a.get(kn)?.cruise_m3 ?? 0) === (b.get(kn)?.cruise_m3 ?? 0),
  )
}
