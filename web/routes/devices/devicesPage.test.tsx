import { afterEach, beforeAll, expect, test } from 'vitest'
import { type Device, listDevices } from '#contract/wire/device.ts'
import {
  closeConsole,
  ID,
  openConsole,
  personOf,
  shows,
  testServer,
  wrongOn,
} from '../../testing/testConsole.tsx'

// Loads lazy modules before the clock of a test starts.
beforeAll(() => import('./DevicesPage.tsx'), 60_000)
afterEach(closeConsole)

const device = (number: number, more: Partial<Device> = {}): Device => ({
  id: `dev-${number}`,
  kind: 'device',
  last_seen: Date.now() - 5000,
  ways: { mqtt: Date.now() },
  formats: { n2k: Date.now() },
  samples_per_minute: 1234,
  clock_offset: -1500,
  vessel: { id: ID.vessel, name: `Boat ${number}` },
  last_vessel: { id: ID.vessel, name: `Boat ${number}` },
  paired_at: '2026-06-01T12:00:00.000Z',
  unpaired_at: null,
  notices: [],
  health: null,
  ...more,
})
const NO_ACCESS = 'You do not have the required permissions to access this resource.'

test('shows many devices, including unpaired ones', async () => {
  const many = Array.from({ length: 19 }, (_, i) => device(i + 1))
  const away = device(20, {
    vessel: null,
    unpaired_at: '2026-06-02T12:00:00.000Z',
    last_seen: null,
    ways: {},
    formats: { imu: Date.now(), readings: Date.now(), n2k: Date.now() },
  })
  testServer().answer(listDevices, { data: [...many, away], total: 57 })
  const place = await openConsole('/devices')
  await shows(
    place,
    'dev-19',
    'Boat 7',
    'MQTT',
    'NMEA 2000',
    '1,234',
    'Motion, NMEA 2000, Readings',
    'Not paired, last on Boat 20',
    'Not yet',
    '57',
  )
  expect(await wrongOn(place)).toEqual([])
})

test('says of a tracker and of a source of NMEA 0183 that they are not authenticated', async () => {
  const kinds = [device(1, { kind: 'tracker' }), device(2, { kind: 'nmea' }), device(3, { kind: 'phone' })]
  testServer().answer(listDevices, { data: kinds, total: 3 })
  const place = await openConsole('/devices')
  const text = await shows(
    place,
    'Tracker · not authenticated',
    'NMEA 0183 source · not authenticated',
    'Phone',
  )
  expect(text).not.toContain('Phone · not authenticated')
})

test('names current notices of a device, and no past ones', async () => {
  const lasted = { first_at: '2026-06-01T12:00:00.000Z', last_at: '2026-06-03T12:00:00.000Z', count: 1 }
  const notices: Device['notices'] = [
    { ...lasted, kind: 'clock_invalid', value: null, is_past: false },
    { ...lasted, kind: 'receiver_frozen', value: null, is_past: true },
  ]
  testServer().answer(listDevices, { data: [device(1, { notices })], total: 1 })
  const place = await openConsole('/devices')
  expect(await shows(place, 'Clock not set')).not.toContain('Receiver frozen')
  expect(await wrongOn(place)).toEqual([])
})

test('leads to a boat to connect when there are no devices', async () => {
  testServer().answer(listDevices, { data: [], total: 0 })
  const place = await openConsole('/devices')
  await shows(place, 'No devices yet', 'Connect a boat')
  expect(place.querySelector('a[href="/devices/connect/boat"]')).not.toBeNull()
  expect(await wrongOn(place)).toEqual([])
})

test.each([
  ['internal', 'Something went wrong. Could not get devices.'],
  ['not_allowed', NO_ACCESS],
] as const)('says so when the list is refused with %s', async (refused, words) => {
  testServer().answer(listDevices, { refused })
  const place = await openConsole('/devices')
  await shows(place, words)
  expect(await wrongOn(place)).toEqual([])
})

test('offers nothing to a user who may not pair', async () => {
  const server = testServer(personOf('organization-viewer'))
  server.answer(listDevices, { refused: 'not_allowed' })
  const place = await openConsole('/devices')
  await shows(place, NO_ACCESS)
  expect(place.querySelector('a[href="/devices/connect/boat"]')).toBeNull()
})

test('shows no empty state until the devices are loaded', async () => {
  testServer().answer(listDevices, 'never')
  const place = await openConsole('/devices')
  expect(await shows(place, 'Devices')).not.toContain('No devices')
  expect(await wrongOn(place)).toEqual([])
})

test('does not ask for a vessel first until the fleet is loaded', async () => {
  testServer().answer(listDevices, { data: [], total: 0 })
  await openConsole('/devices/connect/boat')
  await expect.poll(() => document.querySelector('[role=dialog]')?.textContent).toContain('Connect a boat')
  expect(document.querySelector('[role=dialog]')?.textContent).not.toContain('Add a vessel')
})
