import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Decoded } from '#contract/domain/reading.ts'
import { parseFrameLine } from '#protocols/can/frameLine.ts'
import { decoderFor, type Format } from '#protocols/formats.ts'
import type { Message } from '../message.ts'
import { BYTES_PER_SECOND, Intake, MESSAGES_PER_SECOND } from './intake.ts'
import { StreamReader } from './streamReader.ts'

/** Recordings of real boats in each form. */
const REAL = [
  ...[
    'ikonvert.log',
    'merrimac-ydwg-2020.txt',
    'susteranna-actisense-serial.raw.gz',
    'ydnu-02-raymarine-ev1.dle',
  ].map((name) => `n2k-canboat/${name}`),
  'n2k-hatlabs/ydwg_recording_1.txt.gz',
  ...[
    'actisense-serial-ng1-cat-usb-2021-05-14-1005.bin',
    'actisense_n2kactisense.bin',
    'actisense_n2kascii_20221028_10s.txt',
    'actisense_rawascii_20221028_10s.txt',
  ].map((name) => `n2k-go-nmea-client/${name}`),
  ...['gofree-merrimac.log', 'gps.log', 'nais300-merrimac.log', 'plaka.log.gz'].map(
    (name) => `nmea0183-signalk-server/${name}`,
  ),
  'signalk-deltas/signalkKeesLog.jsonl',
]
const folder = process.env.RECORDINGS ?? '../shared/data'
const ownFolder = join(import.meta.dirname, '../../recordings')

const RMC = '$GPRMC,120000,A,6409.066,N,02156.412,W,10.0,090.0,040926,,,A*5C'
const AIS = '!AIVDM,1,1,,A,13aGra0P00PHid>NK9<2FOw`R61p,0*50'
const YD = '10:31:52.404 R 19F5030E 00 3D 00 3D 00 00 F0 FF'
const IKONVERT = '!PDGY,127250,2,3,255,481.734,2C20AAAAAAE='
const ASCII = 'A000304.596 0BFF2 1F112 FF816BFF7FA605FC'
const CANDUMP = '(1502984866.421964) can0 09F112CC#FF725AFF7FFF7FFD'
const CANBOAT = '2016-02-28T19:57:02.364Z,2,127250,7,255,8,ff,10,3b,ff,7f,ce,f5,fc'
const DELTA =
  '{"context":"vessels.self","updates":[{"values":[{"path":"navigation.speedOverGround","value":5}]}]}'
/** Heading in an NGT-1 frame, whose data contain a doubled DLE. */
const NGT = actisense([
  0x93, 19, 2, 0x12, 0xf1, 0x01, 255, 7, 1, 2, 0x10, 4, 8, 255, 0x10, 0x3b, 255, 127, 206, 245, 252,
])

function actisense(payload: readonly number[]): Buffer {
  const sum = (256 - (payload.reduce((all, byte) => all + byte, 0) % 256)) % 256
  const escaped = [...payload, sum].flatMap((byte) => (byte === 0x10 ? [0x10, 0x10] : [byte]))
  return Buffer.from([0x10, 0x02, ...escaped, 0x10, 0x03])
}

interface Given {
  format: Format
  text: string
}

function openReader() {
  const messages: Given[] = []
  const frames: Message['frame'][] = []
  const emit = ({ format, bytes, frame }: Message) => {
    messages.push({ format, text: Buffer.from(bytes).toString('latin1') })
    frames.push(frame)
  }
  const intake = new Intake(emit)
  return { messages, frames, intake, reader: new StreamReader(intake) }
}

function read(...chunks: readonly (string | Uint8Array)[]): Given[] {
  const { messages, reader } = openReader()
  for (const chunk of chunks) reader.read(Buffer.from(chunk))
  return messages
}
const texts = (given: readonly Given[]) => given.map(({ format, text }) => `${format} ${text}`)

