import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SeriesKey } from '#contract/domain/series.ts'
import { toWire } from '#contract/domain/series.ts'
import { orderOf, sourceOf } from '#contract/wire/source.ts'
import { CanDecoder } from './canDecoder.ts'

const decode = (text: string) => new CanDecoder().decode(Buffer.from(text), 1e15)
const frame = (id: string, data: string) => `(1000000000.5) can0 ${id}#${data.replaceAll(' ', '')}\n`
const value = (text: string, key: SeriesKey, instance = 1) =>
  decode(text).scalars.find((one) => one.key === key && one.instance === instance)?.value

test('scales parameters as SAE J1939-71 has them', () => {
  const wire = (text: string, key: SeriesKey, instance = 1) =>
    toWire(key, value(text, key, instance) ?? Number.NaN)
  expect(wire(frame('0CF00400', 'FF FF E1 80 3E FF FF FF'), 'engine_speed')).toBeCloseTo(2000, 9)
  expect(wire(frame('0CF00400', 'FF FF E1 80 3E FF FF FF'), 'engine_torque')).toBeCloseTo(100, 9)
  expect(wire(frame('18FEF200', '20 03 00 04 FF FF FF FF'), 'fuel_rate')).toBeCloseTo(40, 9)
  expect(wire(frame('18FEF200', '20 03 00 04 FF FF FF FF'), 'fuel_rate_l_nm', 0)).toBeCloseTo(0.926, 9)
  expect(value(frame('18FEEE00', '82 FF E0 2E FF FF FF FF'), 'coolant_temperature')).toBeCloseTo(363.15, 9)
  expect(value(frame('18FEEE00', '82 FF E0 2E FF FF FF FF'), 'oil_temperature')).toBeCloseTo(375.15, 9)
  expect(value(frame('18FEF600', 'FF 4B FF FF FF FF FF FF'), 'boost_pressure')).toBe(150_000)
  expect(value(frame('18FEEF00', 'FF FF FF 69 FF FF FF FF'), 'oil_pressure')).toBe(420_000)
  expect(value(frame('18FEF800', 'FF FF FF 7D FF FF FF FF'), 'transmission_oil_pressure')).toBe(2_000_000)
  expect(value(frame('18FEF700', 'FF FF FF FF 14 01 FF FF'), 'battery_voltage')).toBeCloseTo(13.8, 9)
  expect(value(frame('18FE4100', '05 FF FF 64 FF FF FF FF'), 'fuel_level')).toBeUndefined()
})

test('prefers the boost pressure of SPN 102 to that of SPN 1127', () => {
  const of102 = frame('18FEF600', 'FF 4B FF FF FF FF FF FF')
  const of1127 = frame('18FEA600', '40 06 FF FF FF FF FF FF')
  const boost = decode(of1127 + of102).scalars.filter(({ key }) => key === 'boost_pressure')
  expect(boost.map((one) => one.value)).toEqual([200_000, 150_000])
  const [fallback, preferred] = boost.map(({ source = 0 }) => orderOf(source))
  expect(preferred).toBeLessThan(fallback ?? 0)
})

test('reads that an engine is derated or shut down', () => {
  const spns = (id: string, data: string) =>
    decode(frame(id, data)).faults.map(({ spn, instance }) => [spn, instance])
  expect(spns('18FD9200', 'FF FF FF FF FF FF FF 7D')).toEqual([[3644, 1]])
  expect(spns('18FD9200', 'FF FF FF FF FF FF FF FA')).toEqual([])
  expect(spns('18FD9200', 'FF FF FF FF FF FF FF FF')).toEqual([])
  expect(spns('18FEE401', 'FF FF FF FF F1 FF FF FF')).toEqual([[1110, 2]])
  expect(spns('18FEE401', 'FF FF FF FF F4 FF FF FF')).toEqual([[1109, 2]])
  expect(spns('18FEE401', 'FF FF FF FF FF FF FF FF')).toEqual([])
})

test('names gears by their sign, and stores no value of a sender without gears', () => {
  const gear = (raw: string) => value(frame('18F00503', `FF FF FF ${raw} FF FF FF FF`), 'transmission_gear')
  expect([gear('7C'), gear('7D'), gear('7F'), gear('FF')]).toEqual([2, 1, 0, 3])
  const blank = decode(frame('18F00527', 'FF FF FF FF FF FF FF FF')).scalars
  expect(blank.map(({ key, value: sent }) => [key, sent])).toEqual([['transmission_gear', null]])
})

test('reads the litres of 64777 as millilitres and those of 65257 as half litres', () => {
  expect(value(frame('18FD0900', 'E8 03 00 00 D0 07 00 00'), 'trip_fuel_used')).toBeCloseTo(0.001, 12)
  expect(value(frame('18FEE900', '02 00 00 00 04 00 00 00'), 'fuel_consumption')).toBeCloseTo(0.002, 12)
})

