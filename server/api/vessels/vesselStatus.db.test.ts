import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_US } from '#contract/domain/time.ts'
import { sourceOf } from '#contract/wire/source.ts'
import type { VesselStatusGroups } from '#contract/wire/vesselStatus.ts'
import { instanceNames } from '#server/stores/relational/schema.ts'
import {
  bearer,
  emailOf,
  type Place,
  signIn,
  type TestApi,
  type Thing,
  testApi,
  tokenOf,
  twoOrganizations,
} from '#server/testing/testApi.ts'

const NOW_US = Date.UTC(2026, 5, 18, 12) * 1000
const bus = sourceOf('n2k', 0, 35)
let api: TestApi
let things: Record<Place, Thing>
let admin: { authorization: string }

beforeAll(async () => {
  api = await testApi()
  things = await twoOrganizations(api.records.db)
  admin = bearer(await tokenOf(api.app, await signIn(api.app, emailOf('organization-admin'))))
  const sample = (timeUs: number, key: string, instance: number, value: number | null, source = bus) =>
    ({ timeUs, key, instance, value, source }) as never
  await api.telemetry.append([
    {
      vesselNumber: things.own.vesselNumber,
      scalars: [
        sample(NOW_US - 1e6, 'engine_speed', 1, 40),
        sample(NOW_US, 'engine_speed', 1, 50),
        sample(NOW_US, 'engine_speed', 2, 20),
        sample(NOW_US - 5e6, 'coolant_temperature', 1, 353.15),
        sample(NOW_US, 'coolant_temperature', 1, null),
        sample(NOW_US, 'oil_pressure', 1, 250_000),
        sample(NOW_US, 'fuel_level', 0, 62),
        // A battery that was removed long ago, and a value computed by the server.
        sample(NOW_US - 40 * DAY_US, 'battery_voltage', 1, 12.5),
        sample(NOW_US, 'rog', 0, 9, 0),
      ],
      ...{ fixes: [], motion: [], ais: [], faults: [] },
      senders: [
        { timeUs: NOW_US, address: 35, what: 'name', value: 'C0328200E7ABCDEF' },
        { timeUs: NOW_US, address: 35, what: 'model', value: 'EMU-1' },
      ] as never,
    },
  ])
})
afterAll(() => api.close())

const statusUrl = () => `/api/vessels/${things.own.vesselId}/status`
const status = async () =>
  (await api.app.inject({ url: statusUrl(), headers: admin })).json<{ data: VesselStatusGroups }>().data

test('shows the newest values of every device, in display units, with their sender', async () => {
  const { engine, battery, tank, other_sensors } = await status()
  expect(engine.map(({ id, name, instance_number }) => [id, name, instance_number])).toEqual([
    ['engine_1', 'Engine 1', 1],
    ['engine_2', 'Engine 2', 2],
  ])
  const [first] = engine
  expect(first?.message_source).toEqual({
    ...{ protocol: 'n2k', address: 35 },
    ...{ name: 'C0328200E7ABCDEF', model: 'EMU-1' },
  })
  const values = Object.fromEntries(first?.fields.map(({ key, value, unit }) => [key, [value, unit]]) ?? [])
  expect(values).toEqual({
    engine_speed_1: [3000, 'rpm'],
    coolant_temperature_1: [80, '°C'],
    oil_pressure_1: [2.5, 'bar'],
  })
  expect(first?.fields.find(({ key }) => key === 'coolant_temperature_1')?.last_updated).toBe(
    '2026-06-18T11:59:55.000Z',
  )
  expect(tank.map(({ id }) => id)).toEqual(['tank_0'])
  expect(battery.map(({ id, last_updated }) => [id, last_updated])).toEqual([
    ['battery_1', '2026-05-09T12:00:00.000Z'],
  ])
  expect(other_sensors).toEqual([])
})

