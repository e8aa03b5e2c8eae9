import { DAY_US } from '#contract/time.ts'
import {
  hasLaterTrips,
  markLaterTripsStale,
  type StaleTrip,
  staleTrips,
  staleTripsOf,
  type TripToAnalyse,
  tripWithSettings,
} from '#server/records/tripAnalysis.ts'
import type { SpeedBins } from '#server/telemetry/quarters.ts'
import type { EcoBand } from '../../formulas/analysis/ecoBand.ts'
import { ECO_HISTORY_US, readEcoBand } from '../../formulas/analysis/readEcoBand.ts'
import { analyseTrip, type Settled } from '../analyseTrip.ts'
import type { FollowUp, Found, Step, StepContext } from '../step.ts'
import { STEP_OF } from './rulesStep.ts'

const AT_ONCE = 200
/** An open trip is analysed again once it has grown by a fiftieth, within these bounds. */
const GROWTH = 0.02
const SOONEST_MS = 5000
const LATEST_MS = 60_000
const MOST_BANDS = 1000

/** Keeps the figures of trips in line with their samples, their boundaries and the settings of their vessels. */
export const analysisStep = ({
  db,
  telemetry,
  bus,
  clock,
}: Pick<StepContext, 'db' | 'telemetry' | 'bus' | 'clock'>): Step => {
  /** Of trips under way: when they were looked at, and what is settled of them. */
  const looked = new Map<string, { atMs: number; settled: Settled | null }>()
  const bands = new Map<string, EcoBand | null>()

  async function analyse(id: string) {
    const trip = await tripWithSettings(db, id)
    if (!trip) return null
    const isOpen = trip.endUs === null
    const known = isOpen ? looked.get(trip.id) : undefined
    const before = isOpen ? null : await ownBins(trip)
    const settled = await analyseTrip(
      { db, telemetry },
      trip,
      await bandOf(trip),
      known?.settled ?? null,
      async (bins) => {
        if (before) await spreadEco(trip, before, bins)
      },
    )
    if (isOpen) {
      looked.set(trip.id, { atMs: clock.nowMs(), settled })
      return trip
    }
    looked.delete(trip.id)
    bands.clear()
    bus.publish({
      type: 'trip.changed',
      organizationId: trip.organizationId,
      departmentId: trip.departmentId,
      vesselId: trip.vesselId,
      tripId: trip.id,
    })
    return trip
  }

  async function bandOf(trip: TripToAnalyse): Promise<EcoBand | null> {
    const dayUs = Math.floor(trip.startUs / DAY_US) * DAY_US
    const key = `${trip.vesselNumber} ${dayUs} ${trip.topSpeedMps} ${trip.cruisingSpeedMps}`
    const known = bands.get(key)
    if (known !== undefined) return known
    const band = await readEcoBand(telemetry, trip)
    if (bands.size >= MOST_BANDS) bands.clear()
    bands.set(key, band)
    return band
  }

  const ownBins = (trip: TripToAnalyse): Promise<SpeedBins> =>
    telemetry.quarters.speedBins({
      vesselNumbers: [trip.vesselNumber],
      tripNumbers: [trip.number],
      fromS: Math.floor(trip.startUs / 1e6) - 86_400,
      toS: Math.floor(trip.lastRecordUs / 1e6) + 86_400,
    })

  /** When data of the past came late, the trips after it were measured by an eco speed that may be another now. */
  async function spreadEco(trip: TripToAnalyse, before: SpeedBins, after: SpeedBins) {
    const nextDayUs = (Math.floor(trip.startUs / DAY_US) + 1) * DAY_US
    if (sameCruising(before, after) || !(await hasLaterTrips(db, trip.vesselId, nextDayUs - 1))) return
    await markLaterTripsStale(db, trip.vesselId, nextDayUs, nextDayUs + ECO_HISTORY_US)
  }

  const lookedMs = ({ id }: StaleTrip) => looked.get(id)?.atMs ?? Number.NEGATIVE_INFINITY

  function hasGrown(trip: StaleTrip, nowMs: number) {
    const growthMs = (GROWTH * (trip.lastRecordUs - trip.startUs)) / 1000
    return nowMs - lookedMs(trip) >= Math.min(LATEST_MS, Math.max(SOONEST_MS, growthMs))
  }

  return {
    name: 'analysis',
    async find(nowMs, all) {
      const { underWay, ended } = await staleTrips(db, AT_ONCE)
      const found = (share: Found['share']) => (trip: StaleTrip) => ({
        ...{ vesselNumber: trip.vesselNumber, share },
        ...{ fromUs: trip.startUs, toUs: trip.lastRecordUs },
      })
      return [
        ...underWay
          .filter((trip) => all || hasGrown(trip, nowMs))
          .sort((a, b) => lookedMs(a) - lookedMs(b))
          .map(found('live')),
        ...ended.map(found('backlog')),
      ]
    },
    findEveryMs: 1000,
    // Trips that follow each other closely are each a work of their own.
    reachUs: -1,
    longestUs: Number.POSITIVE_INFINITY,
    mostWorks: 1,
    mostUs: Number.POSITIVE_INFINITY,
    restFactor: 4,
    isInLane: true,
    async run(works, signal) {
      const followUps: FollowUp[] = []
      for (const { vessel, fromUs, toUs, share, sinceMs } of works) {
        for (const { id } of await staleTripsOf(db, vessel.id, fromUs, toUs)) {
          signal.throwIfAborted()
          const trip = await analyse(id)
          if (!trip || trip.endUs === null) continue
          const about = { vesselNumber: vessel.number, share, sinceMs }
          followUps.push(
            { ...about, step: STEP_OF.derived, fromUs: trip.startUs, toUs: trip.lastRecordUs },
            { ...about, step: STEP_OF.figures, fromUs: trip.endUs, toUs: trip.endUs },
          )
        }
      }
      return followUps
    },
  }
}

/** A speed at which nothing was sailed says the same as none. */
function sameCruising(a: SpeedBins, b: SpeedBins): boolean {
  return [...new Set([...a.keys(), ...b.keys()])].every(
    (kn) =>
      (a.get(kn)?.cruise_s ?? 0) === (b.get(kn)?.cruise_s ?? 0) &&
      (a.get(kn)?.cruise_m3 ?? 0) === (b.get(kn)?.cruise_m3 ?? 0),
  )
}
