/**
 * Time from the device's socket to the acknowledgement after fsync, through our own gateway in a separate process:
 * `node bench/gateway.ts [--full] [--processing]`. It also prints the use of the load generator, because both share
 * the machine.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { MqttClient } from 'mqtt'
import { SECOND_US } from '#contract/domain/time.ts'
import { encodeImuFrame } from '#protocols/imuFrame.ts'
import { encodeReadings } from '#protocols/readingsJson.ts'
import { IMU_INTERVAL_US, motionBlock, secondReadings } from './benchFleet.ts'
import { print, quantile, thousands } from './figures.ts'
import { fleetRows } from './fleetRows.ts'
import { type IngestProcess, startIngestProcess } from './ingestProcess.ts'
import { type Boat, connectBoat, inParallel, publish } from './mqttDevice.ts'

const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, processing: { type: 'boolean', default: false } },
})
const BOATS = 100
const SENSORS = [1, 2, 3]
const STEADY_S = values.full ? 300 : 60
/** Duration of motion at full speed for each sensor: five minutes or ten. */
const FLAT_OUT_S = values.full ? 3000 : 300
const FLEET_HOURS = values.full ? 24 : 12
/** Boats that send thirty series and a fix each second while others send their backlog. */
const LIVE_BOATS = 20
/** Unacknowledged messages of one device at a time. */
const WINDOW = 10

const share = ({ senderCpuS, seconds }: { senderCpuS: number; seconds: number }) =>
  (senderCpuS / seconds).toFixed(2)

