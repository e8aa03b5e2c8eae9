import { afterEach, test } from 'vitest'
import { listDevices } from '#contract/wire/device.ts'
import { getMe } from '#contract/wire/user.ts'
import { closeConsole, openConsole, shows, testServer } from './testConsole.tsx'

afterEach(closeConsole)

async function opensAsAny() {
  testServer().answer(listDevices, { data: [], total: 0 })
  await shows(await openConsole('/devices'), 'Devices')
}

// Test files share one process, in any order.
test('opens the next console without traces of a page opened by a link', async () => {
  testServer()
  await openConsole(`/shared/${'x'.repeat(43)}`)
  await closeConsole()
  await opensAsAny()
})

test('opens the next console without traces of an ended session', async () => {
  testServer().answer(getMe, { refused: 'internal' })
  await shows(await openConsole('/devices'), 'Sign in')
  await closeConsole()
  await opensAsAny()
})