test('recognizes each form of a line, also where a stream mixes them', () => {
  const lines = [RMC, YD, AIS, IKONVERT, ASCII, CANDUMP, CANBOAT, DELTA]
  const formats = ['nmea0183', 'n2k', 'nmea0183', 'n2k', 'n2k', 'n2k', 'n2k', 'signalk']
  expect(texts(read(`${lines.join('\r\n')}\r\n`))).toEqual(lines.map((line, i) => `${formats[i]} ${line}`))
})

test('gives binary frames as lines, and goes on with text behind them', () => {
  const given = read(`${RMC}\r\n`, NGT, NGT, `${YD}\r\n`)
  expect(texts(given)).toEqual([
    `nmea0183 ${RMC}`,
    ...[1, 2].map(() => 'n2k A185557.953 07FF2 1F112 FF103BFF7FCEF5FC'),
    `n2k ${YD}`,
  ])
})

test('gives the parsed frame of a line with it', () => {
  const { frames, messages, reader } = openReader()
  reader.read(
    Buffer.from([RMC, YD, '# format=FAST', IKONVERT, ASCII, CANDUMP, CANBOAT, DELTA, ''].join('\n')),
  )
  const parsed = messages.map(({ text }) => parseFrameLine(text))
  expect(frames).toEqual(parsed.map((frame) => (typeof frame === 'object' ? frame : undefined)))
  expect(frames.filter(Boolean)).toHaveLength(5)
  reader.read(NGT)
  expect(frames.at(-1)).toMatchObject({ pgn: 127250, source: 7, assembled: true })
})

test('gives several sentences of one line each, and waits for no line end behind a checksum', () => {
  expect(texts(read(`${RMC}${AIS} ${RMC}\n`))).toEqual([RMC, AIS, RMC].map((line) => `nmea0183 ${line}`))
  expect(texts(read(`${RMC}${AIS}$GP`))).toEqual([RMC, AIS].map((line) => `nmea0183 ${line}`))
})

test('keeps the time of a logger and a TAG block with their sentence', () => {
  const lines = [
    `1568394000058;N;${RMC}`,
    `\\s:FooBar,c:1420070400*5A\\${AIS}`,
    `2020-03-04T00:29:58Z $GPGLL,1,N,2,W`,
  ]
  expect(texts(read(`${lines.join('\n')}\n`))).toEqual(lines.map((line) => `nmea0183 ${line}`))
})

test('reads datagrams with and without line ends, and of IEC 61162-450', () => {
  const { messages, reader } = openReader()
  for (const datagram of [
    RMC,
    `${RMC}\r\n${AIS}\r\n`,
    `${RMC}${AIS}`,
    `UdPbC\0\\s:GP0001*5C\\${RMC}\r\n`,
    `${YD}\r\n${YD}`,
  ])
    reader.readDatagram(Buffer.from(datagram))
  expect(texts(messages)).toEqual([
    ...[RMC, RMC, AIS, RMC, AIS, `\\s:GP0001*5C\\${RMC}`].map((line) => `nmea0183 ${line}`),
    ...[YD, YD].map((line) => `n2k ${line}`),
  ])
})

test('skips what it does not know, and counts it', () => {
  const { messages, intake, reader } = openReader()
  const cut = YD.slice(20)
  for (const text of [
    'hello\r\n',
    `${cut}\n`,
    '$PDGY,000000,0,0,1,5,0\n',
    `${RMC}\n`,
    `${'x'.repeat(20_000)}\n`,
    `${YD}\n`,
  ])
    reader.read(Buffer.from(text))
  expect(texts(messages)).toEqual([`nmea0183 ${RMC}`, `n2k ${YD}`])
  expect(intake.unknown).toBe(5)
})

