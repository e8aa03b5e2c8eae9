import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CanDecoder } from './can/canDecoder.ts'
import { fastPacketFrames } from './can/fastPacket.ts'
import { Nmea0183Decoder } from './nmea0183/nmea0183Decoder.ts'
import { sentenceLine } from './nmea0183/sentence.ts'

const DAY_US = Date.UTC(2026, 5, 18) * 1e3
const NINE_US = DAY_US + 9 * 3600e6
const two = (value: number) => String(value).padStart(2, '0')
const clockOf = (second: number, hour = 9) =>
  `${two(hour)}${two(Math.floor(second / 60))}${two(second % 60)}.00`
const line = (body: string) => `${sentenceLine('$', body)}\n`
const PLACE = '6400.0000,N,02200.0000,W'
const rmc = (second: number, status = 'A', hour = 9) =>
  line(`GPRMC,${clockOf(second, hour)},${status},${PLACE},12.0,0.0,180626,,,A`)
const gga = (second: number, quality = '1', hour = 9) =>
  line(`GPGGA,${clockOf(second, hour)},${PLACE},${quality},08,0.9,2,M,47.0,M,,`)
const gll = (second: number, hour = 9) => line(`GPGLL,${PLACE},${clockOf(second, hour)},A,A`)
const zda = (second: number, date = '18,06,2026') => line(`GPZDA,${clockOf(second)},${date},00,00`)
const depth = (metres: number) => line(`SDDPT,${metres}.0,0.0`)

function depths(text: string, receivedUs: number | null = null) {
  const { scalars, rejected } = new Nmea0183Decoder().decode(Buffer.from(text), receivedUs)
  const found = scalars.filter(({ key }) => key === 'depth_below_transducer')
  return { at: found.map(({ timeUs }) => (timeUs - NINE_US) / 1e6), rejected }
}

