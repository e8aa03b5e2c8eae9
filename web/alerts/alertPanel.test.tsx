import { afterEach, expect, test, vi } from 'vitest'
import { acknowledgeAlert, getAlert, listAlerts, type WireAlert } from '#contract/wire/alert.ts'
import {
  assignAlert,
  commentAlert,
  getAlertCase,
  silenceAlert,
  type WireAlertCase,
} from '#contract/wire/alertCase.ts'
import { fetchVesselStatus } from '#contract/wire/timeSeries.ts'
import {
  closeConsole,
  ID,
  openConsole,
  personOf,
  shows,
  testServer,
  wrongOn,
} from '../testing/testConsole.tsx'

afterEach(closeConsole)

const HAPPENED = '2026-06-18T04:00:00.000Z'
const ALERT: WireAlert = {
  id: '70000000-0000-4000-8000-000000000001',
  trigger_time: HAPPENED,
  ended_at: '2026-06-18T04:00:42.000Z',
  is_open: false,
  received_at: '2026-06-18T09:00:00.000Z',
  severity: 'critical',
  type: 'threshold',
  text: 'Impact of 3.9 g',
  facts: null,
  vessel_id: ID.vessel,
  vessel: { id: ID.vessel, name: 'Sæbjörg', department: { id: ID.department, name: 'Harbour' } },
  ...{ trip_id: null, trip: null, rule_id: null, rule_version: null, instance: null },
  ...{ withdrawn: null, assigned: null, silenced_until: null },
  ...{ lat: null, lon: null, sources: [], acknowledged: null },
}
const JON = { id: ID.user, name: 'Jón' }
const CASE: WireAlertCase = {
  alert: ALERT,
  notes: [],
  shown_at: { console: true, helm: false },
  messages: [],
  messages_total: 0,
  assignees: [JON],
}
const note = { api_key: null, id: ID.trip, by: JON, at: HAPPENED, assignee: null, until: null, text: null }
const PATH = `/alerts/${ALERT.id}`
const dialog = () => document.querySelector('[role="dialog"]') ?? document.body
const press = (words: string) =>
  vi.waitFor(() => {
    const all = [...document.querySelectorAll<HTMLElement>('button, [role="menuitem"]')]
    const found = all.find(({ textContent }) => textContent === words)
    if (!found) throw new Error(`${words} is not there`)
    found.click()
  })

function open(found: WireAlertCase = CASE, person = personOf('organization-admin')) {
  const server = testServer(person)
  server.answer(listAlerts, { data: [], total: 0 })
  server.answer(getAlert, found.alert)
  server.answer(getAlertCase, found)
  return server
}

test('shows when an old alert happened, how long it lasted, and that no action was taken', async () => {
  open()
  await openConsole(PATH)
  await shows(
    ...([dialog(), 'Impact of 3.9 g', /Happened .* ago, received 5 h later\./, '42 s'] as const),
    'No action taken yet.',
    'Shown at the console to everybody who may see the vessel.',
  )
  expect(dialog().textContent).not.toContain('Shown at the helm')
  expect(await wrongOn(dialog())).toEqual([])
})

test('plots the series of the alert around its moment, with the limit', async () => {
  const condition = {
    source: 'time-series',
    type: 'instant',
    operation: 'more_than',
    period_sec: null,
  } as const
  const alert: WireAlert = {
    ...ALERT,
    instance: 2,
    facts: {
      kind: 'threshold',
      conditions: [{ ...condition, field: 'coolant_temperature', threshold: 363.15, value: 365 }],
      fence: null,
    },
  }
  const server = open({ ...CASE, alert })
  const asked = vi.fn()
  server.answer(fetchVesselStatus, ({ body }) => {
    asked(body)
    const entry = {
      field: 'coolant_temperature_2',
      unit: 'K',
      unique_id: '',
      device_number: 0,
      instance: 2,
    }
    const at = (seconds: number, value: number) => ({ time: Date.parse(HAPPENED) + seconds * 1000, value })
    const series = [at(-60, 350), at(0, 365), at(60, 351)]
    return {
      data: (['min', 'avg', 'max'] as const).map((aggregation) => ({ ...entry, aggregation, series })),
    }
  })
  await openConsole(PATH)
  await vi.waitFor(() => expect(dialog().querySelector('[aria-label^="History of"]')).not.toBeNull(), {
    timeout: 10_000,
  })
  expect(dialog().querySelector('figcaption')?.textContent).toContain('2')
  const [first, last] = ['2026-06-18T03:50:00.000Z', '2026-06-18T04:10:42.000Z']
  expect(asked.mock.lastCall?.[0]).toMatchObject({
    filters: { vessel_id: ID.vessel, start_time: first, end_time: last },
    fields: [{ field: 'coolant_temperature_2', aggregation: 'min' }, {}, {}],
  })
  expect(await wrongOn(dialog())).toEqual([])
})

