import { afterEach, expect, test, vi } from 'vitest'
import type { Units } from '#contract/domain/unitChoice.ts'
import { getChannels } from '#contract/wire/notification.ts'
import { getMe, updateNotifications, updateUnits } from '#contract/wire/user.ts'
import { meQuery } from '../../api/user.ts'
import { queryClient } from '../../session/queryClient.ts'
import {
  closeConsole,
  openConsole,
  personOf,
  shows,
  testServer,
  wrongOn,
} from '../../testing/testConsole.tsx'
import { toast } from '../../toasts/toast.ts'

afterEach(closeConsole)

const PATH = '/settings/notifications'
const ALL = { channels: ['email' as const, 'sms' as const, 'push' as const], push_key: 'B' }

const switches = (place: ParentNode) => [
  ...place.querySelectorAll<HTMLInputElement>('main input[role="switch"]'),
]
const shown = (place: ParentNode) => switches(place).map(({ checked }) => checked)
const save = (place: ParentNode) =>
  [...place.querySelectorAll('button')].find(({ textContent }) => textContent === 'Save changes')

test('the main switch sets both switches below it, and is on while one of them is on', async () => {
  const toasted = vi.spyOn(toast, 'success')
  const server = testServer(personOf('department-viewer', { phone_number: '+354 555 1234' }))
  server.answer(getChannels, ALL)
  const place = await openConsole(PATH)
  await shows(place, 'Email notifications', 'SMS notifications', 'Push notifications', 'NMEA 2000 alerts')
  expect(await wrongOn(place)).toEqual([])
  expect(save(place)?.disabled).toBe(true)
  switches(place)[0]?.click()
  await vi.waitFor(() => expect(shown(place).slice(0, 3)).toEqual([true, true, true]))
  switches(place)[1]?.click()
  await vi.waitFor(() => expect(shown(place).slice(0, 3)).toEqual([true, false, true]))
  switches(place)[2]?.click()
  await vi.waitFor(() => expect(shown(place).slice(0, 3)).toEqual([false, false, false]))
  switches(place)[5]?.click()
  server.answer(updateNotifications, ({ body }) => body as never)
  await vi.waitFor(() => expect(save(place)?.disabled).toBe(false))
  save(place)?.click()
  await vi.waitFor(() => expect(toasted).toHaveBeenCalledWith('notifications.updated'))
  const sent = server.asked.find(({ url }) => url.pathname.endsWith('user_subscribed_notifications'))
  expect(sent?.body).toMatchObject({
    ...{ email_notifications: false, sms_notifications: true, rule_alert_sms: false, n2k_flag_sms: true },
  })
  const fields = Object.keys(sent?.body ?? {}).filter((field) => field !== 'department_id')
  expect(fields).toHaveLength(9)
})

test('keeps the choice and shows a failure when saving fails', async () => {
  const toasted = vi.spyOn(toast, 'failure')
  const server = testServer()
  server.answer(getChannels, ALL)
  server.answer(updateNotifications, { refused: 'internal' })
  const place = await openConsole(PATH)
  await shows(place, 'Email notifications')
  switches(place)[0]?.click()
  await vi.waitFor(() => expect(save(place)?.disabled).toBe(false))
  save(place)?.click()
  await vi.waitFor(() => expect(toasted).toHaveBeenCalledWith('notifications.failed'))
  expect(shown(place)[0]).toBe(true)
})

test('explains a disabled switch when the server cannot send or the user has no number', async () => {
  const server = testServer()
  server.answer(getChannels, { channels: ['sms', 'push'], push_key: 'B' })
  const place = await openConsole(PATH)
  await shows(place, 'This server does not send mail.', 'You have no phone number yet', 'Add a phone number')
  expect(switches(place)[0]?.disabled).toBe(true)
  expect(switches(place)[3]?.disabled).toBe(false)
  // jsdom is no secure context, like an address with http://.
  await shows(place, 'Browsers show pushes of addresses only that begin with https:// or are localhost.')
  expect(await wrongOn(place)).toEqual([])
})

test('shows no switches while loading, and a message when loading fails', async () => {
  const server = testServer()
  const place = await openConsole(PATH)
  await shows(place, 'How alerts reach you')
  expect(switches(place)).toEqual([])
  await closeConsole()
  const other = testServer()
  other.answer(getChannels, { refused: 'internal' })
  const failed = await openConsole(PATH)
  await shows(failed, 'Could not find out what this server can send.')
  expect(server.asked.length).toBeGreaterThan(0)
})

test('applies a unit at once, and restores the old one when saving fails', async () => {
  const server = testServer()
  server.answer(updateUnits, ({ body }) => {
    server.answer(getMe, personOf('organization-admin', { units: body as Units }))
    return body as Units
  })
  const place = await openConsole('/settings/personal')
  await shows(place, 'Units', 'Nautical miles', 'US gallons')
  expect(await wrongOn(place)).toEqual([])
  const radio = (value: string) =>
    place.querySelector<HTMLInputElement>(`input[type=radio][value="${value}"]`)
  radio('mph')?.click()
  await vi.waitFor(() =>
    expect(server.asked.find(({ url }) => url.pathname === '/api/users/me/units')?.body).toMatchObject({
      ...{ speed: 'mph', distance: 'nmi' },
    }),
  )
  await vi.waitFor(() => expect(radio('mph')?.checked).toBe(true))
  server.answer(updateUnits, { refused: 'internal' })
  const toasted = vi.spyOn(toast, 'failure')
  radio('ft')?.click()
  await vi.waitFor(() => expect(toasted).toHaveBeenCalledWith('units.failed'))
  await vi.waitFor(() => expect([radio('m')?.checked, radio('mph')?.checked]).toEqual([true, true]))
})

test('keeps a unit during saving when the server still answers the old one', async () => {
  const server = testServer()
  const place = await openConsole('/settings/personal')
  await shows(place, 'Units')
  const radio = (value: string) =>
    place.querySelector<HTMLInputElement>(`input[type=radio][value="${value}"]`)
  radio('mph')?.click()
  const asked = () => server.asked.filter(({ url }) => url.pathname === '/api/users/me').length
  const before = asked()
  await queryClient.refetchQueries({ queryKey: meQuery.queryKey })
  expect(asked()).toBe(before + 1)
  await vi.waitFor(() => expect(radio('mph')?.checked).toBe(true))
  // A second choice waits while the first is being saved.
  radio('km')?.click()
  await vi.waitFor(() => expect([radio('mph')?.checked, radio('km')?.checked]).toEqual([true, true]))
  const sent = server.asked.filter(({ url }) => url.pathname === '/api/users/me/units')
  expect(sent.map(({ body }) => body)).toMatchObject([{ speed: 'mph', distance: 'nmi' }])
})

test("shows the next user's units when the previous user's choice is still saving", async () => {
  testServer()
  const place = await openConsole('/settings/personal')
  await shows(place, 'Units')
  const speed = (within: HTMLElement, value: string) =>
    within.querySelector<HTMLInputElement>(`input[type=radio][value="${value}"]`)
  speed(place, 'mph')?.click()
  await vi.waitFor(() => expect(speed(place, 'mph')?.checked).toBe(true))
  await closeConsole()
  testServer()
  const next = await openConsole('/settings/personal')
  await shows(next, 'Units')
  expect([speed(next, 'kn')?.checked, speed(next, 'mph')?.checked]).toEqual([true, false])
})
