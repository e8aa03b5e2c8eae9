/**
 * All steps of processing behind a fleet: `node bench/processing.ts [--boats 1000] [--hours 2] [--warm 120]
 * [--seconds 60] [--rules 3] [--year]`. The boats have been under way for `--hours`; with 0 all of them set sail.
 * `--year` measures once more while a year of one boat is imported. `SLOW_MOTION=8` in the environment slows time by
 * this factor, for machines with other work. It also prints the use of the load generator.
 */
import './slowMotion.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { MqttClient } from 'mqtt'
import { SECOND_US } from '#contract/domain/time.ts'
import { encodeImuFrame } from '#protocols/imuFrame.ts'
import { encodeReadings } from '#protocols/readingsJson.ts'
import { motionBlock, secondReadings } from './benchFleet.ts'
import { loadPerCore, print, quantile } from './figures.ts'
import { startIngestProcess } from './ingestProcess.ts'
import { type Boat, connectBoat, inParallel, publish } from './mqttDevice.ts'

const { values } = parseArgs({
  options: {
    boats: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '60' },
    hours: { type: 'string', default: '2' },
    warm: { type: 'string', default: '120' },
    rules: { type: 'string', default: '3' },
    year: { type: 'boolean', default: false },
  },
})
const BOATS = Number(values.boats)
const SECONDS = Number(values.seconds)
const HOURS = Number(values.hours)
const WARM_S = Number(values.warm)
const WITH_MOTION = Math.ceil(BOATS / 20)
const SERIES = 20
/**
 * A boat that is out for four hours of every day and sends every ten seconds; a message has 360 rows, which is an
 * hour.
 */
const YEAR_HOURS = 365 * 24
const OUT_HOURS = 4
const ROWS = 360
const WINDOW = 4

const YEAR_US = Math.floor(Date.now() / 1000) * SECOND_US - 366 * 86_400 * SECOND_US

function hourOf(hour: number) {
  const isOut = hour % 24 < OUT_HOURS
  const times = Array.from({ length: ROWS }, (_, row) => YEAR_US + (hour * 3600 + row * 10) * SECOND_US)
  return encodeReadings({
    scalars: times.map((timeUs) => ({ timeUs, key: 'sog', instance: 0, value: isOut ? 8 : 0 })),
    fixes: times.map((timeUs, row) => ({
      ...{ timeUs, hdop: 0.9, valid: true, longitudeDeg: -22 },
      // 80 m in ten seconds, an hour out and an hour back.
      latitudeDeg: 64 + (isOut ? (hour % 2 === 0 ? row : ROWS - row) * 0.00072 : 0),
    })),
  })
}

