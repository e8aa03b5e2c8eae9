/**
 * Fault test of acknowledged readings when the server is killed, and of readings that are sent three times. Exits with
 * 1 when a reading was lost, doubled or changed, or when a start took too long. Options: `--kills`, `--seed`, `--full`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { IMU_FORCE_G } from '#contract/domain/reading.ts'
import { SECOND_US } from '#contract/domain/time.ts'
import { randomStream } from '#simulator/random.ts'
import { IMU_INTERVAL_US } from './benchFleet.ts'
import {
  faultWriters,
  motionMessage,
  post,
  readingsMessage,
  SAMPLES,
  START_US,
  storedValue,
  type Writer,
} from './faultWriters.ts'
import { loadPerCore, print, quantile, thousands } from './figures.ts'
import { type IngestProcess, startIngestProcess } from './ingestProcess.ts'
import { type Boat, connectBoat, inParallel, publish } from './mqttDevice.ts'

const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, kills: { type: 'string' }, seed: { type: 'string' } },
})
const KILLS = Number(values.kills ?? (values.full ? 20 : 5))
const SEED = Number(values.seed ?? Date.now() % 1_000_000)
const WRITERS = 8
const LONGEST_UNTIL_KILL_MS = 3000
const MOST_READY_MS = 5000
/** Load of the machine above which a slow start is no failure. */
const MOST_LOAD = 1.5
/** Number of samples that are sent three times. */
const REPEATED = values.full ? 1_000_000 : 200_000
/** Later than any sample of the writers. */
const END_US = START_US + 30 * 86_400 * SECOND_US

