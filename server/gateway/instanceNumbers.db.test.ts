import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SeriesKey } from '#contract/domain/series.ts'
import { MOST_INSTANCES } from '#contract/wire/instanceName.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { systemClock } from '#server/platform/clock.ts'
import { instanceNamesOf } from '#server/records/instanceNames.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { departments, organizations, vessels } from '#server/stores/relational/schema.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { testTelemetry } from '#server/testing/testTelemetry.ts'
import { Decoders, type PairedDevice } from './intake.ts'
import { type Gateway, startGateway } from './startGateway.ts'

const recordings = process.env.RECORDINGS ?? '../shared/data'
let records: Records
let telemetry: Telemetry & { close(): Promise<void> }
/** Two processes beside each other. */
let gateways: [Gateway, Gateway]
let vesselOf: () => Promise<{ id: string; number: number }>
let device: PairedDevice

beforeAll(async () => {
  records = await testRecords()
  telemetry = await testTelemetry()
  const begin = () =>
    startGateway({
      ...{ config: { MQTT_HOST: '127.0.0.1', MQTT_PORT: 0 }, isListening: false },
      ...{
        db: records.db,
        telemetry,
        bus: inProcessBus(() => undefined),
        log: silentLog,
        clock: systemClock,
      },
    })
  gateways = [await begin(), await begin()]
  const [organization] = await records.db.insert(organizations).values({ name: 'Fleet' }).returning()
  const organizationId = organization?.id ?? ''
  const [department] = await records.db.insert(departments).values({ organizationId, name: 'A' }).returning()
  vesselOf = async () => {
    const values = { organizationId, departmentId: department?.id ?? '', name: 'Hafdís' }
    const [row] = await records.db.insert(vessels).values(values).returning()
    return { id: row?.id ?? '', number: row?.number ?? 0 }
  }
})
afterAll(async () => {
  for (const gateway of gateways) await gateway.close()
  await records.close()
  await telemetry.close()
})
beforeEach(async () => {
  device = deviceOn(await vesselOf())
})

const deviceOn = (vessel: { id: string; number: number }): PairedDevice => ({
  ...{
    id: 'dev-1',
    kind: 'device' as const,
    secretHash: '',
    mustRegister: false,
    vessel: { ...vessel, organizationId: 'one' },
  },
  spans: [{ vessel, fromUs: Number.NEGATIVE_INFINITY, untilUs: Number.POSITIVE_INFINITY }],
})

const TIME_MS = Date.UTC(2026, 5, 18, 9)
let seconds = 0
const delta = (values: Readonly<Record<string, unknown>>) =>
  JSON.stringify({
    context: 'vessels.self',
    updates: [
      {
        timestamp: new Date(TIME_MS + 1000 * seconds++).toISOString(),
        values: Object.entries(values).map(([path, value]) => ({ path, value })),
      },
    ],
  })

/** One message of a new connection to one of the processes. */
const send = (text: string, to: 0 | 1 = 0) =>
  gateways[to].intake.takeMessage(device, new Decoders('signalk'), 'signalk', Buffer.from(text))

/** The values that are stored of a series, by instance. */
async function stored(key: SeriesKey, of: PairedDevice = device): Promise<Record<string, number>> {
  const newest = await telemetry.series.newest(of.vessel.number)
  return Object.fromEntries(
    newest
      .filter((one) => one.key === key)
      .map(({ instance, value }) => [instance, Math.round(value * 100) / 100]),
  )
}

