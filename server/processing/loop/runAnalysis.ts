import type { Bus } from '#server/platform/bus.ts'
import type { Log } from '#server/platform/log.ts'
import {
  hasLaterTrips,
  markLaterTripsStale,
  type StaleTrip,
  staleTrips,
  type TripToAnalyse,
  tripWithSettings,
} from '#server/records/tripAnalysis.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { SpeedBins } from '#server/telemetry/quarters.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { EcoBand } from '../formulas/analysis/ecoBand.ts'
import { ECO_HISTORY_US, readEcoBand } from '../formulas/analysis/readEcoBand.ts'
import { analyseTrip, type Settled } from './analyseTrip.ts'
import type { VesselTurns } from './vesselTurns.ts'

export interface Analysis {
  /** Analyses what is due; with `all`, everything that changed. True while something may be left. */
  run(nowMs: number, all: boolean): Promise<boolean>
}

const AT_ONCE = 200
/** A turn gives this long to boats under way and as long to all others, so that neither keeps the other waiting. */
const TURN_MS = 200
/** An open trip is analysed again once it has grown by a fiftieth, within these bounds. */
const GROWTH = 0.02
const SOONEST_MS = 5000
const LATEST_MS = 60_000
const DAY_US = 86_400_000_000

/** Keeps the figures of trips in line with their samples, their boundaries and the settings of their vessels. */
export function openAnalysis({
  db,
  telemetry,
  bus,
  log,
  turns,
}: {
  db: Db
  telemetry: Telemetry
  bus: Bus
  log: Log
  turns: VesselTurns
}): Analysis {
  /** Of trips under way: when they were looked at, and what is settled of them. */
  const looked = new Map<string, { atMs: number; settled: Settled | null }>()
  const failedMs = new Map<string, number>()
  const bands = new Map<string, EcoBand | null>()

  async function analyse(id: string, nowMs: number) {
    const trip = await tripWithSettings(db, id)
    if (!trip) return
    const isOpen = trip.endUs === null
    const known = isOpen ? looked.get(trip.id) : undefined
    const before = isOpen ? null : await ownBins(trip)
    const settled = await analyseTrip({ db, telemetry }, trip, await bandOf(trip), known?.settled ?? null)
    if (isOpen) {
      looked.set(trip.id, { atMs: nowMs, settled })
      return
    }
    looked.delete(trip.id)
    bands.clear()
    await spreadEco(trip, before)
    bus.publish({
      type: 'trip.changed',
      companyId: trip.companyId,
      departmentId: trip.departmentId,
      vesselId: trip.vesselId,
      tripId: trip.id,
    })
  }

  async function bandOf(trip: TripToAnalyse): Promise<EcoBand | null> {
    const dayUs = Math.floor(trip.startUs / DAY_US) * DAY_US
    const key = `${trip.vesselNumber} ${dayUs} ${trip.topSpeedMps} ${trip.cruisingSpeedMps}`
    const known = bands.get(key)
    if (known !== undefined) return known
    const band = await readEcoBand(telemetry, trip)
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
  async function spreadEco(trip: TripToAnalyse, before: SpeedBins | null) {
    const nextDayUs = (Math.floor(trip.startUs / DAY_US) + 1) * DAY_US
    if (!before || !(await hasLaterTrips(db, trip.vesselId, nextDayUs - 1))) return
    if (sameCruising(before, await ownBins(trip))) return
    await markLaterTripsStale(db, trip.vesselId, nextDayUs, nextDayUs + ECO_HISTORY_US)
  }

  const lookedMs = ({ id }: StaleTrip) => looked.get(id)?.atMs ?? Number.NEGATIVE_INFINITY

  function hasGrown(trip: StaleTrip, nowMs: number) {
    const growthMs = (GROWTH * (trip.lastRecordUs - trip.startUs)) / 1000
    return nowMs - lookedMs(trip) >= Math.min(LATEST_MS, Math.max(SOONEST_MS, growthMs))
  }

  const hasNotJustFailed = ({ id }: StaleTrip, nowMs: number) =>
    nowMs - (failedMs.get(id) ?? Number.NEGATIVE_INFINITY) >= LATEST_MS

  /** True when time ran out before the trips did. */
  async function analyseEach(stale: readonly StaleTrip[], nowMs: number, untilMs: number) {
    for (const { id, vesselNumber } of stale) {
      if (performance.now() > untilMs) return true
      try {
        await turns.take(vesselNumber, () => analyse(id, nowMs))
        failedMs.delete(id)
      } catch (error) {
        failedMs.set(id, nowMs)
        log.error('a trip could not be analysed and will be tried again', { trip: id, error })
        if (untilMs === Number.POSITIVE_INFINITY) throw error
      }
    }
    return false
  }

  return {
    async run(nowMs, all) {
      const { underWay, ended } = await staleTrips(db, AT_ONCE)
      const turn = () => (all ? Number.POSITIVE_INFINITY : performance.now() + TURN_MS)
      const isDue = (trip: StaleTrip) => all || hasNotJustFailed(trip, nowMs)
      const grown = underWay
        .filter((trip) => isDue(trip) && (all || hasGrown(trip, nowMs)))
        .sort((a, b) => lookedMs(a) - lookedMs(b))
      const isLeftUnderWay = await analyseEach(grown, nowMs, turn())
      const isLeft = await analyseEach(ended.filter(isDue), nowMs, turn())
      return all ? underWay.length + ended.length > 0 : isLeftUnderWay || isLeft || ended.length >= AT_ONCE
    },
  }
}

function sameCruising(a: SpeedBins, b: SpeedBins): boolean {
  if (a.size !== b.size) return false
  return [...a].every(([kn, bin]) => {
    const other = b.get(kn)
    return other && other.cruise_s === bin.cruise_s && other.cruise_m3 === bin.cruise_m3
  })
}
