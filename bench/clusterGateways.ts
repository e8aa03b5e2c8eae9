/**
 * One gateway and two on PostgreSQL and NATS of Debian, with the embedded column store behind ClickHouse's
 * HTTP interface: `node bench/clusterGateways.ts [--boats N] [--seconds N]`. Boats send the same data in real time,
 * in three ways; then as fast as the gateways accept it. Exits with 1 when a sample is lost.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { MqttClient } from 'mqtt'
import { SECOND_US } from '#contract/domain/time.ts'
import { encodeN2k } from '#protocols/can/encodeN2k.ts'
import type { Format } from '#protocols/formats.ts'
import { encodeImuFrame } from '#protocols/imuFrame.ts'
import { encodeReadings } from '#protocols/readingsJson.ts'
import { natsBus } from '#server/cluster/natsBus.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createDevice } from '#server/records/devices.ts'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import { identify } from '#server/stores/relational/installation.ts'
import { openRecords } from '#server/stores/relational/openRecords.ts'
import { departments, organizations, vessels } from '#server/stores/relational/schema.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { startTestClickHouse } from '#server/testing/testClickHouse.ts'
import { startTestNats } from '#server/testing/testNats.ts'
import { startTestPostgres } from '#server/testing/testPostgres.ts'
import { type Program, startProgram } from '#server/testing/testProgram.ts'
import { motionBlock, secondReadings } from './benchFleet.ts'
import { loadPerCore, print, quantile, thousands } from './figures.ts'
import { type Boat, connectBoat, inParallel, publish } from './mqttDevice.ts'

const { values } = parseArgs({
  options: { boats: { type: 'string', default: '100' }, seconds: { type: 'string', default: '20' } },
})
const BOATS = Number(values.boats)
const SECONDS = Number(values.seconds)
const SERIES = 20
const SENSORS = [1, 2, 3]
/** Unacknowledged messages at a time, when sent as fast as the gateways accept them. */
const WINDOW = 200
const TICKS_PER_S = 100

const [nats, postgres] = [await startTestNats(), await startTestPostgres()]
if (!nats || !postgres) throw new Error('NATS and PostgreSQL have to be installed')
let lost = 0
try {
  for (const count of [1, 2]) lost += await measure(count)
} finally {
  await Promise.all([nats.stop(), postgres.close()])
}
print('load of a core meanwhile', loadPerCore().toFixed(1))
process.exit(lost === 0 ? 0 : 1)

interface OutgoingMessage {
  boat: Boat
  format: Format
  message: Uint8Array
}

/** Readings of a boat for one second. */
type MessageMaker = (boat: Boat, startUs: number) => OutgoingMessage

