import { afterEach, expect, test, vi } from 'vitest'
import { WIRE_UNITS } from '#contract/domain/unitChoice.ts'
import { listGeofences } from '#contract/wire/geofence.ts'
import { getChannels } from '#contract/wire/notification.ts'
import {
  type Condition,
  createRule,
  DEFAULT_NOTIFICATIONS,
  deleteRule,
  getRule,
  listRules,
  previewRule,
  type Rule,
  RuleNotifications,
  updateRule,
} from '#contract/wire/rule.ts'
import { fetchVesselStatus } from '#contract/wire/timeSeries.ts'
import { listUsers } from '#contract/wire/user.ts'
import type { WireMapVessel } from '#contract/wire/vessel.ts'
import { type DeviceField, type DeviceStatus, getVesselStatus } from '#contract/wire/vesselStatus.ts'
import {
  closeConsole,
  ID,
  openConsole,
  personOf,
  shows,
  type TestServer,
  testServer,
  wrongOn,
} from '../../testing/testConsole.tsx'

afterEach(closeConsole)

const NO_ACCESS = 'You do not have the required permissions to access this resource.'
const RULE: Rule = {
  id: '80000000-0000-4000-8000-000000000000',
  version: 1,
  type: 'threshold',
  severity: 'warning',
  department_id: ID.department,
  department: { id: ID.department, name: 'Harbour' },
  enabled: true,
  message: null,
  created_at: '2026-06-01T00:00:00.000Z',
  created_by: null,
  vessels: { apply_to_all: true, ids: [] },
  notifications: RuleNotifications.parse(DEFAULT_NOTIFICATIONS),
  definition: {
    geofences: { enabled: false, ids: [], area_operation: 'inside' },
    logic: {
      and: [{ variable: { type: 'instant', field: 'oil_pressure' }, operation: 'less_than', value: 150_000 }],
    },
  },
}
const numbered = (i: number): Rule => ({ ...RULE, id: `8${String(i).padStart(7, '0')}${RULE.id.slice(8)}` })

function harbour(server: TestServer, rules: readonly Rule[]) {
  server.answer(listRules, { data: [...rules], total: rules.length })
  server.answer(listGeofences, { data: [], total: 0 })
  server.answer(listUsers, { data: [], total: 0 })
  if (rules[0]) server.answer(getRule, rules[0])
  return server
}
const press = (name: string | RegExp, role = 'button,a,label,[role=radio],[role=switch]') => {
  const found = [...document.querySelectorAll<HTMLElement>(role)].find((one) => {
    const words = one.getAttribute('aria-label') ?? one.textContent ?? ''
    return typeof name === 'string' ? words === name : name.test(words)
  })
  if (!found) throw new Error(`${name} is not there: ${document.body.textContent}`)
  found.click()
}
/** Types text into a field. */
function type(selector: string, text: string) {
  const field = document.querySelector<HTMLInputElement>(selector)
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field?.dispatchEvent(new Event('input', { bubbles: true }))
}
const device = (fields: DeviceField[]): DeviceStatus => ({
  ...{ id: 'engine-1', name: 'Engine 1', label: null, group: 'engine', type: 'engine', fields },
  ...{
    instance_number: 1,
    instance_name: null,
    message_source: null,
    last_updated: new Date().toISOString(),
  },
})
const eventually = (look: () => void) => vi.waitFor(look, { timeout: 10_000 })
/** Requests that write; previews do not count. */
const writes = ({ asked }: TestServer) =>
  asked.filter(({ method, url }) => method !== 'GET' && !url.pathname.endsWith('/preview'))

test('explains rules when there are none', async () => {
  harbour(testServer(), [])
  const place = await openConsole('/rules')
  await shows(place, 'No rules yet', 'Rules raise alerts when a value passes a limit', 'Add rule')
  expect(await wrongOn(place)).toEqual([])
})

test('says so when the list fails to load or the user may not view it', async () => {
  const server = testServer()
  server.answer(listRules, { refused: 'unavailable' })
  const place = await openConsole('/rules')
  await shows(place, 'Something went wrong. Could not get rules.')
  await closeConsole()
  harbour(testServer(personOf('organization-admin', { permissions: [] })), [RULE])
  await shows(await openConsole(`/rules/${RULE.id}`), NO_ACCESS, 'Go back')
})

