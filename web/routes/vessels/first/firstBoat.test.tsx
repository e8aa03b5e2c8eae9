import { afterEach, beforeAll, expect, test } from 'vitest'
import type { RoleId } from '#contract/domain/permissions.ts'
import { getVessel, type WireMapVessel } from '#contract/wire/vessel.ts'
import { getVesselStatus } from '#contract/wire/vesselStatus.ts'
import { A_VESSEL } from '../../../testing/aVessel.ts'
import {
  closeConsole,
  ID,
  openConsole,
  personOf,
  shows,
  testServer,
  wrongOn,
} from '../../../testing/testConsole.tsx'

// Loads lazy modules before the clock of a test starts.
beforeAll(() => Promise.all([import('./FirstBoatPage.tsx'), import('../vessel/VesselPage.tsx')]), 60_000)
afterEach(closeConsole)

const NO_STATUS = { data: { engine: [], battery: [], tank: [], other_sensors: [] } }
const NEW: WireMapVessel = {
  ...A_VESSEL.live,
  ...{ id: ID.vessel, name: 'Særún', kind: 'rib', picture_url: null, department_id: ID.department },
  ...{ status: 'unpaired', trip_id: null, impact_limit: 3, last_updated: null },
}

async function open(vessels: WireMapVessel[] | null, role: RoleId = 'organization-admin', path = '') {
  const server = testServer(personOf(role))
  server.answer(getVesselStatus, NO_STATUS)
  server.answer(getVessel, A_VESSEL)
  await openConsole(`/first-boat${path}`)
  if (vessels) server.publish('vessel_map_view', vessels)
}
const linksTo = (path: string) => document.querySelectorAll(`main a[href="${path}"]`).length
const done = () => document.querySelectorAll('main li[data-done]').length

test('waits for the fleet before it says that there is no vessel', async () => {
  await open(null)
  await shows(document.body, 'Your first boat')
  expect(document.querySelectorAll('main li')).toHaveLength(0)
  expect(await wrongOn(document.body)).toEqual([])
})

test('begins with adding a vessel', async () => {
  await open([])
  await shows(document.body, 'You need her name, kind, size and speed.')
  expect([linksTo('/first-boat/new'), linksTo('/first-boat/connect'), done()]).toEqual([1, 0, 0])
  expect(await wrongOn(document.body)).toEqual([])
})

test('goes on with connecting her, and comes back from the dialog', async () => {
  await open([NEW], 'organization-admin', '/connect')
  await shows(document.body, 'What do you have on board?')
  expect(await wrongOn(document.body)).toEqual([])
  document.querySelector<HTMLElement>('[role=dialog] button[aria-label="Close"]')?.click()
  await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull()
  await shows(document.body, 'Your first boat')
  expect([linksTo('/first-boat/connect'), done()]).toEqual([1, 1])
})

test('ends with her data, and leads to the map', async () => {
  await open([{ ...NEW, status: 'online', last_updated: Date.now() - 3_600_000 }])
  await shows(document.body, 'Her data are here.')
  expect([linksTo(`/map?vessel=${ID.vessel}`), done()]).toEqual([1, 3])
  expect(await wrongOn(document.body)).toEqual([])
})

test.each([
  { vessels: [], says: 'Administrators of your organization add vessels.' },
  { vessels: [NEW], says: 'Administrators of your organization connect devices.' },
])('offers a viewer nothing that is refused: $says', async ({ vessels, says }) => {
  await open(vessels, 'organization-viewer')
  await shows(document.body, says)
  expect([linksTo('/first-boat/new'), linksTo('/first-boat/connect')]).toEqual([0, 0])
  expect(document.querySelectorAll('main button')).toHaveLength(0)
})

test.each([
  { role: 'organization-admin', says: 'Choose what is on board and follow its steps.', links: 1 },
  { role: 'organization-viewer', says: 'Administrators of your organization connect devices.', links: 0 },
] as const)('says that a vessel has no device, to the role $role', async ({ role, says, links }) => {
  const server = testServer(personOf(role))
  server.answer(getVesselStatus, NO_STATUS)
  server.answer(getVessel, A_VESSEL)
  await openConsole(`/vessels/${ID.vessel}`)
  await shows(document.body, 'No device yet')
  await shows(document.body, says)
  expect(linksTo(`/vessels/${ID.vessel}/connect`)).toBe(links)
  expect(await wrongOn(document.body)).toEqual([])
})