test('shows no devices for a silent vessel, and answers not found for another organization’s', async () => {
  const ask = (place: Place) =>
    api.app.inject({ url: `/api/vessels/${things[place].vesselId}/status`, headers: admin })
  expect((await ask('sibling')).json().data).toEqual({ engine: [], battery: [], tank: [], other_sensors: [] })
  expect((await ask('foreign')).statusCode).toBe(404)
})

test('stores and removes a person’s name for a device', async () => {
  const name = (deviceKey: string, label: string, headers = admin) =>
    api.app.inject({
      method: 'PUT',
      url: `/api/vessels/${things.own.vesselId}/device_label/${deviceKey}${label && `?label=${label}`}`,
      headers,
    })
  const viewer = bearer(await tokenOf(api.app, await signIn(api.app, emailOf('department-viewer'))))
  expect((await name('engine_1', 'Port', viewer)).statusCode).toBe(403)
  expect((await name('engine_1', 'x'.repeat(51))).json().message).toContain('Maximum 50 symbols')
  expect((await name('Engine%201', 'Port')).statusCode).toBe(404)
  expect((await name('engine_1', 'Port')).json()).toEqual({ label: 'Port' })
  expect((await status()).engine.map(({ label }) => label)).toEqual(['Port', null])
  expect((await name('engine_1', '')).json()).toEqual({ label: null })
  expect((await status()).engine.map(({ label }) => label)).toEqual([null, null])
})

test('shows the name that the boat’s own system gives a battery, an engine or a switch', async () => {
  const { vesselId, vesselNumber } = things.own
  const sample = (key: string, instance: number, value: number) =>
    ({ timeUs: NOW_US, key, instance, value, source: sourceOf('signalk', 0, 'a') }) as never
  await api.records.db.insert(instanceNames).values([
    { vesselId, family: 'batteries', name: 'house', number: 1 },
    { vesselId, family: 'batteries', name: '258', number: 2 },
    { vesselId, family: 'batteries', name: '2', number: 3 },
    { vesselId, family: 'switches', name: 'bilge pump', number: 1 },
  ])
  const scalars = [
    ...[1, 2, 3].map((instance) => sample('battery_voltage', instance, 12)),
    sample('further_switch', 1, 1),
  ]
  await api.telemetry.append([{ vesselNumber, scalars, fixes: [], motion: [], ais: [], faults: [] }])
  const { battery, other_sensors } = await status()
  const named = [...battery, ...other_sensors.filter(({ type }) => type === 'switch')]
  expect(named.map(({ id, name, instance_name }) => [id, name, instance_name])).toEqual([
    ['battery_1', 'Battery house', 'house'],
    ['battery_2', 'Battery 258', '258'],
    ['battery_3', 'Battery 3', null],
    ['switch_253', 'Switch bilge pump', 'bilge pump'],
  ])
  const sources = await api.app.inject({ url: `/api/vessels/${vesselId}/sources`, headers: admin })
  const byField = new Map<string, string | null>(
    sources
      .json()
      .data.map((one: { field: string; instance_name: string | null }) => [one.field, one.instance_name]),
  )
  expect([byField.get('battery_voltage_1'), byField.get('battery_voltage_3')]).toEqual(['house', null])
})

test('shows the word of a gear and of a switch', async () => {
  const { vesselNumber } = things.own
  const sample = (key: string, instance: number, value: number) =>
    ({ timeUs: NOW_US, key, instance, value, source: bus }) as never
  const scalars = [sample('transmission_gear', 2, 2), sample('switch', 1, 1)]
  await api.telemetry.append([{ vesselNumber, scalars, fixes: [], motion: [], ais: [], faults: [] }])
  const { engine, other_sensors } = await status()
  const fields = [...engine, ...other_sensors].flatMap((device) => device.fields)
  const wordOf = (name: string) => fields.find(({ key }) => key === name)?.display_value
  expect([wordOf('transmission_gear_2'), wordOf('switch_1')]).toEqual(['Reverse', 'On'])
})
