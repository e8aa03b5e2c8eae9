/**
 * `node bench/demoMonth.ts [--days 3] [--rows FILE]`: prepares the history of the demo in a fresh directory as a first start
 * does, without console and live boats, and prints the processor time until it is complete, by stage and thread. The
 * history ends at a fixed moment, so `--rows` writes the same computed rows each time, to compare two versions of the code.
 * `node --cpu-prof` writes a profile of the main thread, where all JavaScript runs.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createUser } from '#server/access/createUser.ts'
import { growHeap } from '#server/demo/growHeap.ts'
import { busyTimes, HISTORY_DAYS, planHistory } from '#server/demo/historyPlan.ts'
import { seaForecast } from '#server/demo/seaForecast.ts'
import { seedDemo } from '#server/demo/seedDemo.ts'
import { sendHistory } from '#server/demo/sendHistory.ts'
import { untilComputed, untilProcessedBetween } from '#server/demo/untilComputed.ts'
import { startGateway } from '#server/gateway/startGateway.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { systemClock } from '#server/platform/clock.ts'
import { standardLog } from '#server/platform/log.ts'
import { openThrottle } from '#server/platform/throttle.ts'
import { startProcessing } from '#server/processing/loop/startProcessing.ts'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import { openRecords } from '#server/stores/relational/openRecords.ts'
import { openTelemetry } from '#server/telemetry/openTelemetry.ts'
import { computedOf } from '#server/testing/computed.ts'
import { weatherStep } from '#server/weather/weatherStep.ts'
import { FLEET, STRANGER } from '#simulator/fleet.ts'
import { pretendBoat } from '#simulator/pretendBoat.ts'
import { threadsCpuS } from './threadsCpu.ts'

const { values } = parseArgs({
  options: { days: { type: 'string', default: `${HISTORY_DAYS}` }, rows: { type: 'string' } },
})
const days = Number(values.days)
const END_S = Date.UTC(2026, 9, 20, 12) / 1000

const dataDir = mkdtempSync(join(tmpdir(), 'taffrail-bench-'))
const records = await openRecords({ dataDir })
const columns = await openColumns({ dataDir })
const { db } = records
const telemetry = openTelemetry(columns)
const bus = inProcessBus((error) => standardLog.error('a listener failed', { error }))
const startedMs = systemClock.nowMs()
const clock = { nowMs: () => systemClock.nowMs() - startedMs + END_S * 1000 }

const throttle = openThrottle()
const shared = { db, telemetry, bus, log: standardLog, clock }
const processing = await startProcessing({
  ...{ ...shared, throttle },
  forecastStep: (context) => weatherStep({ ...context, source: seaForecast }),
})
const gateway = await startGateway({ config: { MQTT_HOST: '127.0.0.1', MQTT_PORT: 0 }, ...shared })
const fleet = await seedDemo({ db, clock, createUser })
const plan = planHistory(END_S, days)
const busy = busyTimes(plan)
const boats = fleet.boats.flatMap(({ name, deviceId }) => {
  const boat = [...FLEET, STRANGER].find((one) => one.name === name)
  return boat ? [{ deviceId, pretend: pretendBoat(boat, busy), lastReportS: Number.POSITIVE_INFINITY }] : []
})
const signal = new AbortController().signal
const shrinkHeap = growHeap()
const began = { ms: performance.now(), cpu: process.cpuUsage() }
const stage = (name: string) => {
  const { user, system } = process.cpuUsage(began.cpu)
  const atS = ((performance.now() - began.ms) / 1000).toFixed(0)
  console.log(
    `${name}: after ${atS} s, ${((user + system) / 1e6).toFixed(1)} CPU-s, ${(process.resourceUsage().maxRSS / 1e3).toFixed(0)} MB at most`,
  )
}
await sendHistory(
  { gateway, throttle },
  plan,
  boats,
  async (done) => {
    if (done % boats.length !== 0) return
    const complete = done / boats.length
    stage(`${complete} of ${plan.spans.length} spans sent`)
    const last = plan.spans[complete - 1]
    if (!last) return
    await untilProcessedBetween(processing, { fromUs: last.fromS * 1e6, beforeUs: END_S * 1e6 }, signal)
    stage(`${complete} of ${plan.spans.length} spans processed`)
  },
  signal,
)
await untilComputed(
  { db, processing, bus, log: standardLog },
  END_S * 1e6,
  plan.spans[0] ? Math.min(...plan.spans.map((one) => one.fromS)) * 1e6 : null,
  signal,
)
stage('complete')
shrinkHeap()
console.log(`${(process.memoryUsage().rss / 1e6).toFixed(0)} MB afterwards`)
for (const [name, s] of Object.entries(threadsCpuS()).sort(([, a], [, b]) => b - a))
  if (s >= 0.1) console.log(`  ${name} ${s.toFixed(1)} CPU-s`)
await gateway.close()
await processing.close()
if (values.rows) {
  const computed = await computedOf(db, columns)
  const lines = Object.entries<object[]>({ ...computed }).flatMap(([what, rows]) =>
    rows.map((row) => `${what} ${JSON.stringify(row)}\n`),
  )
  writeFileSync(values.rows, lines.join(''))
  console.log(
    Object.entries(computed)
      .map(([what, rows]) => `${rows.length} ${what}`)
      .join(', '),
  )
}
await columns.close()
await records.close()
rmSync(dataDir, { recursive: true })
