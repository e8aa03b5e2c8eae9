/** The packages for the boat as npm unpacks them, on each version of Node that is here. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sentenceLine } from '#protocols/nmea0183/sentence.ts'
import { recordsOnDisk } from './testing/stateFolder.ts'

const SOON = { timeout: 20_000, interval: 50 }
const NO_SERVER = 'http://127.0.0.1:1023'
/** This Node, and the one of the system, which is often older. */
const NODES = [process.execPath, '/usr/bin/node'].filter((path) => existsSync(path))
const HEADING =
  '{"timestamp":"2026-06-18T09:00:00.000Z","prio":2,"src":7,"dst":255,"pgn":127250,"fields":{"Heading":1.5,"Reference":"True"}}'
const DEPTH = sentenceLine('$', 'SDDPT,4.2,0.0')
/** Starts the plugin as a Signal K server does, and gives it a delta. */
const SERVER = `
  const plugin = require(process.argv[1])
  const started = (plugin.default ?? plugin)({
    selfContext: 'vessels.self', getDataDirPath: () => process.argv[2], on() {}, removeListener() {}, error: console.error,
    setPluginStatus() {}, setPluginError: console.error, handleMessage() {}, debug() {}, getSelfPath() {},
    subscriptionmanager: {
      subscribe(_, __, ___, onDelta) {
        onDelta({ context: 'vessels.self', updates: [{ $source: 'log', values: [{ path: 'navigation.speedOverGround', value: 4 }] }] })
      },
    },
  })
  started.start({ server: '${NO_SERVER}' })
`

let folder: string
let running: ChildProcess | null = null
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packages-'))
  execFileSync(process.execPath, [join(import.meta.dirname, 'pack.ts'), folder])
  for (const name of ['taffrail-aboard', 'signalk-taffrail']) {
    mkdirSync(join(folder, name))
    execFileSync('tar', [
      'xzf',
      join(folder, `${name}.tgz`),
      '--strip-components=1',
      '-C',
      join(folder, name),
    ])
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a command until its state folder has a record, and returns the texts of all. */
async function recordsOf(command: string, args: readonly string[], state: string): Promise<string[]> {
  running = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    await expect.poll(() => recordsOnDisk(state).length, SOON).toBeGreaterThan(0)
  } finally {
    const ended = once(running, 'exit')
    running.kill('SIGKILL')
    await ended
  }
  return recordsOnDisk(state).map(({ bytes }) => Buffer.from(bytes).toString('latin1'))
}

test.each(NODES)('reads JSON of canboat, and NMEA 0183 without its definitions, on %s', async (node) => {
  const read = (name: string, line: string) => {
    const state = mkdtempSync(join(folder, 'state-'))
    writeFileSync(join(state, name), `${line}\n`)
    const program = join(folder, 'taffrail-aboard/taffrail-aboard.js')
    const log = `file://${join(state, name)}`
    return recordsOf(node, [program, '--server', NO_SERVER, '--state', state, log], state)
  }
  expect(await read('canboat.json', HEADING)).toEqual([expect.stringMatching(/^2,127250,7,255,8,/)])
  const definitions = join(folder, 'taffrail-aboard/decoders.cjs')
  renameSync(definitions, `${definitions}.away`)
  try {
    expect(await read('nmea.log', DEPTH)).toEqual([DEPTH])
  } finally {
    renameSync(`${definitions}.away`, definitions)
  }
})

test.each(NODES)('runs the plugin of Signal K on %s', async (node) => {
  const state = mkdtempSync(join(folder, 'state-'))
  const args = ['-e', SERVER, join(folder, 'signalk-taffrail'), state]
  expect(await recordsOf(node, args, join(state, 'taffrail-aboard'))).toEqual([
    expect.stringContaining('navigation.speedOverGround'),
  ])
})
