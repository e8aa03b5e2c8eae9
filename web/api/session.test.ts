import { expect, test, vi } from 'vitest'
import { createSession, SessionEnded, TokenUnavailable } from './session.ts'

const TEN_MINUTES_MS = 600_000

/** A server whose tokens are good for ten minutes from `clock.ms`, until `alive` is false. */
function server() {
  const clock = { ms: 1_000_000_000_000 }
  const state = { alive: true, up: true, issued: 0 }
  const fetch = vi.fn(async () => {
    if (!state.up) throw new TypeError('network')
    if (!state.alive) return new Response('{"token":null}')
    state.issued += 1
    const payload = btoa(JSON.stringify({ exp: (clock.ms + TEN_MINUTES_MS) / 1000 }))
    return new Response(JSON.stringify({ token: `h.${payload}.${state.issued}` }))
  })
  return { clock, state, fetch, session: createSession({ fetch, now: () => clock.ms }) }
}

test('fetches one token for all who ask at once and keeps it', async () => {
  const { session, fetch } = server()
  const [a, b] = await Promise.all([session.token(), session.token()])
  expect(a).toBe(b)
  expect(await session.token()).toBe(a)
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('fetches a new token before the old one runs out', async () => {
  const { session, clock } = server()
  const first = await session.token()
  clock.ms += TEN_MINUTES_MS - 121_000
  expect(await session.token()).toBe(first)
  clock.ms += 2000
  expect(await session.token()).not.toBe(first)
})

test('is over when the server knows no session, and says so once to all who listen', async () => {
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

test('does not end because the network is down', async () => {
  const { session, state } = server()
  state.up = false
  await expect(session.restore()).rejects.toThrow(TokenUnavailable)
  state.up = true
  expect(await session.restore()).toBe(true)
})
