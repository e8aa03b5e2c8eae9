import { expect, test } from 'vitest'
import { N2K_POWER_REDUCTION, N2K_SHUTTING_DOWN, N2K_STATUS_SPN } from '#contract/domain/reading.ts'
import type { SeriesKey } from '#contract/domain/series.ts'
import { addressOf, orderOf, sourceOf } from '#contract/wire/source.ts'
import { CanDecoder } from './canDecoder.ts'

const T0 = '2026-06-18T09:12:00.000Z'
const T0_US = Date.parse(T0) * 1e3

/** A whole message in canboat's text form; the banner marks messages as whole. */
function line(pgn: number, hex: string, { source = 5, at = T0 } = {}) {
  const bytes = hex.split(' ')
  return `${at},3,${pgn},${source},255,${bytes.length},${bytes.join(',')}\n`
}

function decode(text: string, receivedUs: number | null = null) {
  return new CanDecoder().decode(Buffer.from(`# format=FAST\n${text}`), receivedUs)
}

function value(text: string, key: SeriesKey, instance = 0) {
  const found = decode(text).scalars.filter((one) => one.key === key && one.instance === instance)
  expect(found.length, key).toBe(1)
  return found[0]?.value
}

/** 127489 of engine 0: oil 420 kPa, oil temperature n/a, coolant 353.15 K, 12.34 V, 12.3 L/h, then as given. */
const dynamic = (rest: string) => line(127489, `00 68 10 ff ff f3 89 d2 04 7b 00 ff ff ff ff ${rest}`)
const NOTHING_MORE = 'ff ff ff ff ff ff ff ff ff 7f 7f'

test('scales engine data to SI', () => {
  expect(value(dynamic(NOTHING_MORE), 'fuel_rate', 1)).toBeCloseTo(3.41667e-6, 11)
  expect(value(dynamic(NOTHING_MORE), 'oil_pressure', 1)).toBe(420_000)
  expect(value(dynamic(NOTHING_MORE), 'coolant_temperature', 1)).toBeCloseTo(353.15, 6)
  expect(value(line(127488, '00 40 1f 64 00 1e ff ff'), 'engine_speed', 1)).toBeCloseTo(2000 / 60, 9)
  expect(value(line(128267, 'ff 36 00 00 00 ff 7f ff'), 'depth_below_transducer')).toBeCloseTo(0.54, 9)
})

test('reads the hours of an engine in seconds', () => {
  const hours = (hex: string) =>
    value(line(127489, `00 68 10 ff ff f3 89 d2 04 7b 00 ${hex} ${NOTHING_MORE}`), 'engine_hours', 1)
  // 1,234.5 h are 4,444,200 s.
  expect(hours('28 d0 43 00')).toBe(4_444_200)
  expect(hours('ff ff ff ff')).toBeNull()
})

test('numbers the first engine of the bus 1 and the second 2', () => {
  const { scalars } = decode(
    line(127488, '00 40 1f ff ff 7f ff ff') + line(127488, '01 40 1f ff ff 7f ff ff'),
  )
  expect(scalars.filter(({ key }) => key === 'engine_speed').map(({ instance }) => instance)).toEqual([1, 2])
})

test('divides a trim by 100 on both sides of zero', () => {
  expect(value(line(127488, '00 40 1f ff ff e2 ff ff'), 'tilt_trim', 1)).toBeCloseTo(-0.3, 9)
  expect(value(line(127488, '00 40 1f ff ff 1e ff ff'), 'tilt_trim', 1)).toBeCloseTo(0.3, 9)
})

