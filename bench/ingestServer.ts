/**
 * Records, telemetry, gateway and, with `--processing`, processing in a process of their own, for benches that load
 * it or kill it. Its parent calls functions over the process channel; see `ingestProcess.ts`.
 */
import './slowMotion.ts'
import { parseArgs } from 'node:util'
import websocket from '@fastify/websocket'
import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { fieldName, SERIES, type SeriesKey } from '#contract/domain/series.ts'
import { SECOND_US } from '#contract/domain/time.ts'
import { Problem } from '#contract/wire/errors.ts'
import { DEFAULT_NOTIFICATIONS, RuleForm } from '#contract/wire/rule.ts'
import { startGateway } from '#server/gateway/startGateway.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { systemClock } from '#server/platform/clock.ts'
import { standardLog } from '#server/platform/log.ts'
import { startProcessing } from '#server/processing/loop/startProcessing.ts'
import { createDevice } from '#server/records/devices.ts'
import { insertRule } from '#server/records/rules.ts'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import { openRecords } from '#server/stores/relational/openRecords.ts'
import { departments, organizations, vesselStates, vessels } from '#server/stores/relational/schema.ts'
import { describeAppended } from '#server/telemetry/describeInterval.ts'
import { openTelemetry } from '#server/telemetry/openTelemetry.ts'
import type { VesselInterval } from '#server/telemetry/vesselInterval.ts'
import { secondReadings } from './benchFleet.ts'
import { threadsCpuS } from './threadsCpu.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    mqtt: { type: 'string' },
    port: { type: 'string' },
    processing: { type: 'boolean' },
    boats: { type: 'string', default: '0' },
    hours: { type: 'string', default: '0' },
    rules: { type: 'string', default: '0' },
  },
})
const dataDir = values.data ?? 'data'
/** Amount seeded at a time: seconds of each boat, and number of boats. */
const SEED_SECONDS = 900
const SEED_BOATS = 50
const SEEDED_SERIES = 20

const [records, columns] = await Promise.all([openRecords({ dataDir }), openColumns({ dataDir })])
const telemetry = openTelemetry(columns)
const dependencies = {
  db: records.db,
  telemetry,
  bus: inProcessBus((error) => standardLog.error('a listener failed', { error })),
  log: standardLog,
  clock: systemClock,
}
const seeded = await createBoats(Number(values.boats))
let seededS = Math.floor(Date.now() / 1000 - Number(values.hours) * 3600)
await seedUpToNow()
const processing = values.processing ? await startProcessing(dependencies) : null
// Processes the past voyages first, so that the measurement covers only the present, and no silence ends a trip.
for (let i = 0; i < 2 && seeded.length > 0; i++) {
  await processing?.idle()
  await seedUpToNow()
}
const gateway = await startGateway({
  config: { MQTT_HOST: '127.0.0.1', MQTT_PORT: Number(values.mqtt ?? 0) },
  ...dependencies,
})
const app = Fastify()
await app.register(websocket)
app.setErrorHandler((error, _request, reply) => {
  const problem = error instanceof Problem ? error : new Problem('internal')
  if (!(error instanceof Problem)) standardLog.error('a request failed', { error })
  return reply.code(problem.status).send({ code: problem.code, message: problem.message })
})
gateway.httpRoutes(app, async () => null)
const url = await app.listen({ port: Number(values.port ?? 0), host: '127.0.0.1' })

/** Vessels with a device each, paired as an operator would. */
async function createBoats(count: number) {
  const { db } = records
  const [organization] = await db.insert(organizations).values({ name: 'Bench' }).returning()
  const organizationId = organization?.id ?? ''
  const [department] = await db.insert(departments).values({ organizationId, name: 'Bench' }).returning()
  // Limits that a boat exceeds now and then, each with a condition that must last.
  for (let rule = 0; rule < Number(values.rules); rule++) {
    const form = RuleForm.parse({
      ...{ type: 'threshold', severity: 'warning', department_id: department?.id },
      definition: {
        geofences: { enabled: false, ids: [], area_operation: 'inside' },
        logic: {
          and: [
            {
              variable: { type: 'vfp', field: 'sog', period_sec: 20 },
              operation: 'more_than',
              value: 100 * (rule + 1),
            },
          ],
        },
      },
      notifications: DEFAULT_NOTIFICATIONS,
    })
    await db.transaction((tx) =>
      insertRule(tx, {
        ...{ organizationId, departmentId: department?.id ?? '', vessels: form.vessels },
        ...{ type: form.type, severity: form.severity, definition: form.definition },
        ...{ notifications: form.notifications, createdAt: new Date(Date.now() - 86_400_000) },
      }),
    )
  }
  const boats: { vesselNumber: number; id: string; secret: string }[] = []
  for (let i = 0; i < count; i++) {
    const [vessel] = await db
      .insert(vessels)
      .values({ organizationId, departmentId: department?.id ?? '', name: `Boat ${i}` })
      .returning()
    if (!vessel) throw new Error('the vessel was not inserted')
    boats.push({ vesselNumber: vessel.number, ...(await createDevice(db, { vesselId: vessel.id })) })
  }
  return boats
}

