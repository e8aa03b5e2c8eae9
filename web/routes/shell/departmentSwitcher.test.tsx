import { afterEach, expect, test } from 'vitest'
import { listCaptains } from '#contract/wire/captain.ts'
import { listDepartments } from '#contract/wire/department.ts'
import type { Membership } from '#contract/wire/user.ts'
import {
  closeConsole,
  DEPARTMENT,
  ID,
  openConsole,
  personOf,
  testServer,
} from '../../testing/testConsole.tsx'

afterEach(closeConsole)

const part = (name: string, digit: number) => ({
  ...DEPARTMENT,
  id: `2${digit}000000-0000-4000-8000-000000000000`,
  name,
  parent_id: ID.department,
})
const [NORTH, SOUTH] = [part('North', 1), part('South', 2)]
const count = { users: 0, vessels: 0, captains: 0, trips: 0 }

async function open(memberships: Membership[], reached: readonly (typeof NORTH)[]) {
  const server = testServer(
    personOf('department-viewer', { department_id: NORTH.id, department: NORTH, memberships }),
  )
  server.answer(listDepartments, { data: reached.map((one) => ({ ...one, count })), total: reached.length })
  server.answer(listCaptains, { data: [], total: 0 })
  await openConsole('/captains')
  await expect.poll(() => server.asked.some(({ url }) => url.pathname === '/api/captains')).toBe(true)
  return server
}
const switcher = () => document.querySelector<HTMLElement>('button[aria-label^="Department: "]')
const inSwitcher = () =>
  [...document.querySelectorAll('[role=dialog] button')].map(({ textContent }) => textContent)

test('lets a user with several departments choose all or one, and narrows the lists', async () => {
  const membership = { department_id: SOUTH.id, department: SOUTH, role_id: 'department-admin' } as const
  const server = await open([membership], [NORTH, SOUTH])
  switcher()?.click()
  await expect.poll(inSwitcher).toEqual(['All my departments', 'North', 'South'])
  const south = [...document.querySelectorAll<HTMLElement>('[role=dialog] button')].at(-1)
  south?.click()
  await expect
    .poll(() => server.asked.at(-1)?.url.searchParams.get('filter[department_id][eq]'))
    .toBe(SOUTH.id)
})

test('offers no choice to a user with one department', async () => {
  await open([], [NORTH])
  expect(switcher()).toBeNull()
})
