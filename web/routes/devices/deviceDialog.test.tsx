import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import {
  createVesselDevice,
  type Device,
  getDevice,
  getDeviceRejections,
  listDevices,
  renewDeviceSecret,
} from '#contract/wire/device.ts'
import { getVessel } from '#contract/wire/vessel.ts'
import { A_VESSEL } from '../../testing/aVessel.ts'
import { closeConsole, ID, openConsole, testServer, wrongOn } from '../../testing/testConsole.tsx'

// Loads lazy modules before the clock of a test starts.
beforeAll(() => Promise.all([import('./DevicesPage.tsx'), import('./DeviceDialog.tsx')]), 60_000)
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
/** Text of the dialog once all words appear; the dialog is mounted outside the page. */
async function dialogShows(...words: readonly string[]): Promise<Element> {
  return vi.waitFor(
    () => {
      const dialog = document.querySelector('[role=dialog]')
      for (const word of words)
        if (!dialog?.textContent?.includes(word)) throw new Error(`${word} is not in: ${dialog?.textContent}`)
      return dialog as Element
    },
    { timeout: 10_000 },
  )
}

const REFUSED = {
  data: [{ received_at: '2026-06-01T12:30:00.000Z', reason: 'checksum', detail: 'GPRMC', count: 3 }],
  hours: [{ hour: '2026-06-01T12:00:00.000Z', reason: 'checksum', count: 3 }],
}

test('shows received and rejected data, and a new secret once', async () => {
  const server = testServer()
  server.answer(listDevices, { data: [device(1)], total: 1 })
  server.answer(getDevice, device(1))
  server.answer(getDeviceRejections, REFUSED)
  server.answer(renewDeviceSecret, { id: 'dev-1', secret: 's3cret' })
  await openConsole('/devices/dev-1')
  const dialog = await dialogShows(
    'Boat 1',
    'NMEA 2000',
    '3 times · Wrong checksum: GPRMC',
    'Clock behind by1.5 s',
  )
  await vi.waitFor(() => expect(dialog.querySelector('[aria-label^="Refused messages"]')).not.toBeNull(), {
    timeout: 10_000,
  })
  expect(await wrongOn(dialog)).toEqual([])
  ;[...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === 'New secret')?.click()
  await dialogShows('s3cret', 'This secret is shown only once.')
})

test('shows how a phone signs in, and its new address once', async () => {
  const server = testServer()
  const phone = device(1, { kind: 'phone', formats: { owntracks: Date.now() }, ways: { http: Date.now() } })
  server.answer(listDevices, { data: [phone], total: 1 })
  server.answer(getDevice, phone)
  server.answer(getDeviceRejections, { data: [], hours: [] })
  server.answer(renewDeviceSecret, { id: 'dev-1', secret: '0123abcd' })
  await openConsole('/devices/dev-1')
  const dialog = await dialogShows('Phone', 'Key in its address', 'OwnTracks')
  ;[...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === 'New address')?.click()
  await dialogShows('/gateway/phone/0123abcd', 'This address is shown only once.')
  expect(await wrongOn(dialog)).toEqual([])
})

test.each([
  ['Pair with Boat 1 again', null, false],
  ['Replace her device', { id: 'dev-2' }, true],
])('offers “%s” for an unpaired phone, and names the device that goes', async (name, present, replaces) => {
  const server = testServer()
  const phone = device(1, { kind: 'phone', vessel: null, unpaired_at: '2026-06-02T12:00:00.000Z' })
  server.answer(listDevices, { data: [phone], total: 1 })
  server.answer(getDevice, phone)
  server.answer(getDeviceRejections, { data: [], hours: [] })
  server.answer(getVessel, { ...A_VESSEL, name: 'Boat 1', device: present })
  server.answer(createVesselDevice, { id: 'dev-1', secret: null })
  await openConsole('/devices/dev-1')
  const dialog = await dialogShows(name, 'last on Boat 1')
  if (present) await dialogShows('Boat 1 already has the device dev-2')
  expect(await wrongOn(dialog)).toEqual([])
  ;[...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click()
  await vi.waitFor(() =>
    expect(server.asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
      ...{ device_id: 'dev-1', replace_device: replaces },
    }),
  )
})

test('shows what to do for each notice, and marks past notices', async () => {
  const server = testServer()
  const lasted = { first_at: '2026-06-01T12:00:00.000Z', last_at: '2026-06-03T12:00:00.000Z', count: 1234 }
  const notices = [
    { ...lasted, kind: 'receiver_frozen', value: null, is_past: true },
    { ...lasted, kind: 'gps_week_corrected', value: 1024, is_past: false },
  ] as const
  server.answer(listDevices, { data: [device(1)], total: 1 })
  server.answer(getDevice, device(1, { notices: [...notices] }))
  server.answer(getDeviceRejections, REFUSED)
  await openConsole('/devices/dev-1')
  const dialog = await dialogShows('1,024 weeks behind', '1,234 messages', 'Receiver frozen (past)')
  const at = (words: string) => dialog.textContent.indexOf(words)
  expect(at('GPS date corrected')).toBeLessThan(at('Receiver frozen'))
  expect(await wrongOn(dialog)).toEqual([])
})

