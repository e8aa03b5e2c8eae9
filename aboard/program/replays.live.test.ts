/** The program on board between replays of recordings, over TCP and UDP, and the real server: each value arrives once. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERIES, type SeriesKey } from '#contract/domain/series.ts'
import { decoderFor } from '#protocols/formats.ts'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import { openTelemetry } from '#server/telemetry/openTelemetry.ts'
import { freePort } from '#server/testing/debianServer.ts'
import { prepareStores } from '#server/testing/prepareRecords.ts'
import { type Program, runScript, startProgram } from '#server/testing/testProgram.ts'
import { waitingRecords } from '../testing/stateFolder.ts'

const PROGRAM = fileURLToPath(new URL('taffrailAboard.ts', import.meta.url))
const SOON = { timeout: 60_000, interval: 100 }
const SECONDS = 8
const linesOf = (name: string) =>
  gunzipSync(readFileSync(join(import.meta.dirname, '../../recordings', name)))
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '')

/** Frames of each second, as a Yacht Devices gateway sends them. Frames with a time are left out: the receiver has it. */
const TIMES = /#|F010|F805|F809/
const frames = [...Map.groupBy(linesOf('skuggi.candump.gz'), (line) => line.slice(0, line.indexOf(')')))]
  .slice(0, SECONDS)
  .map(([, lines]) => lines.flatMap(yachtDevices))
/** Sentences of each second, which begins with ZDA. */
const sentences = linesOf('nordurljos.nmea.gz')
  .join('\n')
  .split(/\n(?=\$GPZDA)/)
  .slice(0, SECONDS)
  .map((second) => second.split('\n'))

function yachtDevices(line: string): string[] {
  const [, id = '', data = ''] = /([0-9A-F]{8})#([0-9A-F]*)$/.exec(line) ?? []
  if (TIMES.test(id.slice(2, 6))) return []
  return [`10:31:52.404 R ${id} ${data.match(/../g)?.join(' ')}`]
}

let folder: string
let server: Program
let board: ChildProcess | null = null
let printed = ''
const clients = new Set<Socket>()
const gateway = createServer((socket) => {
  clients.add(socket.on('error', () => undefined))
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taffrail-replays-'))
  await prepareStores(join(folder, 'shore'))
  gateway.listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  server = await startProgram(['--no-demo', '--data', join(folder, 'shore')])
})
afterAll(async () => {
  board?.kill('SIGKILL')
  for (const socket of clients) socket.destroy()
  gateway.close()
  await server?.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Records on the disk of the boat that the shore has not acknowledged. */
const waiting = () => waitingRecords(join(folder, 'boat'))

/** Values of each series that has one source in the recordings, in steps of the store, sorted. */
function expectedValues(): Map<string, number[]> {
  const n2k = decoderFor('n2k').decode(Buffer.from(frames.flat().join('\n')), 1e15)
  const nmea = decoderFor('nmea0183').decode(Buffer.from(sentences.flat().join('\n')), null)
  const byField = Map.groupBy([...n2k.scalars, ...nmea.scalars], ({ key, instance }) => `${key} ${instance}`)
  const values = new Map<string, number[]>()
  for (const [field, readings] of byField)
    if (new Set(readings.map(({ source }) => source)).size === 1)
      values.set(
        field,
        inSteps(
          readings[0]?.key ?? 'sog',
          readings.map(({ value }) => value),
        ),
      )
  return values
}

const inSteps = (key: SeriesKey, values: readonly (number | null)[]) =>
  values
    .flatMap((value) => (value === null ? [] : Math.round(value / SERIES[key].step)))
    .sort((a, b) => a - b)

test('brings replays of NMEA 2000 over TCP and NMEA 0183 over UDP ashore', { timeout: 180_000 }, async () => {
  const setup = {
    organization: 'Harbour',
    name: 'Ada',
    email: 'ada@harbour.example',
    password: 'a fair wind',
  }
  await fetch(`${server.url}/api/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(setup),
  })
  const { output } = await runScript('new-device', ['--vessel', 'Aava', '--data', join(folder, 'shore')])
  const [, id = '', secret = ''] = /device (\S+)\s+secret (\S+)/.exec(output) ?? []
  expect(secret, output).not.toBe('')
  const udpPort = await freePort()
  const { port } = gateway.address() as AddressInfo
  const flags = ['--server', server.url, '--state', join(folder, 'boat'), `--id=${id}`, `--secret=${secret}`]
  const sources = [`tcp://127.0.0.1:${port}`, `udp://127.0.0.1:${udpPort}`]
  board = spawn(process.execPath, [PROGRAM, ...flags, ...sources], { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [board.stdout, board.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  for (const source of sources) await expect.poll(() => printed, SOON).toContain(`${source}: connected`)

  // A recording has its own pace, which gives each value a time of its own.
  const sender = createSocket('udp4')
  let second = 0
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      for (const socket of clients) socket.write(`${frames[second]?.join('\r\n')}\r\n`)
      sender.send(sentences[second]?.join('\r\n') ?? '', udpPort, '127.0.0.1')
      second++
      if (second < SECONDS) return
      clearInterval(timer)
      resolve()
    }, 1000)
  })
  await expect.poll(waiting, SOON).toBeGreaterThan(0)
  await expect.poll(waiting, SOON).toBe(0)
  sender.close()
  const ended = once(board, 'exit')
  board.kill('SIGTERM')
  await ended
  board = null
  expect(waiting()).toBe(0)

  await server.stop()
  const columns = await openColumns({ dataDir: join(folder, 'shore') })
  try {
    const { series } = openTelemetry(columns)
    const stored = new Map<string, number[]>()
    const expected = expectedValues()
    expect(expected.size).toBeGreaterThan(10)
    for (const field of expected.keys()) {
      const [key = '', instance] = field.split(' ')
      const interval = { vesselNumber: 1, fromUs: 0, toUs: Date.now() * 1000 }
      const { value } = await series.samples(interval, key as SeriesKey, Number(instance))
      stored.set(field, inSteps(key as SeriesKey, [...value]))
    }
    expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(expected))
  } finally {
    await columns.close()
  }
})
