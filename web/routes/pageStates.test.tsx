// @vitest-environment jsdom
/**
 * Every page of the console where the server fails, where what it is about is not there, and before somebody without
 * rights; a new page is among them by itself. Its other states are tested beside it.
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
const { router } = await import('../routes.tsx')
afterEach(closeConsole)

const ANYBODYS = /^\/(resources|settings$|settings\/(personal|password|notifications)|$)/
/**
 * Forms ask for nothing before they are sent, or show what is known of whoever is signed in. The fleet is heard over the
 * socket, and that this is lost is said above all pages; of maps the frame is there, and its parts say what they miss.
 */
const ASK_NOTHING =
  /^\/(map|board|geofences|vessels|reports(\/\w*)?|departments|devices\/connect\/boat|settings\/(organization|department))$|\/new$/
/** They show nothing of their own to somebody who has no department to choose, or no boat. */
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
