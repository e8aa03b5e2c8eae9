/**
 * `node bench/weekOffline.ts [--boats 2] [--days 7] [--live 20]`: programs on board come back after days without a link, with
 * thirty series and a position at 1 Hz and a motion sensor for an hour a day on their disks, while live boats send over MQTT.
 * It counts what is stored in the end, and exits with 1 when anything is missing or doubled.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Queue } from '#aboard/queue/queue.ts'
import type { QueueRecord } from '#aboard/record.ts'
import { Thinner } from '#aboard/thin/thinner.ts'
import { SERIES } from '#contract/domain/series.ts'
import { HOUR_MS } from '#contract/domain/time.ts'
import { COMPUTED_SOURCES } from '#contract/wire/source.ts'
import { encoderFor } from '#protocols/formats.ts'
import { findRunning } from '#server/platform/runFile.ts'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import { memoryFolder } from '#server/testing/memoryFolder.ts'
import { prepareStores } from '#server/testing/prepareRecords.ts'
import { startProgram } from '#server/testing/testProgram.ts'
import { loadPerCore, print, quantile, thousands } from './figures.ts'
import { type Boat, connectBoat, publish } from './mqttDevice.ts'
import { packedProgram } from './packedProgram.ts'
import { KEYS, motionOf, secondOf } from './thirtySeries.ts'

const { values } = parseArgs({
  options: {
    boats: { type: 'string', default: '2' },
    days: { type: 'string', default: '7' },
    live: { type: 'string', default: '20' },
  },
})
const BOATS = Number(values.boats)
const DAYS = Number(values.days)
const LIVE = Number(values.live)
const HOURS = Math.round(DAYS * 24)
const IMU_HOURS = Math.ceil(DAYS)
const HOUR_S = HOUR_MS / 1000
const EPOCH = 'offline'
const LOOK_MS = 500
/** The backlog ends an hour ago, at a whole second. */
const FROM_MS = Math.floor(Date.now() / 1000) * 1000 - HOUR_MS - HOURS * HOUR_MS

const folder = mkdtempSync(join(memoryFolder(), 'bench-offline-'))
const dataDir = join(folder, 'shore')
mkdirSync(dataDir)
await prepareStores(dataDir)
const program = await startProgram(['--no-demo', '--data', dataDir])
let isSound = false
try {
  const boats = await createBoats()
  const [offline, live] = [boats.slice(0, BOATS), boats.slice(BOATS)]
  const startMs = performance.now()
  await makeBacklog(join(folder, 'backlog'))
  const madeS = Math.round((performance.now() - startMs) / 1000)
  const megabytes = Math.round(folderBytes(join(folder, 'backlog/queue')) / 1e6)
  print(`backlog of ${DAYS} days made in ${madeS} s`, `${megabytes} MB`)
  await replay(offline, live)
  print('largest memory of the server', memoryOf(program.pid))
  await program.stop()
  isSound = await isStoredOnce(offline)
  print('load of a core meanwhile', loadPerCore().toFixed(1))
} finally {
  await program.kill()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(isSound ? 0 : 1)

/** Boats in the order of their vessels' numbers, from 1 on. */
async function createBoats(): Promise<Boat[]> {
  const setup = {
    organization: 'Harbour',
    name: 'Ada',
    email: 'ada@harbour.example',
    password: 'a fair wind',
  }
  await fetch(`${program.url}/api/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(setup),
  })
  const run = await findRunning(dataDir)
  const boats: Boat[] = []
  for (let vesselNumber = 1; vesselNumber <= BOATS + LIVE; vesselNumber++) {
    const answer = await fetch(`${run?.url}/gateway/local/devices`, {
      method: 'POST',
      headers: { authorization: `Bearer ${run?.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ vessel: `Boat ${vesselNumber}` }),
    })
    const { id, secret } = (await answer.json()) as { id: string; secret: string }
    boats.push({ vesselNumber, id, secret })
  }
  return boats
}

/**
 * The state folder of a program that was offline: a commit each second, as on a boat. The messages of one hour repeat, with
 * their times: a batch contains minutes, so this changes no compression.
 */
async function makeBacklog(state: string) {
  const hour = recordsOfHour(['n2k'])
  const hourWithMotion = recordsOfHour(['n2k', 'imu'])
  const queue = new Queue({ folder: join(state, 'queue'), epoch: EPOCH, maxBytes: 100e9 })
  for (let n = 0; n < HOURS; n++)
    for (const records of n % 24 === 0 ? hourWithMotion : hour) {
      for (const record of records) queue.append({ ...record, measuredMs: record.measuredMs + n * HOUR_MS })
      await queue.flushed()
    }
  await queue.close()
  const anchor = { epoch: EPOCH, fromMs: 0, offsetMs: FROM_MS, origin: 'gnss' }
  writeFileSync(join(state, 'clock'), `${JSON.stringify(anchor)}\n`)
}

/** Records of each second of an hour. */
function recordsOfHour(formats: readonly ('n2k' | 'imu')[]): QueueRecord[][] {
  let records: QueueRecord[] = []
  const thinner = new Thinner({ append: (record) => records.push(record) })
  const seconds = Array.from({ length: HOUR_S }, (_, second) => {
    records = []
    const arrivedMs = second * 1000
    for (const line of Buffer.from(encoderFor('n2k')(secondOf(second)))
      .toString('latin1')
      .split('\n'))
      if (line !== '') thinner.take({ format: 'n2k', bytes: Buffer.from(line, 'latin1'), arrivedMs })
    if (formats.includes('imu'))
      thinner.take({
        ...{ format: 'imu', bytes: encoderFor('imu')({ motion: [motionOf(second)] }) },
        arrivedMs: arrivedMs + 1000,
      })
    return records
  })
  thinner.close()
  return seconds
}