test('switches a rule off in its row at once, and back on when the server refuses', async () => {
  const server = harbour(testServer(), [RULE, ...Array.from({ length: 19 }, (_, i) => numbered(i + 1))])
  server.answer(updateRule, ({ url }) => (url.pathname.endsWith(RULE.id) ? 'never' : { refused: 'internal' }))
  const place = await openConsole('/rules')
  await shows(place, 'Oil pressure below 1.5 bar', '1–20 of 20')
  expect(await wrongOn(place)).toEqual([])
  const row = (at: number) => place.querySelectorAll<HTMLInputElement>('tbody input[role=switch]')[at]
  row(0)?.click()
  await eventually(() => expect(row(0)?.checked).toBe(false))
  expect(writes(server).at(-1)?.body).toEqual({ enabled: false })
  const { toast } = await import('../../toasts/toast.ts')
  const failure = vi.spyOn(toast, 'failure').mockResolvedValue()
  row(1)?.click()
  await eventually(() => expect(failure).toHaveBeenCalledWith('rules.toggleFailed'))
  await eventually(() => expect(row(1)?.checked).toBe(true))
  failure.mockRestore()
})

test('lets a viewer change nothing', async () => {
  harbour(testServer(personOf('organization-viewer')), [RULE])
  const place = await openConsole('/rules')
  await shows(place, 'Oil pressure below 1.5 bar')
  expect(place.querySelector<HTMLInputElement>('input[role=switch]')?.disabled).toBe(true)
  expect(place.textContent).not.toContain('Add rule')
  await closeConsole()
  harbour(testServer(personOf('organization-viewer')), [RULE])
  const page = await openConsole(`/rules/${RULE.id}`)
  await shows(page, 'Threshold rule')
  expect(page.textContent).not.toContain('Delete rule')
  expect(page.textContent).not.toContain('Save changes')
})

const dialog = (title = 'Add rule') =>
  [...document.querySelectorAll('[role=dialog]')].find(({ textContent }) => textContent?.startsWith(title))

test('asks for the kind of rule first, and names missing fields', async () => {
  const server = harbour(testServer(), [RULE])
  await openConsole('/rules/new')
  await eventually(() => expect(document.activeElement?.textContent).toMatch(/^Threshold rule/))
  expect(await wrongOn(dialog() ?? document.body)).toEqual([])
  press('Next')
  await eventually(() => press('Create rule'))
  // The form is still empty.
  await eventually(() => expect(document.body.textContent).toContain('Field is required'))
  expect(document.body.textContent).toContain('You must specify a threshold value')
  expect(document.body.textContent).toContain('Geofence limits and notifications are set after creation.')
  expect(writes(server).filter(({ url }) => url.pathname === '/api/rules')).toEqual([])
  expect(await wrongOn(dialog() ?? document.body)).toEqual([])
})

test('finds a template by what it watches, and creates a rule with the usual defaults', async () => {
  const server = harbour(testServer(), [RULE])
  server.answer(createRule, RULE)
  await openConsole('/rules/new')
  await eventually(() => expect(dialog()?.textContent).toContain('Engine overheating'))
  type('input[type=search][placeholder="Search"]', 'oil pressure below 1.5 bar')
  await eventually(() => expect(dialog()?.textContent).not.toContain('Engine overheating'))
  press(/Low oil pressure/)
  await eventually(() => press('Create rule'))
  await eventually(() =>
    expect(writes(server).find(({ url }) => url.pathname === '/api/rules')?.body).toMatchObject({
      ...{ type: 'threshold', severity: 'critical', enabled: true, message: 'Low oil pressure' },
      vessels: { apply_to_all: true, ids: [] },
      notifications: { console: { enabled: true }, helm: { enabled: true }, email: { enabled: false } },
      definition: {
        geofences: { enabled: false },
        logic: {
          and: [
            {
              variable: { type: 'vfp', field: 'oil_pressure', period_sec: 5 },
              operation: 'less_than',
              value: 150_000,
            },
            { variable: { source: 'vessel-status', field: 'engine_running' }, operation: 'more_than' },
          ],
        },
      },
    }),
  )
  await eventually(() => expect(dialog()).toBeUndefined())
})