test('reads the hours of an engine in steps of three minutes', () => {
  expect(value(frame('18FEE500', '0A 00 00 00 FF FF FF FF'), 'engine_hours')).toBe(1800)
  expect(value(frame('18FEE501', '10 27 00 00 FF FF FF FF'), 'engine_hours', 2)).toBe(1_800_000)
  expect(value(frame('18FEE500', 'FF FF FF FF FF FF FF FF'), 'engine_hours')).toBeNull()
})

test('numbers engines by their address, and every other sender by its own', () => {
  const speed = (source: string) => frame(`0CF004${source}`, 'FF FF E1 80 3E FF FF FF')
  const blank = frame('0CF00422', 'FF FF FF FF FF FF FF FF')
  const text = blank + speed('01') + speed('00') + speed('50') + speed('22') + speed('02') + speed('05')
  const { scalars } = decode(text)
  const speeds = scalars.filter(({ key }) => key === 'engine_speed')
  expect(speeds.map(({ instance, value: sent }) => [instance, sent !== null])).toEqual([
    ...[[35, false]],
    ...[2, 1, 81, 35, 3, 6].map((instance) => [instance, true]),
  ])
})

test('gives the same instances wherever the frames are cut into batches', () => {
  const address = fc.constantFrom('00', '01', '02', '03', '04', '05', '22', '50', 'F9')
  const kinds = fc.constantFrom(
    ['0CF004', 'FF FF E1 80 3E FF FF FF'],
    ['0CF004', 'FF FF FF FF FF FF FF FF'],
    ['18F005', 'FF FF FF 7C FF FF FF FF'],
    ['18F005', 'FF FF FF FF FF FF FF FF'],
    ['18FECA', '44 FF 6E 00 03 81 FF FF'],
    ['18FD92', 'FF FF FF FF FF FF FF 7D'],
  )
  const frames = fc.array(fc.tuple(kinds, address), { minLength: 1, maxLength: 12 })
  const read = (lines: readonly string[]) => {
    const { scalars, faults } = decode(lines.join(''))
    return { scalars, faults }
  }
  fc.assert(
    fc.property(frames, fc.array(fc.nat(12), { maxLength: 4 }), (sent, cuts) => {
      const lines = sent.map(([[id = '', data = ''], from]) => frame(id + from, data))
      const ends = [...cuts, lines.length].toSorted((a, b) => a - b)
      const batches = ends.map((end, i) => read(lines.slice(ends[i - 1] ?? 0, end)))
      expect({
        scalars: batches.flatMap(({ scalars }) => scalars),
        faults: batches.flatMap(({ faults }) => faults),
      }).toEqual(read(lines))
    }),
    { numRuns: 60 },
  )
})

test('turns reserved, error and "not available" codes into null', () => {
  expect(value(frame('0CF00400', 'FF FF FF FF FA FF FF FF'), 'engine_speed')).toBeCloseTo(0xfaff / 480, 9)
  for (const code of ['FB', 'FC', 'FD', 'FE', 'FF']) {
    expect(value(frame('0CF00400', `FF FF FF 80 ${code} FF FF FF`), 'engine_speed')).toBeNull()
  }
})

test('lists the trouble codes of DM1 in one frame and in a transport session', () => {
  const one = decode(frame('18FECA00', '44 FF 6E 00 03 81 FF FF'))
  expect(one.faults).toEqual([
    {
      timeUs: 1_000_000_000_500_000,
      instance: 1,
      spn: 110,
      fmi: 3,
      occurrenceCount: 1,
      lamps: { malfunction: 1, redStop: 0, amberWarning: 1, protect: 0 },
      source: sourceOf('j1939', 0, 0),
    },
  ])
  expect(decode(frame('18FECA00', '00 FF 00 00 00 00 FF FF')).faults).toEqual([])
  const session = [
    frame('1CECFF00', '20 0A 00 02 FF CA FE 00'),
    frame('1CEBFF00', '01 44 FF 6E 00 03 81 BE'),
    frame('1CEBFF00', '02 00 E4 05 FF FF FF FF'),
  ]
  expect(decode(session.join('')).faults.map(({ spn, fmi }) => [spn, fmi])).toEqual([
    [110, 3],
    [190 + (7 << 16), 4],
  ])
  // A packet that comes again takes no other's place.
  expect(decode([session[0], session[1], session[1]].join('')).faults).toEqual([])
  expect(decode([session[0], session[1], session[1], session[2]].join('')).faults).toHaveLength(2)
  expect(decode(session[1] ?? '').rejected).toEqual([
    { reason: 'malformed', detail: 'transport session', count: 1 },
  ])
})

test('reads a position, which comes after that of NMEA 2000', () => {
  const j1939 = frame('18FEF31C', 'C0 8A 5F A3 C0 8A 5F 70')
  const [fix] = decode(j1939).fixes
  expect(fix?.latitudeDeg).toBeCloseTo(64.0947648, 6)
  const n2k = frame('09F8011C', 'E6 87 63 08 46 B5 AB DB')
  const orders = decode(j1939 + n2k + j1939).fixes.map(({ source = 0 }) => orderOf(source))
  expect(orders[0]).toBe(orders[2])
  expect(orders[1]).toBeLessThan(orders[0] ?? 0)
})
