import { afterEach, expect, test, vi } from 'vitest'
import { acknowledgeAlert, type WireAlert } from '#contract/wire/alert.ts'
import { listCaptains } from '#contract/wire/captain.ts'
import { getHelm, type Helm, takeHelm } from '#contract/wire/helm.ts'
import { getMe } from '#contract/wire/user.ts'
import {
  closeConsole,
  ID,
  openConsole,
  personOf,
  shows,
  testServer,
  wrongOn,
} from '../../testing/testConsole.tsx'

afterEach(closeConsole)

const HELM: Helm = {
  vessel: { id: ID.vessel, name: 'Sæbjörg', impact_limit: 3, safety_speed_limit: 20 },
  captain: null,
  trip: null,
  spans: [],
  must_choose: false,
  guidance: null,
  alerts: [],
}
const PATH = `/vessels/${ID.vessel}/helm`
const LIVE = {
  ...{ lat: 64, lon: -22, cog: 90, sog: 18.4, impact: 0.6 },
  ...{ temperature: null, wind_speed: null, wind_direction: null, wave_height: null },
  sog_derived: false,
  status: 'sailing' as const,
}
const live = (more: object) => ({ ...LIVE, impact_time: Date.now(), last_updated: Date.now(), ...more })
const topic = `vessels/v3/${ID.vessel}` as const

test('waits for data, then shows the dials and what exceeds a limit', async () => {
  const server = testServer()
  server.answer(getHelm, HELM)
  const place = await openConsole(PATH)
  await shows(place, 'Sæbjörg', 'Waiting for data', 'No captain')
  expect(await wrongOn(place)).toEqual([])
  server.publish(topic, live({ sog: 25 }))
  await shows(place, 'Live', '25.0', '0.6', 'Over the limit')
  server.publish(topic, live({ sog_derived: true, last_updated: Date.now() - 5000 }))
  await shows(place, /Delayed \ds/, 'Speed over ground (derived)')
  server.publish(topic, live({ last_updated: Date.now() - 90_000 }))
  await shows(place, 'Last updated')
})

const gaugeOf = (place: HTMLElement, name: string) =>
  place.querySelector<HTMLElement>(`section[aria-label="${name}"]`)

test('marks the gauge whose value stopped as old, and calls nothing live meanwhile', async () => {
  const server = testServer()
  server.answer(getHelm, HELM)
  const place = await openConsole(PATH)
  await shows(place, 'Sæbjörg')
  const sogAgo = (ms: number) => live({ measured_at: { sog: Date.now() - ms } })
  server.publish(topic, sogAgo(20_000))
  await shows(place, /Delayed 2\ds/, '18.4')
  expect(gaugeOf(place, 'Speed over ground')?.textContent).toMatch(/18\.4knDelayed 2\ds/)
  expect(gaugeOf(place, 'Impact')?.textContent).toMatch(/0\.6gImpact limit/)
  expect(place.textContent).not.toContain('Live')
  server.publish(topic, sogAgo(5 * 60_000))
  await vi.waitFor(() => expect(gaugeOf(place, 'Speed over ground')?.textContent).toMatch(/–kn5 min ago/))
  expect(gaugeOf(place, 'Speed over ground')?.dataset.stale).toBe('true')
  await shows(place, 'Last updated 5 min ago')
  // The server no longer sends a value that old, and the age stays.
  server.publish(topic, { ...sogAgo(20 * 60_000), sog: null })
  await shows(place, 'Last updated 20 min ago')
  expect(await wrongOn(place)).toEqual([])
  server.publish(topic, live({}))
  await shows(place, 'Live', '18.4')
})

test('shows the largest impact of the last three seconds by the clock, then a dash', async () => {
  const server = testServer()
  server.answer(getHelm, HELM)
  const place = await openConsole(PATH)
  await shows(place, 'Sæbjörg')
  const measured = live({ impact: 4.2 })
  server.publish(topic, measured)
  await shows(place, '4.2', 'Live')
  const goingOn = setInterval(
    () => server.publish(topic, live({ impact: 4.2, impact_time: measured.impact_time })),
    500,
  )
  try {
    await vi.waitFor(() => expect(gaugeOf(place, 'Impact')?.textContent).toMatch(/–g/), { timeout: 6000 })
    await shows(place, '18.4')
  } finally {
    clearInterval(goingOn)
  }
  expect(Date.now() - measured.impact_time).toBeGreaterThanOrEqual(3000)
})

test.each([
  ['not_found', 'Vessel not found'],
  ['not_allowed', 'You do not have the required permissions to access this resource.'],
  ['internal', 'Error fetching vessel'],
] as const)('says so when the helm is refused with %s', async (refused, words) => {
  testServer().answer(getHelm, { refused })
  const place = await openConsole(PATH)
  await shows(place, words)
  expect(await wrongOn(place)).toEqual([])
})