test('explains at a condition on missing data what its alert tells of the computer on board', async () => {
  const of = (field: string) => ({ type: 'instant' as const, source: 'vessel-status' as const, field })
  const and: Condition[] = ['age:depth_below_surface', 'hour'].map((field) => ({
    ...{ variable: of(field), operation: 'more_than', value: 7200 },
  }))
  harbour(testServer(), [{ ...RULE, definition: { ...RULE.definition, logic: { and } } } as Rule])
  const place = await openConsole(`/rules/${RULE.id}`)
  await shows(place, 'whether data wait')
  const notes = [...place.querySelectorAll('fieldset')].map(({ textContent }) =>
    /whether data/.test(textContent),
  )
  expect(notes.toSorted()).toEqual([false, true])
})

test("shows a limit in the user's units, and sends it in units of the API", async () => {
  const units = { ...WIRE_UNITS, speed: 'km/h', temperature: '°F' } as const
  const variable = { type: 'range', field: 'coolant_temperature', period_sec: 60 } as const
  const and: Condition[] = [
    { variable: { type: 'instant', field: 'sog' }, operation: 'more_than', value: 20 / 1.852 },
    { variable, operation: 'more_than', value: 5 },
  ]
  const rule = { ...RULE, definition: { ...RULE.definition, logic: { and } } } as Rule
  const server = harbour(testServer(personOf('organization-admin', { units })), [rule])
  server.answer(updateRule, { ...rule, version: 2 })
  const place = await openConsole(`/rules/${RULE.id}`)
  await shows(place, 'above 20 km/h', 'rose by more than 9 °F', /Threshold \(km.h\)/)
  const limits = () =>
    [...place.querySelectorAll('label')].flatMap(({ control, textContent }) =>
      textContent?.startsWith('Threshold') ? [control as HTMLInputElement] : [],
    )
  expect(limits().map(({ value }) => value)).toEqual(['20', '9'])
  for (const [i, text] of ['30.5', '18'].entries()) type(`#${limits()[i]?.id}`, text)
  await eventually(() => press('Save changes'))
  await eventually(() => expect(writes(server).at(-1)?.method).toBe('PUT'))
  const sent = writes(server).at(-1)?.body as typeof rule | undefined
  const [speed, warmth] = sent && 'logic' in sent.definition ? sent.definition.logic.and : []
  expect(speed?.value).toBeCloseTo(30.5 / 1.852, 8)
  expect(warmth?.value).toBeCloseTo(10, 8)
})

test('edits excluded vessels and repetitions of a rule, and saves both', async () => {
  const definition = { ...RULE.definition, repeat: { times: 3, within_sec: 3600 } }
  const vessels = { apply_to_all: true, ids: [], excluded_ids: [RULE.department_id] }
  const rule = { ...RULE, definition, vessels } as Rule
  const server = harbour(testServer(), [rule])
  server.answer(updateRule, { ...rule, version: 2 })
  const list = await openConsole('/rules')
  await shows(list, 'All vessels but 1', '3 times within 1 h')
  const place = await openConsole(`/rules/${RULE.id}`)
  await shows(place, 'Except', 'Only when it keeps happening')
  const minutes = [...place.querySelectorAll('label')].find(
    ({ textContent }) => textContent === 'Within (min)',
  )
  expect(minutes?.control).toHaveProperty('value', '60')
  type(`#${minutes?.control?.id}`, '5000')
  await shows(place, '3 times within 24 h')
  await eventually(() => press('Save changes'))
  await eventually(() =>
    expect(writes(server).at(-1)?.body).toMatchObject({
      ...{ vessels, definition: { repeat: { times: 3, within_sec: 86_400 } } },
    }),
  )
})

