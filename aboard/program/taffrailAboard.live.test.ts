/**
 * The program on board against the real server: link cut, answers lost, both killed at random instants; each value arrives once.
 * `KILLS` kills both more often, `KILLS_SEED` repeats a run.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sentenceLine } from '#protocols/nmea0183/sentence.ts'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import { openTelemetry } from '#server/telemetry/openTelemetry.ts'
import { type CuttableProxy, cuttableProxy } from '#server/testing/cuttableProxy.ts'
import { prepareStores } from '#server/testing/prepareRecords.ts'
import { signInOver } from '#server/testing/signInOver.ts'
import { type Program, runScript, startProgram } from '#server/testing/testProgram.ts'
import { randomStream } from '#simulator/random.ts'
import { recordsOnDisk, waitingRecords } from '../testing/stateFolder.ts'

const PROGRAM = fileURLToPath(new URL('taffrailAboard.ts', import.meta.url))
const admin = { email: 'ada@harbour.example', password: 'a fair wind' }
const SOON = { timeout: 60_000, interval: 100 }
/** A call whose answer was lost ends before. */
const LATER = { timeout: 100_000, interval: 100 }
/** Kills of each of the two. */
const KILLS = Number(process.env.KILLS ?? 3)
const SEED = Number(process.env.KILLS_SEED ?? Date.now() % 1_000_000)
/** Both die within this time after the start of the server. */
const LONGEST_LIFE_MS = 5000
const MEASURE_EVERY_MS = 40
const print = (text: string) => process.stderr.write(`${text}\n`)

type Devices = { data: { formats: { nmea0183?: number } }[] }

let folder: string
let server: Program
let proxy: CuttableProxy
let board: ChildProcess | null = null
let printed = ''
const instruments = new Set<Socket>()
const multiplexer = createServer((socket) => {
  instruments.add(socket)
  socket.on('error', () => undefined)
  socket.on('close', () => instruments.delete(socket))
})
let next = 0

const startServer = async () => {
  server = await startProgram(['--no-demo', '--data', join(folder, 'shore')])
  proxy.leadTo(server.url)
}

