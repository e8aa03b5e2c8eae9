import { afterEach, expect, test } from 'vitest'
import type { RoleId } from '#contract/domain/permissions.ts'
import { listDepartments } from '#contract/wire/department.ts'
import { listRoleOptions } from '#contract/wire/role.ts'
import {
  endPairingLock,
  getSetup,
  getUser,
  type ListedUser,
  listUsers,
  renewInvitation,
  updateUser,
} from '#contract/wire/user.ts'
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
const OTHER = '31000000-0000-4000-8000-000000000000'
const part = (name: string, digit: number) => ({
  ...DEPARTMENT,
  id: `2${digit}000000-0000-4000-8000-000000000000`,
  name,
  parent_id: ID.department,
})
const NORTH = part('North', 1)
const SOUTH = part('South', 2)
const role = (id: RoleId) => ({ id, name: id, description: '' })
const { company } = personOf('organization-admin')
const ME = personOf('organization-admin', {
  company: { ...company, features: { departments: true, route_guidance: false } },
})
const ANNA: ListedUser = {
  ...personOf('department-admin', {
    id: OTHER,
    name: 'Anna',
    email: 'anna@harbour.example',
    department_id: NORTH.id,
    department: NORTH,
    memberships: [{ department_id: SOUTH.id, department: SOUTH, role_id: 'department-admin' }],
  }),
  last_login: null,
  created_at: '2026-01-01T00:00:00.000Z',
  pairing_locked_until: null,
}

function serverWith(departments: readonly (typeof NORTH)[], anna: ListedUser = ANNA) {
  const server = testServer(ME)
  const count = { users: 0, vessels: 0, captains: 0, trips: 0 }
  const all = [{ ...DEPARTMENT, count }, ...departments.map((one) => ({ ...one, count }))]
  server.answer(listDepartments, { data: all, total: all.length })
  server.answer(listRoleOptions, { data: [role('department-admin'), role('department-viewer')], total: 2 })
  server.answer(listUsers, { data: [anna], total: 1 })
  server.answer(getUser, anna)
  return server
}
test('shows the super users to a super-admin when the list has no other user', async () => {
  const server = testServer(personOf('super-admin', { auth_role: 'super' }))
  server.answer(listUsers, { data: [], total: 0 })
  const place = await openConsole('/users')
  await shows(place, 'You are the only user so far.', 'Show super users')
  expect(await wrongOn(place)).toEqual([])
})

/** Dialog with these words, after loading; a placeholder dialog precedes it. */
async function dialogWith(...words: string[]): Promise<HTMLElement> {
  const dialog = () => document.querySelector<HTMLElement>('[role=dialog]')
  for (const word of words)
    await expect.poll(() => dialog()?.textContent, { timeout: 10_000 }).toContain(word)
  return dialog() as HTMLElement
}
const press = (dialog: HTMLElement, name: string) =>
  [...dialog.querySelectorAll('button')]
    .find((button) => [button.textContent, button.getAttribute('aria-label')].includes(name))
    ?.click()

test('shows each department of a person with the role there', async () => {
  serverWith([NORTH, SOUTH])
  await openConsole(`/users/${OTHER}`)
  const dialog = await dialogWith('Anna', 'North', 'Further departments', 'South · ')
  expect(await wrongOn(dialog)).toEqual([])
})

test('removes and adds further departments, each once', async () => {
  const server = serverWith([NORTH, SOUTH])
  server.answer(updateUser, ANNA)
  await openConsole(`/users/${OTHER}/edit`)
  const dialog = await dialogWith('Further departments')
  await expect.poll(() => dialog.querySelector('[aria-label="Remove South"]')).toBeTruthy()
  expect(dialog.querySelectorAll('input[aria-label="Further department 1"]')).toHaveLength(1)
  expect(dialog.querySelectorAll('input[aria-label="Role in South"]')).toHaveLength(1)
  expect(await wrongOn(dialog)).toEqual([])
  press(dialog, 'Remove South')
  await shows(dialog, 'Add a department')
  press(dialog, 'Add a department')
  await expect.poll(() => dialog.querySelector('[aria-label="Remove South"]')).toBeTruthy()
  dialog.querySelector('form')?.requestSubmit()
  await expect
    .poll(
      () => server.asked.find(({ method, url }) => method === 'PUT' && url.pathname.includes(OTHER))?.body,
    )
    // Sends the changed fields and their previous values only.
    .toEqual({
      memberships: [{ department_id: SOUTH.id, role_id: 'department-viewer' }],
      expected: { memberships: [{ department_id: SOUTH.id, role_id: 'department-admin' }] },
    })
})