test('takes the switch that the user names as the bilge pump', async () => {
  const server = harbour(testServer(), [])
  server.answer(createRule, RULE)
  const place = await openConsole('/rules/new')
  await shows(place, 'Rules')
  await eventually(() => press(/Bilge pump runs long/))
  await eventually(() => expect(dialog()?.textContent).toContain('On'))
  const number = () =>
    [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input')].find((one) => one.value === '1')
  expect(number()?.placeholder).toBe('Any')
  expect(await wrongOn(dialog() ?? document.body)).toEqual([])
  number()?.setAttribute('data-test', 'number')
  type('[data-test=number]', '5')
  await eventually(() => press('Create rule'))
  await eventually(() =>
    expect(writes(server).at(-1)?.body).toMatchObject({
      definition: { logic: { and: [{ variable: { type: 'vfp', field: 'switch_5' }, value: 0.5 }] } },
    }),
  )
})

test('keeps the filled-in rule when the user closes the wizard', async () => {
  harbour(testServer(), [RULE])
  await openConsole('/rules/new')
  await eventually(() => press(/Low oil pressure/))
  await eventually(() => press('Remove condition'))
  press('Cancel')
  await eventually(() => expect(dialog('You have unsaved changes')).toBeDefined())
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await eventually(() => expect(dialog('You have unsaved changes')).toBeUndefined())
  await eventually(() => expect(dialog()?.textContent).toContain('Create rule'))
  press('Cancel')
  await eventually(() => press('Discard changes'))
  await eventually(() => expect(dialog()).toBeUndefined())
})

test("shows another user's change of a rule before overwriting it", async () => {
  const server = harbour(testServer(), [RULE])
  server.answer(updateRule, ({ body }) =>
    (body as { version: number }).version === 1
      ? { refused: 'conflict' }
      : { ...RULE, version: 3, enabled: false },
  )
  const place = await openConsole(`/rules/${RULE.id}`)
  await shows(place, 'Oil pressure below 1.5 bar')
  server.answer(getRule, { ...RULE, version: 2, severity: 'critical' })
  place.querySelector<HTMLInputElement>('header input[role=switch]')?.click()
  await shows(place, 'Unsaved changes')
  press('Save changes')
  await eventually(() => expect(dialog('Save changes')?.textContent).toContain('SeverityWarning Critical'))
  const asked = dialog('Save changes') ?? document.body
  expect(asked.textContent).toContain('This rule was changed by somebody else in the meantime')
  expect(asked.textContent).not.toContain('Notifications')
  expect(await wrongOn(asked)).toEqual([])
  press('Save mine')
  await eventually(() =>
    expect(writes(server).at(-1)?.body).toMatchObject({ version: 2, enabled: false, severity: 'warning' }),
  )
  await eventually(() => expect(place.textContent).not.toContain('Unsaved changes'))
})

test.each([
  ['oil_pressure', 'time-series'],
  ['spn100', 'j1939'],
] as const)(
  "shows beside a rule about %s the vessels' current values and those of the last day",
  async (field, source) => {
    const variable = { type: 'instant' as const, field, source }
    const logic = { and: [{ variable, operation: 'less_than' as const, value: 150_000 }] }
    const server = harbour(testServer(), [{ ...RULE, definition: { ...RULE.definition, logic } } as Rule])
    const boat = (i: number): WireMapVessel => ({
      ...{ id: `4${i}${ID.vessel.slice(2)}`, name: `Boat ${i}`, kind: 'rib', picture_url: null },
      ...{ department_id: ID.department, status: 'offline', trip_id: null, impact_limit: 3 },
      ...{ lat: null, lon: null, cog: null, sog: null, impact: null, impact_time: null, last_updated: null },
      ...{ sog_derived: false, temperature: null, wind_speed: null, wind_direction: null, wave_height: null },
    })
    server.publish(
      'vessel_map_view',
      [1, 2, 3, 4, 5, 6, 7].map((i) => boat(i)),
    )
    const pressure = (value: number): DeviceField => ({
      ...{
        key: 'oil_pressure_1',
        label: 'In the language of the server',
        value,
        unit: 'bar',
        display_value: `${value} bar`,
      },
      ...{ device_id: 'engine-1', group: 'engine', hasSeries: true, last_updated: new Date().toISOString() },
    })
    server.answer(getVesselStatus, ({ url }) => ({
      data: {
        ...{ battery: [], tank: [], other_sensors: [] },
        engine: url.pathname.includes(boat(2).id)
          ? [device([pressure(3.2), { ...pressure(9), key: 'oil_pressure_drop' }])]
          : [],
      },
    }))
    server.answer(fetchVesselStatus, { data: [] })
    const place = await openConsole(`/rules/${RULE.id}`)
    const text = await shows(place, 'Right now', '6 of 7 vessels', /Oil pressure 1 3.2.?bar/, 'Boat 6')
    expect(text).not.toContain('9 bar')
    expect(text).not.toContain('Boat 6–Boat 7')
    press('Show more')
    await shows(place, 'Boat 6–Boat 7')
    await shows(place, 'Data not available')
    const base = { field: 'oil_pressure_1', unit: 'Pa', unique_id: '', device_number: 0, instance: 1 }
    const series = [0, 1, 2].map((i) => ({ time: Date.now() - i * 60_000, value: 250_000 }))
    server.answer(fetchVesselStatus, {
      data: (['min', 'avg', 'max'] as const).map((aggregation) => ({ ...base, aggregation, series })),
    })
    place.querySelector<HTMLInputElement>('input[aria-label="Vessel"]')?.click()
    await eventually(() => press('Boat 2', '[role=option]'))
    await eventually(() =>
      expect(place.querySelector('[aria-label^="History of Oil pressure"]')).not.toBeNull(),
    )
    expect(await wrongOn(place)).toEqual([])
  },
)

test('saves a changed rule as a whole, and asks before leaving it', async () => {
  const server = harbour(testServer(), [RULE])
  server.answer(updateRule, { ...RULE, version: 2, enabled: false })
  const place = await openConsole(`/rules/${RULE.id}`)
  await shows(place, 'Threshold rule', 'Notifications')
  expect(await wrongOn(place)).toEqual([])
  const value = place.querySelector<HTMLInputElement>('input[value="1.5"]')
  expect(value).not.toBeNull()
  const enabled = () => place.querySelector<HTMLInputElement>('header input[role=switch]')
  enabled()?.click()
  await shows(place, 'Unsaved changes')
  press('Back to rules', 'a')
  await eventually(() => expect(document.body.textContent).toContain('You have unsaved changes'))
  expect(document.body.textContent).toContain('Are you sure you want to discard the changes?')
  press('Cancel')
  await eventually(() => expect(document.body.textContent).not.toContain('You have unsaved changes'))
  press('Save changes')
  await eventually(() =>
    expect(writes(server).at(-1)?.body).toMatchObject({
      ...{ enabled: false, version: 1, type: 'threshold' },
      definition: { logic: { and: [{ value: 150_000 }] } },
    }),
  )
  await eventually(() => expect(place.textContent).not.toContain('Unsaved changes'))
})

test('names the channels that this server does not have', async () => {
  const server = harbour(testServer(), [RULE])
  server.answer(getChannels, { channels: ['push', 'sms'], push_key: '' })
  const place = await openConsole(`/rules/${RULE.id}`)
  await shows(place, 'This server does not send mail. Its operator can set up a mail server.')
  expect(place.textContent).not.toContain('This server does not send SMS.')
  expect(await wrongOn(place)).toEqual([])
})

test('lists the alerts that the rule would have raised lately', async () => {
  const server = harbour(testServer(), [RULE])
  const fired = {
    vessel: { id: ID.vessel, name: 'Sæbjörg' },
    ...{ trigger_time: '2026-06-18T09:00:00.000Z', ended_at: null, instance: 1 },
    text: 'Oil pressure 1 below 1.5 bar: 0.9 bar',
  }
  server.answer(previewRule, {
    ...{ total: 37, vessels_fired: 4, vessels: 9, data: [fired] },
    ...{ from: '2026-05-20T00:00:00.000Z', to: '2026-06-19T00:00:00.000Z' },
  })
  const place = await openConsole(`/rules/${RULE.id}`)
  await shows(
    place,
    'Would have fired 37 times on 4 boats in the last 30 days.',
    'Sæbjörg',
    'Oil pressure 1 below 1.5 bar: 0.9 bar',
  )
  const asked = server.asked.find(({ url }) => url.pathname === '/api/rules/preview')
  expect(asked?.body).toMatchObject({ rule: { definition: RULE.definition } })
  expect(await wrongOn(place)).toEqual([])
})

test('asks again before deleting a rule', async () => {
  const server = harbour(testServer(), [RULE])
  server.answer(deleteRule, { ok: true })
  await openConsole(`/rules/${RULE.id}/delete`)
  await eventually(() =>
    expect(document.querySelector('[role=dialog]')?.textContent).toContain(
      'This action cannot be undone. This will permanently delete the rule.',
    ),
  )
  const dialog = document.querySelector('[role=dialog]') ?? document.body
  expect(await wrongOn(dialog)).toEqual([])
  dialog.querySelector<HTMLElement>('button[type=submit]')?.click()
  await eventually(() => expect(writes(server).at(-1)?.method).toBe('DELETE'))
})