test('reads the rudder to both sides, and a second rudder as the worse source', () => {
  const rudder = (hex: string) =>
    decode(line(127245, hex)).scalars.filter(({ key }) => key === 'rudder_angle')
  // 5° to port and 5° to starboard, as 0.0001 rad.
  expect(rudder('00 ff ff 7f 97 fc ff ff')).toMatchObject([{ instance: 0, value: -0.0873 }])
  expect(rudder('ff ff ff 7f 69 03 ff ff')).toMatchObject([{ instance: 0, value: 0.0873 }])
  const [[first], [second]] = [rudder('00 ff ff 7f 69 03 ff ff'), rudder('01 ff ff 7f 97 fc ff ff')]
  expect(second).toMatchObject({ instance: 0, value: -0.0873 })
  expect(orderOf(second?.source ?? 0)).toBe(orderOf(first?.source ?? 0) + 1)
  // No instance number makes a rudder into another protocol.
  expect(orderOf(rudder('fc ff ff 7f 97 fc ff ff')[0]?.source ?? 0)).toBeLessThan(
    sourceOf('j1939', 0, 0) / 2 ** 24,
  )
  expect(rudder('00 ff ff 7f ff 7f ff ff')).toMatchObject([{ value: null }])
})

test('does not take an autopilot’s order for a rudder angle, and refuses one beyond 90°', () => {
  expect(decode(line(127245, '00 f9 69 03 ff 7f ff ff')).scalars).toEqual([])
  // 1.5709 rad is a hair above 90°.
  const { scalars, rejected } = decode(line(127245, '00 ff ff 7f 5d 3d ff ff'))
  expect(scalars).toMatchObject([{ key: 'rudder_angle', value: null }])
  expect(rejected).toEqual([{ reason: 'out_of_range', detail: 'rudder_angle', count: 1 }])
})

test('stores trip fuel in cubic metres and average rates in cubic metres a second', () => {
  const trip = line(127497, '00 64 00 7b 00 c8 00 ff 7f')
  expect(value(trip, 'trip_fuel_used', 1)).toBeCloseTo(0.1, 9)
  expect(value(trip, 'avg_fuel_rate', 1)).toBeCloseTo(12.3 / 3_600_000, 12)
  expect(value(trip, 'fuel_economy', 1)).toBeCloseTo(20 / 3_600_000, 12)
  expect(value(trip, 'inst_fuel_rate', 1)).toBeNull()
})

test('reads oil and coolant pressure in hPa steps and fuel pressure in kPa steps', () => {
  const engine = dynamic('96 00 2c 01 ff ff ff ff ff 7f 7f')
  expect(value(engine, 'oil_pressure', 1)).toBe(420_000)
  expect(value(engine, 'coolant_pressure', 1)).toBe(15_000)
  expect(value(engine, 'fuel_pressure', 1)).toBe(300_000)
})

test('reads the temperature of the engine as that of its coolant', () => {
  expect(value(dynamic(NOTHING_MORE), 'coolant_temperature', 1)).not.toBeNull()
})

test('reads the range figures of 127496', () => {
  const trip = line(127496, '80 ee 36 00 40 42 0f 00 c8 00 80 ee 36 00')
  expect(value(trip, 'time_to_empty')).toBe(3600)
  expect(value(trip, 'distance_to_empty')).toBe(10_000)
  expect(value(trip, 'fuel_remaining')).toBeCloseTo(0.2, 9)
  expect(value(trip, 'trip_run_time')).toBe(3600)
})

test('reads a depth below the surface only from an offset to the surface', () => {
  const toSurface = line(128267, 'ff f4 01 00 00 f4 01 ff')
  expect(value(toSurface, 'depth_below_surface')).toBeCloseTo(5.5, 9)
  const toKeel = decode(line(128267, 'ff f4 01 00 00 0c fe ff'))
  expect(toKeel.scalars.map(({ key }) => key)).toEqual(['depth_below_transducer'])
})

test('reads the bits that an engine sets in its status', () => {
  const spns = (status: string) =>
    decode(dynamic(`ff ff ff ff ff ${status} 7f 7f`)).faults.map(({ spn, instance }) => [spn, instance])
  expect(spns('00 00 84 00')).toEqual([
    [N2K_POWER_REDUCTION, 1],
    [N2K_SHUTTING_DOWN, 1],
  ])
  expect(spns('02 80 00 00')).toEqual([
    [N2K_STATUS_SPN + 1, 1],
    [N2K_STATUS_SPN + 15, 1],
  ])
  expect(spns('ff ff ff ff')).toEqual([])
})