test.each([
  ['not_found', 'User not found'],
  ['not_allowed', NO_ACCESS],
  ['internal', 'Error fetching user'],
] as const)('says so when a profile is refused with %s', async (refused, words) => {
  serverWith([]).answer(getUser, { refused })
  await openConsole(`/users/${OTHER}`)
  const dialog = await dialogWith(words)
  expect(await wrongOn(dialog)).toEqual([])
})

test.each([
  ['not_allowed', NO_ACCESS],
  ['internal', 'Error fetching users'],
] as const)('says so when the list is refused with %s', async (refused, words) => {
  serverWith([]).answer(listUsers, { refused })
  const place = await openConsole('/users')
  await shows(place, words)
  expect(await wrongOn(place)).toEqual([])
})

const SETUP = { needed: false, demo: false, mail: false, provider: null }
const openMenu = async (place: HTMLElement) => {
  await shows(place, 'Anna')
  place.querySelector<HTMLButtonElement>('[aria-label="Actions for Anna"]')?.click()
  const menu = () => document.querySelector<HTMLElement>('[role=menu]')
  await expect.poll(() => menu()?.textContent).toContain('Edit')
  return menu() as HTMLElement
}
const choose = (menu: HTMLElement, name: string) =>
  [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')].find(({ textContent }) => textContent === name)

test('creates the invitation link again from the menu of a person who never signed in', async () => {
  const server = serverWith([])
  server.answer(getSetup, SETUP)
  server.answer(renewInvitation, { invitation_path: '/reset-password?token=abc' })
  const menu = await openMenu(await openConsole('/users'))
  await expect.poll(() => choose(menu, 'New invitation link')).toBeTruthy()
  choose(menu, 'New invitation link')?.click()
  const dialog = await dialogWith('Hand over this link to Anna.', 'Copy link')
  expect(dialog.querySelector('input')?.value).toMatch(/\/reset-password\?token=abc$/)
  expect(await wrongOn(dialog)).toEqual([])
})

test('shows a lock of pairing and ends it from the menu of the person', async () => {
  const server = serverWith([], { ...ANNA, pairing_locked_until: '2026-02-01T14:32:00.000Z' })
  server.answer(getSetup, SETUP)
  server.answer(endPairingLock, { ok: true })
  const place = await openConsole('/users')
  await shows(place, 'Pairing locked until ')
  expect(await wrongOn(place)).toEqual([])
  const menu = await openMenu(place)
  server.answer(listUsers, { data: [ANNA], total: 1 })
  choose(menu, 'End pairing lock')?.click()
  await expect
    .poll(() =>
      server.asked.some(({ method, url }) => method === 'DELETE' && url.pathname.endsWith('/pairing-lock')),
    )
    .toBe(true)
  await expect.poll(() => place.textContent).not.toContain('Pairing locked until ')
})

test('offers no invitation to a person who has signed in', async () => {
  const server = serverWith([], { ...ANNA, last_login: '2026-02-01T00:00:00.000Z' })
  server.answer(getSetup, SETUP)
  const menu = await openMenu(await openConsole('/users'))
  expect(menu.textContent).toBe('EditDelete')
})

test.each([
  [true, 'They get a mail with a link to the console.', 'We send a link to', 'Send email'],
  [false, 'Mail is not set up here: you get a link', 'so no link can be sent', null],
])('promises a mail only when the server sends mail: %s', async (mail, added, password, send) => {
  const server = serverWith([])
  server.answer(getSetup, { ...SETUP, mail })
  await openConsole('/users/new')
  await dialogWith(added)
  await closeConsole()
  const again = serverWith([])
  again.answer(getSetup, { ...SETUP, mail })
  const place = await openConsole('/settings/password')
  const text = await shows(place, password)
  expect(text.includes('Send email')).toBe(send !== null)
})
