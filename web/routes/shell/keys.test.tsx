import { afterEach, expect, test, vi } from 'vitest'
import { listDevices } from '#contract/wire/device.ts'
import { closeConsole, openConsole, shows, testServer, wrongOn } from '../../testing/testConsole.tsx'

afterEach(closeConsole)

/** Presses a key; returns true when no handler took it. */
const press = (target: EventTarget) =>
  target.dispatchEvent(
    new KeyboardEvent('keydown', { key: '?', shiftKey: true, bubbles: true, cancelable: true }),
  )
const dialog = () => document.querySelector<HTMLElement>('[role=dialog]')

async function listed() {
  await vi.waitFor(() => expect(dialog()).not.toBeNull(), { timeout: 10_000 })
  await shows(dialog() as HTMLElement, 'Keyboard shortcuts')
  return [...(dialog()?.querySelectorAll('h3') ?? [])].map(({ textContent }) => textContent)
}

test('a question mark lists the keys of this page, and of no other', async () => {
  testServer().answer(listDevices, { data: [], total: 0 })
  const place = await openConsole('/devices')
  press(document.body)
  expect(await listed()).toEqual(['Everywhere', 'Sidebar'])
  const text = dialog()?.textContent
  expect(text).toContain('SearchCtrl+K')
  expect(await wrongOn(dialog()?.querySelector('form') as HTMLElement)).toEqual([])
  dialog()?.querySelector<HTMLElement>('[aria-label=Close]')?.click()
  await vi.waitFor(() => expect(dialog()).toBeNull())
  expect(place.isConnected).toBe(true)
})

test('types a question mark into a field', async () => {
  testServer()
  const place = await openConsole('/settings/personal')
  await shows(place, 'Name')
  expect(press(place.querySelector('main input') as Element)).toBe(true)
  expect(press(document.body)).toBe(false)
  await listed()
})
