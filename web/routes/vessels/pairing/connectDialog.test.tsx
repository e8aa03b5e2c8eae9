import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createVesselDevice, getDevice, getDeviceRejections, getGateway } from '#contract/wire/device.ts'
import { getVessel } from '#contract/wire/vessel.ts'
import { getVesselStatus } from '#contract/wire/vesselStatus.ts'
import { A_VESSEL } from '../../../testing/aVessel.ts'
import {
  closeConsole,
  ID,
  openConsole,
  personOf,
  testServer,
  wrongOn,
} from '../../../testing/testConsole.tsx'

// Loads lazy modules before the clock of a test starts.
beforeAll(() => Promise.all([import('../vessel/VesselPage.tsx'), import('./ConnectDialog.tsx')]), 60_000)
afterEach(closeConsole)

const CONNECT = `/vessels/${ID.vessel}/connect`

function aServer(person = personOf('organization-admin')) {
  const server = testServer(person)
  server.answer(getVessel, A_VESSEL)
  server.answer(getVesselStatus, 'never')
  server.answer(getGateway, { mqtt: { host: 'sea.example', port: 1884, is_secure: false } })
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

const press = (dialog: Element, words: string) =>
  [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === words)?.click()

/** Chooses how the boat sends; the dialog has one selection. */
async function choose(dialog: Element, option: string) {
  dialog.querySelector<HTMLInputElement>('input[aria-haspopup=listbox]')?.click()
  await vi.waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('[role=option]')].find(
      ({ textContent }) => textContent === option,
    )
    if (!found) throw new Error(`${option} is not offered`)
    found.click()
  })
}

test('shows lines to copy with address, id and secret, and received data below', async () => {
  const server = aServer()
  server.answer(createVesselDevice, { id: 'dev-1', secret: 's3cret' })
  server.answer(getDevice, {
    ...{
      id: 'dev-1',
      kind: 'device',
      last_seen: null,
      ways: {},
      formats: {},
      samples_per_minute: null,
      clock_offset: null,
    },
    notices: [],
    health: null,
    vessel: { id: ID.vessel, name: 'Særún' },
    last_vessel: { id: ID.vessel, name: 'Særún' },
    ...{ paired_at: '2026-06-01T12:00:00.000Z', unpaired_at: null },
  })
  server.answer(getDeviceRejections, { data: [], hours: [] })
  await openConsole(CONNECT)
  const dialog = await dialogShows('Connect Særún')
  expect(await wrongOn(dialog)).toEqual([])
  ;[...dialog.querySelectorAll('button')]
    .find(({ textContent }) => textContent === 'Make credentials')
    ?.click()
  await dialogShows('-h sea.example -p 1884', '-u dev-1 -P s3cret', 'What arrives', 'No data was rejected.')
  expect(await wrongOn(dialog)).toEqual([])
})

test('shows the address of a phone with its place in each app', async () => {
  const server = aServer()
  server.answer(createVesselDevice, { id: 'phone-1', secret: '0123abcd' })
  server.answer(getDevice, {
    ...{ id: 'phone-1', kind: 'phone', last_seen: null, ways: {}, formats: {}, samples_per_minute: null },
    ...{ clock_offset: null, notices: [], health: null },
    vessel: { id: ID.vessel, name: 'Særún' },
    last_vessel: { id: ID.vessel, name: 'Særún' },
    ...{ paired_at: '2026-06-01T12:00:00.000Z', unpaired_at: null },
  })
  server.answer(getDeviceRejections, { data: [], hours: [] })
  await openConsole(CONNECT)
  const dialog = await dialogShows('Connect Særún')
  await choose(dialog, 'An app on a phone')
  press(dialog, 'Make an address')
  await dialogShows('/gateway/phone/0123abcd', 'Overland', 'spd=%SPD', 'This address is shown only once.')
  expect(dialog.querySelector('svg[aria-label="Address of the phone as a QR code"]')).not.toBeNull()
  expect(await wrongOn(dialog)).toEqual([])
  await choose(dialog, 'MQTT')
  await dialogShows('Make credentials')
})

test('warns before a phone takes the place of another device', async () => {
  const server = aServer()
  server.answer(getVessel, { ...A_VESSEL, device: { id: 'dev-1' } })
  server.answer(getDevice, {
    ...{ id: 'dev-1', kind: 'device', last_seen: null, ways: {}, formats: {}, samples_per_minute: null },
    ...{ clock_offset: null, notices: [], health: null },
    vessel: { id: ID.vessel, name: 'Særún' },
    last_vessel: { id: ID.vessel, name: 'Særún' },
    ...{ paired_at: '2026-06-01T12:00:00.000Z', unpaired_at: null },
  })
  server.answer(getDeviceRejections, { data: [], hours: [] })
  server.answer(createVesselDevice, { id: 'phone-1', secret: '0123abcd' })
  await openConsole(CONNECT)
  const dialog = await dialogShows('Make a new secret')
  await choose(dialog, 'An app on a phone')
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
