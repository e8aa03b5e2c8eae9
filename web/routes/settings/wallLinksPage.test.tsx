import { afterEach, expect, test, vi } from 'vitest'
import { createWallLink, endWallLink, listWallLinks, type WallLink } from '#contract/wire/wallLink.ts'
import {
  closeConsole,
  ID,
  openConsole,
  personOf,
  shows,
  testServer,
  wrongOn,
} from '../../testing/testConsole.tsx'

afterEach(closeConsole)

const LINK: WallLink = {
  ...{ id: '70000000-0000-4000-8000-000000000000', name: 'Harbour office', state: 'active' },
  department: { id: ID.department, name: 'Pilots' },
  user: { id: ID.user, name: 'Ásta' },
  ...{ created_at: '2026-06-18T12:00:00.000Z', ended_at: null, last_seen_at: '2026-06-19T12:00:00.000Z' },
}
const ENDED: WallLink = {
  ...LINK,
  ...{ id: `${LINK.id.slice(0, -1)}1`, name: 'Bar', state: 'ended', ended_at: '2026-06-20T12:00:00.000Z' },
  ...{ user: null, last_seen_at: null },
}
/** Waits for words anywhere on the page, also in dialogs. */
const bodyShows = (...words: (string | RegExp)[]) =>
  vi.waitFor(
    () => {
      for (const word of words) expect(document.body.textContent).toMatch(word)
    },
    { timeout: 5000 },
  )
const press = (words: string) =>
  [...document.querySelectorAll('button')]
    .find(({ textContent, ariaLabel }) => (ariaLabel ?? textContent ?? '').trim() === words)
    ?.click()

test('lists wall screens, ends a link, and shows a new one once', async () => {
  const server = testServer(personOf('organization-admin'))
  server.answer(listWallLinks, { data: [LINK, ENDED], total: 2 })
  server.answer(endWallLink, { ...LINK, state: 'ended' })
  server.answer(createWallLink, { ...LINK, wall_path: `/wall/${'B'.repeat(43)}` })
  const place = await openConsole('/settings/wall-screens')
  await shows(place, 'Harbour office', 'Pilots', 'Ásta', 'Bar', /ended on 20 Jun/, 'Never')
  expect(await wrongOn(place)).toEqual([])
  press('End the link of Harbour office')
  await vi.waitFor(() => expect(server.asked.some(({ method }) => method === 'DELETE')).toBe(true))
  press('Add a screen')
  await bodyShows('Place of the screen')
  const field = document.querySelector<HTMLInputElement>('[role=dialog] input')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'Bridge')
  field?.dispatchEvent(new Event('input', { bubbles: true }))
  press('Create link')
  await bodyShows(/\/wall\/B{43}/, 'shown only once')
  const made = server.asked.find(({ method, url }) => method === 'POST' && url.pathname === '/api/wall-links')
  expect(made?.body).toEqual({ name: 'Bridge', department_id: ID.department })
})

test('refuses users who may not change the organization', async () => {
  const server = testServer(personOf('department-admin'))
  const place = await openConsole('/settings/wall-screens')
  await shows(place, 'You do not have')
  expect(server.asked.some(({ url }) => url.pathname === '/api/wall-links')).toBe(false)
})
