import { expect, test } from 'vitest'
import { nothingDecoded } from '#contract/domain/reading.ts'
import { encoderFor } from '../formats.ts'
import { readLog } from '../readLog.ts'
import { parseFrameLine } from './frameLine.ts'
import { PcapReader } from './pcap.ts'

const START_US = 1_781_773_920e6

async function read(bytes: Uint8Array, size = 7) {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const all = nothingDecoded()
  for await (const batch of readLog(chunks())) {
    all.scalars.push(...batch.scalars)
    all.rejected.push(...batch.rejected)
  }
  return all
}

/** The frames as tcpdump saves them, big- or little-endian, in µs or ns. */
function pcap(littleEndian: boolean, ns: boolean, linkType = 227): Uint8Array {
  const text = Buffer.from(
    encoderFor('n2k')({
      scalars: [0, 1, 2].map((i) => ({
        timeUs: START_US + i * 1e6 + 5,
        key: 'engine_speed' as const,
        instance: 1,
        value: 10 + i,
      })),
    }),
  ).toString()
  const header = new DataView(new ArrayBuffer(24))
  header.setUint32(0, ns ? 0xa1b23c4d : 0xa1b2c3d4, littleEndian)
  header.setUint32(20, linkType, littleEndian)
  const packets = text
    .trim()
    .split('\n')
    .map((line) => {
      const frame = parseFrameLine(line)
      if (typeof frame !== 'object') throw new Error(line)
      const id = Number.parseInt(line.slice(line.indexOf('#') - 8, line.indexOf('#')), 16)
      const packet = new DataView(new ArrayBuffer(16 + 8 + frame.data.length))
      const us = frame.timeUs ?? 0
      packet.setUint32(0, Math.floor(us / 1e6), littleEndian)
      packet.setUint32(4, (us % 1e6) * (ns ? 1000 : 1), littleEndian)
      packet.setUint32(8, 8 + frame.data.length, littleEndian)
      packet.setUint32(12, 8 + frame.data.length, littleEndian)
      packet.setUint32(16, (id | 0x80000000) >>> 0)
      packet.setUint8(20, frame.data.length)
      new Uint8Array(packet.buffer).set(frame.data, 24)
      return new Uint8Array(packet.buffer)
    })
  return Buffer.concat([new Uint8Array(header.buffer), ...packets])
}

test.each([
  [true, false],
  [false, false],
  [true, true],
])('reads a capture of a bus, little-endian %s, nanoseconds %s, cut anywhere', async (littleEndian, ns) => {
  const { scalars, rejected } = await read(pcap(littleEndian, ns))
  expect(
    scalars.filter(({ key }) => key === 'engine_speed').map(({ timeUs, value }) => [timeUs, value]),
  ).toEqual([0, 1, 2].map((i) => [START_US + i * 1e6 + 5, 10 + i]))
  expect(rejected).toEqual([])
})

test('refuses a capture of an Ethernet', async () => {
  expect((await read(pcap(true, false, 1))).rejected).toEqual([
    { reason: 'unknown_format', detail: 'file', count: 1 },
  ])
})

const heading = (fields: object) =>
  JSON.stringify({ timestamp: '2026-06-18-09:12:00.000', prio: 2, src: 7, dst: 255, pgn: 127250, fields })

test('reads JSON of analyzers, in SI or in the units that the first line announces', async () => {
  const si = await read(Buffer.from(`${heading({ Heading: 1.2, Reference: 'True' })}\n`))
  const std = await read(
    Buffer.from(
      `{"version":"4.12.0","units":"std","showLookupValues":false}\n${heading({ Heading: 68.755, Reference: 'True' })}\n`,
    ),
  )
  for (const { scalars, rejected } of [si, std]) {
    expect(scalars).toMatchObject([{ timeUs: START_US, key: 'heading', value: expect.closeTo(1.2, 3) }])
    expect(rejected).toEqual([])
  }
})

test('refuses a packet that says it has more than 256 KB, without waiting for its end', () => {
  const refused: string[] = []
  const reader = new PcapReader(
    () => undefined,
    (reason) => refused.push(reason),
  )
  const packet = (bytes: number) => {
    const header = Buffer.alloc(16)
    header.writeUInt32LE(bytes, 8)
    return header
  }
  reader.read(pcap(true, false))
  reader.read(Buffer.concat([packet(262_144), Buffer.alloc(262_144)]))
  expect(refused).toEqual([])
  reader.read(packet(262_145))
  expect(refused).toEqual(['malformed'])
})
