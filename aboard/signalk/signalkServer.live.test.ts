/** The plugin in an unchanged Signal K server: link cut and server killed; each value of its sample data arrives once. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { SignalkDecoder } from '#protocols/signalk/signalkDecoder.ts'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import { openTelemetry } from '#server/telemetry/openTelemetry.ts'
import { type CuttableProxy, cuttableProxy } from '#server/testing/cuttableProxy.ts'
import { freePort } from '#server/testing/debianServer.ts'
import { prepareStores } from '#server/testing/prepareRecords.ts'
import { signInOver } from '#server/testing/signInOver.ts'
import { type Program, runScript, startProgram } from '#server/testing/testProgram.ts'

const VERSION = '2.23.0'
const INSTALLED = fileURLToPath(new URL('../../node_modules/.cache/signalk-server', import.meta.url))
const admin = { email: 'ada@harbour.example', password: 'a fair wind' }
const SOON = { timeout: 60_000, interval: 100 }
/** Messages of the last moments before a kill are not on disk yet. */
const UNSURE_MS = 3000

let folder: string
let shore: Program
let proxy: CuttableProxy
let port: number
let board: ChildProcess | null = null
let socket: WebSocket | null = null
/** All deltas of the own vessel that the Signal K server sent to its clients, with their arrival. */
const deltas: { text: string; atMs: number }[] = []

const ask = async (url: string, method = 'GET', headers: Record<string, string> = {}, body?: object) => {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}
const stateOf = (path: string): Promise<unknown> =>
  ask(`http://127.0.0.1:${port}/signalk/v1/api/vessels/self/plugins/taffrail/${path}/value`).catch(
    () => undefined,
  )

function npm(...args: string[]) {
  const { status, stderr } = spawnSync('npm', [...args, '--no-audit', '--no-fund', '--silent'], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${stderr}`)
}

/** Starts the Signal K server with its sample data, and a client that reads all it sends. */
async function startBoard() {
  board = spawn(
    process.execPath,
    [join(INSTALLED, 'node_modules/signalk-server/bin/signalk-server'), '--sample-n2k-data'],
    {
      env: { ...process.env, SIGNALK_NODE_CONFIG_DIR: join(folder, 'boat'), PORT: `${port}` },
      stdio: 'ignore',
    },
  )
  await expect
    .poll(
      () =>
        ask(`http://127.0.0.1:${port}/signalk`).then(
          () => true,
          () => false,
        ),
      SOON,
    )
    .toBe(true)
  socket = new WebSocket(`ws://127.0.0.1:${port}/signalk/v1/stream?subscribe=self&sendCachedValues=false`)
  socket.on('message', (data) => {
    const text = data.toString()
    if (text.includes('"updates"')) deltas.push({ text, atMs: Date.now() })
  })
  socket.on('error', () => undefined)
  await once(socket, 'open')
}

async function end(signal: 'SIGTERM' | 'SIGKILL') {
  const ending = board
  board = null
  if (!ending) return
  const ended = once(ending, 'exit')
  ending.kill(signal)
  await ended
  socket?.terminate()
}

