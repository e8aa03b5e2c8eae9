import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { listPairings, pairDevice, transferDevice } from '#contract/wire/device.ts'
import { getVessel, type Vessel, type WireMapVessel } from '#contract/wire/vessel.ts'
import { getVesselStatus } from '#contract/wire/vesselStatus.ts'
import { A_VESSEL } from '../../../testing/aVessel.ts'
import { closeConsole, ID, openConsole, shows, testServer, wrongOn } from '../../../testing/testConsole.tsx'
import { toast } from '../../../toasts/toast.ts'

// Loads lazy modules before the clock of a test starts.
beforeAll(() => Promise.all([import('../vessel/VesselPage.tsx'), import('./PairDialog.tsx')]), 60_000)
afterEach(closeConsole)

const OTHER = ID.vessel.replace('4', '7')
const onMap = (id: string, name: string): WireMapVessel => ({
  ...A_VESSEL.live,
  ...{ id, name, kind: 'rib', picture_url: null, department_id: ID.department },
  ...{ status: 'unpaired', trip_id: null, impact_limit: 3, last_updated: Date.now() },
})

async function openPairing(method: string, device: Vessel['device'] = null, others = device) {
  const server = testServer()
  server.answer(getVessel, ({ url }) =>
    url.pathname.endsWith(OTHER)
      ? { ...A_VESSEL, id: OTHER, name: 'Njála', device: others }
      : { ...A_VESSEL, device },
  )
  server.answer(getVesselStatus, 'never')
  server.answer(listPairings, { data: [], total: 0 })
  await openConsole(`/vessels/${ID.vessel}/pair`)
  server.publish('vessel_map_view', [onMap(ID.vessel, 'Særún'), onMap(OTHER, 'Njála')])
  await shows(document.body, method)
  ;[...document.querySelectorAll('button')]
    .find(({ textContent }) => textContent?.startsWith(method))
    ?.click()
  return server
}
const codeField = () =>
  vi.waitFor(() => {
    const input = document.querySelector<HTMLInputElement>('input[name=pairing_code]')
    if (!input) throw new Error('no field for a code')
    return input
  })
async function type(text: string) {
  const input = await codeField()
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  // Like a browser, cuts pasted text to the length that the field accepts.
  set?.call(input, input.maxLength > 0 ? text.slice(0, input.maxLength) : text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
const send = () => document.querySelector<HTMLFormElement>('[role=dialog] form')?.requestSubmit()
const sent = (server: ReturnType<typeof testServer>) =>
  server.asked
    .filter(({ url }) => url.pathname.endsWith('/pair-device'))
    .map(({ body }) => (body as { pairing_code: string }).pairing_code)

test('says when a code is too short or too long, and sends it with its eighth character', async () => {
  const server = await openPairing('Pair a new device')
  server.answer(pairDevice, { refused: 'INCORRECT_PAIRING_CODE' })
  await type('abc')
  send()
  await shows(document.body, 'Code must be at least 8 characters')
  await type('abcd')
  await vi.waitFor(() => expect(document.body.textContent).not.toContain('Code must be'))
  await type('abcdefgh2')
  await shows(document.body, 'Code can be 8 characters at maximum')
  expect(sent(server)).toEqual([])
  await type('abcd efg2')
  await shows(document.body, 'Incorrect pairing code. Please check and try again.')
  expect(sent(server)).toEqual(['ABCDEFG2'])
  expect(await wrongOn(document.body)).toEqual([])
})

test('offers no transfer for a vessel without a device', async () => {
  const toasted = vi.spyOn(toast, 'failure').mockResolvedValue()
  await openPairing('Transfer a device between vessels')
  send()
  await shows(document.body, 'You must select a vessel')
  document.querySelector<HTMLInputElement>('input[name=from]')?.click()
  const choose = (name: string) =>
    vi.waitFor(() => {
      const option = [...document.querySelectorAll<HTMLElement>('[role=option]')].find(
        ({ textContent }) => textContent === name,
      )
      if (!option) throw new Error(`${name} is not offered`)
      option.click()
    })
  await choose('Særún')
  send()
  await shows(document.body, 'You cannot transfer a device to the same vessel')
  document.querySelector<HTMLInputElement>('input[name=from]')?.click()
  await choose('Njála')
  send()
  await vi.waitFor(() => expect(toasted).toHaveBeenCalledWith('pairing.noDevice', expect.anything()), {
    timeout: 10_000,
  })
})

const bodies = (server: ReturnType<typeof testServer>, end: string) =>
  server.asked.filter(({ url }) => url.pathname.includes(end)).map(({ body }) => body)

test('a code asks for a confirmation before it replaces the device that the dialog names', async () => {
  const server = await openPairing('Pair a new device', { id: 'dev-old' })
  await shows(document.body, 'Særún already has the device dev-old. It will be unpaired from her.')
  server.answer(pairDevice, { refused: 'VESSEL_HAS_DEVICE' })
  await type('abcdefg2')
  await shows(document.body, 'The code is right. Replace the device that the vessel has?')
  expect(await wrongOn(document.body)).toEqual([])
  server.answer(pairDevice, { device: { id: 'dev-new' } })
  await shows(document.body, 'Replace device')
  send()
  await vi.waitFor(() =>
    expect(bodies(server, '/pair-device')).toMatchObject([
      { pairing_code: 'ABCDEFG2', replace_device: false },
      { pairing_code: 'ABCDEFG2', replace_device: true },
    ]),
  )
})

test('names the device that another person paired meanwhile, and replaces it only when asked again', async () => {
  const server = await openPairing('Pair a new device')
  await codeField()
  server.answer(getVessel, { ...A_VESSEL, device: { id: 'dev-other' } })
  server.answer(pairDevice, { refused: 'VESSEL_HAS_DEVICE' })
  await type('abcdefg2')
  await shows(document.body, 'Særún already has the device dev-other. It will be unpaired from her.')
  expect(bodies(server, '/pair-device')).toMatchObject([{ pairing_code: 'ABCDEFG2', replace_device: false }])
})

test('a transfer names both devices before it confirms the replacement', async () => {
  const [mine, others] = [{ id: 'dev-mine' }, { id: 'dev-old' }]
  const server = await openPairing('Transfer a device between vessels', mine, others)
  server.answer(transferDevice, { ok: true })
  document.querySelector<HTMLInputElement>('input[name=to]')?.click()
  await vi.waitFor(() => {
    const options = [...document.querySelectorAll<HTMLElement>('[role=option]')]
    const option = options.findLast(({ textContent }) => textContent === 'Njála')
    if (!option) throw new Error('Njála is not offered')
    option.click()
  })
  await shows(
    document.body,
    'Njála already has the device dev-old. It will be unpaired from her, and dev-mine takes its place.',
  )
  send()
  await vi.waitFor(() => expect(bodies(server, '/transfer/')).toMatchObject([{ replace_device: true }]))
})
