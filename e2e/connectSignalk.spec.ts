/**
 * The plugin in an unchanged Signal K server, installed and paired by what the connect dialog shows. Its link is cut and its server
 * killed: each value of the sample data, and of raw NMEA 2000 frames, is stored ashore once.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Locator } from '@playwright/test'
import WebSocket from 'ws'
import type { ScalarReading } from '#contract/domain/reading.ts'
import { SERIES, type SeriesKey } from '#contract/domain/series.ts'
import { CanDecoder } from '#protocols/can/canDecoder.ts'
import { SignalkDecoder } from '#protocols/signalk/signalkDecoder.ts'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import { openTelemetry } from '#server/telemetry/openTelemetry.ts'
import { type CuttableProxy, cuttableProxy } from '#server/testing/cuttableProxy.ts'
import { freePort } from '#server/testing/debianServer.ts'
import { Boat } from './boat.ts'
import { goOn } from './goOn.ts'
import { signIn } from './signIn.ts'
import { startTaffrail, type Taffrail } from './taffrail.ts'
import { test } from './warmPage.ts'

const VERSION = '2.23.0'
const INSTALLED = fileURLToPath(new URL('../node_modules/.cache/signalk-server', import.meta.url))
const SOON = { timeout: 120_000, intervals: [250] }
/** Messages of the last moments before a kill are not on disk yet. */
const UNSURE_MS = 3000
/** A delta that left the server before the plugin started may arrive after that. */
const UNDER_WAY_MS = 1000
/** Values of a series that are compared in each interval, and the one of its value a second. */
const FEWEST_VALUES = 6
const SLOWEST = '"environment.depth.belowTransducer"'
/** Series of one source: those of the sample data, and of the frames. */
const COMPARED = [
  ...['cog 0', 'current_direction 0', 'current_speed 0', 'depth_below_transducer 0', 'engine_speed 1'],
  ...['heading 0', 'sog 0', 'stw 0', 'water_temperature_fc 0'],
]
/** Frames of an engine's speed, each with another value, in the unit of the message, 0.25 rpm. */
const ENGINE_EVERY_MS = 250
const FIRST_SPEED = 4000
const SPEED_STEP = 40

let taffrail: Taffrail
let boat: Boat
let proxy: CuttableProxy
let port: number
let gateway: Server
const clients = new Set<Socket>()
let board: ChildProcess | null = null
let socket: WebSocket | null = null
/** Deltas of the own vessel that the Signal K server sent to its clients, with their arrival, but those made of frames. */
const deltas: { text: string; atMs: number }[] = []
type Sent = ScalarReading & { atMs: number }
/** Engine speeds that a connected server received as frames. */
const frames: Sent[] = []
const decoder = new CanDecoder()