test('shows no count of unread alerts over the dials', async () => {
  const person = personOf('organization-admin', {
    unread_messages: { alert_count: 7, announcement_count: 0 },
  })
  testServer(person).answer(getHelm, HELM)
  const place = await openConsole(PATH)
  await shows(place, 'Waiting for data')
  expect(document.body.textContent).not.toContain('7 unread alerts')
})

test('sends no request without the permission to view vessels', async () => {
  const server = testServer(personOf('department-viewer', { permissions: [] }))
  const place = await openConsole(PATH)
  await shows(place, 'You do not have the required permissions to access this resource.')
  expect(server.asked.map(({ url }) => url.pathname)).not.toContain(`/api${PATH}`)
})

const alert = (id: number, severity: WireAlert['severity'], more: object = {}) => ({
  id: `70000000-0000-4000-8000-00000000000${id}`,
  severity,
  type: 'external' as const,
  text: `Bilge ${id}`,
  trigger_time: new Date().toISOString(),
  until: null,
  native_banner: false,
  ...more,
})

test('shows two alerts at a time over the dials until they are acknowledged', async () => {
  const server = testServer()
  let standing = [alert(1, 'critical'), alert(2, 'warning'), alert(3, 'info')]
  server.answer(getHelm, () => ({ ...HELM, alerts: standing }))
  const place = await openConsole(PATH)
  const text = await shows(place, 'Bilge 1', 'Bilge 2', '1 more')
  expect(text).not.toContain('Bilge 3')
  expect(await wrongOn(place)).toEqual([])

  server.answer(acknowledgeAlert, ({ url }) => {
    standing = standing.filter(({ id }) => !url.pathname.includes(id))
    return { ...ALERT, id: url.pathname.split('/')[3] ?? '' }
  })
  place.querySelector<HTMLButtonElement>('button[aria-label="Acknowledge: Bilge 1"]')?.click()
  await shows(place, 'Bilge 2', 'Bilge 3')
  expect(place.textContent).not.toContain('Bilge 1')
})

test('hides an alert after its time, and shows a viewer no button to acknowledge', async () => {
  const server = testServer(personOf('department-viewer'))
  const until = new Date(Date.now() + 1500).toISOString()
  server.answer(getHelm, { ...HELM, alerts: [alert(1, 'info', { until }), alert(2, 'warning')] })
  const place = await openConsole(PATH)
  await shows(place, 'Bilge 1', 'Bilge 2')
  expect(place.querySelector('button[aria-label^="Acknowledge"]')).toBeNull()
  await vi.waitFor(() => expect(place.textContent).not.toContain('Bilge 1'), { timeout: 5000 })
  await shows(place, 'Bilge 2')
})

test('shows the advised speed with its reason, and the eco range up to the limit', async () => {
  const server = testServer()
  const eco = { speed: 16, from: 14.2, to: 21.5 }
  server.answer(getHelm, { ...HELM, guidance: { mode: 'auto', speed: 16, reason: 'eco', eco } })
  const place = await openConsole(PATH)
  await shows(place, 'Guidance: eco speed, 14.2–20.0 kn', 'Keep 16.0 kn')
  server.answer(getHelm, { ...HELM, guidance: { mode: 'safety', speed: 20, reason: 'safety', eco: null } })
  server.publish(`helm/${ID.vessel}`, [])
  await shows(place, 'Guidance: limit', 'Keep 20.0 kn')
})

test('clears the screen when the user may no longer see the vessel', async () => {
  const server = testServer()
  server.answer(getHelm, HELM)
  const place = await openConsole(PATH)
  await shows(place, 'Sæbjörg')
  server.answer(getHelm, { refused: 'not_found' })
  server.publish(`helm/${ID.vessel}`, [])
  await shows(place, 'Vessel not found')
})

test('shows an alert and its button while the helm asks for a captain', async () => {
  const server = testServer()
  const trip = { id: ID.trip, start_time: new Date().toISOString() }
  server.answer(listCaptains, { data: [CAPTAIN], total: 1 })
  server.answer(getHelm, { ...HELM, trip, must_choose: true, alerts: [alert(1, 'critical')] })
  const place = await openConsole(PATH)
  await shows(place, 'Who is at the helm?', 'Bilge 1')
  const dialog = place.querySelector('[role=dialog]')
  const acknowledge = place.querySelector('button[aria-label="Acknowledge: Bilge 1"]')
  expect(dialog?.contains(document.activeElement)).toBe(true)
  expect(dialog?.contains(acknowledge)).toBe(false)
  expect(dialog?.getAttribute('aria-modal')).toBeNull()
  expect(place.textContent).not.toContain('Impact limit')
  expect(await wrongOn(place)).toEqual([])
  const later = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === 'Not now')
  later?.click()
  await shows(place, 'Impact limit')
  expect(document.activeElement?.textContent).toContain('No captain')
})