const dataDir = mkdtempSync(join(tmpdir(), 'taffrail-bench-'))
const server = await startIngestProcess({ dataDir, processing: values.processing })
try {
  const boats = await server.ask('createBoats', BOATS)
  const clients = await Promise.all(boats.map((boat) => connectBoat(boat, server.mqttPort)))
  const fleet = boats.map((boat, i) => ({ boat, client: clients[i] as MqttClient }))
  await steadyState(server, fleet)
  await flatOut(server, fleet)
  await fleetLoad(server, fleet)
  await Promise.all(clients.map((client) => client.endAsync()))
  await manyDevices(server)
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

type Fleet = { boat: Boat; client: MqttClient }[]

/** 100 boats, three sensors at 50 Hz, thirty series and a fix each second, one message of each kind a second. */
async function steadyState(server: IngestProcess, fleet: Fleet) {
  const baseUs = Math.floor(Date.now() / 1000) * SECOND_US
  const waves = fleet.map(({ boat }) =>
    SENSORS.map((sensor) => motionBlock(boat.vesselNumber, sensor, baseUs, 50)),
  )
  const acknowledgedMs: number[] = []
  const sending: Promise<unknown>[] = []
  const measured = await usageOf(server, async () => {
    const start = performance.now()
    for (let second = 0; second < STEADY_S; second++) {
      for (const [i, { boat, client }] of fleet.entries()) {
        // Boats report at different moments of the second.
        const due = start + second * 1000 + i * (1000 / fleet.length)
        if (due > performance.now()) await sleep(Math.max(0, due - performance.now()))
        const startUs = baseUs + second * SECOND_US
        const imu = (waves[i] ?? []).map((block) => ({ ...block, startUs }))
        const { scalars, fixes } = secondReadings(boat.vesselNumber, startUs, 1)
        const sent = [
          publish(client, boat, 'imu', encodeImuFrame(imu)),
          publish(client, boat, 'readings', encodeReadings({ scalars: [...scalars], fixes: [...fixes] })),
        ]
        sending.push(...sent.map((one) => one.then((tookMs) => acknowledgedMs.push(tookMs))))
      }
    }
    await Promise.all(sending)
  })
  const intervals = fleet.map(({ boat }) => ({
    vesselNumber: boat.vesselNumber,
    fromUs: baseUs,
    toUs: baseUs + STEADY_S * SECOND_US,
  }))
  const numbers = fleet.map(({ boat }) => boat.vesselNumber)
  const lost =
    fleet.length * STEADY_S * SENSORS.length * 50 -
    (await server.ask('countMotion', intervals)) +
    (fleet.length * STEADY_S * 30 - (await server.ask('countRows', 'scalars', numbers))) +
    (fleet.length * STEADY_S - (await server.ask('countRows', 'fixes', numbers)))
  print(
    `${BOATS} boats, 3 sensors at 50 Hz, 30 series at 1 Hz, ${STEADY_S} s`,
    `${((100 * measured.serverCpuS) / measured.seconds).toFixed(0)} % of a core, ${lost} samples lost, ` +
      `${measured.residentMb.toFixed(0)} MB resident`,
  )
  print(
    'message to acknowledgement',
    `p50 ${quantile(acknowledgedMs, 0.5).toFixed(0)} ms, p99 ${quantile(acknowledgedMs, 0.99).toFixed(0)} ms, ` +
      `largest ${quantile(acknowledgedMs, 1).toFixed(0)} ms`,
  )
}

/**
 * Sends the backlog of devices that were offline: packed motion, ten seconds of one sensor per message, as fast as
 * the server accepts it.
 */
async function flatOut(server: IngestProcess, fleet: Fleet) {
  const startUs = Date.UTC(2026, 4, 18) * 1000
  const SAMPLES = 500
  const messages = fleet.map(({ boat }) =>
    [1, 2].map((sensor) => motionBlock(boat.vesselNumber, sensor, startUs, SAMPLES)),
  )
  const perSensor = (FLAT_OUT_S * 50) / SAMPLES
  const acknowledgedMs: number[] = []
  const measured = await usageOf(server, () =>
    Promise.all(
      fleet.map(({ boat, client }, i) =>
        inParallel(
          Array.from({ length: perSensor }, (_, n) => n),
          WINDOW,
          async (n) => {
            for (const block of messages[i] ?? []) {
              const shifted = { ...block, startUs: startUs + n * SAMPLES * IMU_INTERVAL_US }
              acknowledgedMs.push(await publish(client, boat, 'imu', encodeImuFrame([shifted])))
            }
          },
        ),
      ),
    ),
  )
  const sent = fleet.length * 2 * perSensor * SAMPLES
  const toUs = startUs + FLAT_OUT_S * SECOND_US
  const stored = await server.ask(
    'countMotion',
    fleet.map(({ boat }) => ({ vesselNumber: boat.vesselNumber, fromUs: startUs, toUs })),
  )
  print(
    `motion flat out, ${thousands(sent)} samples of 200 sensors`,
    `${thousands(sent / measured.seconds)} samples/s, ${(measured.serverCpuS / (sent / 1e6)).toFixed(2)} CPU-s a million, ` +
      `${sent - stored} lost, p99 ${quantile(acknowledgedMs, 0.99).toFixed(0)} ms, sender ${share(measured)} of a core`,
  )
}

/** Rows of nine series every ten seconds, with the disorder of a fleet on bad connections, while other boats are live. */
async function fleetLoad(server: IngestProcess, fleet: Fleet) {
  const ROWS = 500
  const batches = fleet.map(({ boat }) => fleetRows(boat.vesselNumber, FLEET_HOURS, ROWS))
  const messages = batches.map((own) => own.map((batch) => encodeReadings(batch)))
  const rows = batches.flat().reduce((sum, batch) => sum + batch.rows, 0)
  const live = await server.ask('createBoats', LIVE_BOATS)
  const liveClients = await Promise.all(live.map((boat) => connectBoat(boat, server.mqttPort)))
  const acknowledgedMs: number[] = []
  let isOver = false
  const sailing = live.map(async (boat, i) => {
    while (!isOver) {
      const { scalars, fixes } = secondReadings(boat.vesselNumber, Date.now() * 1000, 1)
      const message = encodeReadings({ scalars: [...scalars], fixes: [...fixes] })
      acknowledgedMs.push(await publish(liveClients[i] as MqttClient, boat, 'readings', message))
      await sleep(1000)
    }
  })
  const measured = await usageOf(server, () =>
    Promise.all(
      fleet.map(({ boat, client }, i) =>
        inParallel(messages[i] ?? [], WINDOW, (message) => publish(client, boat, 'readings', message)),
      ),
    ),
  )
  isOver = true
  await Promise.all(sailing)
  await Promise.all(liveClients.map((client) => client.endAsync()))
  const scalars = batches.flat().reduce((sum, { scalars }) => sum + scalars.length, 0)
  print(
    `rows of 9 series with disorder, ${thousands(rows)} rows`,
    `${thousands(rows / measured.seconds)} rows/s, ${thousands(scalars / measured.seconds)} values/s, ` +
      `${(measured.serverCpuS / (rows / 1e6)).toFixed(1)} CPU-s a million rows, sender ${share(measured)} of a core`,
  )
  print(
    `${LIVE_BOATS} boats under way beside it, message to acknowledgement`,
    `p50 ${quantile(acknowledgedMs, 0.5).toFixed(0)} ms, p99 ${quantile(acknowledgedMs, 0.99).toFixed(0)} ms, ` +
      `largest ${quantile(acknowledgedMs, 1).toFixed(0)} ms`,
  )
}

/** A thousand devices that send one small message a second each: the cost of a connection and of a message. */
async function manyDevices(server: IngestProcess) {
  const DEVICES = 1000
  const SECONDS = values.full ? 60 : 10
  const boats = await server.ask('createBoats', DEVICES)
  const before = await server.ask('usage')
  const clients: MqttClient[] = []
  await inParallel(boats, 50, async (boat) => clients.push(await connectBoat(boat, server.mqttPort)))
  const connected = await server.ask('usage')
  const startUs = Math.floor(Date.now() / 1000) * SECOND_US
  const acknowledgedMs: number[] = []
  const sending: Promise<unknown>[] = []
  const measured = await usageOf(server, async () => {
    const start = performance.now()
    for (let n = 0; n < DEVICES * SECONDS; n++) {
      const [boat, client] = [boats[n % DEVICES], clients[n % DEVICES]]
      if (!boat || !client) continue
      const due = start + (n * 1000) / DEVICES
      if (due > performance.now()) await sleep(Math.max(0, due - performance.now()))
      const timeUs = startUs + Math.floor(n / DEVICES) * SECOND_US
      const message = encodeReadings({
        scalars: [
          { timeUs, key: 'sog', instance: 0, value: n % 20 },
          { timeUs, key: 'cog', instance: 0, value: n % 6 },
          { timeUs, key: 'engine_speed', instance: 1, value: n % 60 },
        ],
        fixes: [{ timeUs, latitudeDeg: 64, longitudeDeg: -22, hdop: 0.9, valid: true }],
      })
      sending.push(publish(client, boat, 'readings', message).then((tookMs) => acknowledgedMs.push(tookMs)))
    }
    await Promise.all(sending)
  })
  print(
    `${thousands(DEVICES)} devices, one message of 170 bytes a second each`,
    `${((100 * measured.serverCpuS) / measured.seconds).toFixed(0)} % of a core, ` +
      `p50 ${quantile(acknowledgedMs, 0.5).toFixed(0)} ms, p99 ${quantile(acknowledgedMs, 0.99).toFixed(0)} ms, ` +
      `${((1000 * (connected.residentMb - before.residentMb)) / DEVICES).toFixed(0)} KB a connection`,
  )
  await Promise.all(clients.map((client) => client.endAsync()))
}

async function usageOf(server: IngestProcess, task: () => Promise<unknown>) {
  const before = await server.ask('usage')
  const sender = process.cpuUsage()
  const startMs = performance.now()
  await task()
  const seconds = (performance.now() - startMs) / 1000
  const { user, system } = process.cpuUsage(sender)
  const after = await server.ask('usage')
  return {
    seconds,
    senderCpuS: (user + system) / 1e6,
    serverCpuS: after.cpuS - before.cpuS,
    residentMb: after.residentMb,
  }
}