beforeAll(async () => {
  if (!existsSync(join(INSTALLED, 'node_modules/signalk-server/package.json'))) {
    mkdirSync(INSTALLED, { recursive: true })
    writeFileSync(join(INSTALLED, 'package.json'), '{"private":true}')
    npm('install', '--prefix', INSTALLED, '--ignore-scripts', `signalk-server@${VERSION}`)
  }
  folder = await mkdtemp(join(tmpdir(), 'taffrail-signalk-'))
  await prepareStores(join(folder, 'shore'))
  shore = await startProgram(['--no-demo', '--data', join(folder, 'shore')])
  proxy = await cuttableProxy()
  proxy.leadTo(shore.url)
  port = await freePort()
  mkdirSync(join(folder, 'boat'))
  // The address that the console shows.
  npm('install', '--prefix', join(folder, 'boat'), `${shore.url}/aboard/signalk-taffrail.tgz`)
})
afterAll(async () => {
  await end('SIGKILL')
  await shore?.stop()
  await proxy?.close()
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

test('brings each value of the sample data ashore once', { timeout: 240_000 }, async () => {
  await ask(`${shore.url}/api/setup`, 'POST', {}, { organization: 'Harbour', name: 'Ada', ...admin })
  await runScript('new-device', ['--vessel', 'Aava', '--data', join(folder, 'shore')])
  const { headers } = await signInOver(shore.url, admin)
  const [vessel] = (await ask(`${shore.url}/api/vessels`, 'GET', headers)).data

  await startBoard()
  await ask(
    `http://127.0.0.1:${port}/skServer/plugins/signalk-taffrail/config`,
    'POST',
    {},
    {
      ...{ enabled: true, enableLogging: false },
      configuration: { server: proxy.url },
    },
  )
  const startedMs = Date.now()
  await expect.poll(() => stateOf('pairing/code'), SOON).toMatch(/^\w{8}$/)
  const pairing_code = await stateOf('pairing/code')
  await ask(`${shore.url}/api/vessels/${vessel.id}/pair-device`, 'POST', headers, {
    ...{ pairing_code, replace_device: true },
  })
  await expect.poll(() => stateOf('pairing/state'), SOON).toBe('paired')
  await expect.poll(() => stateOf('link/lastAcknowledged'), SOON).toMatch(/^20/)

  await proxy.refuse()
  await expect.poll(() => stateOf('link/error'), SOON).toMatch(/./)
  await new Promise((resolve) => setTimeout(resolve, UNSURE_MS))
  const killedMs = Date.now()
  await end('SIGKILL')
  await startBoard()
  const restartedMs = Date.now()
  await proxy.mend()
  await expect.poll(() => stateOf('link/acknowledgedRecords'), SOON).toBeGreaterThan(0)
  await new Promise((resolve) => setTimeout(resolve, UNSURE_MS))
  const stoppingMs = Date.now()
  await ask(
    `http://127.0.0.1:${port}/skServer/plugins/signalk-taffrail/config`,
    'POST',
    {},
    {
      ...{ enabled: false, enableLogging: false },
      configuration: { server: proxy.url },
    },
  )
  // Messages that the plugin kept when it was stopped leave when it is started again.
  await ask(
    `http://127.0.0.1:${port}/skServer/plugins/signalk-taffrail/config`,
    'POST',
    {},
    {
      ...{ enabled: true, enableLogging: false },
      configuration: { server: proxy.url },
    },
  )
  await expect.poll(() => stateOf('disk/waitingBytes'), SOON).toBe(0)
  await end('SIGTERM')
  await shore.stop()

  const isCertain = (atMs: number) =>
    (atMs > startedMs && atMs < killedMs - UNSURE_MS) || (atMs > restartedMs + UNSURE_MS && atMs < stoppingMs)
  const columns = await openColumns({ dataDir: join(folder, 'shore') })
  try {
    const { series } = openTelemetry(columns)
    const range = { vesselNumber: 1, fromUs: 0, toUs: Date.now() * 1000 }
    for (const key of KEYS) {
      const samples = await series.samples(range, key, 0)
      const stored = samples.value.map(rounded)
      const sent = deltas.flatMap(({ text, atMs }) =>
        new SignalkDecoder()
          .decode(Buffer.from(text), null)
          .scalars.filter((scalar) => scalar.key === key)
          .map(({ value }) => ({ value: rounded(value), atMs })),
      )
      const certain = sent.filter(({ atMs }) => isCertain(atMs)).map(({ value }) => value)
      expect(certain.length, key).toBeGreaterThan(5)
      expect(isWithin(certain, stored), `${key}: ${certain}\nare not all in ${stored}`).toBe(true)
      // Between the starts, nothing is there twice.
      const between = samples.timeUs.filter(
        (us) => us / 1000 > startedMs + UNSURE_MS && us / 1000 < killedMs - UNSURE_MS,
      )
      const around = sent.filter(({ atMs }) => atMs > startedMs && atMs < killedMs)
      expect(between.length, key).toBeLessThanOrEqual(around.length)
    }
  } finally {
    await columns.close()
  }
})

/** Series of which the sample data have one source. */
const KEYS = ['depth_below_transducer', 'stw'] as const

const rounded = (value: number | null) => Math.round((value ?? Number.NaN) * 1000)

/** True when the values occur in the same order among the others. */
function isWithin(values: readonly number[], others: readonly number[]): boolean {
  let place = 0
  for (const other of others) if (other === values[place]) place++
  return place === values.length
}
