// @vitest-environment jsdom
import { afterEach, test } from 'vitest'
import { listDevices } from '#contract/wire/device.ts'
import { getMe } from '#contract/wire/user.ts'
import { closeConsole, openConsole, shows, testServer } from './testConsole.tsx'

afterEach(closeConsole)

async function opensAsAny() {
  testServer().answer(listDevices, { data: [], total: 0 })
  await shows(await openConsole('/devices'), 'Devices')
}

// Files share a process, whatever their order.
test('a page opened by a link leaves nothing to the console that is opened next', async () => {
  testServer()
  await openConsole(`/shared/${'x'.repeat(43)}`)
  await closeConsole()
  await opensAsAny()
})

test('nor does a session that ended', async () => {
  testServer().answer(getMe, { refused: 'internal' })
  await shows(await openConsole('/devices'), 'Sign in')
  await closeConsole()
  await opensAsAny()
})
