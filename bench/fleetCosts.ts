/**
 * Processor time of each task that a fleet under way causes: `node bench/fleetCosts.ts [--boats 500]`. The bench
 * calls every step itself, so that the results hold on a busy machine too. It cannot follow a fleet in real time.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SECOND_US } from '#contract/domain/time.ts'
import { decoderFor } from '#protocols/formats.ts'
import { encodeReadings } from '#protocols/readingsJson.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { systemClock } from '#server/platform/clock.ts'
import { LatestStates } from '#server/processing/loop/latest.ts'
import { analysisStep } from '#server/processing/loop/steps/analysisStep.ts'
import { latestStep } from '#server/processing/loop/steps/latestStep.ts'
import { tripsStep } from '#server/processing/loop/steps/tripsStep.ts'
import { loadDirectory } from '#server/records/vesselDirectory.ts'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import { openRecords } from '#server/stores/relational/openRecords.ts'
import { departments, organizations, vessels } from '#server/stores/relational/schema.ts'
import { describeAppended } from '#server/telemetry/describeInterval.ts'
import { openTelemetry } from '#server/telemetry/openTelemetry.ts'
import { quietContext } from '#server/testing/quietContext.ts'
import { secondReadings } from './benchFleet.ts'
import { print } from './figures.ts'

const { values } = parseArgs({ options: { boats: { type: 'string', default: '500' } } })
const BOATS = Number(values.boats)
const SERIES = 20
/** Time since the boats set out, and the number of boats in one run of a step. */
const UNDER_WAY_S = 3600
const AT_ONCE = 50

const dataDir = mkdtempSync(join(tmpdir(), 'taffrail-bench-'))
const [records, columns] = await Promise.all([openRecords({ dataDir }), openColumns({ dataDir })])
try {
  const { db } = records
  const telemetry = openTelemetry(columns)
  const [organization] = await db.insert(organizations).values({ name: 'Bench' }).returning()
  const organizationId = organization?.id ?? ''
  const [department] = await db.insert(departments).values({ organizationId, name: 'Bench' }).returning()
  await db.insert(vessels).values(
    Array.from({ length: BOATS }, (_, i) => ({
      ...{ organizationId, departmentId: department?.id ?? '', name: `Boat ${i}` },
    })),
  )
  const directory = await loadDirectory(db)
  const fleet = [...directory.values()]
  let nowS = Math.floor(Date.now() / 1000) - UNDER_WAY_S
  const readingsOf = (boats: typeof fleet, seconds: number) =>
    boats.map(({ number }) => secondReadings(number, nowS * SECOND_US, seconds, SERIES))
  for (let second = 0; second < UNDER_WAY_S; second += 900, nowS += 900)
    for (let i = 0; i < BOATS; i += AT_ONCE)
      await telemetry.append(readingsOf(fleet.slice(i, i + AT_ONCE), 900))

  const context = {
    ...quietContext,
    ...{ db, telemetry, vessels: directory },
    bus: inProcessBus((error) => print('a listener failed', String(error))),
    clock: { ...systemClock, nowMs: () => nowS * 1000 },
    latest: new LatestStates(new Map()),
  }
  const half = fleet.slice(0, BOATS / 2)
  const messages = readingsOf(half, 1).map((one) =>
    encodeReadings({ scalars: [...one.scalars], fixes: [...one.fixes] }),
  )
  const decoder = decoderFor('readings')
  await cost('a message of it decoded', 20, half.length, async () => {
    for (const message of messages) decoder.decode(message, nowS * SECOND_US)
  })
  await cost('half a second of the fleet stored', 20, half.length, async () => {
    nowS++
    await telemetry.append(readingsOf(half, 1))
  })
  await cost('its news taken in', 5, half.length, async () => {
    nowS++
    for (const readings of readingsOf(half, 1)) {
      for (const interval of describeAppended(readings)) context.latest.take(interval, null)
    }
  })
  const [latest, trips, analysis] = [latestStep(context), tripsStep(context), analysisStep(context)]
  const { signal } = new AbortController()
  const works = (boats: typeof fleet, seconds: number) =>
    boats.map((vessel) => ({
      ...{ vessel, share: 'live' as const, sinceMs: nowS * 1000 },
      ...{ fromUs: (nowS - seconds) * SECOND_US, toUs: nowS * SECOND_US },
    }))
  await cost('her state saved', 20, half.length, async () => {
    await latest.run(works(half, 1), signal)
  })
  const some = fleet.slice(0, AT_ONCE)
  for (const what of ['looked at as a whole, after a start', 'looked at once a minute']) {
    await telemetry.append(readingsOf(some, 60))
    nowS += 60
    await cost(`her trip ${what}`, 1, AT_ONCE, async () => {
      await trips.run(works(some, 60), signal)
    })
    await cost(`its figures, ${what}`, 1, AT_ONCE, async () => {
      await analysis.run(works(some, UNDER_WAY_S), signal)
    })
  }
} finally {
  await Promise.all([columns.close(), records.close()])
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(0)

/** Prints the cost of a run per boat. */
async function cost(what: string, runs: number, boats: number, run: () => Promise<void>) {
  const before = process.cpuUsage()
  for (let i = 0; i < runs; i++) await run()
  const { user, system } = process.cpuUsage(before)
  print(what, `${((user + system) / 1000 / runs / boats).toFixed(3)} CPU-ms a boat`)
}
