/** `node bench/aboard.ts [--hours 1] [--seconds 30]`: bytes of a boat-day on the wire, then the load of the program on board. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { Queue } from '#aboard/queue/queue.ts'
import { DATA_CLASSES, type DataClass } from '#aboard/record.ts'
import { REQUEST_BYTES } from '#aboard/send/budget.ts'
import { encodeBatch } from '#aboard/send/encodeBatch.ts'
import { Thinner } from '#aboard/thin/thinner.ts'
import { fastPacketFrames } from '#protocols/can/fastPacket.ts'
import { encoderFor } from '#protocols/formats.ts'
import { packedProgram } from './packedProgram.ts'
import { KEYS, motionOf, START_MS, secondOf } from './thirtySeries.ts'

const { values } = parseArgs({
  options: { hours: { type: 'string', default: '1' }, seconds: { type: 'string', default: '30' } },
})
const hours = Number(values.hours)
const seconds = Number(values.seconds)
/** Messages of a thin link leave so often. */
const EVERY_S = 30
/** Header of a WebSocket frame, and of a PUBLISH with its topic and PUBACK, each with a share of TLS. */
const WEBSOCKET_BYTES = 8 + 29
const MQTT_BYTES = 2 + 2 + 40 + 2 + 4 + 2 * 29

await bytesOnTheWire()
await loadOfTheProgram()
process.exit(0)

async function bytesOnTheWire() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-aboard-'))
  const queue = new Queue({ folder, epoch: 'boot' })
  const thinner = new Thinner({ append: (record) => queue.append(record) })
  const wire: Record<DataClass, number> & { imu: number } = { now: 0, later: 0, on_demand: 0, imu: 0 }
  const raw = { signalk: 0, mqtt: 0, imu: 0 }
  const send = async () => {
    await queue.flushed()
    for (let batch = queue.take({ maxBytes: 2e6 }); batch; batch = queue.take({ maxBytes: 2e6 })) {
      const body = gzipSync(encodeBatch(batch.format, batch.records, (measuredMs) => measuredMs))
      wire[batch.format === 'imu' ? 'imu' : batch.dataClass] += body.length + REQUEST_BYTES
      queue.acknowledge(batch)
    }
  }
  for (let second = 0; second < hours * 3600; second++) {
    const readings = secondOf(second)
    const arrivedMs = START_MS + second * 1000
    for (const line of lines(encoderFor('n2k')(readings)))
      thinner.take({ format: 'n2k', bytes: line, arrivedMs })
    const motion = encoderFor('imu')({ motion: [motionOf(second)] })
    thinner.take({ format: 'imu', bytes: motion, arrivedMs: arrivedMs + 1000 })
    raw.signalk += lines(encoderFor('signalk')(readings)).reduce(
      (sum, one) => sum + one.length + WEBSOCKET_BYTES,
      0,
    )
    raw.mqtt += encoderFor('readings')(readings).length + MQTT_BYTES
    raw.imu += motion.length + MQTT_BYTES
    if (second % EVERY_S === EVERY_S - 1) await send()
  }
  await send()
  await queue.close()
  rmSync(folder, { recursive: true })
  const day = (bytes: number) => `${(((bytes / hours) * 24) / 1e6).toFixed(2)} MB`
  const all = DATA_CLASSES.reduce((sum, one) => sum + wire[one], 0)
  console.log(`boat-day, ${KEYS.length} series and a position at 1 Hz, batches each ${EVERY_S} s:`)
  console.log(`  everything ${day(all)}, class now alone ${day(wire.now)}`)
  console.log(`  the same as Signal K deltas ${day(raw.signalk)}, as JSON over MQTT ${day(raw.mqtt)}`)
  console.log(`  one motion sensor at 50 Hz ${day(wire.imu)}, as motion frames over MQTT ${day(raw.imu)}`)
}

async function loadOfTheProgram() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-aboard-'))
  let received = 0
  const shore = createHttpServer(async (request, response) => {
    for await (const chunk of request) received += (chunk as Buffer).length
    response.end('{"ok":true,"rejected":[]}')
  }).listen(0, '127.0.0.1')
  const sockets: Socket[] = []
  const gateway = createServer((socket) => void sockets.push(socket.on('error', () => undefined))).listen(
    0,
    '127.0.0.1',
  )
  await Promise.all([once(shore, 'listening'), once(gateway, 'listening')])
  const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port
  const program = spawn(
    packedProgram(folder),
    [
      ...['--server', `http://127.0.0.1:${portOf(shore)}`, '--state', join(folder, 'state')],
      ...['--id', 'bench', '--secret', 'bench', `tcp://127.0.0.1:${portOf(gateway)}`],
    ],
    { stdio: 'ignore' },
  )
  await once(gateway, 'connection')
  const frames = framesOfASecond()
  await feed(sockets, frames, 5)
  const before = cpuS(program.pid ?? 0)
  await feed(sockets, frames, seconds)
  const share = (cpuS(program.pid ?? 0) - before) / seconds
  const [, memory = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${program.pid}/status`, 'utf8')) ?? []
  console.log(
    `${frames.length} NMEA 2000 frames a second over TCP: ${(share * 100).toFixed(1)} % of a core, ` +
      `${Math.round(Number(memory) / 1024)} MB at most, ${Math.round(received / (seconds + 5) / 1000)} kB/s sent`,
  )
  program.kill('SIGKILL')
  await once(program, 'exit')
  rmSync(folder, { recursive: true })
}

/** A thousand frames as Yacht Devices RAW: two thirds single frames, a third in fast packets. */
function framesOfASecond(): string[] {
  const frames: string[] = []
  const line = (id: string, data: Uint8Array) =>
    `09:00:00.000 R ${id} ${Buffer.from(data).toString('hex').replace(/../g, '$& ').trim()}`
  const single = [
    '09F80103',
    '09F80203',
    '09F11203',
    '09F20023',
    '09FD0203',
    '09F50B03',
    '0DF11903',
    '09F10D03',
  ]
  for (let i = 0; i < 672; i++)
    frames.push(
      line(
        single[i % single.length] ?? '',
        Uint8Array.from({ length: 8 }, (_, at) => (at * 31 + i) & 0x7f),
      ),
    )
  for (let i = 0; frames.length < 1000; i++)
    for (const data of fastPacketFrames(
      Uint8Array.from({ length: 26 }, (_, at) => (at * 7 + i) & 0x7f),
      i % 8,
    ))
      frames.push(line('09F20103', data))
  return frames
}

async function feed(sockets: readonly Socket[], frames: readonly string[], forS: number) {
  const startMs = performance.now()
  for (let slot = 0; slot < forS * 20; slot++) {
    const some = frames.slice(((slot % 20) * frames.length) / 20, (((slot % 20) + 1) * frames.length) / 20)
    for (const socket of sockets) socket.write(`${some.join('\r\n')}\r\n`)
    await later(Math.max(startMs + (slot + 1) * 50 - performance.now(), 0))
  }
}

/** User and system time of a process, in seconds. */
function cpuS(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function lines(message: Uint8Array): Uint8Array[] {
  return Buffer.from(message)
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Buffer.from(line, 'latin1'))
}
