import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import {
  createVesselDevice,
  getDevice,
  getDeviceRejections,
  getGateway,
  pairDevice,
} from '#contract/wire/device.ts'
import { getVessel } from '#contract/wire/vessel.ts'
import { getVesselStatus } from '#contract/wire/vesselStatus.ts'
import { act } from '../../../testing/act.ts'
import { A_VESSEL } from '../../../testing/aVessel.ts'
import {
  closeConsole,
  ID,
  openConsole,
  personOf,
  testServer,
  wrongOn,
} from '../../../testing/testConsole.tsx'
import { CONNECT_KINDS } from './connectKinds.ts'

// Loads lazy modules before the clock of a test starts.
beforeAll(() => Promise.all([import('../vessel/VesselPage.tsx'), import('./ConnectDialog.tsx')]), 60_000)
afterEach(closeConsole)

const GATEWAY = {
  mqtt: { host: 'sea.example', port: 1884, is_secure: false },
  ...{ tracker_port: 5027, nmea_port: 10110, has_unauthenticated_networks: true },
  console_urls: ['http://192.168.1.20:3000', 'http://10.0.0.7:3000'],
}
const CONNECT = `/vessels/${ID.vessel}/connect`

const HAS_SENT = {
  ...{ id: 'dev-1', kind: 'device' as const, ways: {}, formats: {}, samples_per_minute: null },
  ...{ last_seen: Date.parse('2026-06-01T12:00:00Z'), clock_offset: null, notices: [], health: null },
  vessel: { id: ID.vessel, name: 'Særún' },
  last_vessel: { id: ID.vessel, name: 'Særún' },
  ...{ paired_at: '2026-06-01T12:00:00.000Z', unpaired_at: null },
}

function aServer(person = personOf('organization-admin')) {
  const server = testServer(person)
  server.answer(getVessel, A_VESSEL)
  server.answer(getVesselStatus, 'never')
  server.answer(getGateway, GATEWAY)
  server.answer(getDevice, HAS_SENT)
  server.answer(getDeviceRejections, { data: [], hours: [] })
  return server
}

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

const DEVICE = { id: 'dev-1', paired_at: '2026-06-01T12:00:00.000Z' }

function type(dialog: Element, code: string) {
  const input = dialog.querySelector<HTMLInputElement>('[name=pairing_code]')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, code)
  input?.dispatchEvent(new Event('input', { bubbles: true }))
}

const press = (dialog: Element, name: string) =>
  [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(name))?.click()

test('asks what is on board, and shows the steps for it with this address and a place for the code', async () => {
  aServer()
  await openConsole(CONNECT)
  const dialog = await dialogShows('Connect Særún', 'What do you have on board?')
  expect(dialog.querySelectorAll('li button')).toHaveLength(Object.keys(CONNECT_KINDS).length)
  expect(await wrongOn(dialog)).toEqual([])
  press(dialog, 'Signal K server')
  await dialogShows(
    ...['http://192.168.1.20:3000/aboard/signalk-taffrail.tgz', 'Plugin Config', 'Pairing code'],
  )
  expect(await wrongOn(dialog)).toEqual([])
  press(dialog, 'What do you have on board?')
  await dialogShows('Our own protocol')
  press(dialog, 'Wi-Fi or Ethernet gateway')
  await dialogShows(`taffrail-aboard --server http://192.168.1.20:3000 tcp://192.168.1.10:1457`)
  expect(await wrongOn(dialog)).toEqual([])
})

test('never shows an address that means another computer on board, but asks for one', async () => {
  const server = aServer()
  server.answer(getGateway, { ...GATEWAY, mqtt: { ...GATEWAY.mqtt, host: null }, console_urls: [] })
  server.answer(createVesselDevice, { id: 'dev-1', secret: 's3cret' })
  await openConsole(CONNECT)
  press(await dialogShows('What do you have on board?'), 'Our own protocol')
  const dialog = await dialogShows('You opened the console as localhost', 'it listens only on this one')
  const field = dialog.querySelector('input')
  const fill = (text: string) =>
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      field?.dispatchEvent(new Event('input', { bubbles: true }))
    })
  expect(dialog.textContent).not.toContain('Make credentials')
  fill('192.168.1.7:3000')
  await dialogShows('Type an address such as http://192.168.1.20:3000.')
  expect(dialog.textContent).not.toContain('Make credentials')
  fill('http://192.168.1.7:3000/')
  await dialogShows('Make credentials')
  press(dialog, 'Make credentials')
  await dialogShows('-h 192.168.1.7 -p 1884')
  expect(dialog.textContent).not.toContain('-h localhost')
  expect(await wrongOn(dialog)).toEqual([])
  localStorage.removeItem('console-address')
})

test('a right code pairs the device, and the dialog then shows what arrives', async () => {
  const server = aServer()
  server.answer(pairDevice, { ...A_VESSEL, device: DEVICE })
  await openConsole(CONNECT)
  press(await dialogShows('What do you have on board?'), 'Raspberry Pi')
  const dialog = await dialogShows('Pairing code')
  server.answer(getVessel, { ...A_VESSEL, device: DEVICE })
  type(dialog, 'abcd2345')
  await dialogShows('Vessel paired successfully with the device', 'No data yet.', 'What arrives')
  expect(server.asked.find(({ url }) => url.pathname.endsWith('/pair-device'))?.body).toMatchObject({
    pairing_code: 'ABCD2345',
  })
})

test('shows lines to copy with address, id and secret, and received data below', async () => {
  const server = aServer()
  server.answer(createVesselDevice, { id: 'dev-1', secret: 's3cret' })
  await openConsole(CONNECT)
  press(await dialogShows('What do you have on board?'), 'Our own protocol')
  const dialog = await dialogShows('Make credentials')
  expect(await wrongOn(dialog)).toEqual([])
  server.answer(getVessel, { ...A_VESSEL, device: DEVICE })
  press(dialog, 'Make credentials')
  await dialogShows('-h sea.example -p 1884', '-u dev-1 -P s3cret', 'What arrives', 'No data was rejected.')
  expect(await wrongOn(dialog)).toEqual([])
})