/** Adds fixes and SOG at 1 Hz up to this second, and all other series for the last 15 minutes. */
async function seedUpToNow() {
  const nowS = Math.floor(Date.now() / 1000)
  while (seeded.length > 0 && seededS < nowS) {
    const seconds = Math.min(SEED_SECONDS, nowS - seededS)
    const series = seededS < nowS - SEED_SECONDS ? 1 : SEEDED_SERIES
    for (let boat = 0; boat < seeded.length; boat += SEED_BOATS) {
      const part = seeded
        .slice(boat, boat + SEED_BOATS)
        .map(({ vesselNumber }) => secondReadings(vesselNumber, seededS * SECOND_US, seconds, series))
      await telemetry.append(part)
      dependencies.bus.publish({
        type: 'readings.appended',
        intervals: part.flatMap(describeAppended),
      })
    }
    seededS += seconds
  }
}

const answers = {
  createBoats,
  /** Boats that were under way at the start. */
  async seeded() {
    return seeded
  },
  /** CPU seconds of this process since its start, and its resident memory in MB. */
  async usage() {
    const { user, system } = process.cpuUsage()
    return {
      cpuS: (user + system) / 1e6,
      residentMb: process.memoryUsage().rss / 1e6,
      threads: threadsCpuS(),
    }
  },
  /** Waiting work of each step of processing. */
  async steps() {
    return processing?.figures() ?? []
  },
  /** Time of the last data of a vessel, as a call for her position would return; epoch ms. */
  async lastUpdatedMs(vesselNumber: number) {
    const [state] = await records.db
      .select({ lastUpdatedUs: vesselStates.lastUpdatedUs })
      .from(vesselStates)
      .innerJoin(vessels, eq(vessels.id, vesselStates.vesselId))
      .where(eq(vessels.number, vesselNumber))
    return state?.lastUpdatedUs ? state.lastUpdatedUs / 1000 : null
  },
  /** Motion samples stored for these intervals. */
  async countMotion(intervals: VesselInterval[]) {
    let samples = 0
    for (const interval of intervals) {
      for (const { timeUs } of await telemetry.motion.bySensor([interval])) samples += timeUs.length
    }
    return samples
  },
  motion: (interval: VesselInterval) => telemetry.motion.bySensor([interval]),
  samples: telemetry.series.samples,
  /** Rows of a table, one for each key, without the impact series of each sensor, which processing adds. */
  async countRows(table: 'scalars' | 'imu' | 'fixes', vesselNumbers: number[]) {
    const derived = table === 'scalars' ? `AND NOT (series = ${SERIES.impact.number} AND instance > 0)` : ''
    const where = `FROM telemetry.${table} FINAL WHERE vessel IN (${vesselNumbers.map(Number).join(',') || '0'}) ${derived}`
    const [row] = await columns.rows<{ n: number }>(`SELECT toUInt64(count()) AS n ${where}`)
    return row?.n ?? 0
  },
  /** Count of stored values and their sum in stored steps, by the name of the field. */
  async sums(vesselNumbers: number[]) {
    const where = `FINAL WHERE vessel IN (${vesselNumbers.map(Number).join(',') || '0'})`
    const scalars = await columns.rows<{ series: number; instance: number; n: number; sum: number }>(
      `SELECT series, instance, toUInt32(count()) AS n, toFloat64(sum(value)) AS sum FROM telemetry.scalars ${where} GROUP BY series, instance`,
    )
    const [fixes] = await columns.rows<{ n: number; latitude: number; longitude: number }>(
      `SELECT toUInt32(count()) AS n, toFloat64(sum(latitude)) AS latitude, toFloat64(sum(longitude)) AS longitude FROM telemetry.fixes ${where}`,
    )
    const sums: Record<string, [count: number, sum: number]> = {
      latitude: [fixes?.n ?? 0, fixes?.latitude ?? 0],
      longitude: [fixes?.n ?? 0, fixes?.longitude ?? 0],
    }
    for (const key of Object.keys(SERIES) as SeriesKey[])
      for (const { series, instance, n, sum } of scalars)
        if (SERIES[key].number === series) sums[fieldName(key, instance)] = [n, sum]
    return sums
  },
}
export type IngestAnswers = typeof answers
export type IngestRequest = { id: number; name: keyof IngestAnswers; args: never[] }

process.on('message', ({ id, name, args }: IngestRequest) => {
  const answer = answers[name] as (...given: never[]) => Promise<unknown>
  answer(...args).then(
    (result) => process.send?.({ id, result }),
    (error) => process.send?.({ id, error: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', async () => {
  await app.close()
  await gateway.close()
  await processing?.close()
  await Promise.all([columns.close(), records.close()])
  process.exit(0)
})
process.send?.({ ready: { url, mqttPort: gateway.mqttPort } })
