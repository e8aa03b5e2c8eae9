import { expect, test } from 'vitest'
import { SignalkDecoder } from './signalkDecoder.ts'

const TIMESTAMP = '2026-06-18T09:12:00.250Z'
const TIME_US = Date.parse(TIMESTAMP) * 1e3
const decode = (...messages: unknown[]) =>
  new SignalkDecoder().decode(Buffer.from(messages.map((one) => JSON.stringify(one)).join('\n')), null)
const delta = (values: unknown, more: object = {}) => ({
  context: 'vessels.self',
  updates: [{ timestamp: TIMESTAMP, $source: 'n2k.1', values }],
  ...more,
})

test('maps paths to series without conversion', () => {
  const { scalars, fixes } = decode(
    delta([
      { path: 'navigation.position', value: { latitude: 64.15, longitude: -21.94 } },
      { path: 'navigation.speedOverGround', value: 3.8 },
      { path: 'propulsion.0.revolutions', value: 22.7 },
      { path: 'propulsion.starboard.temperature', value: 351.15 },
      { path: 'electrical.batteries.1.voltage', value: 13.25 },
      { path: 'navigation.attitude', value: { roll: 0.1, pitch: null, yaw: 1 } },
      { path: 'steering.rudderAngle', value: -0.09 },
      { path: 'environment.mode', value: 'day' },
    ]),
  )
  expect(fixes).toMatchObject([
    { timeUs: TIME_US, latitudeDeg: 64.15, longitudeDeg: -21.94, hdop: null, valid: true },
  ])
  expect(scalars.map(({ key, instance, value }) => [key, instance, value])).toEqual([
    ['sog', 0, 3.8],
    ['engine_speed', 1, 22.7],
    ['coolant_temperature', 2, 351.15],
    ['battery_voltage', 2, 13.25],
    ['euler_x', 0, 0.1],
    ['euler_y', 0, null],
    ['euler_z', 0, 1],
    ['rudder_angle', 0, -0.09],
  ])
})

test('computes litres from a level once the capacity of the tank is known', () => {
  const { scalars } = decode(
    delta([
      { path: 'tanks.fuel.0.capacity', value: 0.4 },
      { path: 'tanks.fuel.0.currentLevel', value: 0.5 },
    ]),
  )
  expect(scalars.map(({ key, value }) => [key, value])).toEqual([
    ['fuel_level', 0.5],
    ['fuel_remaining', 0.2],
  ])
})

test('reads other vessels as AIS targets, whichever comes first', () => {
  const target = (mmsi: number, pgn: number, path: string, value: unknown) => ({
    context: `vessels.urn:mrn:imo:mmsi:${mmsi}`,
    updates: [{ timestamp: TIMESTAMP, source: { pgn }, values: [{ path, value }] }],
  })
  const { ais, scalars } = decode(
    target(251_000_001, 129038, 'navigation.speedOverGround', 5),
    target(251_000_002, 129026, 'navigation.speedOverGround', 4),
    target(251_000_001, 129794, '', { name: 'AURORA' }),
    target(251_000_001, 129794, 'design.aisShipType', { id: 36, name: 'Sailing' }),
  )
  expect(ais.map(({ mmsi, sogMps, name }) => [mmsi, sogMps, name])).toEqual([
    [251_000_001, 5, null],
    [251_000_001, null, 'AURORA'],
    [251_000_001, null, null],
  ])
  expect(ais[2]).toMatchObject({ shipType: 36 })
  expect(scalars.map(({ value }) => value)).toEqual([4])
})

test('takes the server’s hello for the vessel of its own', () => {
  const { scalars, ais } = decode(
    { name: 'sk', version: '2.0.0', self: 'vessels.urn:mrn:imo:mmsi:251000009' },
    delta([{ path: 'navigation.speedOverGround', value: 1 }], {
      context: 'vessels.urn:mrn:imo:mmsi:251000009',
    }),
    delta([{ path: 'navigation.speedOverGround', value: 2 }], {
      context: 'vessels.urn:mrn:imo:mmsi:251000010',
    }),
  )
  expect(scalars.map(({ value }) => value)).toEqual([1])
  expect(ais.map(({ sogMps }) => sogMps)).toEqual([2])
})

