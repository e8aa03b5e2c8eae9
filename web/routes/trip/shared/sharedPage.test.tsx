import { afterEach, expect, test } from 'vitest'
import { type Comment, listComments } from '#contract/wire/comment.ts'
import { type AnyEndpoint, type OutputOf, sharedPathOf } from '#contract/wire/endpoint.ts'
import { openShareLink } from '#contract/wire/shareLink.ts'
import { getTrip } from '#contract/wire/trip.ts'
import { A_TRIP } from '../../../testing/aTrip.ts'
import { closeConsole, ID, openConsole, shows, testServer, wrongOn } from '../../../testing/testConsole.tsx'

afterEach(closeConsole)

const TOKEN = 'y7N2'.repeat(10)
const TRIP_ID = A_TRIP.id
const COMMENT: Comment = {
  ...{ id: '70000001-0000-4000-8000-000000000000', text: 'Reefed off the point', user: null, api_key: null },
  ...{ created_at: '2026-06-18T09:30:00.000Z', vessel_id: ID.vessel, trip_id: TRIP_ID, image_references: [] },
}
const OPENED: OutputOf<typeof openShareLink> = {
  ...{ trip_id: TRIP_ID, event_time: null, organization_name: 'Faxaflói Tours', has_comfort_speed: false },
  ...{ expires_at: '2026-12-01T00:00:00.000Z', num_comments: 1, kind: 'motor' },
  specs: { length: 9, beam_overall: 3 },
}
/** Endpoint at the address for share links. */
const shared = <E extends AnyEndpoint>(endpoint: E): E => ({ ...endpoint, path: sharedPathOf(endpoint) })
const PAGE = `/shared/${TOKEN}/comments`

function aServer(opened: Parameters<ReturnType<typeof testServer>['answer']>[1] = OPENED) {
  const server = testServer()
  server.answer(openShareLink, opened)
  server.answer(shared(getTrip), A_TRIP)
  server.answer(shared(listComments), { data: [COMMENT], total: 1 })
  return server
}

test('shows the shared trip and its organization, and sends only requests that a link may send', async () => {
  const server = aServer()
  await openConsole(PAGE)
  await shows(document.body, 'Trip by Særún', '12.3nmi', 'Reefed off the point', 'read-only')
  expect(document.querySelector('header')?.textContent).toContain('Shared by Faxaflói Tours')
  expect(
    server.asked.map(({ url }) => url.pathname).filter((path) => !path.startsWith('/api/shared')),
  ).toEqual([])
  expect(await wrongOn(document.body)).toEqual([])
})

test('shows a trip without names where the link shows none', async () => {
  const server = aServer({ ...OPENED, organization_name: '' })
  server.answer(shared(getTrip), { ...A_TRIP, vessel: { ...A_TRIP.vessel, name: '' } })
  const user = { id: ID.vessel, name: '', profile_picture_url: null }
  server.answer(shared(listComments), { data: [{ ...COMMENT, user }], total: 1 })
  const text = await shows(await openConsole(PAGE), 'Shared trip', 'Reefed off the point')
  expect(text).not.toMatch(/Shared by|Trip by|Deleted user/)
  expect(await wrongOn(document.body)).toEqual([])
})

test('shows a single impact and the expiry, without figures of the trip', async () => {
  aServer({ ...OPENED, event_time: '2026-06-18T09:33:20.000Z' })
  const text = await shows(await openConsole(PAGE), 'Særún · Impact', 'Link opens until')
  expect(text).not.toContain('12.3')
  expect(text).not.toContain('Summary')
})

test('shows one message for each link that does not open', async () => {
  aServer({ refused: 'not_found' })
  const place = await openConsole(PAGE)
  await shows(place, 'This link does not open anything', 'It may have expired or been revoked.')
  expect(await wrongOn(document.body)).toEqual([])
})

test('waits, and offers to try again when the link fails to load', async () => {
  aServer('never')
  const place = await openConsole(PAGE)
  expect(place.querySelector('[role=status]')?.getAttribute('aria-label')).toBe('Opening the shared trip')
  await closeConsole()
  aServer({ refused: 'internal' })
  await shows(await openConsole(PAGE), 'Try again')
})
