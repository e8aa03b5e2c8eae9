import type { Bus } from '#server/platform/bus.ts'
import type { Log } from '#server/platform/log.ts'
import {
  hasLaterTrips,
  markLaterTripsStale,
  type TripToAnalyse,
  tripsToAnalyse,
} from '#server/records/tripAnalysis.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { SpeedBins } from '#server/telemetry/tripQuarters.ts'
import { analyseTrip, type Settled } from './analyseTrip.ts'
import type { EcoBand } from './ecoBand.ts'
import { ECO_HISTORY_US, readEcoBand } from './readEcoBand.ts'

export interface Analysis {
  /** Analyses what is due; with `all`, everything that changed. True while something may be left. */
  run(nowMs: number, all: boolean): Promise<boolean>
}

const AT_ONCE = 200
/** One turn takes this long at most, so that boats setting sail are not kept waiting by a backlog. */
const TURN_MS = 400
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
}: {
  db: Db
  telemetry: Telemetry
  bus: Bus
  log: Log
}): Analysis {
  const looked = new Map<string, { atMs: number; settled: Settled | null }>()
  const bands = new Map<string, EcoBand | null>()

  async function analyse(trip: TripToAnalyse, nowMs: number) {
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
    telemetry.speedBins({
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

  function isDue({ id, endUs, startUs, lastRecordUs }: TripToAnalyse, nowMs: number) {
    const known = looked.get(id)
    if (endUs !== null || !known) return true
    const growthMs = (GROWTH * (lastRecordUs - startUs)) / 1000
    return nowMs - known.atMs >= Math.min(LATEST_MS, Math.max(SOONEST_MS, growthMs))
  }

  return {
    async run(nowMs, all) {
      const begunMs = performance.now()
      const stale = await tripsToAnalyse(db, AT_ONCE)
      const due = all ? stale : stale.filter((trip) => isDue(trip, nowMs))
      for (const trip of due) {
        if (!all && performance.now() - begunMs > TURN_MS) return true
        try {
          await analyse(trip, nowMs)
        } catch (error) {
          looked.set(trip.id, { atMs: nowMs, settled: null })
          log.error('a trip could not be analysed and will be tried again', { trip: trip.id, error })
          if (all) throw error
        }
      }
      return all ? due.length > 0 : stale.length >= AT_ONCE
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