async function measure(count: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'taffrail-bench-'))
  const clickHouse = await startTestClickHouse()
  const env = {
    DATABASE_URL: (await postgres?.createDatabase()) ?? '',
    CLICKHOUSE_URL: clickHouse.url,
    NATS_URL: nats?.url ?? '',
  }
  const records = await openRecords({ DATABASE_URL: env.DATABASE_URL, dataDir: folder })
  const columns = await openColumns({ CLICKHOUSE_URL: env.CLICKHOUSE_URL, dataDir: folder })
  const installation = await identify(records, folder)
  const bus = natsBus({ url: env.NATS_URL, log: silentLog, clock: systemClock, installation })
  const boats = await createBoats()
  const clients = new Map<Boat, MqttClient>()
  const clientOf = (boat: Boat) => clients.get(boat) as MqttClient
  const gateways: Program[] = []
  try {
    for (let i = 0; i < count; i++)
      gateways.push(
        await startProgram(['--no-demo', '--data', join(folder, `${i}`), '--role', 'gateway'], env),
      )
    for (const [i, boat] of boats.entries())
      clients.set(boat, await connectBoat(boat, gateways[i % count]?.mqttPort ?? 0))
    let missing = 0
    const imu: MessageMaker = (boat, startUs) => ({
      ...{ boat, format: 'imu' },
      message: encodeImuFrame(SENSORS.map((sensor) => motionBlock(boat.vesselNumber, sensor, startUs, 50))),
    })
    const readings: MessageMaker = (boat, startUs) => ({
      ...{ boat, format: 'readings' },
      message: encodeReadings(readingsOf(boat, startUs)),
    })
    const n2k: MessageMaker = (boat, startUs) => ({
      ...{ boat, format: 'n2k' },
      message: encodeN2k(readingsOf(boat, startUs)),
    })
    await inRealTime(`${SENSORS.length} motion sensors`, imu)
    await inRealTime(`${SERIES} series and a fix, our own format`, readings)
    await inRealTime(`${SERIES} series and a fix, NMEA 2000`, n2k)
    await flatOut('the same motion', imu, `SELECT toUInt32(count()) AS n FROM telemetry.imu FINAL WHERE`, 150)
    return missing

    /** Sends one message of each boat a second, spread over the second. */
    async function inRealTime(what: string, makeMessage: MessageMaker) {
      const firstUs = Math.floor(Date.now() / 1000) * SECOND_US
      const sentMs = new Map<string, number>()
      const storedMs: number[] = []
      const leave = bus.subscribe('readings.appended', ({ intervals }) => {
        const nowMs = performance.now()
        for (const { vesselNumber, fromUs, toUs } of intervals)
          for (let us = Math.floor(fromUs / SECOND_US) * SECOND_US; us <= toUs; us += SECOND_US) {
            const key = `${vesselNumber} ${us}`
            const fromMs = sentMs.get(key)
            if (fromMs === undefined) continue
            sentMs.delete(key)
            storedMs.push(nowMs - fromMs)
          }
      })
      const used = await usageOf(async () => {
        const startMs = performance.now()
        for (let second = 0; second < SECONDS; second++)
          for (const [i, boat] of boats.entries()) {
            const one = makeMessage(boat, firstUs + second * SECOND_US)
            const dueMs = startMs + second * 1000 + (i * 1000) / BOATS - performance.now()
            if (dueMs > 0) await later(dueMs)
            sentMs.set(`${boat.vesselNumber} ${firstUs + second * SECOND_US}`, performance.now())
            void publish(clientOf(boat), one.boat, one.format, one.message)
          }
        await untilStored(() => sentMs.size === 0)
      })
      leave()
      missing += sentMs.size
      report(`${what}: ${BOATS} boats, ${SECONDS} s`, used, BOATS * SECONDS)
      print(
        '  from the device to the disk',
        `p50 ${quantile(storedMs, 0.5).toFixed(0)} ms, p99 ${quantile(storedMs, 0.99).toFixed(0)} ms, ${sentMs.size} lost`,
      )
    }

    async function flatOut(what: string, makeMessage: MessageMaker, select: string, samples: number) {
      const firstUs = Date.UTC(2026, 4, 18) * 1000
      const encoded = Array.from({ length: SECONDS }, (_, second) =>
        boats.map((boat) => makeMessage(boat, firstUs + second * SECOND_US)),
      ).flat()
      let stored = 0
      const where = `time >= fromUnixTimestamp64Micro(${firstUs}) AND time < fromUnixTimestamp64Micro(${firstUs + SECONDS * SECOND_US})`
      const used = await usageOf(async () => {
        await inParallel(encoded, WINDOW, ({ boat, format, message }) =>
          publish(clientOf(boat), boat, format, message),
        )
        await untilStored(async () => {
          const [row] = await columns.rows<{ n: number }>(`${select} ${where}`)
          stored = row?.n ?? 0
          return stored === encoded.length * samples
        })
      })
      missing += encoded.length * samples - stored
      report(`${what}, as fast as it is taken`, used, encoded.length)
      print(
        '  samples',
        `${thousands(stored / used.seconds)} a second, ${encoded.length * samples - stored} lost`,
      )
    }

    function report(what: string, used: Used, boatSeconds: number) {
      const each = (cpuS: number) => `${((1000 * cpuS) / boatSeconds).toFixed(2)}`
      print(
        `${count} gateway${count > 1 ? 's' : ''}, ${what}`,
        `CPU-ms a boat and second: gateways ${used.gateways.map(each).join(' + ')}, store ${each(used.store)}`,
      )
    }

    interface Used {
      seconds: number
      gateways: number[]
      store: number
    }
    async function usageOf(task: () => Promise<unknown>): Promise<Used> {
      const all = [...gateways.map(({ pid }) => pid), clickHouse.process.pid ?? 0]
      const before = all.map(cpuOf)
      const startMs = performance.now()
      await task()
      const seconds = (performance.now() - startMs) / 1000
      const used = all.map((pid, i) => cpuOf(pid) - (before[i] ?? 0))
      return { seconds, gateways: used.slice(0, count), store: used.at(-1) ?? 0 }
    }
  } finally {
    await Promise.all([...clients.values()].map((client) => client.endAsync()))
    await Promise.all(gateways.map((gateway) => gateway.stop()))
    await Promise.all([columns.close(), records.close(), bus.close()])
    await clickHouse.close()
    rmSync(folder, { recursive: true, force: true })
  }

  async function createBoats(): Promise<Boat[]> {
    const { db } = records
    const [organization] = await db.insert(organizations).values({ name: 'Bench' }).returning()
    const organizationId = organization?.id ?? ''
    const [department] = await db.insert(departments).values({ organizationId, name: 'Bench' }).returning()
    const created: Boat[] = []
    for (let i = 0; i < BOATS; i++) {
      const boat = { organizationId, departmentId: department?.id ?? '', name: `Boat ${i}` }
      const [vessel] = await db.insert(vessels).values(boat).returning()
      if (!vessel) throw new Error('the vessel was not inserted')
      created.push({ vesselNumber: vessel.number, ...(await createDevice(db, { vesselId: vessel.id })) })
    }
    return created
  }
}

function readingsOf({ vesselNumber }: Boat, startUs: number) {
  const { scalars, fixes } = secondReadings(vesselNumber, startUs, 1, SERIES)
  return { scalars: [...scalars], fixes: [...fixes] }
}

/** Waits up to two minutes until the readings are stored. */
async function untilStored(isSo: () => boolean | Promise<boolean>) {
  const untilMs = performance.now() + 120_000
  while (!(await isSo()) && performance.now() < untilMs) await later(100)
}

/** CPU seconds of a process since its start; Linux only. */
function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S
}