const dataDir = mkdtempSync(join(tmpdir(), 'taffrail-bench-'))
const underWay = { boats: BOATS + 1, hours: HOURS, rules: Number(values.rules) }
const server = await startIngestProcess({ dataDir, processing: true, underWay })
try {
  const [importer, ...boats] = await server.ask('seeded')
  const clients: { boat: Boat; client: MqttClient }[] = []
  await inParallel(boats, 50, async (boat) =>
    clients.push({ boat, client: await connectBoat(boat, server.mqttPort) }),
  )
  const fleet = sail(clients)
  await sleep(WARM_S * 1000)
  await measure(
    `${BOATS} boats, under way for ${HOURS} h, ${SERIES} series and a fix at 1 Hz, ${WITH_MOTION} with motion at 50 Hz, ${values.rules} rules`,
  )
  if (importer && values.year) {
    const client = await connectBoat(importer, server.mqttPort)
    let isOver = false
    const hours = Array.from({ length: YEAR_HOURS }, (_, hour) => hour)
    const imported = inParallel(hours, WINDOW, async (hour) => {
      if (!isOver) await publish(client, importer, 'readings', hourOf(hour))
    })
    await measure('the same while a year of one boat is imported')
    isOver = true
    await imported
    await client.endAsync()
  }
  await fleet.stop()
  await Promise.all(clients.map(({ client }) => client.endAsync()))

  async function measure(what: string) {
    const { number, ages, stop } = watch(clients)
    const before = { ...(await server.ask('usage')), sentS: fleet.sentS }
    const waited = new Map((await server.ask('steps')).map((step) => [step.step, step]))
    const sender = process.cpuUsage()
    const beganMs = performance.now()
    let residentMb = before.residentMb
    while (performance.now() < beganMs + SECONDS * 1000) {
      await sleep(1000)
      residentMb = Math.max(residentMb, (await server.ask('usage')).residentMb)
    }
    const after = { ...(await server.ask('usage')), sentS: fleet.sentS }
    const tookS = (performance.now() - beganMs) / 1000
    const { user, system } = process.cpuUsage(sender)
    await stop()
    // A busy machine takes longer to send; the cost of a second of the fleet stays the same.
    const sentS = after.sentS - before.sentS
    const share = (cpuS: number) => `${((100 * cpuS) / sentS).toFixed(0)} %`
    print(
      what,
      `${share(after.cpuS - before.cpuS)} of a core, ${sentS.toFixed(0)} s of the fleet in ${tookS.toFixed(0)} s, ${residentMb.toFixed(0)} MB resident at most, ` +
        `sender ${share((user + system) / 1e6)}, load ${loadPerCore().toFixed(1)} a core`,
    )
    const threads = Object.entries(after.threads)
      .map(([name, cpuS]) => ({ name, cpuS: cpuS - (before.threads[name] ?? 0) }))
      .filter(({ cpuS }) => cpuS > 0.002 * sentS)
      .sort((a, b) => b.cpuS - a.cpuS)
    print('  by thread', threads.map(({ name, cpuS }) => `${name} ${share(cpuS)}`).join(', '))
    print(
      `  age of the saved position of boat ${number}`,
      `p50 ${quantile(ages, 0.5).toFixed(0)} ms, p95 ${quantile(ages, 0.95).toFixed(0)} ms, largest ${quantile(ages, 1).toFixed(0)} ms`,
    )
    for (const { step, waiting, lagS } of await server.ask('steps')) {
      const then = waited.get(step)
      print(
        `  ${step}`,
        `${then?.waiting} then ${waiting} works wait, the oldest for ${then?.lagS.toFixed(1)} then ${lagS.toFixed(1)} s`,
      )
    }
  }
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** Sends the measurements of every boat once a second, spread over the second, until stopped. */
function sail(clients: readonly { boat: Boat; client: MqttClient }[]) {
  const state = { sentS: 0, isOver: false }
  const sailing = (async () => {
    const sending = new Set<Promise<unknown>>()
    const send = (given: Promise<unknown>) => {
      const one = given.finally(() => sending.delete(one))
      sending.add(one)
    }
    for (let dueMs = performance.now(); !state.isOver; ) {
      for (const [i, { boat, client }] of clients.entries()) {
        dueMs += 1000 / clients.length
        if (dueMs > performance.now() + 5) await sleep(dueMs - performance.now())
        const startUs = Math.floor((performance.timeOrigin + dueMs) * 1000)
        const { scalars, fixes } = secondReadings(boat.vesselNumber, startUs, 1, SERIES)
        send(publish(client, boat, 'readings', encodeReadings({ scalars: [...scalars], fixes: [...fixes] })))
        state.sentS += 1 / clients.length
        if (i >= WITH_MOTION) continue
        const imu = encodeImuFrame([{ ...motionBlock(boat.vesselNumber, 1, startUs - SECOND_US, 50) }])
        send(publish(client, boat, 'imu', imu))
      }
      // Boats wait for their unacknowledged messages, so that a slow server is not overloaded.
      while (sending.size > 20 * clients.length) await sleep(10)
    }
    await Promise.all(sending)
  })()
  return {
    /** Number of seconds of the whole fleet that were sent. */
    get sentS() {
      return state.sentS
    },
    stop: async () => {
      state.isOver = true
      await sailing
    },
  }
}

/** Age of a boat's position in the records, read five times a second; up to a second lies between two fixes. */
function watch(clients: readonly { boat: Boat }[]) {
  const number = clients[clients.length >> 1]?.boat.vesselNumber ?? 0
  const ages: number[] = []
  let isOver = false
  const watching = (async () => {
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
