// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { closeConsole, openConsole, shows, testServer, wrongOn } from '../../testing/testConsole.tsx'

afterEach(closeConsole)

const anything = { access: 'anyone', output: z.any() } as const
const sessions = endpoint({ method: 'GET', path: '/identity/sessions', ...anything })
const end = endpoint({ method: 'POST', path: '/identity/sessions/end', ...anything })

test('names the browser of each session, marks this one, and ends another', async () => {
  const at = { signed_in_at: '2026-06-18T09:00:00.000Z', last_used_at: '2026-06-19T09:00:00.000Z' }
  const here = { id: 'a', ...at, ip: '192.0.2.1', browser: 'Firefox/140.0 Linux', current: true }
  const away = { id: 'b', ...at, ip: null, browser: null, current: false }
  let open = [here, away]
  const server = testServer()
  server.answer(sessions, () => ({ sessions: open }))
  server.answer(end, () => {
    open = [here]
    return { ok: true }
  })
  const place = await openConsole('/settings/password')
  await shows(place, 'Firefox, Linux This browser', '192.0.2.1', 'Unknown browser')
  expect(await wrongOn(document.body)).toEqual([])
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[aria-label^="Sign out "]')]
  expect(buttons.map((button) => button.ariaLabel)).toEqual(['Sign out Unknown browser'])
  buttons[0]?.click()
  await expect.poll(() => place.textContent).not.toContain('Unknown browser')
  expect(server.asked.find(({ url }) => url.pathname === end.path)?.body).toEqual({ id: 'b' })
})
