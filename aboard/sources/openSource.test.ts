import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type ListenOptions, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Aedes } from 'aedes'
import { afterEach, expect, test, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { decoderFor } from '#protocols/formats.ts'
import { encodeImuFrame } from '#protocols/imuFrame.ts'
import type { Source } from '../message.ts'
import { openSource, SOURCE_KINDS, type SourceOptions, sourceHelp } from './openSource.ts'

const RMC = '$GPRMC,120000,A,6409.066,N,02156.412,W,10.0,090.0,040926,,,A*5C'
const RMC_LATER = '$GPRMC,121000,A,6409.066,N,02156.412,W,10.0,090.0,040926,,,A*5D'
const GLL = '$GPGLL,6409.066,N,02156.412,W,120001,A*36'
const YD = '10:31:52.404 R 19F5030E 00 3D 00 3D 00 00 F0 FF'
const CANDUMP = '(1502984866.421964) can0 09F112CC#FF725AFF7FFF7FFD'
const SOON = { timeout: 15_000, interval: 5 }
const quick = { firstWaitMs: 5, longestWaitMs: 20, silenceMs: 60_000 }

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

function openTest(address: string, options: SourceOptions = {}) {
  const texts: string[] = []
  const arrivalsMs: number[] = []
  const log: string[] = []
  const source: Source = openSource(
    address,
    ({ format, bytes, arrivedMs }) => {
      texts.push(`${format} ${Buffer.from(bytes).toString('latin1')}`)
      arrivalsMs.push(arrivedMs)
    },
    (line) => void log.push(line),
    { ...options, timing: { ...quick, ...options.timing } },
  )
  closers.push(() => source.close())
  return { source, texts, arrivalsMs, log }
}

/** A server whose connections are given in the order in which they came. */
async function listen(options: ListenOptions = { port: 0, host: '127.0.0.1' }) {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    sockets.push(socket)
  }).listen(options)
  await once(server, 'listening')
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const socket = async (i: number) => {
    await expect.poll(() => sockets.length, SOON).toBeGreaterThan(i)
    return sockets[i] as Socket
  }
  return { port, socket, count: () => sockets.length }
}

function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'taffrail-sources-'))
  closers.push(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Puts a program of this name in front of all others. */
function fakeProgram(name: string, script: string): string {
  const folder = testFolder()
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, name), 0o755)
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`)
  closers.push(() => vi.unstubAllEnvs())
  return folder
}

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  return port
}

test('refuses an address that it cannot use, and names what is wrong', () => {
  const wrong: [string, RegExp][] = [
    ['192.168.4.1:2000', /is no address such as/],
    ['ftp://boat', /ftp:\/\/ is no source; there are tcp, udp/],
    ['tcp://boat', /names no port/],
    ['tcp://:2000', /names no host/],
    ['tcp://boat:99999', /is no address/],
    ['udp://boat.local:2000', /give the IP address/],
    ['udp://192.168.4.1', /names no port/],
    ['serial:///dev/ttyUSB0?baud=fast', /is no port and speed/],
    ['serial:///dev/ttyUSB0?device=toaster', /nmea0183, ngt1, ikonvert/],
    ['can://can0;reboot', /names no interface/],
    ['file://', /names no file/],
    ['imu://', /names no socket/],
  ]
  for (const [address, reason] of wrong) expect(() => openTest(address), address).toThrow(reason)
})

test('the help has an example of each kind, and each example can be opened', async () => {
  for (const [scheme, { example }] of Object.entries(SOURCE_KINDS)) {
    expect(example.startsWith(`${scheme}://`)).toBe(true)
    expect(sourceHelp()).toContain(example)
    await openTest(example).source.close()
  }
})

test('reads TCP, and connects again after a cut', async () => {
  const { port, socket } = await listen()
  const { source, texts, log } = openTest(`tcp://127.0.0.1:${port}`)
  const first = await socket(0)
  first.write(RMC.slice(0, 20))
  first.write(`${RMC.slice(20)}\r\n${YD}\r\n${GLL.slice(0, 9)}`)
  await expect.poll(() => texts, SOON).toEqual([`nmea0183 ${RMC}`, `n2k ${YD}`])
  expect(source.state()).toMatchObject({ connected: true, error: null, dropped: 0 })
  first.destroy()
  const second = await socket(1)
  second.write(`${GLL}\r\n`)
  await expect.poll(() => texts, SOON).toEqual([`nmea0183 ${RMC}`, `n2k ${YD}`, `nmea0183 ${GLL}`])
  await source.close()
  expect(source.state().connected).toBe(false)
  expect(log[0]).toContain('connected')
})