test('reads the switches of a bank, however their state is written', () => {
  const path = (bank: number, number: number) => `electrical.switches.bank.${bank}.${number}.state`
  const { scalars, rejected } = decode(
    delta([
      { path: path(0, 3), value: true },
      { path: path(1, 2), value: 0 },
      { path: path(0, 4), value: 'on' },
      { path: path(9, 1), value: 1 },
      { path: path(18, 1), value: 1 },
    ]),
  )
  expect(scalars.map(({ key, instance, value }) => [key, instance, value])).toEqual([
    ['switch', 3, 1],
    ['switch', 30, 0],
    ['further_switch', 1, 1],
  ])
  expect(rejected).toEqual([
    { reason: 'malformed', detail: 'switch', count: 1 },
    { reason: 'out_of_range', detail: 'switch', count: 1 },
  ])
})

test('reads the run time of an engine', () => {
  const { scalars } = decode(delta([{ path: 'propulsion.port.runTime', value: 4_444_200 }]))
  expect(scalars).toMatchObject([{ key: 'engine_hours', value: 4_444_200 }])
})

test('sets nonsense aside and keeps the rest', () => {
  const { scalars, fixes, rejected } = decode(
    delta([
      { value: 1 },
      { path: 'navigation.speedOverGround', value: 'fast' },
      { path: 'navigation.position', value: { latitude: 'x' } },
      { path: '__proto__.polluted', value: 1 },
      { path: 'constructor', value: 1 },
      { path: 'propulsion.0.fuel.rate', value: 1 },
      { path: 'navigation.speedThroughWater', value: 2 },
    ]),
    { updates: 7 },
    { context: {}, updates: [] },
  )
  expect(fixes).toEqual([])
  expect(scalars.map(({ key, value }) => [key, value])).toEqual([
    ['fuel_rate', null],
    ['stw', 2],
  ])
  expect(rejected).toEqual([
    { reason: 'malformed', detail: 'value without path', count: 1 },
    { reason: 'malformed', detail: 'sog', count: 1 },
    { reason: 'malformed', detail: 'position', count: 1 },
    { reason: 'out_of_range', detail: 'fuel_rate', count: 1 },
    { reason: 'malformed', detail: 'delta', count: 2 },
  ])
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})

test('survives nesting deeper than any stack', () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  expect(new SignalkDecoder().decode(Buffer.from(deep), null).rejected).not.toEqual([])
})

test('reads a list of messages, an answer of the history and samples by path', () => {
  const timestamp = '2026-06-18T09:12:00.000Z'
  const list = [{ updates: [{ timestamp, values: [{ path: 'navigation.speedOverGround', value: 2 }] }] }]
  const history = {
    context: 'vessels.urn:mrn:imo:mmsi:251000010',
    values: [{ path: 'navigation.position' }, { path: 'navigation.speedOverGround' }],
    data: [[timestamp, [-21.9, 64.1], 3], ['2026-06-18T09:12:01.000Z', null, 4], 'nonsense'],
  }
  const sample = { path: 'navigation.speedOverGround', value: 5, timestamp, source: 'gps' }
  const decodeOne = (message: unknown) =>
    new SignalkDecoder().decode(Buffer.from(JSON.stringify(message)), null)
  expect(decodeOne(list).scalars.map(({ value }) => value)).toEqual([2])
  const decoded = decodeOne(history)
  expect(decoded.fixes).toMatchObject([{ latitudeDeg: 64.1, longitudeDeg: -21.9 }])
  expect(decoded.scalars.map(({ timeUs, value }) => [timeUs % 60e6, value])).toEqual([
    [0, 3],
    [1e6, 4],
  ])
  expect(decodeOne(sample).scalars.map(({ value }) => value)).toEqual([5])
  expect(decodeOne({ captured_at: timestamp, rows: [sample, sample] }).scalars).toHaveLength(2)
})