test('reads the bits that a transmission sets in its status', () => {
  const spns = (status: string) =>
    decode(line(127493, `01 fc ff ff ff ff ${status} ff`)).faults.map(({ spn, instance }) => [spn, instance])
  expect(spns('06')).toEqual([
    [N2K_STATUS_SPN + 33, 2],
    [N2K_STATUS_SPN + 34, 2],
  ])
  expect(spns('00')).toEqual([])
  expect(spns('ff')).toEqual([])
})

test('reads the switches of a bank, each by its number, and none that are missing', () => {
  // On, off, in error, not there; then nothing but the last.
  const bank = (instance: string) => decode(line(127501, `${instance} e1 ff ff ff ff ff 3f`))
  const valuesOf = ({ scalars }: ReturnType<typeof decode>) =>
    scalars.map(({ key, instance, value }) => [key, instance, value])
  expect(valuesOf(bank('00'))).toEqual([
    ...[
      ['switch', 1, 1],
      ['switch', 2, 0],
      ['switch', 3, null],
    ],
    ['switch', 28, 0],
  ])
  expect(valuesOf(bank('01')).map(([, instance]) => instance)).toEqual([29, 30, 31, 56])
  // A trawler has more than an instance can count.
  expect(valuesOf(bank('09')).map(([key, instance]) => [key, instance])).toEqual(
    [1, 2, 3, 28].map((number) => ['further_switch', number]),
  )
  expect(valuesOf(bank('08')).map(([key, instance]) => [key, instance])).toContainEqual(['switch', 252])
  expect(bank('12')).toMatchObject({ scalars: [], rejected: [{ reason: 'out_of_range', detail: 'switch' }] })
})

test('reads shore power, of several lines the lowest', () => {
  const ac = (first: string, second: string) =>
    line(
      127503,
      `00 02 fc ${first} 2d 00 88 13 ff ff ff ff ff ff ff ff ff ff 7f fd ${second} ff ff ff ff ff ff ff ff ff ff ff ff ff ff 7f`,
    )
  expect(value(ac('e4 59', '74 59'), 'ac_input_voltage', 1)).toBeCloseTo(229, 6)
  expect(value(ac('e4 59', 'ff ff'), 'ac_input_voltage', 1)).toBeCloseTo(230.12, 6)
  expect(value(ac('e4 59', '00 00'), 'ac_input_voltage', 1)).toBe(0)
  expect(value(ac('ff ff', 'ff ff'), 'ac_input_voltage', 1)).toBeNull()
})

test('reads the charge of a battery, and none of an alternator', () => {
  const status = (kind: string, percent: string) =>
    line(127506, `ff 01 ${kind} ${percent} 64 ff ff ff ff ff ff`)
  expect(value(status('00', '57'), 'battery_charge', 2)).toBeCloseTo(0.87, 9)
  expect(value(status('00', 'ff'), 'battery_charge', 2)).toBeNull()
  expect(decode(status('01', '57'))).toMatchObject({ scalars: [], rejected: [] })
})

test('does not read the rest of a line that was cut', () => {
  const cut = '(1502984866.4) can0  09F8010D   [8]  E6 87 63 08 46\n'
  expect(decode(cut)).toMatchObject({
    fixes: [],
    rejected: [{ reason: 'malformed', detail: 'line', count: 1 }],
  })
  const canboat = line(129025, 'e6 87 63 08 46 b5 ab db')
  expect(decode(canboat).fixes).toHaveLength(1)
  expect(decode(canboat.trimEnd().slice(0, -6))).toMatchObject({ fixes: [], rejected: [{ count: 1 }] })
})

test('gives attitude to sensor 0', () => {
  const { scalars } = decode(line(127257, 'ff 4a 3b 01 00 2a 00 ff'))
  expect(scalars).toMatchObject([
    { timeUs: T0_US, key: 'euler_z', instance: 0, value: 1.5178 },
    { timeUs: T0_US, key: 'euler_y', instance: 0, value: 0.0001 },
    { timeUs: T0_US, key: 'euler_x', instance: 0, value: 0.0042 },
  ])
})

test('turns "not available" and error codes into null before scaling', () => {
  expect(value(line(128267, 'ff ff ff ff ff ff 7f ff'), 'depth_below_transducer')).toBeNull()
  const reserved = decode(line(127488, '00 fe ff ff ff 7f ff ff'))
  expect(reserved.scalars[0]).toMatchObject({ key: 'engine_speed', instance: 1, value: null })
  expect(reserved.rejected).toEqual([])
})

