import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { getOrganization, listWithoutSecondFactor, updateOrganization } from '#contract/wire/organization.ts'
import {
  closeConsole,
  DEPARTMENT,
  openConsole,
  personOf,
  shows,
  testServer,
  wrongOn,
} from '../../testing/testConsole.tsx'

// Loads lazy modules before the clock of a test starts.
beforeAll(() => import('./OrganizationPage.tsx'), 60_000)
afterEach(closeConsole)

const { company } = personOf('organization-admin')
const ME = personOf('organization-admin', { company: { ...company, contact: 'office@harbour.example' } })

test('lets an administrator make a captain mandatory for every trip', async () => {
  const server = testServer(ME)
  server.answer(updateOrganization, ME.company)
  const place = await openConsole('/settings/organization')
  await shows(place, 'Organization name', 'Force captain selection')
  expect(await wrongOn(place)).toEqual([])
  const demand = place.querySelector<HTMLInputElement>('input[role=switch]')
  expect(demand?.checked).toBe(false)
  demand?.click()
  await vi.waitFor(() =>
    expect(place.querySelector<HTMLInputElement>('input[role=switch]')?.checked).toBe(true),
  )
  place.querySelector('form')?.requestSubmit()
  await vi.waitFor(() =>
    expect(
      server.asked.find(({ method, url }) => method === 'PUT' && url.pathname === '/api/organization')?.body,
    ).toEqual({
      department_id: DEPARTMENT.id,
      settings: { force_captain_login: true },
      expected: { settings: { force_captain_login: false } },
    }),
  )
})

test('chooses the time zone of quiet hours', async () => {
  const server = testServer(ME)
  server.answer(updateOrganization, ME.company)
  const place = await openConsole('/settings/organization')
  await shows(place, 'Time zone')
  const zone = () =>
    [...place.querySelectorAll('label')].find(({ textContent }) => textContent === 'Time zone')?.control
  const saved = () =>
    server.asked.findLast(({ method, url }) => method === 'PUT' && url.pathname === '/api/organization')?.body
  zone()?.click()
  await vi.waitFor(() => {
    const option = [...document.querySelectorAll<HTMLElement>('[role="option"]')].find(
      ({ textContent }) => textContent === 'Atlantic/Reykjavik',
    )
    if (!option) throw new Error('the zone is not listed')
    option.click()
  })
  place.querySelector('form')?.requestSubmit()
  await vi.waitFor(() => expect(saved()).toMatchObject({ time_zone: 'Atlantic/Reykjavik' }))
})

test('lets a viewer change nothing', async () => {
  testServer(personOf('organization-viewer'))
  const place = await openConsole('/settings/organization')
  await shows(place, 'You do not have the required permissions to access this resource.')
  expect(place.querySelector('input[role=switch]')).toBeNull()
})

test("shows another user's change of the settings before overwriting it", async () => {
  const server = testServer(ME)
  const theirs = { ...ME.company, contact: 'they@harbour.example', time_zone: 'Europe/Rome' }
  server.answer(updateOrganization, { refused: 'conflict' })
  server.answer(getOrganization, theirs)
  const place = await openConsole('/settings/organization')
  await shows(place, 'Contact email')
  const contact = place.querySelector<HTMLInputElement>('input[name=contact]')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
    contact,
    'me@harbour.example',
  )
  contact?.dispatchEvent(new Event('input', { bubbles: true }))
  await vi.waitFor(() =>
    expect(place.querySelector<HTMLButtonElement>('form button[type=submit]')?.disabled).toBe(false),
  )
  place.querySelector('form')?.requestSubmit()
  await shows(place, 'changed by somebody else in the meantime', 'Somebody else’s: they@harbour', 'Save mine')
  // Fields that the user left unchanged need no decision.
  expect(place.textContent).not.toContain('Somebody else’s: Europe/Rome')
  expect(await wrongOn(place)).toEqual([])
  server.answer(updateOrganization, theirs)
  place.querySelector('form')?.requestSubmit()
  await vi.waitFor(() =>
    expect(server.asked.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
      contact: 'me@harbour.example',
      expected: { contact: 'they@harbour.example' },
    }),
  )
  await vi.waitFor(() => expect(place.textContent).not.toContain('Save mine'))
})

const demandSecondFactor = (place: HTMLElement) =>
  place.querySelectorAll<HTMLInputElement>('input[role=switch]')[1]
const rulesSent = (server: ReturnType<typeof testServer>) =>
  server.asked.findLast(({ method, url }) => method === 'PUT' && url.pathname === '/api/organization')?.body

test('shows whom a required second factor stops before it is saved', async () => {
  const server = testServer(ME)
  server.answer(updateOrganization, { ...ME.company, require_second_factor: true })
  server.answer(listWithoutSecondFactor, { count: 3, names: ['Ada', 'Bo'], includes_you: false })
  const place = await openConsole('/settings/organization')
  await shows(place, 'Require a second factor')
  demandSecondFactor(place)?.click()
  await shows(place, '3 users have to turn on a second factor first: Ada, Bo, …')
  expect(await wrongOn(place)).toEqual([])
  expect(rulesSent(server)).toBeUndefined()
  demandSecondFactor(place)?.closest('form')?.requestSubmit()
  await vi.waitFor(() =>
    expect(rulesSent(server)).toMatchObject({
      require_second_factor: true,
      expected: { require_second_factor: false },
    }),
  )
})

test('sends an administrator without a second factor to their own first', async () => {
  const server = testServer(ME)
  server.answer(updateOrganization, { refused: 'OWN_SECOND_FACTOR_FIRST' })
  server.answer(listWithoutSecondFactor, { count: 1, names: ['Nína'], includes_you: true })
  const place = await openConsole('/settings/organization')
  await shows(place, 'Require a second factor')
  demandSecondFactor(place)?.click()
  await shows(place, 'Turn on your own second factor first.')
  expect(place.querySelector('a[href="/settings/password"]')?.textContent).toBeTruthy()
  const save = demandSecondFactor(place)?.closest('form')?.querySelector<HTMLButtonElement>('[type=submit]')
  expect(save?.disabled).toBe(true)
  demandSecondFactor(place)?.click()
  await vi.waitFor(() => expect(place.textContent).not.toContain('Turn on your own second factor first.'))
})