const house = () => delta({ 'electrical.batteries.house.voltage': 12.9 })
const starter = () => delta({ 'electrical.batteries.starter.voltage': 12.4 })
const lines = (text: string) => text.trim().split('\n')
const field = (letter: string) => {
  const file = readdirSync(`${recordings}/field`).find((name) => name.startsWith(`13${letter}`))
  return readFileSync(`${recordings}/field/${file}`, 'utf8')
}
const ORDERS: (readonly [order: string, messages: () => string[]])[] = [
  ['the house first', () => [house(), starter()]],
  ['the starter first', () => [starter(), house()]],
  ['both in one, the starter first', () => [`${starter()}\n${house()}`]],
]
if (existsSync(`${recordings}/field`))
  ORDERS.push(
    ['as recorded', () => [field('a'), field('b')]],
    ['as recorded, the other way round', () => [field('b'), field('a')]],
    ['as recorded, line by line', () => [...lines(field('b')), ...lines(field('a'))]],
  )

test.each(ORDERS)(
  'keeps the house battery 1 and the starter 2 when messages come %s',
  async (_, messages) => {
    for (const [i, message] of messages().entries()) await send(message, i % 2 === 0 ? 0 : 1)
    expect(await stored('battery_voltage')).toEqual({ 1: 12.9, 2: 12.4 })
  },
)

test('separates numbers above 255, names and small numbers, in every order and after a restart', async () => {
  const names = ['258', 'house', '0', '279', 'bow thruster', '1', '512', 'starter', '254', '255', '256']
  const path = (name: string) => `electrical.batteries.${name}.voltage`
  for (const [i, name] of names.entries()) await send(delta({ [path(name)]: 10 + i }), i % 2 === 0 ? 0 : 1)
  const first = await stored('battery_voltage')
  expect(Object.values(first).toSorted((a, b) => a - b)).toEqual(names.map((_, i) => 10 + i))
  for (const [i, name] of names.toReversed().entries())
    await send(delta({ [path(name)]: 10 + names.length - 1 - i }), i % 3 === 0 ? 0 : 1)
  expect(await stored('battery_voltage')).toEqual(first)
  expect(await instanceNamesOf(records.db, device.vessel.id)).toHaveLength(names.length)
})

test('gives a number of its own the NMEA 2000 instance while no name has that instance', async () => {
  await send(
    delta({
      'propulsion.port.revolutions': 20,
      'propulsion.1.revolutions': 21,
      'electrical.batteries.3.voltage': 13,
      'tanks.fuel.0.currentLevel': 0.5,
      'tanks.fuel.0.capacity': 0.2,
    }),
  )
  expect(await stored('engine_speed')).toEqual({ 1: 20, 2: 21 })
  expect(await stored('battery_voltage')).toEqual({ 4: 13 })
  expect(await stored('fuel_level')).toEqual({ 1: 0.5 })
})

test('names engines, alternators, tanks, mains and switches alike', async () => {
  const values = {
    'propulsion.starboard.revolutions': 20,
    'electrical.alternators.starboard.voltage': 14,
    'propulsion.generator.revolutions': 25,
    'tanks.fuel.day tank.currentLevel': 0.5,
    'tanks.fuel.keel.currentLevel': 0.25,
    'electrical.ac.shore.phase.single.lineNeutralVoltage': 230,
    'electrical.ac.generator.phase.A.lineNeutralVoltage': 231,
    'electrical.switches.bilge pump.state': true,
    'electrical.switches.bank.0.3.state': 1,
    'electrical.switches.bank.9.1.state': 0,
  }
  for (const [path, value] of Object.entries(values)) await send(delta({ [path]: value }))
  expect(await stored('engine_speed')).toEqual({ 1: 25, 2: 20 })
  expect(await stored('alternator_voltage')).toEqual({ 2: 14 })
  expect(await stored('fuel_level')).toEqual({ 1: 0.5, 2: 0.25 })
  expect(await stored('ac_input_voltage')).toEqual({ 1: 230, 2: 231 })
  expect(await stored('switch')).toEqual({ 3: 1 })
  expect(await stored('further_switch')).toEqual({ 1: 1, 2: 0 })
})

