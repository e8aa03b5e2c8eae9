import { expect, test, vi } from 'vitest'
import { createSession, SessionEnded, TokenUnavailable } from './session.ts'

const TEN_MINUTES_MS = 600_000

/**
 * Server whose tokens are valid for ten minutes from `clock.ms`, until `alive` is false. The cookie of the browser
 * belongs to `who`; `page` opens another tab.
 */
function server() {
  const clock = { ms: 1_000_000_000_000 }
  const state = { alive: true, up: true, issued: 0, who: 'ada' }
  const fetch = vi.fn(async (path: string | URL | Request) => {
    if (!state.up) throw new TypeError('network')
    if (path === '/identity/sign-out') return new Response('{}', { status: state.alive ? 200 : 500 })
    if (!state.alive) return new Response('{"token":null}')
    state.issued += 1
    const payload = btoa(JSON.stringify({ sub: state.who, exp: (clock.ms + TEN_MINUTES_MS) / 1000 }))
    return new Response(JSON.stringify({ token: `h.${payload}.${state.issued}` }))
  })
  let mark: string | null = null
  const shared = {
    read: () => mark,
    write(next: string | null) {
      mark = next
    },
  }
  const page = () => createSession({ fetch, now: () => clock.ms, shared })
  return { clock, state, fetch, page, session: page() }
}

test('fetches one token for simultaneous requests, and caches it', async () => {
  const { session, fetch } = server()
  const [a, b] = await Promise.all([session.token(), session.token()])
  expect(a).toBe(b)
  expect(await session.token()).toBe(a)
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('fetches a new token before the old one expires', async () => {
  const { session, clock } = server()
  const first = await session.token()
  clock.ms += TEN_MINUTES_MS - 121_000
  expect(await session.token()).toBe(first)
  clock.ms += 2000
  expect(await session.token()).not.toBe(first)
})

test('ends when the server has no session, and notifies listeners once', async () => {
  const { session, state, fetch } = server()
  const ended = vi.fn()
  session.onEnd(ended)
  state.alive = false
  await expect(session.token()).rejects.toThrow(SessionEnded)
  await expect(session.token()).rejects.toThrow(SessionEnded)
  expect(ended).toHaveBeenCalledTimes(1)
  expect(fetch).toHaveBeenCalledTimes(1)
  state.alive = true
  session.begin()
  expect(await session.restore()).toBe(true)
})

test('stays alive while the network is down', async () => {
  const { session, state } = server()
  state.up = false
  await expect(session.restore()).rejects.toThrow(TokenUnavailable)
  state.up = true
  expect(await session.restore()).toBe(true)
})

test('keeps a page with its user when another user signs in beside it', async () => {
  const { session, state, page } = server()
  const other = vi.fn()
  session.onOther(other)
  await session.token()
  state.who = 'bo'
  const beside = page()
  await beside.token()
  await expect(session.token()).rejects.toThrow(SessionEnded)
  expect(other).toHaveBeenCalledTimes(1)
  expect(await session.restore()).toBe(false)
  expect(await beside.restore()).toBe(true)
  expect(await page().restore()).toBe(true)
})

test('checks the user of the cookie before using it, without a message from another tab', async () => {
  const { session, state } = server()
  await session.token()
  state.who = 'bo'
  await session.token()
  await expect(session.freshToken()).rejects.toThrow(SessionEnded)
})

test('ends the page when a different user signs in after a sign-out', async () => {
  const { session, state } = server()
  const other = vi.fn()
  session.onOther(other)
  await session.token()
  await session.signOut()
  session.begin()
  expect(await session.restore()).toBe(true)
  expect(other).not.toHaveBeenCalled()
  await session.signOut()
  state.who = 'bo'
  session.begin()
  expect(await session.restore()).toBe(false)
  expect(other).toHaveBeenCalledTimes(1)
})

test('ends other open tabs when one tab changes role, and not tabs opened later', async () => {
  const { session, page } = server()
  const beside = page()
  await Promise.all([session.token(), beside.token()])
  session.changeEyes()
  expect(await session.restore()).toBe(true)
  expect(await beside.restore()).toBe(false)
  const later = page()
  expect([await later.restore(), await session.restore()]).toEqual([true, true])
})

test('ends the session only when the server confirms the sign-out', async () => {
  const { session, state } = server()
  const ended = vi.fn()
  session.onEnd(ended)
  await session.token()
  state.alive = false
  await expect(session.signOut()).rejects.toThrow('500')
  state.up = false
  await expect(session.signOut()).rejects.toThrow('network')
  expect(ended).not.toHaveBeenCalled()
  Object.assign(state, { alive: true, up: true })
  await session.signOut()
  expect(ended).toHaveBeenCalledTimes(1)
})
