/**
 * `node bench/quick.ts`: three quick figures in under half a minute of a processor, which every run of the tests
 * prints so that a regression is visible. Each is processor time as a multiple of a fixed loop on the same machine,
 * because machines differ and have other users. It always succeeds: a busy machine must not fail a build.
 */

import { SECOND_US } from '#contract/domain/time.ts'
import { fetchDashboardStatistics } from '#contract/wire/statistics.ts'
import { decoderFor } from '#protocols/formats.ts'
import { encodeImuFrame } from '#protocols/imuFrame.ts'
import { encodeReadings } from '#protocols/readingsJson.ts'
import { Collector } from '#server/gateway/collector.ts'
import { vessels } from '#server/stores/relational/schema.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import {
  bearer,
  emailOf,
  signIn,
  type TestApi,
  testApi,
  tokenOf,
  twoOrganizations,
} from '#server/testing/testApi.ts'
import { motionBlock } from './benchFleet.ts'
import { print, thousands } from './figures.ts'
import { fillQuarterHours } from './fillQuarterHours.ts'
import { fleetRows } from './fleetRows.ts'

const BOATS = 20
const HOURS = 8
const ROWS_A_MESSAGE = 500
const CALLS = 20
const DAYS = 30
const MOTION_MESSAGES = 200
const SAMPLES_A_MESSAGE = 5000
const START_US = Date.UTC(2026, 4, 18) * 1000
const TO_S = Date.UTC(2026, 4, 18) / 1000

const loopS = await cpuS(fixedLoop)
const api = await testApi()
try {
  await rows(api)
  await motion(api)
  await calls(api)
} finally {
  await api.close()
  // The engine's threads would keep the process alive.
  setImmediate(() => process.exit())
}

/** CPU seconds of this process during a task, including the engine's threads. */
async function cpuS(task: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await task()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

/** Fixed loop: the time of the machine for the same arithmetic and memory every time. */
function fixedLoop(): number {
  const values = new Float64Array(1 << 16)
  let sum = 0
  for (let round = 0; round < 1500; round++)
    for (let i = 0; i < values.length; i++) {
      values[i] = (values[i] ?? 0) + Math.sqrt(i ^ round)
      sum += values[(i * 7919) & 0xffff] ?? 0
    }
  return sum
}

function printRatio(what: string, tookS: number) {
  print(
    what,
    `${(tookS / loopS).toFixed(2)} times the fixed loop (${tookS.toFixed(1)} and ${loopS.toFixed(1)} CPU-s)`,
  )
}

/** Messages as devices send them, decoded and stored through the collector. */
async function store(
  { telemetry }: TestApi,
  format: 'readings' | 'imu',
  messages: readonly { vesselNumber: number; message: Uint8Array }[],
) {
  const collector = new Collector(telemetry, () => undefined, silentLog)
  const decoder = decoderFor(format)
  await Promise.all(
    messages.map(({ vesselNumber, message }) => collector.store(vesselNumber, decoder.decode(message, null))),
  )
}

async function rows(to: TestApi) {
  const batches = Array.from({ length: BOATS }, (_, i) => i + 1001).flatMap((vesselNumber) =>
    fleetRows(vesselNumber, HOURS, ROWS_A_MESSAGE).map((batch) => ({ ...batch, vesselNumber })),
  )
  const messages = batches.map((batch) => ({ ...batch, message: encodeReadings(batch) }))
  const count = batches.reduce((sum, batch) => sum + batch.rows, 0)
  printRatio(`${thousands(count)} rows of 9 series stored`, await cpuS(() => store(to, 'readings', messages)))
}

async function motion(to: TestApi) {
  const block = motionBlock(1, 1, START_US, SAMPLES_A_MESSAGE)
  const lengthUs = (SAMPLES_A_MESSAGE / 50) * SECOND_US
  const messages = Array.from({ length: MOTION_MESSAGES }, (_, i) => ({
    vesselNumber: 2001,
    message: encodeImuFrame([{ ...block, startUs: START_US + i * lengthUs }]),
  }))
  const count = MOTION_MESSAGES * SAMPLES_A_MESSAGE
  printRatio(`${thousands(count)} motion samples stored`, await cpuS(() => store(to, 'imu', messages)))
}

async function calls({ app, records, telemetry }: TestApi) {
  const { own } = await twoOrganizations(records.db)
  const { organizationId, departmentId } = own
  const boats = await records.db
    .insert(vessels)
    .values(Array.from({ length: BOATS }, (_, i) => ({ organizationId, departmentId, name: `Boat ${i}` })))
    .returning({ id: vessels.id, number: vessels.number })
  const firstVessel = Math.min(...boats.map(({ number }) => number))
  const fromS = TO_S - DAYS * 86_400
  await fillQuarterHours(telemetry.columns, { vessels: BOATS, firstVessel, days: DAYS, fromS })
  const headers = bearer(await tokenOf(app, await signIn(app, emailOf('organization-admin'))))
  const payload = {
    start_time: new Date(fromS * 1000).toISOString(),
    end_time: new Date(TO_S * 1000).toISOString(),
    vessel_id: boats.map(({ id }) => id),
    timezone: 'Europe/Rome',
  }
  const tookS = await cpuS(async () => {
    for (let call = 0; call < CALLS; call++) {
      const { statusCode } = await app.inject({
        method: 'POST',
        url: fetchDashboardStatistics.path,
        headers,
        payload,
      })
      if (statusCode !== 200) throw new Error(`the report answered ${statusCode}`)
    }
  })
  printRatio(`${CALLS} reports of ${DAYS} days of ${BOATS} boats`, tookS)
}
