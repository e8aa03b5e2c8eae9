/**
 * Tests every page with a failing server, with a missing record, and for a user without permissions; new pages are
 * included automatically. Other states have tests beside the page.
 */
import { afterEach, expect, test, vi } from 'vitest'
import { CONTRACT } from '#contract/wire/contract.ts'
import { listDepartments } from '#contract/wire/department.ts'
import type { AnyEndpoint } from '#contract/wire/endpoint.ts'
import type { ProblemCode } from '#contract/wire/errors.ts'
import { updateLastLogin } from '#contract/wire/organization.ts'
import { getMe, type User } from '#contract/wire/user.ts'
import { closeConsole, openConsole, personOf, testServer } from '../testing/testConsole.tsx'

vi.stubGlobal('scrollTo', () => {})
const { router } = await import('../router.ts')
afterEach(closeConsole)

const ANYBODYS = /^\/(resources|settings$|settings\/(personal|password|notifications)|$)/
/**
 * Pages without a request of their own: forms, and pages about the signed-in user. The fleet arrives by the socket,
 * whose loss shows above all pages. Maps have a frame, and their parts show what is missing.
 */
const ASK_NOTHING =
  /^\/(map|first-boat(\/connect)?|geofences|vessels|reports(\/\w*)?|departments|devices\/connect\/boat|settings\/(organization|department))$|\/new$/
/** Addresses that redirect, and the page for unknown addresses. */
const LEAD_ELSEWHERE = /^\/(dashboard\/|\$$|settings$|settings\/$|resources$|resources\/$|$)/

interface Route {
  fullPath: string
  id: string
  parentRoute?: Route
  options: { component?: unknown }
}
const isOfOneThing = (route?: Route): boolean =>
  route !== undefined && (/\$/.test(route.fullPath ?? '') || isOfOneThing(route.parentRoute))
/** Excludes routes nested in a page of one record: until the record loads, they show that page's state. */
const PAGES = (Object.values(router.routesById) as unknown as Route[])
  .filter(({ id, options }) => id.startsWith('/console/') && options.component)
  .filter(({ parentRoute }) => !isOfOneThing(parentRoute))
  .map(({ fullPath }) => fullPath)
  .filter((path) => path && !LEAD_ELSEWHERE.test(path))
const addressOf = (path: string) => path.replaceAll(/\$\w+/g, '00000000-0000-4000-8000-000000000001')

const isEndpoint = (one: unknown): one is AnyEndpoint =>
  typeof one === 'object' && one !== null && 'method' in one && 'access' in one
const ALWAYS_ANSWERED: readonly AnyEndpoint[] = [getMe, updateLastLogin, listDepartments]
const ENDPOINTS = Object.values(CONTRACT)
  .filter(isEndpoint)
  .filter((endpoint) => !ALWAYS_ANSWERED.includes(endpoint))

async function open(path: string, person: User, refused: ProblemCode) {
  const server = testServer(person)
  for (const endpoint of ENDPOINTS) server.answer(endpoint, { refused })
  await openConsole(addressOf(path))
}
const { company } = personOf('super-admin')
const ANYTHING = personOf('super-admin', {
  auth_role: 'super',
  company: { ...company, features: { departments: true, route_guidance: true } },
})
const shown = () =>
  [...document.querySelectorAll('main, [role=dialog]')].map(({ textContent }) => textContent).join(' ')

test('finds pages to test', () => {
  expect(PAGES.length).toBeGreaterThan(40)
})

test.each(PAGES.filter((path) => !ANYBODYS.test(path) && !ASK_NOTHING.test(path)))(
  '%s shows a failure, and offers to try again',
  async (path) => {
    await open(path, ANYTHING, 'internal')
    await expect.poll(shown).toMatch(/Try again|Something went wrong/)
  },
)

test.each(PAGES.filter((path) => path.includes('$') && !ANYBODYS.test(path)))(
  '%s says that the record does not exist',
  async (path) => {
    await open(path, ANYTHING, 'not_found')
    await expect.poll(shown).toMatch(/not found/i)
  },
)

test.each(PAGES.filter((path) => !ANYBODYS.test(path)))(
  '%s is closed to a user without permissions',
  async (path) => {
    await open(path, personOf('department-viewer', { permissions: [] }), 'not_allowed')
    await expect.poll(shown).toMatch(/do not have the required permissions|no page at this address/)
  },
)
