/**
 * Benchmark of trip figures: `node bench/analysis.ts`. Boats with twin engines and thirty series at 1 Hz sail for six
 * hours. Each trip is analysed as a whole, and in the increments by which it grew under way.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SECOND_US } from '#contract/domain/time.ts'
import { systemClock } from '#server/platform/clock.ts'
import { analyseTrips, type Settled } from '#server/processing/loop/analyseTrips.ts'
import type { TripToAnalyse } from '#server/records/tripAnalysis.ts'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import { openRecords } from '#server/stores/relational/openRecords.ts'
import { openTelemetry } from '#server/telemetry/openTelemetry.ts'
import { secondReadings } from './benchFleet.ts'
import { loadPerCore, print, quantile } from './figures.ts'

const START_US = Date.UTC(2026, 4, 18) * 1000
const TRIP_S = 6 * 3600
const BOATS = 10
/** Boats under way are analysed once a minute when their trips are longer than fifty minutes. */
const EVERY_S = 60
/** Age of the tested increment: a 15-minute bucket is seven minutes old on average. */
const GROWN_S = TRIP_S - 450

const dataDir = mkdtempSync(join(tmpdir(), 'taffrail-bench-'))
const [columns, records] = await Promise.all([
  openColumns({ dataDir: join(dataDir, 'columns') }),
  openRecords({ dataDir: join(dataDir, 'records') }),
])
try {
  const telemetry = openTelemetry(columns)
  const stores = { db: records.db, telemetry, clock: systemClock }
  const boats = Array.from({ length: BOATS }, (_, i) => i + 1)
  for (const boat of boats)
    for (let second = 0; second < TRIP_S; second += 3600)
      await telemetry.append([secondReadings(boat, START_US + second * SECOND_US, 3600)])

  const analyse = async (trip: TripToAnalyse, known: Settled | null) => {
    const [answer] = await analyseTrips(stores, [{ trip, ecoBand: null, known }])
    return answer?.settled ?? null
  }
  const whole = await each('six-hour trip as a whole', boats, async (boat) => {
    await analyse(tripOf(boat, TRIP_S, true), null)
  })
  const settled = new Map<number, Settled | null>()
  for (const boat of boats) settled.set(boat, await analyse(tripOf(boat, GROWN_S, false), null))
  const grown = await each('six-hour trip by what it grew', boats, async (boat) => {
    await analyse(tripOf(boat, GROWN_S + EVERY_S, false), settled.get(boat) ?? null)
  })
  print('100 boats under way, once a minute each', `${((100 * grown) / EVERY_S / 10).toFixed(1)} % of a core`)
  print('a year of 1,000 trips of six hours, again', `${((1000 * whole) / 60_000).toFixed(1)} CPU-minutes`)
  print('load per core meanwhile', loadPerCore().toFixed(1))
} finally {
  await Promise.all([columns.close(), records.close()])
  rmSync(dataDir, { recursive: true, force: true })
}

/** Prints and returns the median CPU milliseconds. */
async function each(what: string, boats: readonly number[], work: (boat: number) => Promise<void>) {
  const cpuMs: number[] = []
  for (const boat of boats) {
    const before = process.cpuUsage()
    await work(boat)
    const used = process.cpuUsage(before)
    cpuMs.push((used.user + used.system) / 1000)
  }
  print(what, `${quantile(cpuMs, 0.5).toFixed(0)} CPU-ms`)
  return quantile(cpuMs, 0.5)
}

function tripOf(boat: number, lengthS: number, hasEnded: boolean): TripToAnalyse {
  return {
    ...{ id: '00000000-0000-4000-8000-000000000000', number: boat, revision: 1, analysedRevision: 0 },
    ...{ vesselId: '', vesselNumber: boat, organizationId: '', departmentId: '', captainNumber: 1 },
    startUs: START_US,
    endUs: hasEnded ? START_US + (lengthS - 1) * SECOND_US : null,
    lastRecordUs: START_US + (lengthS - 1) * SECOND_US,
    ...{
      visible: true,
      isDeleted: false,
      seaState: 'assumed' as const,
      distanceM: 100_000,
      durationS: lengthS,
      stats: {},
    },
    ...{ impactLimitG: 3, safetySpeedLimitMps: 10, topSpeedMps: 20, cruisingSpeedMps: 10 },
    ...{ fuelType: 'diesel', noxFactorGPerKg: 42, ignoredFuelPeriods: [] },
  }
}