let isSound = true
const dataDir = await mkdtemp(join(tmpdir(), 'taffrail-faults-'))
try {
  await kills()
  await duplicates()
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
process.exit(isSound ? 0 : 1)

/** `kill -9` at random instants while eight devices write; every acknowledged sample is then read back. */
async function kills() {
  const random = randomStream(SEED)
  let server = await startIngestProcess({ dataDir })
  const { mqttPort, url } = server
  const boats = await server.ask('createBoats', WRITERS)
  const writers = faultWriters(boats, { mqttPort, url })
  const stopping = new AbortController()
  const writing = writers.map((writer) => writer.write(stopping.signal))
  while (writers.some(({ acknowledged }) => acknowledged === 0)) await sleep(50)
  const readyMs: number[] = []
  for (let i = 0; i < KILLS; i++) {
    await sleep(random() * LONGEST_UNTIL_KILL_MS)
    await server.kill()
    server = await startIngestProcess({ dataDir, ports: { mqttPort, url } })
    readyMs.push(server.readyMs)
  }
  await sleep(1000)
  stopping.abort()
  await Promise.all(writing)
  await server.kill()
  server = await startIngestProcess({ dataDir, ports: { mqttPort, url } })

  print(`${KILLS} times kill -9, seed ${SEED}`, 'acknowledged, lost, doubled, changed')
  for (const way of new Set(writers.map((writer) => writer.way))) {
    const counts = { samples: 0, lost: 0, doubled: 0, changed: 0 }
    for (const writer of writers.filter((one) => one.way === way)) await check(server, writer, counts)
    const { samples, lost, doubled, changed } = counts
    if (samples === 0 || lost + doubled + changed > 0) isSound = false
    print(`  ${way}`, `${thousands(samples)}, ${lost}, ${doubled}, ${changed}`)
  }
  const slowestMs = Math.max(...readyMs)
  const load = loadPerCore()
  if (slowestMs > MOST_READY_MS && load < MOST_LOAD) isSound = false
  print(
    '  ready again after',
    `median ${seconds(quantile(readyMs, 0.5))}, longest ${seconds(slowestMs)}, at a load of ${load.toFixed(1)} a core`,
  )
  await server.stop()
}

async function check(
  server: IngestProcess,
  { boat, way, acknowledged, samplesAMessage }: Writer,
  counts: { samples: number; lost: number; doubled: number; changed: number },
) {
  const samples = acknowledged * samplesAMessage
  const isMotion = way === 'MQTT motion'
  const stored = isMotion ? await readMotion(server, boat) : await readSog(server, boat)
  const seen = new Uint8Array(
    Math.max(samples, 1 + stored.reduce((most, [index]) => Math.max(most, index), 0)),
  )
  for (const [index, value] of stored) {
    if (!Number.isInteger(index) || seen[index] === 1) counts.doubled++
    seen[index] = 1
    // Samples that were stored but not acknowledged must be correct as well.
    if (value !== storedValue(boat, index)) counts.changed++
  }
  for (let index = 0; index < samples; index++) if (seen[index] !== 1) counts.lost++
  counts.samples += samples
}

type Indexed = [index: number, value: number][]

async function readMotion(server: IngestProcess, boat: Boat): Promise<Indexed> {
  const motions = await server.ask('motion', { vesselNumber: boat.vesselNumber, fromUs: 0, toUs: END_US })
  return motions.flatMap(({ timeUs, forceXG }) =>
    Array.from(timeUs, (us, i): [number, number] => [
      (us - START_US) / IMU_INTERVAL_US,
      Math.round((forceXG[i] ?? Number.NaN) / IMU_FORCE_G),
    ]),
  )
}

async function readSog(server: IngestProcess, boat: Boat): Promise<Indexed> {
  const interval = { vesselNumber: boat.vesselNumber, fromUs: 0, toUs: END_US }
  const { timeUs, value } = await server.ask('samples', interval, 'sog', 0)
  return timeUs.map((us, i) => [(us - START_US) / SECOND_US, Math.round((value[i] ?? Number.NaN) * 100)])
}

/**
 * Sends every message three times at once, then once more after a kill: count and sum must equal those of sending it
 * once.
 */
async function duplicates() {
  let server = await startIngestProcess({ dataDir })
  const [motionBoat, sogBoat] = await server.ask('createBoats', 2)
  if (!motionBoat || !sogBoat) throw new Error('no boats were created')
  const motionMessages = Math.ceil((REPEATED * 0.9) / SAMPLES.motion)
  const sogMessages = Math.ceil((REPEATED * 0.1) / SAMPLES.readings)
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)
  const expected = {
    motion: sumOf(motionBoat, motionMessages * SAMPLES.motion),
    sog: sumOf(sogBoat, sogMessages * SAMPLES.readings),
  }

  const sendAll = async (times: number) => {
    const client = await connectBoat(motionBoat, server.mqttPort)
    const repeated = numbers(times)
    await Promise.all([
      inParallel(numbers(motionMessages), 20, (number) => {
        const message = motionMessage(motionBoat, number)
        return Promise.all(repeated.map(() => publish(client, motionBoat, 'imu', message)))
      }),
      inParallel(numbers(sogMessages), 8, async (number) => {
        const message = readingsMessage(sogBoat, number)
        const answers = await Promise.all(repeated.map(() => post(server.url, sogBoat, message)))
        if (answers.includes(false)) throw new Error('a batch was refused')
      }),
    ])
    await client.endAsync(true)
  }
  const verify = async (what: string) => {
    const motion = sum(await readMotion(server, motionBoat))
    const sog = sum(await readSog(server, sogBoat))
    const isSame = JSON.stringify({ motion, sog }) === JSON.stringify(expected)
    if (!isSame) isSound = false
    print(
      what,
      `${thousands(motion.count + sog.count)} samples, ${isSame ? 'count and sum as sent once' : 'WRONG'}`,
    )
  }

  await sendAll(3)
  await verify('every message three times at once')
  await server.kill()
  server = await startIngestProcess({ dataDir })
  await sendAll(1)
  await verify('and once more after a kill -9')
  await server.stop()
}

/** Sum weighted by index, which detects swapped values. */
function sum(indexed: Indexed) {
  const weighted = indexed.reduce((total, [index, value]) => total + (index + 1) * value, 0)
  return { count: indexed.length, weighted }
}

function sumOf(boat: Boat, samples: number) {
  return sum(Array.from({ length: samples }, (_, index) => [index, storedValue(boat, index)]))
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`
}
