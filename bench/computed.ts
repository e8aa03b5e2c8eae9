/**
 * Hashes what the product computed from stored samples, one hash per kind: shows that a code change changes no figure.
 *
 *   node bench/computed.ts DATA                     what is there
 *   node bench/computed.ts DATA --recordings DIR    after the recordings of a folder were imported into it
 *   node bench/computed.ts DATA --again             after everything was computed once more
 *
 * The option `--rows FILE` writes the hashed rows to a file, to find the difference.
 */
import { createHash } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { importRecordings } from '#server/demo/recordings.ts'
import { startGateway } from '#server/gateway/startGateway.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { systemClock } from '#server/platform/clock.ts'
import { standardLog } from '#server/platform/log.ts'
import { startProcessing } from '#server/processing/loop/startProcessing.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import { openRecords } from '#server/stores/relational/openRecords.ts'
import { trips, vesselStates, vessels } from '#server/stores/relational/schema.ts'
import { openTelemetry } from '#server/telemetry/openTelemetry.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { recordings: { type: 'string' }, again: { type: 'boolean' }, rows: { type: 'string' } },
})
const dataDir = positionals[0]
if (!dataDir) throw new Error('no data directory named')

const records = await openRecords({ dataDir })
const columns = await openColumns({ dataDir })
const { db } = records
const bus = inProcessBus((error) => standardLog.error('a listener failed', { error }))
const dependencies = { db, telemetry: openTelemetry(columns), bus, log: standardLog, clock: systemClock }
const startedMs = performance.now()
const { user } = process.cpuUsage()

if (values.again) await db.update(trips).set({ algoVersion: 0 })
if (values.recordings || values.again) {
  const processing = await startProcessing(dependencies)
  if (values.recordings) {
    const config = { MQTT_HOST: '127.0.0.1', MQTT_PORT: 0 }
    const gateway = await startGateway({ config, ...dependencies })
    const fleet = await db.transaction((tx) => insertOrganization(tx, { name: 'Recordings' }))
    const signal = new AbortController().signal
    await importRecordings(
      { ...dependencies, gateway },
      { ...fleet, boats: [] } as never,
      values.recordings,
      signal,
    )
    await gateway.close()
  }
  await processing.idle()
  await processing.close()
}

function hash(rows: readonly unknown[]) {
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  if (values.rows) appendFileSync(values.rows, lines)
  return `${rows.length} ${createHash('sha256').update(lines).digest('hex').slice(0, 16)}`
}
const ofTrips = await db
  .select({ trip: trips, vesselNumber: vessels.number })
  .from(trips)
  .innerJoin(vessels, sql`${vessels.id} = ${trips.vesselId}`)
  .orderBy(vessels.number, trips.startUs, trips.endUs)
const nameOf = new Map(
  ofTrips.map(({ trip, vesselNumber }) => [trip.number, `${vesselNumber} ${trip.startUs}`]),
)
console.log(
  'trips   ',
  hash(
    ofTrips.map(({ vesselNumber, trip }) => {
      const {
        id,
        number,
        organizationId,
        vesselId,
        captainId,
        revision,
        analysedRevision,
        createdAt,
        stats,
        ...own
      } = trip
      return [vesselNumber, own, Object.entries(stats).sort(([a], [b]) => (a < b ? -1 : 1))]
    }),
  ),
  `${ofTrips.filter(({ trip }) => trip.analysedRevision < trip.revision).length} not analysed`,
)
const states = await db
  .select({ number: vessels.number, state: vesselStates })
  .from(vesselStates)
  .innerJoin(vessels, sql`${vessels.id} = ${vesselStates.vesselId}`)
  .orderBy(vessels.number)
console.log(
  'states  ',
  hash(
    states.map(({ number, state: { vesselId, latest, ...state } }) => [
      number,
      state,
      Object.entries(latest).sort(([a], [b]) => (a < b ? -1 : 1)),
    ]),
  ),
)
const sums = (query: string) => columns.rows<Record<string, string | number>>(query)
console.log(
  'impacts ',
  hash(
    await sums(`SELECT vessel, toString(sum(cityHash64(*))) AS h, toUInt32(count()) AS n
      FROM telemetry.impacts FINAL GROUP BY vessel ORDER BY vessel`),
  ),
)
console.log(
  'series  ',
  hash(
    await sums(`SELECT vessel, series, instance, toString(sum(cityHash64(time, source, value))) AS h, toUInt32(count()) AS n
      FROM telemetry.scalars FINAL GROUP BY vessel, series, instance ORDER BY vessel, series, instance`),
  ),
)
const named = (rows: readonly Record<string, string | number>[]) =>
  rows
    .flatMap(({ trip, h, n }) => (nameOf.has(Number(trip)) ? [`${nameOf.get(Number(trip))} ${n} ${h}`] : []))
    .sort()
console.log(
  'quarterHours',
  hash(
    named(
      await sums(`SELECT trip, toString(sum(cityHash64(* EXCEPT (trip)))) AS h, toUInt32(count()) AS n
        FROM telemetry.trip_quarter_hours FINAL WHERE sog_s > 0 GROUP BY trip`),
    ),
  ),
)
console.log(
  'heat    ',
  hash(
    named(
      await sums(`SELECT trip, toString(sum(cityHash64(* EXCEPT (trip)))) AS h, toUInt32(count()) AS n
        FROM telemetry.heat_cells FINAL WHERE notEmpty(cell) GROUP BY trip`),
    ),
  ),
)
const cpuS = (process.cpuUsage().user - user) / 1e6
console.log(
  `${((performance.now() - startedMs) / 1000).toFixed(1)} s, ${cpuS.toFixed(1)} CPU-s, ${(process.resourceUsage().maxRSS / 1e3).toFixed(0)} MB at most`,
)
await columns.close()
await records.close()
