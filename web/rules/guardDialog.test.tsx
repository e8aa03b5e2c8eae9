import { afterEach, expect, test, vi } from 'vitest'
import { listDepartments } from '#contract/wire/department.ts'
import { createGeofence, deleteGeofence, type WireGeofence } from '#contract/wire/geofence.ts'
import {
  createRule,
  DEFAULT_NOTIFICATIONS,
  deleteRule,
  type Rule,
  RuleNotifications,
} from '#contract/wire/rule.ts'
import { listUsers } from '#contract/wire/user.ts'
import type { WireMapVessel } from '#contract/wire/vessel.ts'
import { getVesselStatus, type VesselStatusGroups } from '#contract/wire/vesselStatus.ts'
import {
  closeConsole,
  DEPARTMENT,
  ID,
  openConsole,
  personOf,
  shows,
  type TestServer,
  testServer,
  wrongOn,
} from '../testing/testConsole.tsx'

afterEach(closeConsole)

const BOAT: WireMapVessel = {
  ...{ id: ID.vessel, name: 'Sæbjörg', kind: 'rib', picture_url: null, department_id: ID.department },
  ...{ status: 'online', trip_id: null, impact_limit: 3, lat: 64.15, lon: -21.94, cog: null, sog: 0 },
  ...{ impact: null, impact_time: null, last_updated: Date.now(), sog_derived: false },
  ...{ temperature: null, wind_speed: null, wind_direction: null, wave_height: null },
}
const FENCE: WireGeofence = {
  ...{ id: ID.trip, name: 'Around Sæbjörg', type: 'circle', radius: 100, color: 'ORANGE', is_harbor: false },
  ...{ coordinates: [{ lat: 64.15, lon: -21.94 }], department_id: ID.department },
  department: { id: ID.department, name: 'Harbour' },
  modified_at: '2026-06-18T04:00:00.000Z',
}
const RULE: Rule = {
  ...{ id: ID.captain, version: 1, type: 'geofence', severity: 'critical', department_id: ID.department },
  ...{ department: { id: ID.department, name: 'Harbour' }, enabled: true, message: null, created_by: null },
  ...{ created_at: '2026-06-18T04:00:00.000Z', vessels: { apply_to_all: false, ids: [ID.vessel] } },
  notifications: RuleNotifications.parse(DEFAULT_NOTIFICATIONS),
  definition: { geofences: { ids: [FENCE.id] }, trigger_on: 'exit' },
}

const press = (words: string) =>
  vi.waitFor(
    () => {
      const all = [...document.querySelectorAll<HTMLElement>('button, [role=menuitem]')]
      const found = all.find((one) => (one.getAttribute('aria-label') ?? one.textContent) === words)
      if (!found) throw new Error(`${words} is not there`)
      found.click()
    },
    { timeout: 10_000 },
  )
