// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { createGeofence, deleteGeofence, type Geofence } from '#contract/geofence.ts'
import { createRule, DEFAULT_NOTIFICATIONS, type Rule, RuleNotifications } from '#contract/rule.ts'
import type { MapVessel } from '#contract/vessel.ts'
import {
  closeConsole,
  ID,
  openConsole,
  personOf,
  shows,
  type TestServer,
  testServer,
  wrongOn,
} from '../testing/testConsole.tsx'

afterEach(closeConsole)

const BOAT: MapVessel = {
  ...{ id: ID.vessel, name: 'Sæbjörg', kind: 'rib', picture_url: null, department_id: ID.department },
  ...{ status: 'online', trip_id: null, impact_limit: 3, lat: 64.15, lon: -21.94, cog: null, sog: 0 },
  ...{ impact: null, impact_time: null, last_updated: Date.now(), sog_derived: false },
  ...{ temperature: null, wind_speed: null, wind_direction: null, wave_height: null },
}
const FENCE: Geofence = {
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
const sent = ({ asked }: TestServer) =>
  asked.filter(({ method }) => method !== 'GET').map(({ method, url }) => `${method} ${url.pathname}`)

async function open(boat: MapVessel, server = testServer()) {
  const place = await openConsole('/vessels')
  server.say('vessel_map_view', [boat])
  await shows(place, 'Sæbjörg')
  await press('Actions for Sæbjörg')
  await press('Guard this boat')
  await eventually(() => expect(dialog().textContent).toContain('Guard Sæbjörg'))
  return server
}

test('a circle around where she lies, and a critical rule of it', async () => {
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
    definition: { geofences: { ids: [FENCE.id] }, trigger_on: 'exit' },
  })
})

test('a circle without its rule does not stay', async () => {
  const server = testServer()
  server.answer(createGeofence, FENCE)
  server.answer(createRule, { refused: 'internal' })
  server.answer(deleteGeofence, { ok: true })
  await open(BOAT, server)
  await press('Guard')
  await eventually(() => expect(sent(server)).toContain(`DELETE /api/geofences/${FENCE.id}`))
  expect(dialog().textContent).toContain('Guard Sæbjörg')
})

test('one of whom nobody knows where she lies is not guarded', async () => {
  await open({ ...BOAT, lat: null, lon: null, last_updated: null })
  expect(dialog().textContent).toContain('Nobody knows where she lies')
  expect([...dialog().querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain(
    'Guard',
  )
})

test('who may make no rules is not offered it', async () => {
  const server = testServer(personOf('organization-viewer'))
  const place = await openConsole('/vessels')
  server.say('vessel_map_view', [BOAT])
  await shows(place, 'Sæbjörg')
  await press('Actions for Sæbjörg')
  await eventually(() => expect(document.querySelector('[role=menu]')).not.toBeNull())
  expect(document.body.textContent).not.toContain('Guard this boat')
})
