import { afterEach, expect, test, vi } from 'vitest'
import { listShareLinks, revokeShareLink, type ShareLink } from '#contract/wire/shareLink.ts'
import { closeConsole, ID, openConsole, personOf, testServer, wrongOn } from '../../testing/testConsole.tsx'

afterEach(closeConsole)

const LINK: ShareLink = {
  ...{
    id: '70000000-0000-4000-8000-000000000000',
    trip_id: ID.trip,
    num_comments: 1,
    state: 'active',
    names: [],
  },
  vessel: { id: ID.vessel, name: 'Saga' },
  ...{ trip_start_time: '2026-06-18T09:00:00.000Z', event_time: null },
  user: { id: '30000000-0000-4000-8000-000000000009', name: 'Ásta' },
  ...{ created_at: '2026-06-18T12:00:00.000Z', expires_at: '2026-06-25T12:00:00.000Z', revoked_at: null },
  ...{ openings: 3, last_opened_at: '2026-06-19T12:00:00.000Z' },
}
const EVENT = '2026-06-18T09:10:00.000Z'
const LINKS: ShareLink[] = [
  LINK,
  {
    ...LINK,
    id: `${LINK.id.slice(0, -1)}1`,
    state: 'revoked',
    event_time: EVENT,
    user: null,
    openings: 0,
    last_opened_at: null,
  },
  { ...LINK, id: `${LINK.id.slice(0, -1)}2`, state: 'ended', trip_start_time: null },
]
const hrefs = () => [...document.querySelectorAll('td a')].map((link) => link.getAttribute('href'))

test('shows the content, author, expiry and number of visits of each link', async () => {
  const server = testServer(personOf('department-admin'))
  server.answer(listShareLinks, { data: LINKS, total: LINKS.length })
  server.answer(revokeShareLink, { ...LINK, state: 'revoked' })
  await openConsole('/settings/share-links?status=active')
  await vi.waitFor(() => {
    for (const words of [
      'Saga',
      'Ásta',
      'Opens until 25 Jun',
      'Opened 3 times',
      'Never opened',
      'Revoked',
      'Ended',
    ])
      expect(document.body.textContent).toContain(words)
  })
  // A deleted target has no link.
  expect(hrefs()).toEqual([`/trips/${ID.trip}`, `/trips/${ID.trip}/impacts/${encodeURIComponent(EVENT)}`])
  const asked = server.asked.find(({ url }) => url.pathname === '/api/share-links')
  expect(asked?.url.searchParams.get('filter[state][eq]')).toBe('active')
  expect(await wrongOn(document.body)).toEqual([])
  const buttons = [...document.querySelectorAll<HTMLElement>('[aria-label="Revoke link to a trip of Saga"]')]
  expect(buttons).toHaveLength(1)
  buttons[0]?.click()
  await vi.waitFor(() => expect(server.asked.some(({ method }) => method === 'DELETE')).toBe(true))
})

test('explains where to create links when there are none', async () => {
  testServer(personOf('organization-admin')).answer(listShareLinks, { data: [], total: 0 })
  await openConsole('/settings/share-links')
  await vi.waitFor(() => expect(document.body.textContent).toContain('No share links'))
})