test('counts impossible values and stores null', () => {
  const { scalars, rejected } = decode(line(129026, 'ff fc ff ff fa 7f ff ff'))
  expect(scalars.find(({ key }) => key === 'sog')?.value).toBeNull()
  expect(rejected).toEqual([{ reason: 'out_of_range', detail: 'sog', count: 1 }])
})

test('computes fuel from a tank level and a capacity, and nothing for a water tank', () => {
  const fuel = line(127505, '01 a8 61 10 27 00 00 ff')
  expect(value(fuel, 'fuel_level', 2)).toBeCloseTo(1, 9)
  expect(value(fuel, 'fuel_remaining', 2)).toBeCloseTo(1, 9)
  expect(decode(line(127505, '10 a8 61 10 27 00 00 ff')).scalars).toEqual([])
})

test('ignores the apparent wind and reads the true wind from north', () => {
  expect(decode(line(130306, 'ff f4 01 10 27 fa ff ff')).scalars).toEqual([])
  expect(value(line(130306, 'ff f4 01 10 27 f8 ff ff'), 'wind_speed')).toBe(5)
  expect(value(line(130306, 'ff f4 01 10 27 f8 ff ff'), 'wind_direction')).toBe(1)
  const heading = line(127250, 'ff 10 27 ff 7f ff 7f fc')
  expect(value(heading + line(130306, 'ff f4 01 10 27 fb ff ff'), 'wind_direction')).toBeCloseTo(2, 9)
})

test('reads which product is at an address', () => {
  const claim = decode(line(60928, '5b 1f 20 23 00 96 78 c0', { source: 35 }))
  expect(claim.senders).toEqual([{ timeUs: T0_US, address: 35, what: 'name', value: 'c078960023201f5b' }])
  expect(claim.scalars).toEqual([])
})

test('uses a magnetic heading only with a variation', () => {
  const magnetic = line(127250, 'ff 10 27 ff 7f ff 7f fd')
  expect(value(magnetic, 'heading')).toBeNull()
  expect(value(line(127258, 'ff f8 ff ff 18 fc ff ff') + magnetic, 'heading')).toBeCloseTo(0.9, 9)
})

test('distinguishes temperatures by their source', () => {
  expect(value(line(130312, 'ff 00 00 98 73 ff ff ff'), 'water_temperature_fc')).toBeCloseTo(295.92, 6)
  expect(value(line(130312, 'ff 00 01 98 73 ff ff ff'), 'air_temperature')).toBeCloseTo(295.92, 6)
  expect(decode(line(130312, 'ff 00 02 98 73 ff ff ff')).scalars).toEqual([])
})

const place = (source: number, seconds: number, latitude: string) =>
  line(129025, `${latitude} 46 b5 ab db`, {
    source,
    at: new Date(Date.parse(T0) + seconds * 1000).toISOString(),
  })

test('names the antenna of every fix, whatever came before', () => {
  const text =
    place(7, 0, 'e6 87 63 08') +
    place(33, 1, '00 88 63 08') +
    place(33, 10, '00 88 63 08') +
    place(33, 11, '00 88 63 08')
  const received = decode(text).fixes.map(({ timeUs, source = 0 }) => [
    (timeUs - T0_US) / 1e6,
    addressOf(source),
  ])
  expect(received).toEqual([
    [0, 7],
    [1, 33],
    [10, 33],
    [11, 33],
  ])
})