describe('NMEA 0183', () => {
  test('sets no clock without a fix: GGA of quality 0, RMC V', () => {
    const text = gga(0, '0', 16) + depth(1) + rmc(0, 'V', 16) + depth(2) + rmc(5) + depth(3)
    expect(depths(text).at).toEqual([5])
    expect(depths(text).rejected).toContainEqual({ reason: 'no_time', detail: 'sentence DPT', count: 2 })
    expect(depths(text, NINE_US + 60e6).at).toEqual([60, 60, 5])
  })

  test.each([rmc(0, 'V', 16), gga(0, '0', 16)])('sets no clock by ZDA before the first fix: %s', (noFix) => {
    const unset = noFix + zda(0, '01,01,2011') + depth(1) + noFix + zda(1, '01,01,2011') + depth(2)
    expect(depths(unset + rmc(5) + zda(5) + depth(3)).at).toEqual([5])
    expect(depths(unset, NINE_US + 60e6).at).toEqual([60, 60])
    expect(depths(zda(0) + depth(1)).at).toEqual([0])
  })

  test('continues while a receiver that had a fix has none, as long as its time agrees', () => {
    const seconds = Array.from({ length: 30 }, (_, i) => i)
    const log = (lost: (second: number) => string) =>
      seconds.map((i) => (i < 10 || i >= 20 ? rmc(i) : lost(i)) + depth(i + 1)).join('')
    expect(depths(log((i) => rmc(i, 'V'))).at).toEqual(seconds)
    expect(depths(log((i) => rmc(i, 'V') + zda(i))).at).toEqual(seconds)
    expect(depths(log((i) => gga(i, '0') + rmc(i, 'V'))).at).toEqual(seconds)
    const reset = Array.from({ length: 10 }, () => 9)
    expect(depths(log((i) => rmc(i, 'V', 16))).at.slice(10, 20)).toEqual(reset)
  })

  test.runIf(process.env.RECORDINGS)(
    'dates the readings of a receiver without a fix by its first fix',
    () => {
      const text = readFileSync(`${process.env.RECORDINGS}/field/06-no-fix-clock.nmea`, 'latin1')
      const { at, rejected } = depths(text)
      expect(at).toEqual(Array.from({ length: 150 }, (_, i) => 30 + i))
      expect(rejected.map(({ reason }) => reason)).toEqual(['no_time', 'no_time'])
    },
  )

  test('follows RMC, whichever sentence reports another time', () => {
    const text = Array.from(
      { length: 8 },
      (_, i) => rmc(i) + gga(i, '1', 16) + gll(i, 2) + depth(i + 1),
    ).join('')
    expect(depths(text).at).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  test('follows a worse sentence while the better one is silent, unless the two disagree', () => {
    const rest = (sentence: (second: number) => string) =>
      Array.from({ length: 5 }, (_, i) => sentence(i + 2) + depth(i + 1)).join('')
    expect(depths(rmc(0) + gga(0) + rmc(1) + gga(1) + rest(gga)).at).toEqual([2, 3, 4, 5, 6])
    const local = (second: number) => gll(second, 16)
    expect(depths(rmc(0) + local(0) + rmc(1) + local(1) + rest(local)).at).toEqual([1, 1, 1, 1, 1])
  })

  test('never goes back but by a restart of its own source, and ignores repetition', () => {
    const second = (i: number) => gga(i) + rmc(i) + gll(Math.max(i - 1, 0)) + depth(i + 1)
    const log = Array.from({ length: 6 }, (_, i) => second(i)).join('')
    expect(depths(log).at).toEqual([0, 1, 2, 3, 4, 5])
    expect(depths(log + log).at).toEqual([0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5])
  })

  test('dates a sentence by its own time when that agrees with the clock', () => {
    const { fixes } = new Nmea0183Decoder().decode(Buffer.from(rmc(0) + gga(1) + rmc(1)), null)
    expect(fixes.map(({ timeUs }) => (timeUs - NINE_US) / 1e6)).toEqual([0, 1, 1])
  })

  test('gives the same times wherever a log is cut into messages', () => {
    const log = Array.from(
      { length: 12 },
      (_, i) => gga(i, i < 3 ? '0' : '1', i < 3 ? 16 : 9) + (i > 3 ? rmc(i) : '') + depth(i + 1),
    )
      .join('')
      .split(/(?<=\n)/)
    const whole = depths(log.join('')).at
    fc.assert(
      fc.property(fc.array(fc.nat(log.length)), (cuts) => {
        const decoder = new Nmea0183Decoder()
        const ends = [...new Set([...cuts, log.length])].sort((a, b) => a - b)
        const at = ends.flatMap(
          (end, i) => decoder.decode(Buffer.from(log.slice(ends[i - 1] ?? 0, end).join('')), null).scalars,
        )
        const found = at.filter(({ key }) => key === 'depth_below_transducer')
        expect(found.map(({ timeUs }) => (timeUs - NINE_US) / 1e6)).toEqual(whole)
      }),
    )
  })
})

describe('NMEA 2000', () => {
  const hex = (...bytes: number[]) => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const days = DAY_US / 86_400e6
  const bytesOf = (value: number, count: number) =>
    Array.from({ length: count }, (_, i) => Math.floor(value / 256 ** i) % 256)
  /** 126992 of an address; the kind of clock is 0 for GPS and 5 for a crystal. */
  const time = (second: number, { address = 3, kind = 0, day = days, hour = 9 } = {}) =>
    `09F010${hex(address)}#01${hex(0xf0 | kind)}${hex(...bytesOf(day, 2))}${hex(...bytesOf((hour * 3600 + second) * 10_000, 4))}\n`
  /** 127251, the rate of turn, whose raw value distinguishes the frames. */
  const turn = (raw: number) => `09F11305#FF${hex(...bytesOf(raw * 1000, 4))}FFFFFF\n`
  const turns = (text: string) => {
    const decoder = new CanDecoder()
    const parts = [decoder.decode(Buffer.from(text), null), decoder.end()]
    return {
      at: parts.flatMap(({ scalars }) => scalars).map(({ timeUs }) => (timeUs - NINE_US) / 1e6),
      refused: parts.flatMap(({ rejected }) => rejected),
    }
  }

  test('spreads the frames of a recording without times between two times of the bus', () => {
    const text = time(0) + turn(1) + turn(2) + turn(3) + time(1) + turn(4) + turn(5) + turn(6)
    const { at } = turns(text)
    expect(at).toEqual([0.25, 0.5, 0.75, 1.25, 1.5, 1.75])
    const decoder = new CanDecoder()
    const lines = text.split(/(?<=\n)/).map((one) => decoder.decode(Buffer.from(one), null))
    const cut = [...lines, decoder.end()].flatMap(({ scalars }) => scalars)
    expect(cut.map(({ timeUs }) => (timeUs - NINE_US) / 1e6)).toEqual(at)
  })

  test('follows one source: a satellite clock before a crystal, the lower address of equals', () => {
    const both = (second: number) =>
      time(second, { address: 9, hour: 16 }) + time(second, { address: 1, kind: 5, hour: 2 }) + time(second)
    const text = both(0) + turn(1) + both(1) + turn(2) + both(2) + turn(3)
    expect(turns(text).at.map(Math.floor)).toEqual([0, 1, 2])
  })

  test('rejects what comes before the first time, and times of a receiver without a fix', () => {
    expect(turns(turn(1) + time(0) + turn(2)).at).toHaveLength(1)
    expect(turns(turn(1)).refused).toEqual([{ reason: 'no_time', detail: 'PGN 127251', count: 1 }])
    // 129029 of address 3, with a date that its receiver made up; method 0 is "no GNSS".
    const place = [...Array(24).fill(0xff), 0xfc, 0, 0xff, 0x7f, 0xff, 0x7f, 0xff, 0xff, 0xff, 0x7f, 0]
    const position = (method: number, sequence: number) =>
      fastPacketFrames(
        Uint8Array.from([
          0xff,
          ...bytesOf(15_000, 2),
          0,
          0,
          0,
          0,
          ...place.toSpliced(24, 0, method * 16 + 3),
        ]),
        sequence,
      )
        .map((data) => `0DF80503#${hex(...data)}\n`)
        .join('')
    const next = time(0, { day: 15_000 }) + turn(1)
    expect(turns(position(0, 0) + next)).toMatchObject({ at: [], refused: { length: 3 } })
    // From its next fix on the receiver sets the clock again.
    expect(turns(position(0, 0) + position(1, 1) + next).at).toHaveLength(1)
  })

  test('takes a counter that goes back by half a day for midnight, and a smaller step for none', () => {
    const raw = (clock: string, log: string) =>
      log.replace(/^(\w+)#(\w+)/, (_, id, data) => `${clock} R ${id} ${data.match(/../g).join(' ')}`)
    const back = raw('09:00:00.000', time(0)) + raw('09:00:02.000', turn(1)) + raw('09:00:01.500', turn(2))
    expect(turns(back).at).toEqual([2, 1.5])
    const late = time(59 * 60 + 59, { hour: 23 })
    const night = raw('23:59:59.000', late) + raw('00:00:01.000', turn(1))
    expect(turns(night).at).toEqual([15 * 3600 + 1])
  })
})
