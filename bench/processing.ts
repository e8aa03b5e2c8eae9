/**
 * All steps of processing behind a fleet: `node bench/processing.ts [--boats 1000] [--seconds 60]`. First the fleet alone,
 * then while a year of one boat is imported. What the load generator itself used is printed too.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { MqttClient } from 'mqtt'
import { SECOND_US } from '#contract/time.ts'
import { encodeImuFrame } from '#protocols/imuFrame.ts'
import { encodeReadings } from '#protocols/readingsJson.ts'
import { motionBlock, secondReadings } from './benchFleet.ts'
import { loadPerCore, print, quantile } from './figures.ts'
import { startIngestProcess } from './ingestProcess.ts'
import { type Boat, connectBoat, inParallel, publish } from './mqttDevice.ts'

const { values } = parseArgs({
  options: { boats: { type: 'string', default: '1000' }, seconds: { type: 'string', default: '60' } },
})
const BOATS = Number(values.boats)
const SECONDS = Number(values.seconds)
const WITH_MOTION = Math.ceil(BOATS / 20)
const SERIES = 20
/** A boat that is out for four hours of every day, heard each ten seconds; 360 rows, an hour, are a message. */
const YEAR_HOURS = 365 * 24
const OUT_HOURS = 4
const ROWS = 360
const WINDOW = 4
/** Boats under way leave work for later for ever, so the rest is not waited for without end. */
const LONGEST_REST_MS = 120_000

const YEAR_US = Math.floor(Date.now() / 1000) * SECOND_US - 366 * 86_400 * SECOND_US

function hourOf(hour: number) {
  const isOut = hour % 24 < OUT_HOURS
  const times = Array.from({ length: ROWS }, (_, row) => YEAR_US + (hour * 3600 + row * 10) * SECOND_US)
  return encodeReadings({
    scalars: times.map((timeUs) => ({ timeUs, key: 'sog', instance: 0, value: isOut ? 8 : 0 })),
    fixes: times.map((timeUs, row) => ({
      ...{ timeUs, hdop: 0.9, valid: true, longitudeDeg: -22 },
      // 80 m each ten seconds, an hour there and an hour back.
      latitudeDeg: 64 + (isOut ? (hour % 2 === 0 ? row : ROWS - row) * 0.00072 : 0),
    })),
  })
}

const dataDir = mkdtempSync(join(tmpdir(), 'binnacle-bench-'))
const server = await startIngestProcess({ dataDir, processing: true })
try {
  const [importer, ...boats] = await server.ask('createBoats', BOATS + 1)
  const clients: { boat: Boat; client: MqttClient }[] = []
  await inParallel(boats, 50, async (boat) =>
    clients.push({ boat, client: await connectBoat(boat, server.mqttPort) }),
  )
  await measure(
    `${BOATS} boats, ${SERIES} series and a fix at 1 Hz, ${WITH_MOTION} with motion at 50 Hz`,
    SECONDS,
  )
  if (importer) {
    const client = await connectBoat(importer, server.mqttPort)
    let isOver = false
    const hours = Array.from({ length: YEAR_HOURS }, (_, hour) => hour)
    const imported = inParallel(hours, WINDOW, async (hour) => {
      if (!isOver) await publish(client, importer, 'readings', hourOf(hour))
    })
    await measure('the same while a year of one boat is imported', SECONDS)
    isOver = true
    await imported
    await client.endAsync()
  }
  await Promise.all(clients.map(({ client }) => client.endAsync()))

  async function measure(what: string, seconds: number) {
    const { number, ages, stop } = watch()
    const before = await server.ask('usage')
    const sender = process.cpuUsage()
    const beganMs = performance.now()
    const sending: Promise<unknown>[] = []
    let residentMb = before.residentMb
    for (let second = 0; second < seconds; second++) {
      for (const [i, { boat, client }] of clients.entries()) {
        // Boats report at different moments of the second.
        const dueMs = beganMs + second * 1000 + i * (1000 / clients.length)
        if (dueMs > performance.now() + 5) await sleep(dueMs - performance.now())
        const startUs = Math.floor((performance.timeOrigin + dueMs) * 1000)
        const { scalars, fixes } = secondReadings(boat.vesselNumber, startUs, 1, SERIES)
        const readings = encodeReadings({ scalars: [...scalars], fixes: [...fixes] })
        sending.push(publish(client, boat, 'readings', readings))
        if (i >= WITH_MOTION) continue
        const imu = encodeImuFrame([{ ...motionBlock(boat.vesselNumber, 1, startUs - SECOND_US, 50) }])
        sending.push(publish(client, boat, 'imu', imu))
      }
      residentMb = Math.max(residentMb, (await server.ask('usage')).residentMb)
    }
    await Promise.all(sending)
    const tookS = (performance.now() - beganMs) / 1000
    await stop()
    await workedOff()
    const after = await server.ask('usage')
    const { user, system } = process.cpuUsage(sender)
    print(
      what,
      // A busy machine takes longer to send; what a second of the fleet costs stays.
      `${(after.cpuS - before.cpuS).toFixed(1)} CPU-s for ${seconds} s of the fleet in ${tookS.toFixed(0)} s, ${residentMb.toFixed(0)} MB resident at most, ` +
        `sender ${((user + system) / 1e6 / tookS).toFixed(2)} of a core, load ${loadPerCore().toFixed(1)} a core`,
    )
    print(
      `age of the saved position of boat ${number}`,
      `p50 ${quantile(ages, 0.5).toFixed(0)} ms, p95 ${quantile(ages, 0.95).toFixed(0)} ms, largest ${quantile(ages, 1).toFixed(0)} ms`,
    )
    for (const { step, waiting, lagS } of await server.ask('steps'))
      print(`  ${step}`, `${waiting} works wait, the oldest for ${lagS.toFixed(1)} s`)
  }

  /** What a busy machine put off belongs to the fleet that sent it. */
  async function workedOff() {
    const untilMs = performance.now() + LONGEST_REST_MS
    while ((await server.ask('steps')).some(({ waiting }) => waiting > 0) && performance.now() < untilMs)
      await sleep(500)
  }

  /** How old a boat's position is in the records, looked at five times a second: a second at most between two fixes. */
  function watch() {
    const number = clients[clients.length >> 1]?.boat.vesselNumber ?? 0
    const ages: number[] = []
    let isOver = false
    const watching = (async () => {
      await sleep(5000)
      while (!isOver) {
        const lastMs = await server.ask('lastUpdatedMs', number)
        if (lastMs !== null) ages.push(Date.now() - lastMs)
        await sleep(200)
      }
    })()
    return {
      ...{ number, ages },
      stop: async () => {
        isOver = true
        await watching
      },
    }
  }
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