/** Records native notifications that the page requests, under the given permission. */
function asDevice(permission: NotificationPermission) {
  const shown: { title: string; body: string | undefined; tag: string | undefined }[] = []
  class Banner {
    static permission = permission
    constructor(title: string, { body, tag }: NotificationOptions = {}) {
      shown.push({ title, body, tag })
    }
  }
  vi.stubGlobal('Notification', Banner)
  return shown
}
afterEach(() => vi.unstubAllGlobals())

test('shows a native notification once for a new alert whose rule asks for it', async () => {
  const shown = asDevice('granted')
  const server = testServer()
  let standing = [alert(1, 'critical', { native_banner: true })]
  server.answer(getHelm, () => ({ ...HELM, alerts: standing }))
  const place = await openConsole(PATH)
  await shows(place, 'Bilge 1')
  standing = [...standing, alert(2, 'warning', { native_banner: true }), alert(3, 'info')]
  server.publish(`helm/${ID.vessel}`, [ID.vessel])
  await shows(place, 'Bilge 2')
  await vi.waitFor(() => expect(shown).toHaveLength(1))
  server.publish(`helm/${ID.vessel}`, [ID.vessel])
  await shows(place, 'Bilge 2')
  expect(shown).toEqual([{ title: 'Warning: Sæbjörg', body: 'Bilge 2', tag: alert(2, 'warning').id }])
})

test('changes the name of the safety speed on an open helm', async () => {
  const server = testServer()
  server.answer(getHelm, HELM)
  const place = await openConsole(PATH)
  await shows(place, 'Safety Speed')
  const person = personOf('organization-admin')
  const settings = { ...person.company.settings, has_comfort_speed: true }
  server.answer(getMe, { ...person, company: { ...person.company, settings } })
  server.publish(`helm/${ID.vessel}`, [ID.vessel])
  await shows(place, 'Comfort Speed')
})

test("shows no native notification without the user's permission", async () => {
  const shown = asDevice('default')
  const server = testServer()
  let standing: Helm['alerts'] = []
  server.answer(getHelm, () => ({ ...HELM, alerts: standing }))
  const place = await openConsole(PATH)
  await shows(place, 'Sæbjörg')
  standing = [alert(1, 'critical', { native_banner: true })]
  server.publish(`helm/${ID.vessel}`, [ID.vessel])
  await shows(place, 'Bilge 1')
  expect(shown).toEqual([])
})

test('asks for a mandatory captain first, and sends the choice', async () => {
  const server = testServer()
  const trip = { id: ID.trip, start_time: new Date(Date.now() - 60_000).toISOString() }
  const asking: Helm = { ...HELM, trip, must_choose: true }
  server.answer(getHelm, asking)
  server.answer(listCaptains, {
    data: Array.from({ length: 12 }, (_, i) => ({
      ...CAPTAIN,
      id: ID.captain.replace(/0$/, i.toString(16)),
      name: `Captain ${i}`,
    })),
    total: 12,
  })
  server.answer(takeHelm, { ...asking, captain: { id: ID.captain, name: 'Captain 0' }, must_choose: false })
  const place = await openConsole(PATH)
  await shows(place, 'Who is at the helm?', 'Captain 11')
  // A search field shows for this many names.
  expect(place.querySelector('[role=dialog] input[type=search]')).not.toBeNull()
  expect(await wrongOn(place)).toEqual([])
  const first = [...place.querySelectorAll<HTMLButtonElement>('[role=dialog] button')].find(
    ({ textContent }) => textContent === 'Captain 0',
  )
  first?.click()
  await vi.waitFor(() => expect(place.querySelector('[role=dialog]')).toBeNull())
  await shows(place, 'Captain 0')
  expect(
    server.asked.find(({ method, url }) => method === 'PUT' && url.pathname.endsWith('/helm'))?.body,
  ).toMatchObject({ captain_id: ID.captain })
})

const CAPTAIN = {
  id: ID.captain,
  name: 'Nína Ösp',
  department_id: ID.department,
  department: { id: ID.department, name: 'Harbour' },
  rank: { level: 0, title: 'trainee' as const, rp: 0 },
  count: { trips: 0 },
}

const ALERT: WireAlert = {
  ...alert(1, 'critical'),
  facts: null,
  ...{
    ended_at: null,
    is_open: true,
    received_at: new Date().toISOString(),
    rule_version: null,
    instance: null,
  },
  ...{ withdrawn: null, assigned: null, silenced_until: null },
  vessel_id: ID.vessel,
  vessel: { id: ID.vessel, name: 'Sæbjörg', department: { id: ID.department, name: 'Harbour' } },
  trip_id: null,
  trip: null,
  rule_id: null,
  lat: null,
  lon: null,
  sources: [],
  acknowledged: { at: new Date().toISOString(), by: null, api_key: null },
}
