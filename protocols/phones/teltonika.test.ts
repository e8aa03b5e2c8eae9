import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEG_RAD } from '#contract/domain/units.ts'
import { imeiHello, teltonikaPacket } from './teltonika.arbitrary.ts'
import { crc16, decodeTeltonika, type TeltonikaPiece, TeltonikaStream } from './teltonika.ts'

/** Example of Teltonika's documentation: Codec 8, one record without a fix. */
const EXAMPLE_8 =
  '000000000000003608010000016B40D8EA30010000000000000000000000000000000105021503010101425E0F01F10000601A014E0000000000000000010000C7CF'
/** Example of Teltonika's documentation: Codec 8 Extended, one record without a fix. */
const EXAMPLE_8E =
  '000000000000004A8E010000016B412CEE000100000000000000000000000000000000010005000100010100010011001D00010010015E2C880002000B000000003544C87A000E000000001DD7E06A00000100002994'
const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))
const TIME_MS = Date.UTC(2026, 5, 18, 9)
const decode = (frame: Uint8Array) => decodeTeltonika(frame.subarray(8))

test('reads the examples of the documentation', () => {
  for (const [hex, timeMs] of [
    [EXAMPLE_8, 1560161086000],
    [EXAMPLE_8E, 1560166592000],
  ] as const) {
    const { records, refused } = decode(bytesOf(hex))
    expect(refused).toBeNull()
    expect(records).toHaveLength(1)
    expect(records?.[0]?.fixes).toMatchObject([{ timeUs: timeMs * 1000, valid: false }])
  }
  expect(decode(bytesOf(EXAMPLE_8)).records?.[0]?.scalars).toMatchObject([
    { key: 'switch', instance: 1, value: 1 },
    { key: 'battery_voltage', instance: 1, value: 24.079 },
  ])
})

describe.each([false, true])('with Codec 8 Extended: %s', (isExtended) => {
  const record = {
    ...{
      timeMs: TIME_MS,
      latitudeDeg: 64.1,
      longitudeDeg: -21.9,
      speedKmh: 18,
      courseDeg: 90,
      satellites: 9,
    },
    values: { 1: 0, 66: 12_600, 67: 4100, 89: 62, 182: 8, 239: 1, 11: 5 },
  }

  test('reads position, speed, voltages, switches, fuel and HDOP', () => {
    const { records } = decode(teltonikaPacket([record], isExtended))
    const [decoded] = records ?? []
    expect(decoded?.fixes).toMatchObject([
      { timeUs: TIME_MS * 1000, latitudeDeg: 64.1, longitudeDeg: -21.9, hdop: 0.8, valid: true },
    ])
    const values = decoded?.scalars.map(({ key, instance, instanceName, value }) => [
      key,
      instanceName ?? instance,
      value,
    ])
    expect(values).toEqual(
      expect.arrayContaining([
        ['sog', 0, expect.closeTo(5, 9)],
        ['cog', 0, 90 * DEG_RAD],
        ['switch', 1, 0],
        ['battery_voltage', 1, expect.closeTo(12.6, 9)],
        ['battery_voltage', 'batteries.tracker', expect.closeTo(4.1, 9)],
        ['fuel_level', 1, expect.closeTo(0.62, 9)],
        ['further_switch', 'switches.ignition', 1],
      ]),
    )
    expect(values).toHaveLength(7)
  })

  test('gives the same pieces however the bytes are cut', () => {
    const packets = [teltonikaPacket([record, record], isExtended), teltonikaPacket([record], isExtended)]
    const all = Buffer.concat([imeiHello('356307042441013'), ...packets])
    fc.assert(
      fc.property(fc.array(fc.nat(all.length)), (cuts) => {
        const stream = new TeltonikaStream()
        const pieces: TeltonikaPiece[] = []
        let from = 0
        for (const cut of [...cuts.toSorted((a, b) => a - b), all.length]) {
          pieces.push(...stream.push(all.subarray(from, cut)))
          from = cut
        }
        expect(pieces).toEqual([
          { imei: '356307042441013' },
          ...packets.map((packet) => ({ packet: packet.slice(8) })),
        ])
      }),
      { numRuns: 50 },
    )
  })

  test('gives nothing of a packet that was cut or changed anywhere', () => {
    const frame = teltonikaPacket([record, record], isExtended)
    for (let length = 8; length < frame.length; length++)
      expect(decodeTeltonika(frame.subarray(8, length)).records, `${length}`).toBeNull()
    for (let at = 8; at < frame.length; at++) {
      const damaged = frame.slice()
      damaged[at] = (damaged[at] ?? 0) ^ 0x10
      expect(decode(damaged).records, `${at}`).toBeNull()
    }
  })

  test('refuses a packet whose counts disagree, although its checksum is right', () => {
    const frame = teltonikaPacket([record, record], isExtended)
    for (const [at, change] of [
      [9, 1],
      [frame.length - 5, 3],
      [8, 0x10],
    ] as const) {
      const wrong = frame.slice()
      wrong[at] = change
      new DataView(wrong.buffer).setUint32(wrong.length - 4, crc16(wrong.subarray(8, -4)))
      expect(decode(wrong).refused?.reason).toMatch(/malformed|unknown_format/)
    }
  })
})

test('throws on no bytes, with or without a right checksum', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(0x08, 0x8e), (bytes, codec) => {
      const stream = new TeltonikaStream()
      for (const piece of stream.push(bytes)) if ('packet' in piece) decodeTeltonika(piece.packet)
      const data = Uint8Array.from([codec, ...bytes, 0, 0, 0, 0])
      new DataView(data.buffer).setUint32(data.length - 4, crc16(data.subarray(0, -4)))
      decodeTeltonika(data)
    }),
    { numRuns: 200 },
  )
})

test('breaks off at a hello without an IMEI, and at a packet that is too long', () => {
  for (const bytes of [
    [0, 3, 1, 2, 3],
    [0, 15, ...Buffer.from('35630704244101x')],
    [...imeiHello('356307042441013'), 0, 0, 0, 0, 0x7f, 0, 0, 0],
    [...imeiHello('356307042441013'), 0, 0, 0, 1, 0, 0, 0, 9],
  ]) {
    const stream = new TeltonikaStream()
    stream.push(Uint8Array.from(bytes))
    expect(stream.broken).toBe(true)
  }
})