const NOTHING = { records: 0, bytes: 0, from: null, to: null }
/** Last report of a program on board. */
const HEALTH: NonNullable<Device['health']> = {
  ...{ received_at: '2026-06-01T12:00:00.000Z', software: 'taffrail-aboard 3.11.0', clock_offset: 0 },
  ...{ clock_origin: 'gnss', damaged: 0, refused: {}, link_rate: 1000, memory_bytes: 1e8 },
  waiting: {
    now: { records: 10, bytes: 20_000, from: Date.UTC(2026, 4, 31, 12), to: Date.UTC(2026, 5, 1, 12) },
    later: { records: 90, bytes: 580_000, from: Date.UTC(2026, 4, 31, 12), to: Date.UTC(2026, 5, 1, 12) },
    on_demand: NOTHING,
  },
  dropped: { now: NOTHING, later: NOTHING, on_demand: { ...NOTHING, records: 1234 } },
  ...{ disk_used_bytes: 600_000, disk_limit_bytes: 2e9, disk_free_bytes: 5e9, disk_error: null },
  ...{ battery: 0.42, load: 0.1, uptime_s: 3600 },
  sources: [
    { name: 'tcp://192.168.1.10:1457', connected: false, silent_s: 90, error: 'connect ECONNREFUSED' },
    { name: 'can://can0', connected: true, silent_s: 0, error: null },
  ],
}

test('shows what the program on board reports: its backlog, its losses and its broken sources', async () => {
  const server = testServer()
  server.answer(listDevices, { data: [device(1, { health: HEALTH })], total: 1 })
  server.answer(getDevice, device(1, { health: HEALTH }))
  server.answer(getDeviceRejections, REFUSED)
  await openConsole('/devices/dev-1')
  const dialog = await dialogShows(
    ...['taffrail-aboard 3.11.0', '600 kB · since', 'Needs about10 min', '1,234 messages', '5.0 GB', '42 %'],
    ...['tcp://192.168.1.10:1457', 'connect ECONNREFUSED'],
  )
  expect(dialog.textContent).toContain('Link1 kB a second')
  for (const words of ['can://can0', 'Rejected on board', 'Waits for the time'])
    expect(dialog.textContent).not.toContain(words)
  expect(await wrongOn(dialog)).toEqual([])
})

test('shows a limited link, what the program on board rejected, and that its data wait for the time', async () => {
  const server = testServer()
  const health = {
    ...HEALTH,
    ...{ refused: { checksum: 7, malformed: 1200 }, link_rate: 400, link_budget: 10, clock_origin: null },
  }
  server.answer(listDevices, { data: [device(1, { health })], total: 1 })
  server.answer(getDevice, device(1, { health }))
  server.answer(getDeviceRejections, { data: [], hours: [] })
  await openConsole('/devices/dev-1')
  const dialog = await dialogShows('Link400 B a second · at most 36 kB an hour', 'Waits for the time')
  expect(dialog.textContent).toContain('Rejected on board1,200 times · Malformed7 times · Wrong checksum')
  expect(await wrongOn(dialog)).toEqual([])
})

test('places received data below the buttons, so that the buttons do not move', async () => {
  const server = testServer()
  server.answer(listDevices, { data: [device(1)], total: 1 })
  server.answer(getDevice, device(1))
  server.answer(getDeviceRejections, REFUSED)
  await openConsole('/devices/dev-1')
  const dialog = await dialogShows('What arrives', 'Revoke device')
  const at = (words: string) => dialog.textContent.indexOf(words)
  expect(at('Revoke device')).toBeLessThan(at('What arrives'))
})

test('does not say that nothing was rejected when the rejections fail to load', async () => {
  const server = testServer()
  server.answer(listDevices, { data: [device(1)], total: 1 })
  server.answer(getDevice, device(1))
  server.answer(getDeviceRejections, { refused: 'internal' })
  await openConsole('/devices/dev-1')
  const dialog = await dialogShows('Rejected data', 'Something went wrong. Could not get devices.')
  expect(dialog.textContent).not.toContain('No data was rejected.')
  expect(await wrongOn(dialog)).toEqual([])
})

test('opens a device whose id equals the name of a page', async () => {
  const server = testServer()
  server.answer(listDevices, { data: [device(1, { id: 'connect' })], total: 1 })
  server.answer(getDevice, device(1, { id: 'connect' }))
  server.answer(getDeviceRejections, { data: [], hours: [] })
  await openConsole('/devices/connect')
  await dialogShows('connect', 'NMEA 2000')
})

test.each([
  ['not_found', 'Device not found'],
  ['internal', 'Something went wrong. Could not get devices.'],
] as const)('says so when a device is refused with %s', async (refused, words) => {
  const server = testServer()
  server.answer(listDevices, { data: [], total: 0 })
  server.answer(getDevice, { refused })
  await openConsole('/devices/dev-1')
  expect(await wrongOn(await dialogShows(words))).toEqual([])
})
