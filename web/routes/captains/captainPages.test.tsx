import { afterEach, expect, test } from 'vitest'
import { DAY_MS } from '#contract/domain/time.ts'
import {
  type Captain,
  getCaptain,
  type ListedCaptain,
  listCaptains,
  updateCaptain,
} from '#contract/wire/captain.ts'
import { listDepartments } from '#contract/wire/department.ts'
import { getOrganizationStatistics } from '#contract/wire/tripFigures.ts'
import {
  closeConsole,
  DEPARTMENT,
  ID,
  openConsole,
  personOf,
  shows,
  testServer,
  wrongOn,
} from '../../testing/testConsole.tsx'

afterEach(closeConsole)

const NO_ACCESS = 'You do not have the required permissions to access this resource.'
const LISTED: ListedCaptain = {
  id: ID.captain,
  name: 'Nína Ösp',
  department_id: ID.department,
  department: { id: ID.department, name: 'Harbour' },
  rank: { level: 1, title: 'beginner', rp: 21_000 },
  count: { trips: 12 },
}
const NO_FIGURES = {
  nr_trips: 0,
  total_duration: 0,
  total_distance: 0,
  red_impacts: null,
  avg_fuel_consumption: null,
  avg_co2_emissions: null,
  avg_fuel_rate_l_nm: null,
  avg_impact: null,
}
const CAPTAIN: Captain = {
  ...LISTED,
  rank: { ...LISTED.rank, avg_rp: 1750, avg_trip_score: 82.5 },
  stats: { ...NO_FIGURES, nr_trips: 12, total_duration: 1440, total_distance: 240 },
}
/** First page of a list with this total. */
const many = (total: number) => ({
  data: Array.from({ length: Math.min(total, 20) }, (_, i) => ({
    ...LISTED,
    id: `5${i.toString().padStart(7, '0')}-0000-4000-8000-000000000000`,
    name: `Captain ${i + 1}`,
  })),
  total,
})

test('shows one page of many captains by name, and searches on the server', async () => {
  const server = testServer()
  server.answer(listCaptains, many(1000))
  const place = await openConsole('/captains?q=cap')
  const text = await shows(place, 'Captain 1', 'Captain 20', 'Beginner')
  expect(text).toContain('1,000')
  expect(place.querySelectorAll('tbody tr')).toHaveLength(20)
  const asked = server.asked.find(({ url }) => url.pathname === '/api/captains')?.url.search ?? ''
  expect(decodeURIComponent(asked)).toContain('cap')
  expect(decodeURIComponent(asked)).toMatch(/limit=20/)
  expect(await wrongOn(place)).toEqual([])
})

test('reports days that are still being prepared, and loads ranks again when they are complete', async () => {
  const server = testServer()
  server.answer(listCaptains, many(3))
  server.publish('preparing', [{ from: Date.now() - 5 * DAY_MS, to: Date.now() - DAY_MS }])
  const place = await openConsole('/captains')
  await shows(place, 'Captain 1', 'is still being prepared')
  expect(await wrongOn(place)).toEqual([])
  const lists = () => server.asked.filter(({ url }) => url.pathname === '/api/captains').length
  const before = lists()
  server.publish('preparing', [])
  await expect.poll(lists).toBeGreaterThan(before)
  expect(place.textContent).not.toContain('still being prepared')
})

test('invites a user with the permission to create the first captain', async () => {
  testServer().answer(listCaptains, many(0))
  const place = await openConsole('/captains')
  await shows(place, 'Add captain')
  expect(await wrongOn(place)).toEqual([])
})

test('shows no invitation to a user who may not create captains', async () => {
  testServer(personOf('department-viewer')).answer(listCaptains, many(0))
  const place = await openConsole('/captains')
  const text = await shows(place, 'No captains yet')
  expect(text).not.toContain('Add captain')
})

test('preselects the only department in which the user may create captains', async () => {
  const departmentOf = (name: string, id: string) => ({ ...DEPARTMENT, id, name, parent_id: ID.department })
  const [north, south] = [
    departmentOf('North', '20000000-0000-4000-8000-000000000001'),
    departmentOf('South', '20000000-0000-4000-8000-000000000002'),
  ]
  const { company, permissions } = personOf('department-viewer')
  const server = testServer(
    personOf('department-viewer', {
      company: { ...company, features: { ...company.features, departments: true } },
      ...{ department_id: north.id, department: north },
      memberships: [{ department_id: south.id, department: south, role_id: 'department-admin' }],
      permissions: [...permissions, `department:captain-create:${south.id}`],
    }),
  )
  const count = { users: 0, vessels: 0, captains: 0, trips: 0 }
  server.answer(listDepartments, { data: [north, south].map((one) => ({ ...one, count })), total: 2 })
  server.answer(listCaptains, many(0))
  await openConsole('/captains/new')
  const field = () => document.querySelector<HTMLInputElement>('[role=dialog] input[role=combobox]')
  await expect.poll(() => field()?.value).toBe('South')
  field()?.click()
  await expect
    .poll(() => [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent))
    .toEqual(['South'])
})

test.each([
  ['not_allowed', NO_ACCESS],
  ['internal', 'Something went wrong. Could not get captains.'],
] as const)('says so when the list is refused with %s', async (refused, words) => {
  testServer().answer(listCaptains, { refused })
  const place = await openConsole('/captains')
  await shows(place, words)
  expect(await wrongOn(place)).toEqual([])
})

test('sends no request without the permission to view captains', async () => {
  const server = testServer(personOf('department-viewer', { permissions: [] }))
  const place = await openConsole('/captains')
  await shows(place, NO_ACCESS)
  expect(server.asked.filter(({ url }) => url.pathname === '/api/captains')).toEqual([])
})

