import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { recordsIn } from './mdns.ts'
import { probe } from './probe.ts'

const RMC = '$GPRMC,120000,A,6409.066,N,02156.412,W,10.0,090.0,040926,,,A*5C'
const YD = '10:31:52.404 R 09F11207 FF 3B FF 7F CE F5 FC FF'
const SECONDS = 0.5

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function udpSocket(address = '127.0.0.1') {
  const socket = createSocket('udp4').bind(0, address)
  await once(socket, 'listening')
  closers.push(() => socket.close())
  return { socket, port: socket.address().port }
}

async function freeUdpPort() {
  const { port } = await udpSocket()
  await closers.pop()?.()
  return port
}

/** A gateway that sends one line again and again to each connection. */
async function gateway(line: string) {
  const server = createServer((socket) => {
    const timer = setInterval(() => socket.write(`${line}\r\n`), 5)
    socket.on('close', () => clearInterval(timer)).on('error', () => undefined)
    closers.push(() => socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => server.close())
  return (server.address() as { port: number }).port
}

async function run(
  targets: readonly string[],
  udpPorts: readonly number[] = [],
  mdns?: { address: string; port: number },
) {
  const lines: string[] = []
  // Without a target of its own the test would ask the local network.
  const silent = mdns ?? { address: '127.0.0.1', port: await freeUdpPort() }
  await probe({ targets, seconds: SECONDS, udpPorts, mdns: silent }, (line) => void lines.push(line))
  return lines.join('\n')
}

test('names what sends datagrams, and each sender where several share a port', async () => {
  const [port, shared] = [await freeUdpPort(), await freeUdpPort()]
  const senders = [await udpSocket(), await udpSocket('127.0.0.2')]
  const timer = setInterval(() => {
    senders[0]?.socket.send(YD, port, '127.0.0.1')
    for (const { socket } of senders) socket.send(`${RMC}\r\n`, shared, '127.0.0.1')
  }, 5)
  closers.unshift(() => clearInterval(timer))
  const text = await run([], [port, shared])
  expect(text).toMatch(
    new RegExp(`udp://:${port}\n +NMEA 2000 as Yacht Devices RAW, \\d+ messages a second: PGN 127250\n`),
  )
  for (const sender of ['127.0.0.1', '127.0.0.2'])
    expect(text).toMatch(new RegExp(`udp://${sender}:${shared}\n +NMEA 0183, .* messages a second: GPRMC\n`))
  expect(text).toContain(`in the configuration: "udp://127.0.0.2:${shared}"`)
})

test('tries each address, and says why one gives nothing', async () => {
  const [works, unknown] = [await gateway(RMC), await gateway('hello')]
  const text = await run([
    `127.0.0.1:${works}`,
    `tcp://127.0.0.1:${unknown}`,
    'tcp://127.0.0.1:1',
    'ftp://boat',
  ])
  expect(text).toMatch(new RegExp(`tcp://127.0.0.1:${works}\n +NMEA 0183, .* messages a second: GPRMC\n`))
  expect(text).toContain(`tcp://127.0.0.1:${unknown}: connected, but nothing that is known arrived`)
  expect(text).toMatch(/tcp:\/\/127\.0\.0\.1:1: .*ECONNREFUSED/)
  expect(text).toContain('ftp:// is no source')
})

test('finds the speed of a serial port, which a wrong one does not look like', async () => {
  const child = spawn('script', ['-qfc', 'stty raw -echo; tty; exec sleep 1000', '/dev/null'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  closers.push(() => child.kill())
  const [output] = await once(child.stdout, 'data')
  const device = String(output).trim()
  // A terminal has no speed. This `stty` notes the one that is set, and at others the sentences are damaged.
  const folder = mkdtempSync(join(tmpdir(), 'taffrail-probe-'))
  closers.push(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'stty'), '#!/bin/sh\necho "$3" > "$(dirname "$0")/speed"\n', { mode: 0o755 })
  writeFileSync(join(folder, 'speed'), '')
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`)
  closers.push(() => vi.unstubAllEnvs())
  const timer = setInterval(() => {
    const isRight = readFileSync(join(folder, 'speed'), 'utf8').trim() === '9600'
    child.stdin.write(`${isRight ? RMC : RMC.replace('10.0', '10.1')}\r\n`)
  }, 5)
  closers.unshift(() => clearInterval(timer))
  expect(await run([device, '/dev/none'])).toMatch(
    new RegExp(
      `serial://${device}\\?baud=9600\n +NMEA 0183, .* messages a second: GPRMC\n[^]*/dev/none: there is no such port`,
    ),
  )
})

const name = (text: string) =>
  Buffer.concat([
    ...text.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ])
const record = (owner: Buffer, type: number, data: Buffer) => {
  const head = Buffer.alloc(10)
  head.writeUInt16BE(type, 0)
  head.writeUInt16BE(1, 2)
  head.writeUInt16BE(data.length, 8)
  return Buffer.concat([owner, head, data])
}
/** An answer as avahi gives it: the service in the answer, its place in the additional records, names compressed. */
function answer(port: number): Buffer {
  const header = Buffer.alloc(12)
  header.writeUInt16BE(0x8400, 2)
  header.writeUInt16BE(1, 6)
  header.writeUInt16BE(2, 10)
  const service = name('_nmea-0183._tcp.local')
  const place = Buffer.concat([Buffer.from([0, 0, 0, 0, port >> 8, port & 255]), name('boat.local')])
  const instance = Buffer.concat([
    Buffer.from([4]),
    Buffer.from('Súlan'.slice(0, 3)),
    Buffer.from([0xc0, 12]),
  ])
  return Buffer.concat([
    header,
    record(service, 12, instance),
    // The name of the instance lies behind the record's owner and head.
    record(Buffer.from([0xc0, 12 + service.length + 10]), 33, place),
    record(name('boat.local'), 1, Buffer.from([127, 0, 0, 1])),
  ])
}

test('asks for services by mDNS, and tries what it finds', async () => {
  const port = await gateway(YD)
  const { socket, port: mdnsPort } = await udpSocket()
  const questions: Buffer[] = []
  socket.on('message', (question, from) => {
    questions.push(question)
    socket.send(answer(port), from.port, from.address)
  })
  const text = await run([], [], { address: '127.0.0.1', port: mdnsPort })
  expect(questions[0]?.includes(Buffer.from('\x05_gpsd\x04_tcp\x05local\0', 'latin1'))).toBe(true)
  expect(text).toContain(`Service Súl (_nmea-0183._tcp) at 127.0.0.1:${port}.`)
  expect(text).toMatch(new RegExp(`tcp://127.0.0.1:${port}\n +NMEA 2000 as Yacht Devices RAW`))
})

test('damaged answers are no error', () => {
  const whole = answer(2000)
  expect(recordsIn(whole)).toHaveLength(3)
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), (at, byte, length) => {
      const damaged = Buffer.from(whole)
      damaged[at] = byte
      recordsIn(damaged.subarray(0, length))
    }),
  )
})

test('says what to do where nothing is found', async () => {
  expect(await run([])).toContain('Nothing found. Name an address to try')
})