test('gives the same messages however the bytes are cut', () => {
  const parts: fc.Arbitrary<Buffer> = fc.oneof(
    fc
      .constantFrom(RMC, AIS, YD, IKONVERT, ASCII, CANDUMP, CANBOAT, DELTA)
      .chain((line) => fc.constantFrom('\r\n', '\n', '\r', '', '\0\n').map((end) => Buffer.from(line + end))),
    fc.constant(NGT),
    fc
      .constantFrom(RMC, YD, DELTA)
      .chain((line) => fc.nat(line.length).map((from) => Buffer.from(line.slice(from)))),
    // Bytes with a meaning of their own, in any order.
    fc
      .array(fc.constantFrom(0, 2, 3, 10, 13, 16, 33, 36, 42, 48, 92, 123, 125, 0x93, 0xd0), { maxLength: 8 })
      .map((bytes) => Buffer.from(bytes)),
    fc.constantFrom(4096, 8192).map((length) => Buffer.alloc(length, 'x')),
    fc.constant(Buffer.from([0x10, 0x02, 0x93, ...new Array(4200).fill(7)])),
  )
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), fc.array(fc.nat(40), { minLength: 1 }), (all, steps) => {
      const stream = Buffer.concat([...all, Buffer.from(`\n${RMC}\n`)])
      const chunks: Buffer[] = []
      for (let at = 0, i = 0; at < stream.length; i++) {
        const end = at + 1 + (steps[i % steps.length] ?? 0)
        chunks.push(stream.subarray(at, end))
        at = end
      }
      expect(texts(read(...chunks))).toEqual(texts(read(stream)))
    }),
    { numRuns: 200 },
  )
})

test('drops messages beyond the limit of a second, and counts each', () => {
  let nowMs = 0
  let taken = 0
  const intake = new Intake(
    () => void taken++,
    () => nowMs,
  )
  const reader = new StreamReader(intake)
  const flood = Buffer.from(`${RMC}\r\n`.repeat(100_000))
  reader.read(flood)
  expect([taken, intake.dropped]).toEqual([MESSAGES_PER_SECOND, 100_000 - MESSAGES_PER_SECOND])
  nowMs = 1000
  reader.read(flood)
  expect([taken, reader.waitingBytes]).toEqual([2 * MESSAGES_PER_SECOND, 0])
  nowMs = 2000
  const delta = Buffer.from(`${DELTA.slice(0, -1)},"x":"${'x'.repeat(100_000)}"}\n`)
  for (let i = 0; i < 100; i++) reader.read(delta)
  expect(taken - 2 * MESSAGES_PER_SECOND).toBe(Math.ceil(BYTES_PER_SECOND / (delta.length - 1)))
})

/** Readings of a recording: decoded from the messages of a stream that is cut like TCP, and from the file. */
function bothWays(path: string) {
  const bytes = path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path)
  const given = new Map<Format, string[]>()
  const reader = new StreamReader({
    unknown: 0,
    take(format, part) {
      const lines = given.get(format) ?? []
      lines.push(`${Buffer.from(part).toString('latin1')}\n`)
      given.set(format, lines)
    },
  })
  for (let at = 0; at < bytes.length; at += 1460) reader.read(bytes.subarray(at, at + 1460))
  reader.end()
  const [[format, lines] = ['n2k' as const, []]] = [...given].sort(([, a], [, b]) => b.length - a.length)
  return {
    fromStream: decoded(Buffer.from(lines.join(''), 'latin1'), format),
    fromFile: decoded(bytes, format),
  }
}

/** One message that arrived at one time: some recordings contain no time at all. */
const decoded = (bytes: Uint8Array, format: Format) => decoderFor(format).decode(bytes, 1_700_000_000e6)
const plain = ({ scalars, fixes, ais }: Decoded) => ({ scalars, fixes, ais })

test.each(['skuggi.candump.gz', 'nordurljos.nmea.gz', 'vindsael.signalk.gz'])(
  'loses nothing of %s',
  (name) => {
    const { fromStream, fromFile } = bothWays(join(ownFolder, name))
    expect(fromStream.scalars.length).toBeGreaterThan(500)
    expect(plain(fromStream)).toEqual(plain(fromFile))
  },
)

test.runIf(existsSync(folder)).each(REAL)('loses nothing of %s', (name) => {
  const { fromStream, fromFile } = bothWays(join(folder, name))
  expect(fromFile.scalars.length + fromFile.fixes.length + fromFile.ais.length).toBeGreaterThan(50)
  expect(plain(fromStream)).toEqual(plain(fromFile))
})
