import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listCaptains } from '#contract/wire/captain.ts'
import { vesselStates } from '../../live/vesselStates.ts'
import { preference, setPreference } from '../../preferences/preferences.ts'
import { shownScheme } from '../../preferences/shownScheme.ts'
import { closeConsole, openConsole, testServer } from '../../testing/testConsole.tsx'
import { vessel } from '../../testing/vesselCase.ts'

/** Midnight in Iceland, the afternoon in Hawaii. */
const NOW_MS = Date.UTC(2026, 2, 20, 1)

beforeEach(() => vi.setSystemTime(NOW_MS))
afterEach(async () => {
  await closeConsole()
  vesselStates.forget()
  vi.useRealTimers()
})

test('follows the sun at the vessel heard from last, and stays there when it falls silent', async () => {
  testServer().answer(listCaptains, { data: [], total: 0 })
  setPreference('theme', 'dark')
  setPreference('night', 'sunset')
  const iceland = vessel('Iceland', -22, { latitudeDeg: 64, last_updated: NOW_MS - 9000 })
  const hawaii = vessel('Hawaii', -158, { latitudeDeg: 21, last_updated: NOW_MS - 8000 })
  vesselStates.merge([hawaii, iceland], true)
  await openConsole('/captains')
  expect(shownScheme()).toBe('dark')
  vesselStates.merge([{ ...iceland, last_updated: NOW_MS - 7000 }], false)
  await expect.poll(() => shownScheme()).toBe('night')
  vesselStates.merge([vessel('Iceland', null), vessel('Hawaii', null)], false)
  await expect.poll(() => preference('night-place')).toBe('64.0 -22.0')
  expect(shownScheme()).toBe('night')
})
