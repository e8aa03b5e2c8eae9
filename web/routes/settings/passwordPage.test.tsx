// @vitest-environment jsdom
import { afterEach, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { act } from '../../testing/act.ts'
import { closeConsole, openConsole, shows, testServer } from '../../testing/testConsole.tsx'

afterEach(closeConsole)

const change = endpoint({
  ...{ method: 'POST', path: '/identity/change-password', access: 'anyone', output: z.any() },
})

async function type(autoComplete: string, text: string) {
  for (const input of document.querySelectorAll<HTMLInputElement>(`input[autocomplete="${autoComplete}"]`))
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
}

test('says at the new password that it is in lists of stolen ones', async () => {
  const server = testServer()
  server.answer(change, { refused: 'PASSWORD_BREACHED' })
  const place = await openConsole('/settings/password')
  await shows(place, 'Current password')
  await type('current-password', 'correct horse')
  await type('new-password', 'password1')
  document.querySelector<HTMLFormElement>('form')?.requestSubmit()
  await shows(place, 'This password is in lists of stolen passwords. Choose another one.')
})