function spawnBoard() {
  const { port } = multiplexer.address() as AddressInfo
  const args = ['--server', proxy.url, '--state', join(folder, 'boat'), `tcp://127.0.0.1:${port}`]
  board = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [board.stdout, board.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
}

async function startBoard() {
  spawnBoard()
  await expect.poll(() => instruments.size, SOON).toBe(1)
}

async function end(signal: 'SIGTERM' | 'SIGKILL') {
  const ending = board
  board = null
  if (!ending) return
  const ended = once(ending, 'exit')
  ending.kill(signal)
  await ended
  for (const socket of instruments) socket.destroy()
  instruments.clear()
}

/** Tenths of a metre that are in the files of the boat. */
const depthsOnDisk = () =>
  recordsOnDisk(join(folder, 'boat')).map(({ bytes }) =>
    Math.round(Number(Buffer.from(bytes).toString('latin1').split(',')[1]) * 10),
  )

/** Kills program and server at random instants while depths are measured. Returns the depths that reached the disk. */
async function killAtRandom(): Promise<number[]> {
  print(`KILLS=${KILLS} KILLS_SEED=${SEED}`)
  const random = randomStream(SEED)
  const taken = new Set<number>()
  const from = next
  async function killBoard(afterMs: number) {
    await later(afterMs)
    await end('SIGKILL')
    const fresh = depthsOnDisk().filter((depth) => !taken.has(depth))
    const first = Math.min(...fresh)
    // The disk has a run without gaps: a kill takes only what came last.
    if (fresh.length > 0) expect(fresh.toSorted((a, b) => a - b)).toEqual(fresh.map((_, i) => first + i))
    for (const depth of fresh) taken.add(depth)
    spawnBoard()
  }
  async function killServer(afterMs: number) {
    await later(afterMs)
    await server.kill()
    await startServer()
  }
  const measuring = setInterval(() => measure(1), MEASURE_EVERY_MS)
  try {
    for (let kill = 0; kill < KILLS; kill++)
      await Promise.all([killBoard(random() * LONGEST_LIFE_MS), killServer(random() * LONGEST_LIFE_MS)])
  } finally {
    clearInterval(measuring)
  }
  await expect.poll(() => instruments.size, SOON).toBe(1)
  measure(1)
  await expect.poll(depthsOnDisk, SOON).toContain(next - 1)
  for (const depth of depthsOnDisk()) taken.add(depth)
  print(`${taken.size} of ${next - from} depths reached the disk`)
  return [...taken]
}

/** Depths that differ from each other. */
function measure(count: number) {
  for (const until = next + count; next < until; next++) {
    const sentence = sentenceLine('$', `SDDPT,${(next / 10).toFixed(1)},0.0`)
    for (const socket of instruments) socket.write(`${sentence}\r\n`)
  }
}

/** Records on the disk of the boat that the shore has not acknowledged. */
const waiting = () => waitingRecords(join(folder, 'boat'))

const ask = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
  const answer = await fetch(server.url + path, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return answer.json()
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taffrail-aboard-'))
  await prepareStores(join(folder, 'shore'))
  proxy = await cuttableProxy()
  multiplexer.listen(0, '127.0.0.1')
  await once(multiplexer, 'listening')
  await startServer()
})
afterAll(async () => {
  await end('SIGKILL')
  await server?.stop()
  await proxy?.close()
  multiplexer.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

test('brings every value ashore once, whatever is cut or killed', {
  timeout: 240_000 + KILLS * 60_000,
}, async () => {
  await ask('POST', '/api/setup', {}, { organization: 'Harbour', name: 'Ada', ...admin })
  await runScript('new-device', ['--vessel', 'Aava', '--data', join(folder, 'shore')])
  const { headers } = await signInOver(server.url, admin)
  const vessels = (await ask('GET', '/api/vessels', headers)) as { data: { id: string }[] }
  const vesselId = vessels.data[0]?.id ?? ''

  await startBoard()
  await expect.poll(() => printed, SOON).toMatch(/pairing code \w{8}/)
  measure(50)
  await expect.poll(waiting, SOON).toBe(50)
  const [, pairing_code = ''] = /pairing code (\w{8})/.exec(printed) ?? []
  await ask('POST', `/api/vessels/${vesselId}/pair-device`, headers, { pairing_code, replace_device: true })
  await expect.poll(() => printed, SOON).toMatch(/^paired$/m)
  await expect.poll(waiting, SOON).toBe(0)

  // A batch arrives, and its acknowledgement is lost.
  const lastReceived = async () =>
    Math.max(
      ...((await ask('GET', '/api/devices', headers)) as Devices).data.map(
        ({ formats }) => formats.nmea0183 ?? 0,
      ),
    )
  const before = await lastReceived()
  proxy.silence('answers')
  measure(50)
  await expect.poll(lastReceived, LATER).toBeGreaterThan(before)
  await end('SIGKILL')
  expect(waiting()).toBe(50)

  await proxy.refuse()
  await startBoard()
  measure(100)
  await expect.poll(waiting, SOON).toBe(150)
  await end('SIGKILL')
  await startBoard()
  await server.kill()
  measure(50)
  await proxy.mend()
  await startServer()
  await expect.poll(waiting, LATER).toBe(0)

  const expected = new Set([...Array(next).keys(), ...(await killAtRandom())])
  await expect.poll(waiting, LATER).toBe(0)
  await end('SIGTERM')
  expect(printed).toContain('everything that was read is on disk')

  await server.stop()
  const columns = await openColumns({ dataDir: join(folder, 'shore') })
  try {
    const depths = await openTelemetry(columns).series.samples(
      { vesselNumber: 1, fromUs: 0, toUs: Date.now() * 1000 },
      'depth_below_transducer',
      0,
    )
    expect(depths.value.map((depth) => Math.round((depth ?? 0) * 10))).toEqual(
      [...expected].sort((a, b) => a - b),
    )
  } finally {
    await columns.close()
  }
})