test('agrees with another process that receives the same new names at the same moment', async () => {
  const names = Array.from({ length: 20 }, (_, i) => `bank ${i}`)
  const shuffled = names.toSorted(
    (a, b) => ((a.charCodeAt(5) * 7 + a.length) % 5) - ((b.charCodeAt(5) * 7 + b.length) % 5),
  )
  const sendAll = (list: readonly string[], to: 0 | 1) =>
    list.map((name) =>
      send(delta({ [`electrical.batteries.${name}.voltage`]: 10 + names.indexOf(name) }), to),
    )
  await Promise.all([...sendAll(names, 0), ...sendAll(shuffled, 1)])
  const voltages = await stored('battery_voltage')
  expect(Object.keys(voltages)).toHaveLength(names.length)
  for (const { name, number } of await instanceNamesOf(records.db, device.vessel.id))
    expect([name, voltages[number]]).toEqual([name, 10 + names.indexOf(name)])
})

test('refuses and lists names beyond the limit, and keeps known names', async () => {
  const most = MOST_INSTANCES.batteries
  let accepted = 0
  const refused = new Map<string, number>()
  const paths = Array.from({ length: most + 10 }, (_, i) => `electrical.batteries.new${i}.voltage`)
  for (let from = 0, size = 1; from < paths.length; from += size, size = (size * 7) % 41) {
    const values = Object.fromEntries(paths.slice(from, from + size).map((path) => [path, 12]))
    const taken = await send(delta(values), size % 2 === 0 ? 0 : 1)
    accepted += taken.accepted
    for (const { reason, detail, count } of taken.rejected)
      refused.set(`${reason} ${detail}`, (refused.get(`${reason} ${detail}`) ?? 0) + count)
  }
  expect(accepted).toBe(most)
  expect([...refused]).toEqual([[`too_many more than ${most} names of batteries`, 10]])
  expect(await send(delta({ 'electrical.batteries.new0.voltage': 13 }))).toEqual({
    accepted: 1,
    rejected: [],
  })
  expect(await instanceNamesOf(records.db, device.vessel.id)).toHaveLength(most)
})

test('refuses a name that is too long or holds control characters', async () => {
  const taken = await send(
    delta({
      [`electrical.batteries.${'x'.repeat(65)}.voltage`]: 12,
      'electrical.batteries.a\u0000b.voltage': 12,
      'electrical.batteries..voltage': 12,
    }),
  )
  expect(taken).toEqual({
    accepted: 0,
    rejected: [{ reason: 'malformed', detail: 'name of batteries', count: 3 }],
  })
})

test('gives late data of the former boat the numbers of that boat', async () => {
  const before = await vesselOf()
  await send(delta({ 'electrical.batteries.lithium.voltage': 13 }))
  const moved = Date.UTC(2026, 5, 1) * 1000
  const of = {
    ...device,
    spans: [
      { vessel: before, fromUs: Number.NEGATIVE_INFINITY, untilUs: moved },
      { vessel: device.vessel, fromUs: moved, untilUs: Number.POSITIVE_INFINITY },
    ],
  }
  const late = JSON.stringify({
    updates: [
      {
        timestamp: '2026-05-01T00:00:00Z',
        values: [{ path: 'electrical.batteries.agm.voltage', value: 12 }],
      },
    ],
  })
  const decoders = new Decoders('signalk')
  await gateways[0].intake.takeMessage(of, decoders, 'signalk', Buffer.from(late))
  expect(await stored('battery_voltage', deviceOn(before))).toEqual({ 1: 12 })
  expect(await instanceNamesOf(records.db, device.vessel.id)).toMatchObject([{ name: 'lithium', number: 1 }])
})

test('numbers the names of an imported log as those of its vessel', async () => {
  await send(starter())
  const { scalars } = new Decoders('http').get('signalk').decode(Buffer.from(house()), null)
  const readings = { scalars, fixes: [], motion: [], ais: [], faults: [], rejected: [] }
  await gateways[1].intake.takeLogged(device.vessel, readings)
  expect(await stored('battery_voltage')).toEqual({ 1: 12.9, 2: 12.4 })
})