test("shows rank, progress to the next rank, and figures beside the organization's", async () => {
  const server = testServer()
  server.answer(getCaptain, CAPTAIN)
  server.answer(getOrganizationStatistics, { ...NO_FIGURES, nr_trips: 100 })
  const place = await openConsole(`/captains/${ID.captain}`)
  const text = await shows(place, 'Nína Ösp', 'Beginner', '21,000', '1,750', 'Number of Trips')
  // 1,000 of the 60,000 points between beginner and the next rank.
  expect(text).toContain('59,000 points to')
  expect(place.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')).toBe('1')
  expect(await wrongOn(place)).toEqual([])
})

test('says so when a captain has no trips yet', async () => {
  const server = testServer()
  const rank = { level: 0, title: 'trainee' as const, rp: 0, avg_rp: null, avg_trip_score: null }
  server.answer(getCaptain, { ...CAPTAIN, rank, count: { trips: 0 }, stats: NO_FIGURES })
  server.answer(getOrganizationStatistics, NO_FIGURES)
  const place = await openConsole(`/captains/${ID.captain}`)
  await shows(place, 'Trainee', 'No trips yet')
  expect(await wrongOn(place)).toEqual([])
})

test.each([
  ['not_found', 'Captain not found'],
  ['not_allowed', NO_ACCESS],
  ['internal', 'Error fetching captain'],
] as const)('says so when a captain is refused with %s', async (refused, words) => {
  testServer().answer(getCaptain, { refused })
  const place = await openConsole(`/captains/${ID.captain}`)
  await shows(place, words)
  expect(await wrongOn(place)).toEqual([])
})

test('keeps a loaded captain on the page when the next request fails', async () => {
  const server = testServer()
  server.answer(getCaptain, CAPTAIN)
  server.answer(getOrganizationStatistics, NO_FIGURES)
  const place = await openConsole(`/captains/${ID.captain}`)
  await shows(place, 'Nína Ösp')
  server.answer(getCaptain, { refused: 'internal' })
  const { queryClient } = await import('../../session/queryClient.ts')
  await queryClient.refetchQueries({ queryKey: ['trips', 'captain'] })
  const asked = () => server.asked.filter(({ url }) => url.pathname.endsWith(ID.captain)).length
  await expect.poll(asked).toBe(2)
  expect(place.textContent).toContain('Nína Ösp')
  expect(place.textContent).not.toContain('Error fetching captain')
})

test('shows no form to a user who may not edit', async () => {
  const server = testServer(personOf('organization-viewer'))
  server.answer(getCaptain, CAPTAIN)
  server.answer(getOrganizationStatistics, NO_FIGURES)
  await openConsole(`/captains/${ID.captain}/edit`)
  await shows(document.body, 'Nína Ösp')
  await expect.poll(() => document.querySelector('[role=dialog]')?.textContent).toContain(NO_ACCESS)
  expect(document.querySelector('[role=dialog] input')).toBeNull()
})

test("shows another user's change of a captain before overwriting it", async () => {
  const server = testServer()
  server.answer(getCaptain, CAPTAIN)
  server.answer(getOrganizationStatistics, NO_FIGURES)
  server.answer(updateCaptain, ({ body }) =>
    (body as { expected: { name: string } }).expected.name === 'Nína Ösp' ? { refused: 'conflict' } : CAPTAIN,
  )
  await openConsole(`/captains/${ID.captain}/edit`)
  const dialog = () => document.querySelector('[role=dialog]') ?? document.body
  await shows(document.body, 'Edit captain', 'Save')
  const name = dialog().querySelector<HTMLInputElement>('input[name=name]')
  enter(name, 'Nína')
  server.answer(getCaptain, { ...CAPTAIN, name: 'Nína Björk' })
  dialog().querySelector('form')?.requestSubmit()
  await expect.poll(() => dialog().textContent).toContain('changed by somebody else in the meantime')
  expect(dialog().textContent).toContain('Somebody else’s: Nína Björk')
  expect(name?.value).toBe('Nína')
  expect(await wrongOn(dialog())).toEqual([])
  const sent = () => server.asked.filter(({ method }) => method === 'PUT').at(-1)?.body
  expect(sent()).toEqual({ name: 'Nína', expected: { name: 'Nína Ösp' } })
  expect(dialog().textContent).toContain('Save mine')
  dialog().querySelector('form')?.requestSubmit()
  await expect.poll(sent).toEqual({ name: 'Nína', expected: { name: 'Nína Björk' } })
  await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull()
})

/** Sets a value in the way that React detects. */
function enter(input: HTMLInputElement | null, text: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input?.dispatchEvent(new Event('input', { bubbles: true }))
}

test('returns the focus to the opener when a dialog closes', async () => {
  const server = testServer()
  server.answer(getCaptain, CAPTAIN)
  server.answer(getOrganizationStatistics, NO_FIGURES)
  const place = await openConsole(`/captains/${ID.captain}`)
  await shows(place, 'View all ranks')
  const opener = [...place.querySelectorAll('a')].find(({ textContent }) => textContent === 'View all ranks')
  opener?.focus()
  opener?.click()
  const dialog = () => document.querySelector('[role=dialog]')
  await expect.poll(() => dialog()?.textContent).toContain('Legend')
  await expect.poll(() => dialog()?.contains(document.activeElement)).toBe(true)
  dialog()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await expect.poll(dialog).toBeNull()
  expect(document.activeElement).toBe(opener)
})