async function replay(offline: readonly Boat[], live: readonly Boat[]) {
  // The source is silent: everything that is sent was on disk.
  const silent = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const source = `tcp://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const packed = packedProgram(folder)
  const states = offline.map((_, i) => join(folder, `boat-${i}`))
  for (const state of states) cpSync(join(folder, 'backlog'), state, { recursive: true })

  const ending = new AbortController()
  const acknowledgedMs: number[] = []
  const sailing = live.map((boat, i) => sail(boat, (1000 * i) / live.length, acknowledgedMs, ending.signal))
  await later(5000)
  const alone = acknowledgedMs.length
  const cpuBefore = cpuS(program.pid)
  const startMs = performance.now()
  const children: ChildProcess[] = []
  const tookS = await Promise.all(
    offline.map(async ({ id, secret }, i) => {
      const child = spawn(
        packed,
        [
          ...['--server', program.url, '--state', states[i] ?? ''],
          ...['--id', id, '--secret', secret, source],
        ],
        { stdio: ['ignore', 'ignore', 'inherit'] },
      )
      children.push(child)
      const queue = join(states[i] ?? '', 'queue')
      while (child.exitCode === null && readdirSync(queue).some((name) => name.endsWith('.seg')))
        await later(LOOK_MS)
      return (performance.now() - startMs) / 1000
    }),
  )
  const programs = children.map(({ pid = 0 }) => `${cpuS(pid).toFixed(0)} CPU-s, ${memoryOf(pid)}`)
  const serverS = cpuS(program.pid) - cpuBefore
  const during = acknowledgedMs.slice(alone)
  ending.abort()
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(sailing)
  silent.close()
  for (const [i, s] of tookS.entries())
    print(
      `boat ${i + 1}: ${DAYS} days in ${s.toFixed(0)} s, ${programs[i]}`,
      `${Math.round((HOURS * HOUR_S) / s)} × real time`,
    )
  // Equal for a backlog of hours and of a week, or the work for an hour grows with the backlog.
  const perHour = `${(serverS / HOURS / BOATS).toFixed(1)} CPU-s for an hour of a boat's data`
  print('the server meanwhile', `${serverS.toFixed(0)} CPU-s, ${perHour}`)
  print(
    `${live.length} live boats, ${during.length} messages acknowledged meanwhile`,
    `p50 ${quantile(during, 0.5).toFixed(0)} ms, p99 ${quantile(during, 0.99).toFixed(0)} ms, ` +
      `largest ${quantile(during, 1).toFixed(0)} ms`,
  )
}

/** Publishes thirty series and a position each second, and notes the time to each acknowledgement. */
async function sail(boat: Boat, fromMs: number, acknowledgedMs: number[], signal: AbortSignal) {
  const client = await connectBoat(boat, program.mqttPort ?? 0)
  await later(fromMs)
  const sending: Promise<unknown>[] = []
  const startMs = performance.now()
  for (let second = 0; !signal.aborted; second++) {
    const timeUs = Date.now() * 1000
    const { scalars, fixes } = secondOf(second)
    const message = encoderFor('readings')({
      scalars: scalars.map((one) => ({ ...one, timeUs })),
      fixes: fixes.map((one) => ({ ...one, timeUs })),
    })
    sending.push(publish(client, boat, 'readings', message).then((tookMs) => acknowledgedMs.push(tookMs)))
    await later(Math.max(startMs + (second + 1) * 1000 - performance.now(), 0))
  }
  await Promise.all(sending)
  await client.endAsync()
}

/** Compares the numbers of samples of each series with those that were measured. */
async function isStoredOnce(offline: readonly Boat[]): Promise<boolean> {
  const columns = await openColumns({ dataDir })
  try {
    const toMs = FROM_MS + HOURS * HOUR_MS
    const within = `time >= fromUnixTimestamp64Milli(${FROM_MS}) AND time < fromUnixTimestamp64Milli(${toMs})`
    let [stored, wrong] = [0, 0]
    for (const { vesselNumber } of offline) {
      const count = async (table: string, where = '1') => {
        const [row] = await columns.rows<{ n: number }>(
          `SELECT toUInt32(count()) AS n FROM telemetry.${table} FINAL
           WHERE vessel = ${vesselNumber} AND ${within} AND ${where}`,
        )
        return row?.n ?? 0
      }
      const found: [what: string, found: number, expected: number][] = [
        ['fixes', await count('fixes'), HOURS * HOUR_S],
        ['motion', await count('imu'), IMU_HOURS * HOUR_S * 50],
      ]
      for (const [key, instance] of KEYS) {
        const where = `series = ${SERIES[key].number} AND instance = ${instance}
          AND source NOT IN (${COMPUTED_SOURCES.join(', ')})`
        found.push([`${key} ${instance}`, await count('scalars', where), HOURS * HOUR_S])
      }
      for (const [what, n, expected] of found) {
        stored += n
        wrong += Math.abs(n - expected)
        if (n !== expected)
          print(`vessel ${vesselNumber}: ${what}`, `${thousands(n)} of ${thousands(expected)}`)
      }
    }
    print(`${thousands(stored)} samples stored`, `${thousands(wrong)} missing or doubled`)
    return wrong === 0
  } finally {
    await columns.close()
  }
}

/** Bytes that wait: the folder also has a reserve for a full disk. */
function folderBytes(path: string): number {
  const names = readdirSync(path).filter((name) => name.endsWith('.seg'))
  return names.reduce((sum, name) => sum + statSync(join(path, name)).size, 0)
}

function memoryOf(pid: number): string {
  const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return `${Math.round(Number(kilobytes) / 1024)} MB`
}

/** User and system time of a process, in seconds. */
function cpuS(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}
