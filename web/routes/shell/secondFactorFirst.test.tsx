// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { listDepartments } from '#contract/wire/department.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { getMe } from '#contract/wire/user.ts'
import {
  closeConsole,
  DEPARTMENT,
  openConsole,
  personOf,
  shows,
  testServer,
  wrongOn,
} from '../../testing/testConsole.tsx'

afterEach(closeConsole)

const state = endpoint({
  ...{ method: 'GET', path: '/identity/two-factor/state', access: 'anyone', output: z.any() },
})
const NO_COUNTS = { users: 0, vessels: 0, captains: 0, trips: 0 }
const ME = personOf('organization-admin')

test('shows only how to turn on a required second factor, and then the console', async () => {
  const server = testServer(ME)
  let isOn = false
  server.answer(getMe, () => ({ ...ME, needs_second_factor: !isOn }))
  server.answer(listDepartments, () =>
    isOn ? { data: [{ ...DEPARTMENT, count: NO_COUNTS }], total: 1 } : { refused: 'SECOND_FACTOR_REQUIRED' },
  )
  server.answer(state, () => ({ enabled: isOn, has_password: true }))
  const place = await openConsole('/captains')
  await shows(place, 'Turn on a second factor', 'Harbour requires a second factor', 'Sign out')
  expect(place.querySelector('nav')).toBeNull()
  expect(await wrongOn(place)).toEqual([])
  // Turned on in another tab: this one looks again when it is shown.
  isOn = true
  window.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => place.querySelector('nav')).not.toBeNull()
})
