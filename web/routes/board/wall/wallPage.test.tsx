import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { acknowledgeAlert } from '#contract/wire/alert.ts'
import { type Board, getBoard } from '#contract/wire/board.ts'
import { type AnyEndpoint, wallPathOf } from '#contract/wire/endpoint.ts'
import { leaveWall, signInAtWall } from '#contract/wire/wallLink.ts'
import { queryClient } from '../../../session/queryClient.ts'
import { acknowledgedAlert } from '../../../testing/anAlert.ts'
import {
  closeConsole,
  ID,
  openConsole,
  shows,
  type TestServer,
  testServer,
  wrongOn,
} from '../../../testing/testConsole.tsx'

beforeAll(() => Promise.all([import('./WallPage.tsx'), import('../BoardMap.tsx')]), 60_000)
afterEach(closeConsole)

const TOKEN = 'A'.repeat(43)
const ALERT_ID = `7${ID.vessel.slice(1)}`
const now = () => new Date().toISOString()
const BOARD = (more: Partial<Board> = {}): Board => ({
  ...{ server_time: Date.now(), organization: 'Harbour', department: { id: ID.department, name: 'Pilots' } },
  ...{ boats: [], episodes: [], waiting: 1, notes: [], ...more },
  critical: [
    {
      ...{ id: ALERT_ID, severity: 'critical', type: 'external', text: 'Fire', trigger_time: now() },
      ...{ received_at: now(), assigned: null, vessel_id: ID.vessel, name: 'Saga', lat: null, lon: null },
      ...{ notified: [], notified_total: 0 },
    },
  ],
  vessels: [],
})
const atWall = <E extends AnyEndpoint>(endpoint: E): E => ({ ...endpoint, path: wallPathOf(endpoint) }) as E
function serve(): TestServer {
  const server = testServer()
  server.answer(atWall(getBoard), BOARD())
  server.answer(atWall(acknowledgeAlert), acknowledgedAlert(ALERT_ID))
  server.answer(leaveWall, { ok: true })
  return server
}
function write(label: string, words: string) {
  const field = [...document.querySelectorAll('input')].find(({ labels }) =>
    labels?.[0]?.textContent?.includes(label),
  )
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, words)
  field?.dispatchEvent(new Event('input', { bubbles: true }))
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
    .find(({ textContent, ariaLabel }) => (ariaLabel ?? textContent ?? '').trim().startsWith(words))
    ?.click()
const sent = (server: TestServer, path: string) => server.asked.filter(({ url }) => url.pathname === path)
const ACKNOWLEDGE = `/api/wall/alerts/${ALERT_ID}/acknowledge`
const inFiveMinutes = () => new Date(Date.now() + 300_000).toISOString()

test('shows the board, and asks who acts before it acknowledges', async () => {
  const server = serve()
  server.answer(signInAtWall, ({ body }) => {
    if ((body as { password: string }).password !== 'right') return { refused: 'INVALID_CREDENTIALS' }
    return { pass: 'secret', name: 'Ásta', expires_at: inFiveMinutes(), continue: null }
  })
  const place = await openConsole(`/wall/${TOKEN}`)
  await shows(place, 'Pilots', 'Critical alert', 'Saga')
  expect(await wrongOn(place)).toEqual([])
  expect(place.querySelectorAll('a')).toHaveLength(0)
  press('Acknowledge')
  await bodyShows('Who acts?', 'After five minutes at most')
  expect(sent(server, ACKNOWLEDGE)).toEqual([])
  write('Email', 'asta@harbour.example')
  write('Password', 'wrong')
  await vi.waitFor(() => press('Sign in'))
  await bodyShows('Wrong email or password.')
  write('Password', 'right')
  await vi.waitFor(() => {
    press('Sign in')
    expect(sent(server, ACKNOWLEDGE)).toHaveLength(1)
  })
  await shows(place, /Ásta, until \d\d:\d\d/)
  press('Sign out')
  await vi.waitFor(() =>
    expect(sent(server, '/api/wall/sign-out')[0]?.body).toEqual({ wall_token: TOKEN, pass: 'secret' }),
  )
  await vi.waitFor(() => expect(place.textContent).not.toContain('Ásta'))
})

test('asks for the second factor, and starts again after a wrong code', async () => {
  const server = serve()
  server.answer(signInAtWall, ({ body }) => {
    const { code } = body as { code?: string }
    if (code === undefined) return { pass: null, name: null, expires_at: null, continue: 'next' }
    return { refused: 'INVALID_OTP' }
  })
  await openConsole(`/wall/${TOKEN}`)
  await bodyShows('Saga')
  press('Acknowledge')
  await bodyShows('Who acts?')
  write('Email', 'asta@harbour.example')
  write('Password', 'right')
  await vi.waitFor(() => press('Sign in'))
  await bodyShows('Code of the authenticator app')
  write('Code of the authenticator', '123456')
  await vi.waitFor(() => press('Sign in'))
  await bodyShows('This code is wrong or used.', 'Send me a code instead')
  expect(sent(server, '/api/wall/sign-in').at(-1)?.body).toMatchObject({ continue: 'next', code: '123456' })
  expect(sent(server, ACKNOWLEDGE)).toEqual([])
})

test('shows nothing of the fleet once its link has ended', async () => {
  const server = serve()
  const place = await openConsole(`/wall/${TOKEN}`)
  await shows(place, 'Saga')
  server.answer(atWall(getBoard), { refused: 'not_found' })
  await queryClient.refetchQueries({ queryKey: ['alerts'] })
  await shows(place, 'This screen is no longer connected')
  expect(place.textContent).not.toContain('Saga')
})