test('acknowledges, silences and comments on an alert', async () => {
  const server = open()
  await openConsole(PATH)
  await shows(dialog(), 'No action taken')
  let notes: WireAlertCase['notes'] = []
  const silenced = { ...ALERT, silenced_until: new Date(Date.now() + 60_000).toISOString() }
  server.answer(silenceAlert, ({ body }) => {
    expect(body).toMatchObject({ minutes: 30 })
    notes = [{ ...note, kind: 'silence', until: silenced.silenced_until }]
    return { ...CASE, alert: silenced, notes }
  })
  server.answer(getAlertCase, () => ({ ...CASE, alert: silenced, notes }))
  server.answer(getAlert, silenced)
  await press('Silence')
  await press('For 30 min')
  await shows(dialog(), 'Jón silenced it until', 'Silent until', 'End the silence')
  server.answer(acknowledgeAlert, () => {
    notes = [...notes, { ...note, id: ID.captain, kind: 'acknowledge' }]
    return silenced
  })
  await press('Acknowledge')
  await shows(dialog(), 'Jón acknowledged it')
  server.answer(commentAlert, ({ body }) => {
    const { text } = body as { text: string }
    notes = [...notes, { ...note, id: ID.vessel, kind: 'comment', text }]
    return { ...CASE, alert: silenced, notes }
  })
  const field = document.querySelector<HTMLTextAreaElement>('textarea[name="text"]')
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, 'Called them')
  field?.dispatchEvent(new Event('input', { bubbles: true }))
  await press('Comment')
  await shows(dialog(), 'Jón commented', 'Called them')
  await vi.waitFor(() => expect(field?.value).toBe(''))
})

test('shows a viewer the assignee and no button to act', async () => {
  const assigned = { user: JON, by: null, api_key: null, at: HAPPENED }
  const withdrawn = { at: HAPPENED, reason: 'late_data' as const }
  const messages = [
    {
      channel: 'email' as const,
      to: 'Jón',
      reason: 'escalation' as const,
      state: 'sent' as const,
      at: HAPPENED,
      attempts: 2,
      maybe_twice: true,
    },
  ]
  open(
    { ...CASE, alert: { ...ALERT, assigned, withdrawn }, messages, messages_total: 3 },
    personOf('department-viewer', { permissions: ['department:alert-view:*', 'vessel:alert-view:*'] }),
  )
  await openConsole(PATH)
  await shows(
    dialog(),
    'Assigned to: Jón',
    'Withdrawn on',
    'because the alert was not acknowledged',
    'and 2 more messages',
  )
  expect(dialog().textContent).toContain('2 tries · may have come twice')
  expect(document.querySelector('textarea')).toBeNull()
  expect([...dialog().querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain(
    'Acknowledge',
  )
})

test('keeps the alert unassigned when the server refuses the assignment', async () => {
  const server = open()
  await openConsole(PATH)
  await shows(dialog(), 'No action taken')
  server.answer(assignAlert, { refused: 'internal' })
  document.querySelector<HTMLInputElement>('input[aria-label="Assigned to"]')?.click()
  await vi.waitFor(() => {
    const option = [...document.querySelectorAll<HTMLElement>('[role="option"]')].find(
      ({ textContent }) => textContent === 'Jón',
    )
    if (!option) throw new Error('nobody to assign to')
    option.click()
  })
  await vi.waitFor(() => expect(server.asked.map(({ url }) => url.pathname)).toContain(`/api${PATH}/assign`))
  expect(dialog().textContent).toContain('No action taken')
})

test('marks withdrawn alerts in the list', async () => {
  const server = open()
  const withdrawn = { at: HAPPENED, reason: 'late_data' as const }
  server.answer(listAlerts, { data: [{ ...ALERT, withdrawn }], total: 1 })
  const place = await openConsole('/alerts')
  await shows(place, 'Impact of 3.9 g · Withdrawn', 'received 5 h later')
})

test('lists since when alerts are ongoing, when others ended, and their assignee', async () => {
  const server = open()
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const of = (i: number, change: Partial<WireAlert>): WireAlert => ({
    ...ALERT,
    ...{ id: `7${String(i).padStart(7, '0')}${ALERT.id.slice(8)}`, text: `Alert ${i}` },
    ...{ trigger_time: ago(30), received_at: ago(30), ended_at: null, ...change },
  })
  const at = HAPPENED
  server.answer(listAlerts, {
    data: [
      of(1, { is_open: true }),
      of(2, { ended_at: ago(27), acknowledged: { at, by: JON, api_key: null } }),
      of(3, { is_open: true, assigned: { user: JON, by: null, api_key: null, at } }),
      of(4, { ended_at: ago(30), type: 'geofence', silenced_until: ago(-60) }),
    ],
    total: 4,
  })
  const place = await openConsole('/alerts?status=ongoing')
  await shows(place, 'Ongoing for 30 min', 'Ended after 3 min', 'Acknowledged by Jón', 'Assigned to Jón')
  expect(place.textContent).toMatch(/Alert 4Silenced until/)
  expect(await wrongOn(place)).toEqual([])
  const asked = server.asked.find(({ url }) => url.pathname === '/api/alerts')
  expect(asked?.url.search).toContain(encodeURIComponent('filter[is_open]'))
})

test('says so beside the alert when its case fails to load', async () => {
  open().answer(getAlertCase, { refused: 'internal' })
  await openConsole(PATH)
  await shows(dialog(), 'Impact of 3.9 g', 'Could not get the history of the alert.')
})
