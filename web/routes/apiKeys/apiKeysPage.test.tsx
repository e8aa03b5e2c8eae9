import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type ApiKey,
  createApiKey,
  deleteApiKey,
  getApiUsage,
  listApiKeys,
  updateApiKey,
} from '#contract/wire/apiKey.ts'
import { listRoleOptions } from '#contract/wire/role.ts'
import {
  closeConsole,
  ID,
  openConsole,
  personOf,
  shows,
  testServer,
  wrongOn,
} from '../../testing/testConsole.tsx'
import { toast } from '../../toasts/toast.ts'

beforeEach(() => {
  vi.spyOn(toast, 'success')
  vi.spyOn(toast, 'failure')
})
afterEach(closeConsole)

const SECRET = 'bk_Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYm'
const KEY: ApiKey = {
  id: '90000000-0000-4000-8000-000000000000',
  name: 'Weather bot',
  first_digits: 'bk_Zm9v',
  last_digits: 'YmFy',
  department_id: ID.department,
  role_id: 'organization-viewer',
  created_at: '2026-06-18T09:00:00.000Z',
  last_used: null,
  used_credits_total: 1234,
}

function serverWith(keys: ApiKey[], role = 'organization-admin' as const) {
  const server = testServer(personOf(role, { support_email: 'help@harbour.example' }))
  server.answer(listApiKeys, { data: keys, total: keys.length })
  server.answer(getApiUsage, {
    ...{ max_credits: 10_000, remaining_credits: 2500 },
    resets_at: new Date(Date.now() + 3_723_500).toISOString(),
  })
  server.answer(listRoleOptions, {
    data: [{ id: 'organization-viewer', name: 'Viewer', description: '' }],
    total: 1,
  })
  return server
}
const dialog = () => document.querySelector<HTMLElement>('[role=dialog]')
const SOON = { timeout: 10_000 }
const dialogShows = (...words: string[]) =>
  vi.waitFor(() => {
    for (const word of words) expect(dialog()?.textContent).toContain(word)
  }, SOON)
const sent = (server: ReturnType<typeof serverWith>, method: string) =>
  server.asked.find((one) => one.method === method && one.url.pathname.includes('/public-api-keys'))?.body
const press = (name: string) => {
  const buttons = [...(dialog()?.querySelectorAll('button') ?? [])]
  buttons.find(({ textContent }) => textContent === name)?.click()
}
const type = (name: string, value: string) => {
  const input = dialog()?.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input?.dispatchEvent(new Event('input', { bubbles: true }))
}

test('opens for administrators of the organization only', async () => {
  testServer(personOf('organization-viewer'))
  await openConsole('/api-keys')
  await shows(document.body, 'You do not have the required permissions')
})

test('lists keys by their last characters, with spent and available credits', async () => {
  serverWith([KEY])
  await openConsole('/api-keys')
  await shows(document.body, 'bk_Zm9v…YmFy')
  await shows(document.body, '1,234')
  await shows(document.body, '2,500 / 10,000')
  await shows(document.body, /Resets in 01:0[12]:\d\d, at midnight GMT/)
  const bar = document.querySelector('[role=progressbar]')
  expect(bar?.firstElementChild?.getAttribute('style')).toContain('width: 25%')
  expect(document.querySelector('a[href="/public/docs"]')).not.toBeNull()
  await shows(document.body, `${location.origin}/public/v1`)
  expect(document.querySelector('a[href^="mailto:help@harbour.example"]')).not.toBeNull()
  expect(await wrongOn(document.body)).toEqual([])
})

test.each(['refused', 'never'] as const)(
  'shows the rest of the page when the keys fail to load (%s)',
  async (how) => {
    const server = serverWith([])
    server.answer(listApiKeys, how === 'never' ? 'never' : { refused: 'internal' })
    await openConsole('/api-keys')
    await shows(document.body, '2,500 / 10,000')
    if (how === 'refused') await shows(document.body, 'Something went wrong. Could not get API keys.')
  },
)

test('shows the whole key once, until its dialog closes', async () => {
  const server = serverWith([])
  server.answer(createApiKey, { ...KEY, key: SECRET })
  await openConsole('/api-keys/new')
  await dialogShows('Create new API Key')
  press('Create new API Key')
  await dialogShows('Name is required', 'Role is required')
  type('name', 'Weather bot')
  const role = dialog()?.querySelector<HTMLInputElement>('input[name="role_id"]')
  role?.click()
  const option = () =>
    [...document.querySelectorAll<HTMLElement>('[role=option]')].find(
      ({ textContent }) => textContent === 'OrganizationViewer',
    )
  await vi.waitFor(() => expect(option()).toBeDefined(), SOON)
  option()?.click()
  await vi.waitFor(
    () =>
      expect(dialog()?.querySelector('input[type=hidden]')).toHaveProperty('value', 'organization-viewer'),
    SOON,
  )
  press('Create new API Key')
  await dialogShows('Save your API key', SECRET)
  expect(sent(server, 'POST')).toEqual({
    ...{ name: 'Weather bot', role_id: 'organization-viewer', department_id: ID.department },
  })
  expect(await wrongOn(dialog() as HTMLElement)).toEqual([])
  press('Done')
  await vi.waitFor(() => expect(document.body.textContent).not.toContain(SECRET), SOON)
})

test('renames a key and keeps its other fields', async () => {
  const server = serverWith([KEY])
  server.answer(updateApiKey, KEY)
  await openConsole(`/api-keys/${KEY.id}/edit`)
  await dialogShows('Edit the name of the API key')
  type('name', 'Harbour screen')
  press('Save')
  await vi.waitFor(() => expect(toast.success).toHaveBeenCalledWith('apiKeys.updated'), SOON)
  expect(sent(server, 'PUT')).toEqual({
    ...{ name: 'Harbour screen', role_id: 'organization-viewer', department_id: ID.department },
  })
})

test('names the key and the consequence before deletion', async () => {
  const server = serverWith([KEY])
  server.answer(deleteApiKey, { refused: 'internal' })
  await openConsole(`/api-keys/${KEY.id}/delete`)
  await dialogShows('bk_Zm9v…YmFy', 'The key is disabled immediately')
  press('Delete key')
  await vi.waitFor(() => expect(toast.failure).toHaveBeenCalledWith('apiKeys.deleteFailed'), SOON)
  server.answer(deleteApiKey, { ok: true })
  press('Delete key')
  await vi.waitFor(() => expect(toast.success).toHaveBeenCalledWith('apiKeys.deleted'), SOON)
})

test('says so when the key does not exist', async () => {
  serverWith([])
  await openConsole(`/api-keys/${KEY.id}/edit`)
  await dialogShows('API key not found')
})