test('waits for a gateway that is switched on later, and reports why', async () => {
  const { port } = await listen()
  await closers.pop()?.()
  const { source, texts } = openTest(`tcp://127.0.0.1:${port}`)
  await expect.poll(() => source.state().error, SOON).toContain('ECONNREFUSED')
  const { socket } = await listen({ port, host: '127.0.0.1' })
  ;(await socket(0)).write(`${RMC}\n`)
  await expect.poll(() => texts, SOON).toHaveLength(1)
  expect(source.state().error).toBeNull()
})

test('connects again when the link is silent, and when only unknown data arrive', async () => {
  const { port, socket } = await listen()
  const { source } = openTest(`tcp://127.0.0.1:${port}`, { timing: { silenceMs: 60 } })
  ;(await socket(0)).write('hello\nworld\n')
  await socket(1)
  await expect.poll(() => source.state().error, SOON).toContain('no known form')
})

test('a flood is counted and drops nothing of another source', async () => {
  const [loud, calm] = [await listen(), await listen()]
  const flooded = openTest(`tcp://127.0.0.1:${loud.port}`)
  const other = openTest(`tcp://127.0.0.1:${calm.port}`)
  const lines = 100_000
  ;(await loud.socket(0)).write(`${RMC}\r\n`.repeat(lines))
  ;(await calm.socket(0)).write(`${GLL}\r\n`)
  await expect.poll(() => flooded.texts.length + flooded.source.state().dropped, SOON).toBe(lines)
  const { dropped, error } = flooded.source.state()
  expect(dropped).toBeGreaterThan(0)
  expect(error).toBe(`more than 10000 messages or 4 MB a second: ${dropped} dropped`)
  await expect.poll(() => other.texts, SOON).toEqual([`nmea0183 ${GLL}`])
})

test('reads datagrams sent to this computer, to all and to a group', async () => {
  const sender = createSocket('udp4').bind(0, '127.0.0.1')
  await once(sender, 'listening')
  closers.push(() => sender.close())
  sender.setBroadcast(true)
  sender.setMulticastInterface('127.0.0.1')
  for (const [host, target] of [
    ['', '127.0.0.1'],
    ['127.0.0.1', '127.0.0.1'],
    ['127.255.255.255', '127.255.255.255'],
    ['239.192.0.7', '239.192.0.7'],
  ]) {
    const port = await freeUdpPort()
    const { source, texts } = openTest(`udp://${host}:${port}`)
    await expect.poll(() => source.state().connected, SOON).toBe(true)
    sender.send(`${RMC}\r\n${GLL}`, port, target)
    await expect.poll(() => texts, SOON).toEqual([`nmea0183 ${RMC}`, `nmea0183 ${GLL}`])
  }
})

test('takes datagrams of the named sender alone', async () => {
  const port = await freeUdpPort()
  const { source, texts } = openTest(`udp://127.0.0.2:${port}`)
  await expect.poll(() => source.state().connected, SOON).toBe(true)
  for (const [from, text] of [
    ['127.0.0.1', GLL],
    ['127.0.0.2', RMC],
  ] as const) {
    const sender = createSocket('udp4').bind(0, from)
    await once(sender, 'listening')
    sender.send(text, port, '127.0.0.1')
    closers.push(() => sender.close())
  }
  await expect.poll(() => texts, SOON).toEqual([`nmea0183 ${RMC}`])
})