const eventually = (look: () => void) => vi.waitFor(look, { timeout: 10_000 })
const dialog = () => document.querySelector('[role=dialog]') ?? document.body
const boxOf = (words: string) => {
  const all = [...dialog().querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
  const found = all.find(({ labels }) => labels?.[0]?.textContent === words)
  if (!found) throw new Error(`${words} is not there`)
  return found
}
const buttonOf = (words: string) => {
  const found = [...dialog().querySelectorAll('button')].find(({ textContent }) => textContent === words)
  if (!found) throw new Error(`${words} is not there`)
  return found
}
const sent = ({ asked }: TestServer) =>
  asked.filter(({ method }) => method !== 'GET').map(({ method, url }) => `${method} ${url.pathname}`)

type Field = readonly [key: string, value: number, label?: string]
const statusOf = (...fields: Field[]): VesselStatusGroups => ({
  ...{ engine: [], battery: [], tank: [] },
  other_sensors: fields.map(([key, value, label = null]) => ({
    ...{
      id: key,
      name: key,
      label,
      type: 'switch',
      group: 'other_sensors',
      instance_number: 1,
      instance_name: null,
    },
    ...{ message_source: null, last_updated: '2026-06-18T04:00:00.000Z' },
    fields: [
      {
        ...{ key, label: key, value, unit: '', display_value: '', device_id: key, group: 'other_sensors' },
        ...{ hasSeries: true, last_updated: '2026-06-18T04:00:00.000Z' },
      },
    ],
  })),
})

async function open(boat: WireMapVessel, server = testServer(), status = statusOf()) {
  server.answer(getVesselStatus, { data: status })
  server.answer(listUsers, { data: [], total: 0 })
  const place = await openConsole('/vessels')
  server.publish('vessel_map_view', [boat])
  await shows(place, 'Sæbjörg')
  await press('Actions for Sæbjörg')
  await press('Guard this boat')
  await eventually(() => expect(dialog().textContent).toContain('Guard Sæbjörg'))
  return server
}

test('creates a circle around the boat, and a critical rule for it', async () => {
  const server = testServer()
  server.answer(createGeofence, FENCE)
  server.answer(createRule, RULE)
  await open(BOAT, server)
  expect(await wrongOn(dialog())).toEqual([])
  await press('Guard')
  await eventually(() => expect(sent(server)).toContain('POST /api/rules'))
  const bodyOf = (path: string) => server.asked.find(({ url, body }) => body && url.pathname === path)?.body
  expect(bodyOf('/api/geofences')).toMatchObject({
    ...{ type: 'circle', radius: 100, createRule: false, coordinates: [{ lat: 64.15, lon: -21.94 }] },
  })
  expect(bodyOf('/api/rules')).toMatchObject({
    ...{ type: 'geofence', severity: 'critical', vessels: { apply_to_all: false, ids: [ID.vessel] } },
    definition: { geofences: { ids: [FENCE.id] }, trigger_on: 'exit', duration_sec: 10 },
    enabled: true,
    notifications: {
      push_notifications: { enabled: true, user_ids: [ID.user] },
      email: { enabled: true, user_ids: [ID.user] },
    },
  })
})

test('makes the rule in the department of a person above the boat, who is notified', async () => {
  const above = { ...DEPARTMENT, id: ID.captain, name: 'Fleet' }
  const count = { users: 0, vessels: 0, captains: 0, trips: 0 }
  const own = { ...DEPARTMENT, parent_id: above.id, count }
  const server = testServer(personOf('organization-admin', { department_id: above.id, department: above }))
  server.answer(listDepartments, { data: [own, { ...above, count }], total: 2 })
  server.answer(createGeofence, FENCE)
  server.answer(createRule, RULE)
  await open(BOAT, server)
  await press('Guard')
  await eventually(() => expect(sent(server)).toContain('POST /api/rules'))
  expect(server.asked.find(({ url, body }) => body && url.pathname === '/api/rules')?.body).toMatchObject({
    department_id: above.id,
    notifications: { email: { user_ids: [ID.user] } },
  })
})

test('deletes the circle when its rule fails', async () => {
  const server = testServer()
  server.answer(createGeofence, FENCE)
  server.answer(createRule, { refused: 'internal' })
  server.answer(deleteGeofence, { ok: true, disabled_rules: [] })
  await open(BOAT, server)
  await press('Guard')
  await eventually(() => expect(sent(server)).toContain(`DELETE /api/geofences/${FENCE.id}`))
  expect(dialog().textContent).toContain('Guard Sæbjörg')
})

test('refuses to guard a boat at an unknown place', async () => {
  await open({ ...BOAT, lat: null, lon: null, last_updated: null })
  expect(dialog().textContent).toContain('Her place is unknown')
  expect(boxOf('She leaves where she lies').disabled).toBe(true)
  expect(buttonOf('Guard').disabled).toBe(true)
})

test('refuses to guard the place of a boat under way', async () => {
  await open({ ...BOAT, status: 'sailing', sog: 12 })
  expect(dialog().textContent).toContain('She is under way')
  expect(boxOf('She leaves where she lies').disabled).toBe(true)
})

test('disables guards for data that the boat does not send, and says so', async () => {
  await open(BOAT)
  await eventually(() => expect(boxOf('A bilge pump keeps running').disabled).toBe(true))
  expect(boxOf('Shore power is lost').disabled).toBe(true)
  expect(boxOf('A battery runs low').disabled).toBe(true)
  expect(dialog().textContent).toContain('She sends no switches.')
})

test('guards bilge, shore power and battery by the data that the boat sends', async () => {
  const server = testServer()
  server.answer(createGeofence, FENCE)
  server.answer(createRule, RULE)
  await open(
    BOAT,
    server,
    statusOf(
      ['switch_3', 0, 'Bilge pump'],
      ['ac_input_voltage_1', 230],
      ['ac_input_voltage_2', 1],
      ['battery_voltage_1', 25.6],
    ),
  )
  await eventually(() => expect(boxOf('A bilge pump keeps running').disabled).toBe(false))
  for (const words of ['A bilge pump keeps running', 'Shore power is lost', 'A battery runs low'])
    boxOf(words).click()
  await eventually(() => expect(dialog().textContent).toContain('stays away for half a minute'))
  expect(await wrongOn(dialog())).toEqual([])
  await press('Guard')
  const rules = () =>
    server.asked.filter(({ method, url }) => method === 'POST' && url.pathname === '/api/rules')
  await eventually(() => expect(rules().length).toBe(4))
  const logic = rules().map(({ body }) => (body as { definition: { logic?: unknown } }).definition.logic)
  expect(logic).toEqual([
    undefined,
    {
      and: [
        { variable: { type: 'vfp', field: 'switch_3', period_sec: 120 }, operation: 'more_than', value: 0.5 },
      ],
    },
    // The rule includes only the input with voltage: the other is a generator at rest.
    {
      and: [
        {
          ...{ variable: { type: 'vfp', field: 'ac_input_voltage_1', period_sec: 30 } },
          ...{ operation: 'less_than', value: 80 },
        },
      ],
    },
    {
      and: [
        {
          ...{ variable: { type: 'vfp', field: 'battery_voltage', period_sec: 120 } },
          ...{ operation: 'less_than', value: 24 },
        },
      ],
    },
  ])
})

test('undoes the guard when a part of it fails', async () => {
  const server = testServer()
  server.answer(createGeofence, FENCE)
  let made = 0
  server.answer(createRule, () => (++made === 2 ? { refused: 'internal' } : RULE))
  server.answer(deleteGeofence, { ok: true, disabled_rules: [] })
  server.answer(deleteRule, { ok: true })
  await open(BOAT, server, statusOf(['battery_voltage_1', 12.6]))
  await eventually(() => expect(boxOf('A battery runs low').disabled).toBe(false))
  boxOf('A battery runs low').click()
  await eventually(() => expect(dialog().textContent).toContain('Below'))
  await eventually(() => expect(buttonOf('Guard').disabled).toBe(false))
  await press('Guard')
  await eventually(() =>
    expect(sent(server).filter((one) => !one.startsWith('PUT'))).toEqual([
      'POST /api/geofences',
      'POST /api/rules',
      'POST /api/rules',
      `DELETE /api/rules/${RULE.id}`,
      `DELETE /api/geofences/${FENCE.id}`,
    ]),
  )
})

test('is not offered to a user who may not create rules', async () => {
  const server = testServer(personOf('organization-viewer'))
  const place = await openConsole('/vessels')
  server.publish('vessel_map_view', [BOAT])
  await shows(place, 'Sæbjörg')
  await press('Actions for Sæbjörg')
  await eventually(() => expect(document.querySelector('[role=menu]')).not.toBeNull())
  expect(document.body.textContent).not.toContain('Guard this boat')
})