const ask = async (path: string, body?: object) => {
  const answer = await fetch(`http://127.0.0.1:${port}/${path}`, {
    ...(body && {
      ...{ method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
    }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}
const stateOf = (path: string): Promise<unknown> =>
  ask(`signalk/v1/api/vessels/self/plugins/taffrail/${path}/value`).catch(() => undefined)

/** Turns the plugin on or off with an address, as the server's admin page does. */
const configure = (server: string, enabled = true) =>
  ask('skServer/plugins/signalk-taffrail/config', {
    ...{ enabled, enableLogging: false, configuration: { server } },
  })

/** Writes to each Signal K server one frame of an engine's speed four times a second, as an Actisense W2K-1 does. */
async function serveFrames(): Promise<number> {
  gateway = createServer((client) => {
    clients.add(client)
    client.on('error', () => undefined).on('close', () => clients.delete(client))
  })
  let next = FIRST_SPEED
  const timer = setInterval(() => {
    if (clients.size === 0) return
    const [low, high] = [next & 0xff, next >> 8].map((byte) =>
      byte.toString(16).padStart(2, '0').toUpperCase(),
    )
    const time = new Date().toISOString().slice(11, 23).replaceAll(':', '')
    const line = `A${time} C8FF2 1F200 00${low}${high}FFFF7FFFFF`
    for (const client of clients) client.write(`${line}\r\n`)
    const atMs = Date.now()
    frames.push(...decoder.decode(Buffer.from(line), atMs * 1000).scalars.map((one) => ({ ...one, atMs })))
    next += SPEED_STEP
  }, ENGINE_EVERY_MS)
  gateway.on('close', () => clearInterval(timer)).listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  return (gateway.address() as AddressInfo).port
}

/** Settings of a server that reads NMEA 2000 from a gateway at this port. */
const serverSettings = (framesPort: number) => ({
  pipedProviders: [
    {
      ...{ id: 'w2k', enabled: true },
      pipeElements: [
        {
          type: 'providers/simple',
          options: {
            type: 'NMEA2000',
            subOptions: { type: 'w2k-1-n2k-ascii-canboatjs', host: '127.0.0.1', port: framesPort },
          },
        },
      ],
    },
  ],
})

/** Starts the Signal K server, usually with its sample data, and a client that reads all it sends. */
async function startBoard(data = ['--sample-n2k-data']) {
  board = spawn(
    process.execPath,
    [join(INSTALLED, 'node_modules/signalk-server/bin/signalk-server'), ...data],
    {
      env: { ...process.env, SIGNALK_NODE_CONFIG_DIR: join(boat.folder, '.signalk'), PORT: `${port}` },
      stdio: 'ignore',
    },
  )
  const answers = () =>
    ask('signalk').then(
      () => true,
      () => false,
    )
  await expect.poll(answers, SOON).toBe(true)
  socket = new WebSocket(`ws://127.0.0.1:${port}/signalk/v1/stream?subscribe=self&sendCachedValues=false`)
  socket.on('message', (data) => {
    const text = data.toString()
    if (text.includes('"updates"') && !text.includes('"label":"w2k"')) deltas.push({ text, atMs: Date.now() })
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

test.use({ actionTimeout: 30_000 })
test.beforeAll(async () => {
  test.setTimeout(600_000)
  boat = await Boat.new()
  if (!existsSync(join(INSTALLED, 'node_modules/signalk-server/package.json'))) {
    mkdirSync(INSTALLED, { recursive: true })
    writeFileSync(join(INSTALLED, 'package.json'), '{"private":true}')
    await boat.run(
      `npm install --prefix ${INSTALLED} --ignore-scripts --no-audit --no-fund signalk-server@${VERSION}`,
    )
  }
  taffrail = await startTaffrail()
  await taffrail.run('new-device', '--vessel', 'Aava')
  proxy = await cuttableProxy()
  proxy.leadTo(taffrail.url)
  port = await freePort()
  const settings = join(boat.folder, '.signalk')
  mkdirSync(settings)
  writeFileSync(join(settings, 'settings.json'), JSON.stringify(serverSettings(await serveFrames())))
})
test.afterAll(async () => {
  await end('SIGKILL')
  for (const client of clients) client.destroy()
  gateway?.close()
  await proxy?.close()
  await boat?.close()
  await taffrail?.close()
})

async function copiedLines(dialog: Locator): Promise<string[]> {
  const lines: string[] = []
  for (const button of await dialog.getByRole('button', { name: 'Copy lines' }).all()) {
    await button.click()
    lines.push(await button.page().evaluate('navigator.clipboard.readText()'))
  }
  return lines
}

test('a Signal K server is connected as shown, and each value of its sample and its frames comes ashore once', async ({
  page,
}) => {
  test.setTimeout(600_000)
  // The console has the address at which the boat reaches it, and its link is cut with that of the boat.
  await signIn(page, { ...taffrail, url: proxy.url })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await goOn(page, '/vessels')
  await page.getByRole('switch', { name: 'Show unpaired vessels' }).press('Space')
  await page.getByRole('link', { name: 'Aava', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Aava', exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Connect a boat', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Signal K server' }).click()
  await dialog.getByLabel('Address of this console for the boat').fill(proxy.url)
  const [install = '', address = ''] = await copiedLines(dialog)
  await boat.run(install)
  await startBoard()
  await configure(address)
  const startedMs = Date.now()
  await expect.poll(() => stateOf('pairing/code'), SOON).toMatch(/^\w{8}$/)
  await dialog.getByLabel('Pairing code').fill(String(await stateOf('pairing/code')))
  await dialog.getByRole('button', { name: 'Replace device' }).click()
  const arrival = dialog.getByText(/^Data received .* ago: Position, Speed over ground, .* and [1-9]\d* more/)
  await expect(arrival).toBeVisible({ timeout: 120_000 })
  await expect.poll(() => stateOf('pairing/state'), SOON).toBe('paired')
  await expect.poll(() => stateOf('link/lastAcknowledged'), SOON).toMatch(/^20/)

  await proxy.refuse()
  await expect.poll(() => stateOf('link/error'), SOON).toMatch(/./)
  await sendsSince(startedMs, UNSURE_MS)
  const killedMs = Date.now()
  await end('SIGKILL')
  await startBoard()
  const restartedMs = Date.now()
  await proxy.mend()
  await expect.poll(() => stateOf('link/acknowledgedRecords'), SOON).toBeGreaterThan(0)
  await sendsSince(restartedMs, 0)
  const stoppingMs = Date.now()
  await configure(address, false)
  await configure(address)
  await expect(arrival).toBeVisible()
  await end('SIGTERM')
  // The rest on disk leaves while nothing more arrives.
  gateway.close()
  for (const client of clients) client.destroy()
  await startBoard([])
  const left = async () => [await stateOf('disk/waitingBytes'), await stateOf('link/error')]
  await expect.poll(left, SOON).toEqual([0, null])
  await end('SIGTERM')
  await taffrail.stop()
  await expectStoredOnce([
    { fromMs: startedMs, toMs: killedMs, unsureMs: [UNDER_WAY_MS, UNSURE_MS] },
    { fromMs: restartedMs, toMs: stoppingMs, unsureMs: [UNSURE_MS, 0] },
  ])
})

/** Resolves when enough values arrived since the start of a server, without those of the last moments. */
function sendsSince(startMs: number, unsureMs: number) {
  const values = () =>
    deltas.filter(
      ({ text, atMs }) =>
        atMs > startMs + UNSURE_MS && atMs < Date.now() - unsureMs && text.includes(SLOWEST),
    )
  return expect.poll(() => values().length, SOON).toBeGreaterThan(FEWEST_VALUES + 1)
}

interface Sending {
  fromMs: number
  toMs: number
  /** Values of so long after the begin and before the end may be lost. */
  unsureMs: readonly [number, number]
}

/** Compares all series of one source with what the Signal K server and its gateway sent in these intervals. */
async function expectStoredOnce(intervals: readonly Sending[]) {
  const columns = await openColumns({ dataDir: taffrail.dataDir })
  try {
    const { series } = openTelemetry(columns)
    const all = { vesselNumber: 1, fromUs: 0, toUs: Date.now() * 1000 }
    const fields = Map.groupBy([...sentDeltas(), ...frames], ({ key, instance }) => `${key} ${instance}`)
    const compared = intervals.map((): string[] => [])
    for (const [name, sent] of fields) {
      const [first] = sent
      if (!first || new Set(sent.map(({ source }) => source)).size > 1) continue
      const { timeUs, value } = await series.samples(all, first.key, first.instance)
      const stored = Array.from(value, (one, i) => ({
        step: step(first.key, one),
        atMs: (timeUs[i] ?? 0) / 1000,
      }))
      for (const [i, { fromMs, toMs, unsureMs }] of intervals.entries()) {
        const [beginMs, endMs] = unsureMs
        const during = <T extends { atMs: number }>(list: readonly T[], margins: [number, number]) =>
          list.filter(({ atMs }) => atMs > fromMs + margins[0] && atMs < toMs - margins[1])
        // A frame may still be on its way to the plugin when that is stopped.
        const lastMs = frames.includes(first) ? UNSURE_MS : endMs
        const certain = during(sent, [beginMs, lastMs]).map((one) => step(one.key, one.value))
        const steps = stored.map((one) => one.step)
        expect(isWithin(certain, steps), `${name}: ${certain}\nare not all in ${steps}`).toBe(true)
        const between = during(stored, [UNSURE_MS, UNSURE_MS]).map((one) => one.step)
        const around = during(sent, [0, 0]).map((one) => step(one.key, one.value))
        expect(isWithin(between, around), `${name}: ${between}\nare more than ${around}`).toBe(true)
        if (certain.length >= FEWEST_VALUES && between.length > 0) compared[i]?.push(name)
      }
    }
    for (const names of compared) expect(names).toEqual(expect.arrayContaining(COMPARED))
    const { value } = await series.samples(all, 'engine_speed', 1)
    expect([new Set(value).size, value.includes(Number.NaN)]).toEqual([value.length, false])
  } finally {
    await columns.close()
  }
}

/** Value in stored steps; an unavailable value equals another one. */
const step = (key: SeriesKey, value: number | null) =>
  value === null || Number.isNaN(value) ? Number.MIN_SAFE_INTEGER : Math.round(value / SERIES[key].step)

/** Values of the deltas with the arrival of each delta. The server names its own vessel by its id. */
const sentDeltas = (): Sent[] =>
  deltas.flatMap(({ text, atMs }) =>
    new SignalkDecoder()
      .decode(Buffer.from(text.replace(/"context":"[^"]*"/, '"context":"vessels.self"')), null)
      .scalars.filter(({ instanceName }) => instanceName === undefined)
      .map((scalar) => ({ ...scalar, atMs })),
  )

/** True when the values occur in the same order among the others. */
function isWithin(values: readonly number[], others: readonly number[]): boolean {
  let place = 0
  for (const other of others) if (other === values[place]) place++
  return place === values.length
}