test('shows no empty table while a new device has sent nothing', async () => {
  const server = aServer()
  server.answer(getDevice, { ...HAS_SENT, last_seen: null })
  server.answer(createVesselDevice, { id: 'dev-1', secret: 's3cret' })
  await openConsole(CONNECT)
  press(await dialogShows('What do you have on board?'), 'Our own protocol')
  const dialog = await dialogShows('Make credentials')
  await vi.waitFor(() => expect(dialog.querySelector('button[data-disabled]')).toBeNull())
  server.answer(getVessel, { ...A_VESSEL, device: DEVICE })
  press(dialog, 'Make credentials')
  await dialogShows('-u dev-1 -P s3cret', 'No data yet.')
  expect(dialog.textContent).not.toContain('What arrives')
  server.answer(getDevice, HAS_SENT)
  await dialogShows('What arrives')
})

test('shows the address of a phone with its place in each app', async () => {
  const server = aServer()
  server.answer(createVesselDevice, { id: 'phone-1', secret: '0123abcd' })
  await openConsole(CONNECT)
  const dialog = await dialogShows('What do you have on board?')
  press(dialog, 'OwnTracks')
  await dialogShows('Make an address')
  press(dialog, 'Make an address')
  await dialogShows('/gateway/phone/0123abcd', 'Overland', 'spd=%SPD', 'This address is shown only once.')
  await vi.waitFor(() =>
    expect(dialog.querySelector('svg[aria-label="Address of the phone as a QR code"]')).not.toBeNull(),
  )
  expect(await wrongOn(dialog)).toEqual([])
  press(dialog, 'What do you have on board?')
  await dialogShows('Our own protocol')
  press(dialog, 'Our own protocol')
  await dialogShows('Make credentials')
})

test('warns before a phone takes the place of another device', async () => {
  const server = aServer()
  server.answer(getVessel, { ...A_VESSEL, device: { id: 'dev-1' } })
  server.answer(createVesselDevice, { id: 'phone-1', secret: '0123abcd' })
  await openConsole(CONNECT)
  const dialog = await dialogShows('What do you have on board?')
  press(dialog, 'OwnTracks')
  await dialogShows('Replace her device', 'dev-1')
  press(dialog, 'Replace her device')
  await dialogShows('/gateway/phone/0123abcd')
  const body = server.asked.find(({ url }) => url.pathname.endsWith('/devices'))?.body
  expect(body).toMatchObject({ kind: 'phone', replace_device: true })
})

test('shows no lines when the address of the broker is unknown', async () => {
  const server = aServer()
  server.answer(getGateway, { refused: 'internal' })
  await openConsole(CONNECT)
  press(await dialogShows('What do you have on board?'), 'Our own protocol')
  const dialog = await dialogShows('Something went wrong. Could not get devices.')
  expect(dialog.textContent).not.toContain('Make credentials')
  expect(await wrongOn(dialog)).toEqual([])
})

test('is closed to a user who may not pair', async () => {
  const server = aServer(personOf('department-viewer'))
  await openConsole(CONNECT)
  await dialogShows('You do not have the required permissions to access this resource.')
  const asked = server.asked.map(({ url }) => url.pathname)
  expect(asked.filter((one) => /gateway/.test(one))).toEqual([])
})

test('checks the IMEI of a tracker, and says that it proves nothing', async () => {
  const server = aServer()
  server.answer(createVesselDevice, { id: 'imei-356307042441013', secret: null })
  await openConsole(CONNECT)
  const dialog = await dialogShows('What do you have on board?')
  press(dialog, 'GPS tracker')
  await dialogShows('IMEI, 15 digits', 'Not authenticated', 'to sea.example, port 5027')
  expect(await wrongOn(dialog)).toEqual([])
  const fill = (text: string) =>
    act(() => {
      const input = dialog.querySelector<HTMLInputElement>('input[maxlength="45"]')
      if (!input) throw new Error('there is no field for the IMEI')
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
      set?.call(input, text)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
  const submit = () =>
    [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === 'Add')?.click()
  fill('356307042441014')
  submit()
  await dialogShows('This is no IMEI: a digit is wrong')
  fill('356307042441013')
  submit()
  await vi.waitFor(() => {
    const body = server.asked.find(({ url }) => url.pathname.endsWith('/devices'))?.body
    expect(body).toMatchObject({ kind: 'tracker', imei: '356307042441013', replace_device: false })
  })
  await dialogShows('Vessel paired successfully with the device')
  expect(dialog.textContent).not.toContain('Not authenticated')
})

test.each([
  ['GPS tracker', { tracker_port: null }, ['TELTONIKA_PORT=5027']],
  [
    'NMEA 0183 source',
    { has_unauthenticated_networks: false },
    ['sea.example, port 10110', 'UNAUTHENTICATED_NETWORKS'],
  ],
])('names the setting that a %s lacks, instead of steps that cannot work', async (kind, lacks, words) => {
  const server = aServer()
  server.answer(getGateway, { ...GATEWAY, ...lacks })
  await openConsole(CONNECT)
  const dialog = await dialogShows('What do you have on board?')
  press(dialog, kind)
  await dialogShows(...words)
  // The address of the console is the only thing to fill in.
  expect([...dialog.querySelectorAll('input')].map(({ placeholder }) => placeholder)).toEqual([
    ...['http://192.168.1.20:3000'],
  ])
  expect(await wrongOn(dialog)).toEqual([])
})
