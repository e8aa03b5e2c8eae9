import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listCaptains } from '#contract/wire/captain.ts'
import { closeConsole, openConsole, personOf, testServer } from '../../testing/testConsole.tsx'
import { toast } from '../../toasts/toast.ts'

beforeEach(() => sessionStorage.clear())
afterEach(async () => {
  vi.restoreAllMocks()
  await closeConsole()
})

/** Opens the console for a user with this many unread alerts, and returns the texts of its toasts. */
async function openWith(alert_count: number): Promise<unknown[]> {
  const showText = vi.spyOn(toast, 'showText').mockResolvedValue(undefined)
  const person = personOf('organization-admin')
  const server = testServer({ ...person, unread_messages: { ...person.unread_messages, alert_count } })
  server.answer(listCaptains, { data: [], total: 0 })
  await openConsole('/captains')
  await expect.poll(() => document.querySelector('button[aria-label^="Alerts"]')).not.toBeNull()
  const sentences = showText.mock.calls.map(([sentence]) => sentence)
  await closeConsole()
  vi.restoreAllMocks()
  return sentences
}

test('shows the unread alerts once a session, and again when there are more', async () => {
  expect(await openWith(3)).toEqual(['You have 3 unread alerts'])
  expect(await openWith(3)).toEqual([])
  expect(await openWith(5)).toEqual(['You have 5 unread alerts'])
  expect(await openWith(2)).toEqual([])
})

test('shows at most 99 on the bell, and the exact number in its name', async () => {
  const person = personOf('organization-admin')
  const server = testServer({
    ...person,
    unread_messages: { ...person.unread_messages, alert_count: 1234 },
  })
  server.answer(listCaptains, { data: [], total: 0 })
  vi.spyOn(toast, 'showText').mockResolvedValue(undefined)
  await openConsole('/captains')
  const bell = await vi.waitFor(() => {
    const found = document.querySelector('button[aria-label^="Alerts, "]')
    if (!found) throw new Error('The bell is not there.')
    return found
  })
  expect(bell.getAttribute('aria-label')).toMatch(/1,?234/)
  expect(bell.parentElement?.textContent).toBe('99+')
})