test('adds the dilution of 129029 to the rapid position of the same receiver', () => {
  const gnss =
    '00 2d 50 80 5a 8e 13 00 00 8c 0d 9e 7f df 01 00 00 f2 84 a8 de 57 f7 ff ff ff ff ff ff ff 7f 11 fc 09 50 00 78 00 ff ff ff 7f 00'
  const { fixes } = decode(
    place(7, 0, 'e6 87 63 08') + line(129029, gnss, { source: 7 }) + place(7, 1, 'e6 87 63 08'),
  )
  const [rapid, full, next] = fixes
  expect([rapid?.hdop, next?.hdop]).toEqual([null, 0.8])
  // 129029 reports this too, and counts without a 129025.
  expect(orderOf(full?.source ?? 0)).toBeGreaterThan(orderOf(rapid?.source ?? 0))
  const alone = decode(line(129029, gnss, { source: 7 })).fixes
  expect(alone).toHaveLength(1)
  expect(alone[0]).toMatchObject({ hdop: 0.8, valid: true })
  // The method in the low half of byte 31 is "no fix".
  expect(decode(line(129029, gnss.replace('11 fc', '01 fc'), { source: 7 })).fixes[0]?.valid).toBe(false)
})

test('does not take latitude 0, longitude 0 for a fix', () => {
  expect(decode(line(129025, '00 00 00 00 00 00 00 00')).fixes[0]?.valid).toBe(false)
})

test('dates frames without a time by the system time on the bus', () => {
  const position = 'can0  09F80107   [8]  E6 87 63 08 46 B5 AB DB\n'
  // 126992: day 20622 (2026-06-18), 33120.0 s.
  const time = 'can0  09F01007   [8]  00 F0 8E 50 00 B6 BD 13\n'
  const decoder = new CanDecoder()
  const { rejected } = decoder.decode(Buffer.from(position + time + position), null)
  const { fixes } = decoder.end()
  expect(fixes.map(({ timeUs }) => timeUs)).toEqual([T0_US])
  expect(rejected).toEqual([{ reason: 'no_time', detail: 'PGN 129025', count: 1 }])
  expect(decode(position, 42).fixes[0]?.timeUs).toBe(42)
})

test('continues the time of day of a gateway past midnight', () => {
  const time = '23:59:59.500 R 09F01007 00 F0 8D 50 00 CF 7B 33\n'
  const position = '09F80107 E6 87 63 08 46 B5 AB DB'
  const { fixes } = decode(`${time}23:59:59.900 R ${position}\n00:00:00.100 R ${position}\n`)
  const [before, after] = fixes.map(({ timeUs }) => timeUs)
  expect((after ?? 0) - (before ?? 0)).toBe(200_000)
})

test('joins fast packets of several senders and counts broken ones', () => {
  const frame = (id: string, data: string) => `(1750237920.000000) can0 ${id}#${data.replaceAll(' ', '')}\n`
  const first = frame('09F20105', '40 1A 00 68 10 FF FF F3')
  const second = frame('09F20105', '41 89 D2 04 7B 00 FF FF')
  const third = frame('09F20105', '42 FF FF FF FF FF FF FF')
  const fourth = frame('09F20105', '43 FF FF FF FF 7F 7F FF')
  const other = frame('09F20106', '60 1A 01 68 10 FF FF F3')
  const decoder = new CanDecoder()
  const { scalars, rejected } = decoder.decode(Buffer.from(first + other + second + third + fourth), null)
  expect(scalars.find(({ key }) => key === 'oil_pressure')?.value).toBe(420_000)
  expect(rejected).toEqual([])
  const broken = decoder.decode(Buffer.from(first + third), null)
  expect(broken.rejected).toEqual([{ reason: 'malformed', detail: 'fast packet 127489', count: 1 }])
})

test('reads the type of a ship of class B', () => {
  const report = line(
    129810,
    '18 d7 36 26 10 25 54 45 53 54 31 32 33 43 41 4c 4c 31 32 33 64 00 1e 00 05 00 0a 00 00 00 00 00 00 ff',
  )
  expect(decode(report).ais).toMatchObject([{ mmsi: 270_939_863, shipType: 37, latitudeDeg: null }])
})

test('reads other vessels', () => {
  const report = line(
    129039,
    '12 2a 88 4f 0e 00 00 04 02 40 91 0f 24 fd 10 27 f4 01 00 00 06 10 27 ff ff 74 01',
  )
  expect(decode(report).ais).toEqual([
    {
      timeUs: T0_US,
      mmsi: 240_093_226,
      name: null,
      latitudeDeg: 60.5,
      longitudeDeg: 3.3816576,
      sogMps: 5,
      cogRad: 1,
    },
  ])
})