/** A terminal whose other end is this test. */
async function openTerminal() {
  const child = spawn('script', ['-qfc', 'stty raw -echo; tty; exec sleep 1000', '/dev/null'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  closers.push(() => child.kill())
  let written = ''
  child.stdout.on('data', (chunk) => {
    written += chunk.toString('latin1')
  })
  await expect.poll(() => written, SOON).toMatch(/\/dev\/\S+/)
  return { path: /\/dev\/\S+/.exec(written)?.[0] ?? '', child, written: () => written }
}

test('sets up a serial port and reads it, and opens it again when it is unplugged', async () => {
  const { path, child } = await openTerminal()
  const { source, texts } = openTest(`serial://${path}?baud=38400`)
  await expect.poll(() => source.state().connected, SOON).toBe(true)
  child.stdin.write(`${RMC}\r\n`)
  await expect.poll(() => texts, SOON).toEqual([`nmea0183 ${RMC}`])
  child.kill()
  await expect.poll(() => source.state(), SOON).toMatchObject({ connected: false })
  expect(source.state().error).toBeTruthy()
})

test.each([
  ['ikonvert', '$PDGY,N2NET_INIT,ALL\r\n'],
  ['ngt1', '\x10\x02\xa1\x03\x11\x02\x00\x49\x10\x03'],
])('starts an %s', async (device, start) => {
  const { path, written } = await openTerminal()
  const folder = fakeProgram('stty', 'echo "$@" >> "$(dirname "$0")/calls"')
  const { source } = openTest(`serial://${path}?device=${device}`)
  await expect.poll(() => source.state().connected, SOON).toBe(true)
  await expect.poll(written, SOON).toContain(start)
  expect(readFileSync(join(folder, 'calls'), 'utf8')).toContain(`-F ${path}`)
})

test('reads candump, and starts it again when it ends', async () => {
  const folder = fakeProgram(
    'candump',
    `echo "$@" >> "$(dirname "$0")/calls"; echo '${CANDUMP}'; echo 'read: Network is down' >&2; exit 1`,
  )
  const { source, texts, log } = openTest('can://can0')
  await expect.poll(() => texts.length, SOON).toBeGreaterThan(2)
  await source.close()
  expect(new Set(texts)).toEqual(new Set([`n2k ${CANDUMP}`]))
  expect(readFileSync(join(folder, 'calls'), 'utf8')).toMatch(/^-L can0\n/)
  expect(log.join()).toContain('Network is down')
})

test('says that candump is missing', async () => {
  vi.stubEnv('PATH', testFolder())
  closers.push(() => vi.unstubAllEnvs())
  const { source } = openTest('can://can0')
  await expect.poll(() => source.state().error, SOON).toContain('install can-utils')
})

test('takes the sentences of gpsd, and its reports where it has none', async () => {
  const { port, socket } = await listen()
  const { texts } = openTest(`gpsd://127.0.0.1:${port}`)
  const gpsd = await socket(0)
  const [watch] = await once(gpsd, 'data')
  expect(String(watch)).toContain('"nmea":true')
  const report = (second: number) =>
    `{"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2026-09-04T12:00:0${second}.000Z","lat":64.1511,"lon":-21.9402,"track":90,"speed":5}\r\n`
  gpsd.write(`{"class":"VERSION","release":"3.25"}\r\n${report(0)}`)
  await expect.poll(() => texts, SOON).toHaveLength(1)
  const [reading = ''] = texts
  const { fixes, scalars } = decoderFor('readings').decode(
    Buffer.from(reading.slice('readings '.length)),
    null,
  )
  expect(fixes).toMatchObject([{ latitudeDeg: 64.1511, longitudeDeg: -21.9402, valid: true }])
  expect(scalars).toMatchObject([
    { key: 'sog', value: 5 },
    { key: 'cog', value: 1.5708 },
  ])
  gpsd.write(`${RMC}\r\n${report(1)}${GLL}\r\n`)
  await expect.poll(() => texts.slice(1), SOON).toEqual([`nmea0183 ${RMC}`, `nmea0183 ${GLL}`])
})

const HELLO =
  '{"name":"signalk-server","version":"2.23.0","self":"vessels.urn:mrn:imo:mmsi:251000001","roles":["master"]}'
const delta = (context: string, value: number) =>
  `{"context":"${context}","updates":[{"$source":"n2k.204","values":[{"path":"navigation.speedOverGround","value":${value}}]}]}`

test('takes deltas of the own vessel from a Signal K server, and those of others when asked', async () => {
  for (const ais of [false, true]) {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    closers.push(() => server.close())
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const { texts, source } = openTest(`signalk://127.0.0.1:${port}?token=secret${ais ? '&ais=1' : ''}`)
    const [socket, request] = await once(server, 'connection')
    closers.push(() => socket.terminate())
    expect(request.url).toBe(`/signalk/v1/stream?subscribe=${ais ? 'all' : 'self'}`)
    expect(request.headers.authorization).toBe('Bearer secret')
    expect(source.state().name).not.toContain('secret')
    for (const text of [
      HELLO,
      delta('vessels.urn:mrn:imo:mmsi:251000001', 5),
      delta('vessels.urn:mrn:imo:mmsi:230000002', 6),
      delta('vessels.self', 7),
    ])
      socket.send(text)
    const other = `signalk ${delta('vessels.urn:mrn:imo:mmsi:230000002', 6)}`
    await expect
      .poll(() => texts, SOON)
      .toEqual([
        `signalk ${delta('vessels.self', 5)}`,
        ...(ais ? [other] : []),
        `signalk ${delta('vessels.self', 7)}`,
      ])
    socket.close()
    const [again] = await once(server, 'connection')
    closers.push(() => again.terminate())
  }
})

test('subscribes at the TCP port of a Signal K server', async () => {
  const { port, socket } = await listen()
  const { texts } = openTest(`signalk://127.0.0.1:${port}?transport=tcp`)
  const server = await socket(0)
  server.write(`${HELLO}\n`)
  const [line] = await once(server, 'data')
  expect(JSON.parse(String(line))).toMatchObject({ context: 'vessels.self', subscribe: [{ path: '*' }] })
  const text = `${delta('vessels.urn:mrn:imo:mmsi:251000001', 5)}\n`
  server.write(text.slice(0, 50))
  server.write(text.slice(50))
  await expect.poll(() => texts, SOON).toEqual([`signalk ${delta('vessels.self', 5)}`])
})

test('reads a Victron installation once its portal is known, with stable numbers', async () => {
  const broker = await Aedes.createBroker()
  const server = createServer(broker.handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(async () => {
    await new Promise<void>((resolve) => broker.close(() => resolve()))
    server.close()
  })
  const publish = (topic: string, value: unknown) =>
    new Promise<void>((resolve, reject) =>
      broker.publish(
        {
          ...{ cmd: 'publish', topic: `N/c0619ab1234/${topic}`, qos: 0, retain: false, dup: false },
          payload: Buffer.from(value === '' ? '' : JSON.stringify({ value })),
        },
        (error) => (error ? reject(error) : resolve()),
      ),
    )
  const requests: string[] = []
  broker.on('publish', ({ topic, payload }, client) => {
    if (!client) return
    requests.push(`${topic} ${payload}`)
    if (String(payload) !== '') return
    const values: [string, unknown][] = [
      ['battery/512/Dc/0/Voltage', 12.8],
      ['battery/288/Dc/0/Voltage', 13.1],
      ['battery/288/Dc/0/Current', -4.2],
      ['battery/288/Dc/0/Temperature', 20],
      ['battery/288/Soc', 87],
      ['battery/288/ProductName', 'BMV-712'],
      ['tank/3/FluidType', 0],
      ['tank/3/Level', 62],
      ['tank/4/FluidType', 1],
      ['tank/4/Level', 80],
      ['vebus/276/Ac/ActiveIn/L1/V', 231.5],
      ['vebus/276/Ac/ActiveIn/L2/V', 229.5],
      ['gps/0/Position/Latitude', 64.1511],
      ['gps/0/Position/Longitude', -21.9402],
      ['gps/0/Speed', 5],
      ['gps/0/Fix', 1],
    ]
    for (const [topic, value] of values) void publish(topic, value)
  })
  const { port } = server.address() as { port: number }
  const stateFolder = testFolder()
  const open = () => openTest(`victron://127.0.0.1:${port}`, { stateFolder })
  const read = (texts: string[]) => {
    const decoder = decoderFor('readings')
    return texts.map((text) => decoder.decode(Buffer.from(text.slice('readings '.length)), 1e15))
  }
  const first = open()
  // The installation reports its heartbeat all the time.
  const heart = setInterval(() => void publish('heartbeat', 1), 20)
  closers.push(() => clearInterval(heart))
  await expect.poll(() => first.texts.length, SOON).toBeGreaterThan(0)
  const [decoded] = read(first.texts)
  expect(decoded?.rejected).toEqual([])
  const values = Object.fromEntries(
    (decoded?.scalars ?? []).map(({ key, instance, value }) => [`${key} ${instance}`, value]),
  )
  expect(values).toEqual({
    'battery_voltage 1': 13.1,
    'battery_current 1': -4.2,
    'battery_temperature 1': 293.15,
    'battery_charge 1': 0.87,
    'battery_voltage 2': 12.8,
    'fuel_level 4': 0.62,
    'ac_input_voltage 1': 229.5,
    'sog 0': 5,
  })
  expect(decoded?.fixes).toMatchObject([{ latitudeDeg: 64.1511, longitudeDeg: -21.9402, valid: true }])
  expect(requests).toEqual(['R/c0619ab1234/keepalive '])
  await first.source.close()

  // A battery that was connected since gets the next number, and one that is gone has no value.
  const second = open()
  await expect.poll(() => second.texts.length, SOON).toBeGreaterThan(0)
  await publish('battery/256/Dc/0/Voltage', 14)
  await publish('battery/512/Dc/0/Voltage', '')
  const all = () => read(second.texts).flatMap(({ scalars }) => scalars)
  await expect.poll(() => all().find(({ value }) => value === 14)?.instance, SOON).toBe(3)
  expect(all().filter(({ key, instance }) => key === 'battery_voltage' && instance === 2)).toMatchObject([
    { value: 12.8 },
    { value: null },
  ])
})

test('follows a log through rotation, truncation and restarts', async () => {
  const folder = testFolder()
  const stateFolder = join(folder, 'state')
  const path = join(folder, 'nmea.log')
  const line = (number: number) => `$GPXTE,A,A,${number},L,N`
  const write = (...numbers: number[]) =>
    appendFileSync(path, numbers.map((one) => `${line(one)}\n`).join(''))
  const lines = (...numbers: number[]) => numbers.map((one) => `nmea0183 ${line(one)}`)
  write(1, 2)
  const first = openTest(`file://${path}`, { stateFolder })
  await expect.poll(() => first.texts, SOON).toEqual(lines(1, 2))
  appendFileSync(path, line(3))
  renameSync(path, `${path}.1`)
  write(4, 4)
  await expect.poll(() => first.texts, SOON).toEqual(lines(1, 2, 3, 4, 4))
  truncateSync(path, 0)
  write(5)
  await expect.poll(() => first.texts, SOON).toEqual(lines(1, 2, 3, 4, 4, 5))
  await first.source.close()

  // Written while the program was off, and renamed before it started again.
  write(6)
  renameSync(path, `${path}.1`)
  write(7)
  const second = openTest(`file://${path}`, { stateFolder })
  await expect.poll(() => second.texts, SOON).toEqual(lines(6, 7))
  await second.source.close()
  write(8)
  const third = openTest(`file://${path}`, { stateFolder })
  await expect.poll(() => third.texts, SOON).toEqual(lines(8))
})

test('dates what a log contained before by its own times, and what is added by its arrival', async () => {
  const path = join(testFolder(), 'nmea.log')
  const boatDay = Date.UTC(2026, 8, 4, 11)
  writeFileSync(path, `${RMC}\n$GPXTE,A,A,1,L,N\n${RMC_LATER}\n`)
  const { texts, arrivalsMs } = openTest(`file://${path}`)
  await expect.poll(() => texts, SOON).toHaveLength(3)
  appendFileSync(path, `${RMC}\n`)
  await expect.poll(() => texts, SOON).toHaveLength(4)
  const sinceBeginMs = (arrivedMs = Number.NaN) => Date.now() - performance.now() + arrivedMs - boatDay
  const minutes = arrivalsMs.map((arrivedMs) => Math.round(sinceBeginMs(arrivedMs) / 60_000))
  expect(minutes).toEqual([60, 60, 70, Math.round((Date.now() - boatDay) / 60_000)])
})

test('reads motion frames from a UNIX socket, cut anywhere and with bytes between them', async () => {
  const path = join(testFolder(), 'imu.sock')
  const { socket } = await listen({ path })
  const { texts } = openTest(`imu://${path}`)
  const column = new Int16Array([1, 2, 3])
  const block = (startUs: number) =>
    encodeImuFrame([
      {
        ...{ sensor: 1, startUs, intervalUs: 20_000, forceX: column, forceY: column, forceZ: column },
        ...{ roll: column, pitch: column, yaw: column },
      },
    ])
  const stream = Buffer.concat([
    block(1e15),
    Buffer.from('noise between two blocks, TF'),
    block(2e15),
    block(3e15),
  ])
  const driver = await socket(0)
  driver.setNoDelay(true)
  for (const byte of stream) driver.write(Buffer.from([byte]))
  await expect
    .poll(() => texts, SOON)
    .toEqual([1e15, 2e15, 3e15].map((startUs) => `imu ${Buffer.from(block(startUs)).toString('latin1')}`))
})
