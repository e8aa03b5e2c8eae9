/** A program that may open few files and has a small disk, under far more connections than files and on the full disk. */
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import { prepareStores } from '#server/testing/prepareRecords.ts'
import { signInOver } from '#server/testing/signInOver.ts'
import { type Program, runScript, startProgram } from '#server/testing/testProgram.ts'

const FILES = 256
const SOCKETS = 600
const DISK_MB = 256

const run = promisify(execFile)

const folder = await mkdtemp(join(tmpdir(), 'taffrail-small-'))
const data = join(folder, 'data')
await mkdir(data)
const hasDisk = await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', data]).then(
  () => true,
  () => false,
)
let program: Program
let device = ''
let token = ''
// One connection that stays open, as that of a device.
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
beforeAll(async () => {
  await prepareStores(data)
  const limited = join(folder, 'limited.sh')
  const start = fileURLToPath(new URL('./start.sh', import.meta.url))
  await writeFile(limited, `#!/bin/sh\nulimit -n ${FILES}\nexec ${start} "$@"\n`)
  await chmod(limited, 0o755)
  program = await startProgram(['--no-demo', '--data', data], {}, limited)
  const admin = { email: 'ada@harbour.example', password: 'a fair wind' }
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ organization: 'Harbour', name: 'Ada', ...admin })
  await fetch(`${program.url}/api/setup`, { method: 'POST', headers, body })
  token = (await signInOver(program.url, admin)).token
  const { output } = await runScript('new-device', ['--vessel', 'Aava', '--data', data])
  device = /device (\S+)\nsecret (\S+)/.exec(output)?.slice(1).join('.') ?? ''
})
afterAll(async () => {
  agent.destroy()
  await program?.stop()
  // The column store of this process holds a file of it until the process ends.
  if (hasDisk) await run('umount', ['--lazy', data])
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

let sent = 0
const startMs = Date.now() - 3_600_000
/** Times in ms of the messages that were acknowledged. */
const acknowledged: number[] = []

/** Status of the answer to a message of the device, or the code of the error. */
const send = (over?: Agent) =>
  new Promise<number | string | undefined>((resolve) => {
    const { hostname, port } = new URL(program.url)
    const atMs = startMs + 1000 * sent++
    const headers = { authorization: `Bearer ${device}`, 'content-type': 'application/json' }
    const to = { hostname, port, path: '/gateway/batches', method: 'POST', headers, agent: over }
    request(to, (answer) => {
      if (answer.statusCode === 200) acknowledged.push(atMs)
      answer.resume().once('end', () => resolve(answer.statusCode))
    })
      .once('error', ({ code }: NodeJS.ErrnoException) => resolve(code))
      .end(JSON.stringify({ tables: [{ columns: ['sog'], rows: [[atMs, 3]] }] }))
  })

test('serves and stores for who is connected, and refuses connections beyond its limit', async () => {
  expect(await send(agent)).toBe(200)
  let closed = 0
  const flood: Socket[] = []
  for (const port of [Number(new URL(program.url).port), program.mqttPort ?? 0])
    for (let i = 0; i < SOCKETS; i++) {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined)
      flood.push(socket.once('close', () => closed++))
    }
  await expect.poll(() => closed, { timeout: 30_000 }).toBeGreaterThan(2 * SOCKETS - FILES)
  const answers: unknown[] = []
  for (let i = 0; i < 10; i++) answers.push(await send(agent))
  expect(answers).toEqual(Array(10).fill(200))
  for (const socket of flood) socket.destroy()
  await expect.poll(() => send(), { timeout: 30_000 }).toBe(200)
})

test.skipIf(!hasDisk)(
  'refuses writes and serves readers while the disk is full, and loses nothing',
  async () => {
    const filler = join(data, 'filler')
    const read = async () =>
      (await fetch(`${program.url}/api/vessels`, { headers: { authorization: `Bearer ${token}` } })).status
    for (let cycle = 0; cycle < 3; cycle++) {
      const file = await open(filler, 'w')
      const fill = async (bytes: number) => {
        for (;;) await file.write(Buffer.alloc(bytes))
      }
      for (const bytes of [1 << 20, 4096]) await expect(fill(bytes)).rejects.toMatchObject({ code: 'ENOSPC' })
      await file.close()
      await expect.poll(() => send(agent), { timeout: 30_000 }).toBe(503)
      expect([await send(agent), await read()]).toEqual([503, 200])
      await rm(filler)
      await expect.poll(() => send(agent), { timeout: 30_000 }).toBe(200)
    }
    await program.stop()
    const columns = await openColumns({ dataDir: data })
    const stored = await columns.rows<{ ms: string }>(
      'SELECT toUnixTimestamp64Milli(time) AS ms FROM telemetry.scalars',
    )
    await columns.close()
    const times = new Set(stored.map(({ ms }) => Number(ms)))
    expect(acknowledged.filter((ms) => !times.has(ms))).toEqual([])
  },
)
