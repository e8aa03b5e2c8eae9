import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  createWebhook,
  listMessages,
  listWebhookDeliveries,
  listWebhooks,
  type OutboxMessage,
  retryMessages,
  rotateWebhookSecret,
  updateWebhook,
  type Webhook,
} from '#contract/wire/notification.ts'
import {
  closeConsole,
  openConsole,
  personOf,
  shows,
  testServer,
  wrongOn,
} from '../../testing/testConsole.tsx'
import { toast } from '../../toasts/toast.ts'

beforeEach(() => {
  vi.spyOn(toast, 'success')
  vi.spyOn(toast, 'failure')
})
afterEach(closeConsole)

const WEBHOOK: Webhook = {
  id: '80000000-0000-4000-8000-000000000000',
  name: 'Office',
  url: 'https://office.example/hook',
  severities: ['critical'],
  when: 'begin',
  enabled: true,
  created_at: '2026-06-18T09:00:00.000Z',
}
/** The dialog comes first, because it covers the page. */
const inFront = (): ParentNode => document.querySelector('[role="dialog"]') ?? document
const press = async (words: string) => {
  const found = () =>
    [...inFront().querySelectorAll<HTMLElement>('button, [role="menuitem"]')].findLast(
      (one) => one.textContent === words || one.getAttribute('aria-label') === words,
    )
  await vi.waitFor(() => expect(found(), words).toBeDefined())
  found()?.click()
}
const showsText = (...words: string[]) =>
  vi.waitFor(() => {
    for (const word of words) expect(document.body.textContent).toContain(word)
  })
const toasts = (kind: 'success' | 'failure', key: string) =>
  vi.waitFor(() => expect(vi.mocked(toast[kind]).mock.calls.map(([message]) => message)).toContain(key))
const type = (name: string, value: string) => {
  const input = document.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input?.dispatchEvent(new Event('input', { bubbles: true }))
}

test.each(['/settings/webhooks', '/settings/messages'])('%s opens for administrators only', async (path) => {
  const server = testServer(personOf('department-admin'))
  await shows(await openConsole(path), 'You do not have the required permissions to access this resource.')
  const asked = server.asked.map(({ url }) => url.pathname)
  expect(asked.filter((one) => /webhooks|messages/.test(one))).toEqual([])
})

test('shows the secret of a new webhook once', async () => {
  const server = testServer()
  server.answer(listWebhooks, { data: [] })
  const place = await openConsole('/settings/webhooks')
  await shows(place, 'No webhooks')
  expect(await wrongOn(place)).toEqual([])
  await press('Add webhook')
  await showsText('Address')
  await press('Add webhook')
  await showsText('Name is required')
  expect(document.querySelector('[role=dialog]')?.textContent).not.toContain('Optional')
  type('name', 'Office')
  type('url', 'https://127.0.0.1/hook')
  server.answer(createWebhook, { refused: 'ADDRESS_REFUSED' })
  await press('Add webhook')
  await toasts('failure', 'webhooks.refused')
  server.answer(createWebhook, { ...WEBHOOK, secret: 'whsec_once' })
  server.answer(listWebhooks, { data: [WEBHOOK] })
  await press('Add webhook')
  await showsText('whsec_once', 'It is not shown again.')
  await shows(place, 'https://office.example/hook')
  expect(await wrongOn(document.body)).toEqual([])
})

test('asks before Escape discards text typed in a dialog', async () => {
  testServer().answer(listWebhooks, { data: [] })
  await openConsole('/settings/webhooks')
  const dialog = () => document.querySelector('[role="dialog"]')
  const pressEscape = () =>
    dialog()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  const open = async () => {
    await press('Add webhook')
    await vi.waitFor(() => expect(document.querySelector('input[name="name"]')).not.toBeNull())
  }
  await open()
  pressEscape()
  await expect.poll(dialog).toBeNull()
  await open()
  type('name', 'Office')
  const field = document.querySelector<HTMLInputElement>('input[name="name"]')
  field?.focus()
  pressEscape()
  await showsText('Are you sure you want to discard the changes?')
  expect(document.activeElement?.textContent).toBe('Keep editing')
  expect(await wrongOn(document.body)).toEqual([])
  await press('Keep editing')
  await vi.waitFor(() => expect(dialog()?.textContent).not.toContain('Are you sure'))
  expect([document.activeElement, field?.value]).toEqual([field, 'Office'])
  await press('Close')
  await press('Discard changes')
  await expect.poll(dialog).toBeNull()
  await open()
  type('name', 'Office')
  await press('Cancel')
  await expect.poll(dialog).toBeNull()
})

test("shows another user's change of a webhook before overwriting it", async () => {
  const server = testServer()
  server.answer(listWebhooks, { data: [WEBHOOK] })
  server.answer(updateWebhook, ({ body }) =>
    (body as { expected: { name: string } }).expected.name === WEBHOOK.name
      ? { refused: 'conflict' }
      : WEBHOOK,
  )
  await openConsole('/settings/webhooks')
  await press('Actions for Office')
  await press('Edit webhook')
  await showsText('Address')
  type('name', 'Harbour')
  server.answer(listWebhooks, { data: [{ ...WEBHOOK, name: 'Duty desk', severities: ['info'] }] })
  await press('Save changes')
  await showsText('changed by somebody else in the meantime', 'Somebody else’s: Duty desk')
  expect(await wrongOn(document.body)).toEqual([])
  await press('Save mine')
  await toasts('success', 'webhooks.updated')
  const sent = server.asked
    .filter(({ url }) => url.pathname === `/api/webhooks/${WEBHOOK.id}`)
    .map(({ body }) => body)
  expect(sent).toEqual([
    { name: 'Harbour', expected: { name: 'Office' } },
    { name: 'Harbour', expected: { name: 'Duty desk' } },
  ])
})

test('shows the log, delivers a message again, and renews the secret', async () => {
  const server = testServer()
  server.answer(listWebhooks, { data: [WEBHOOK] })
  const delivery = { message_id: WEBHOOK.id, at: WEBHOOK.created_at, took_ms: 12, state: 'failed' as const }
  const alert = { id: WEBHOOK.id, text: 'Too fast', vessel: 'Sæbjörg' }
  server.answer(listWebhookDeliveries, {
    data: [
      { ...delivery, id: WEBHOOK.id, status: 500, error: null, alert },
      { ...delivery, id: '80000000-0000-4000-8000-000000000001', status: null, error: 'ECONNREFUSED', alert },
    ],
  })
  await openConsole('/settings/webhooks')
  await press('Actions for Office')
  await press('Deliveries')
  await showsText('Sæbjörg: Too fast', 'Answered 500 · 12 ms', 'ECONNREFUSED')
  expect(await wrongOn(document.body)).toEqual([])
  server.answer(retryMessages, { count: 1 })
  await press('Deliver again: Too fast')
  await toasts('success', 'webhooks.queued')
  await press('Close')
  await press('Actions for Office')
  await press('Replace the secret')
  await showsText('A new secret signs from now on')
  server.answer(rotateWebhookSecret, { ...WEBHOOK, secret: 'whsec_new' })
  await press('Replace the secret')
  await showsText('whsec_new')
})

const DEAD: OutboxMessage = {
  id: '90000000-0000-4000-8000-000000000000',
  channel: 'sms',
  to: 'Jón',
  reason: 'rule',
  state: 'dead',
  attempts: 3,
  maybe_twice: true,
  created_at: '2026-06-18T09:00:00.000Z',
  next_at: null,
  waits_for: null,
  sent_at: null,
  last_error: 'Twilio answered 400 (21211)',
  alert: { id: WEBHOOK.id, severity: 'warning', text: 'Too fast', vessel: 'Sæbjörg' },
}

test('shows why messages were given up, and tries them again', async () => {
  const server = testServer()
  const unanswered = { ...DEAD, id: `${DEAD.id.slice(0, -1)}9`, to: 'Ásta', last_error: 'unanswered' }
  server.answer(listMessages, { data: [DEAD, unanswered], total: 2 })
  const place = await openConsole('/settings/messages?status=dead')
  await shows(
    place,
    'Jón',
    'Given up · 3 tries · may have come twice',
    'Twilio answered 400 (21211)',
    'Three tries ended without a result',
    'Sæbjörg: Too fast',
  )
  expect(await wrongOn(place)).toEqual([])
  expect(server.asked.find(({ url }) => url.pathname === '/api/messages')?.url.search).toContain('dead')
  server.answer(retryMessages, { count: 1 })
  await press('Try again: Jón')
  await toasts('success', 'messages.queued')
})

test('shows why messages are held back, and until when', async () => {
  const held = { ...DEAD, state: 'waiting', attempts: 0, maybe_twice: false, last_error: null } as const
  testServer().answer(listMessages, {
    data: [
      { ...held, next_at: '2026-06-19T06:00:00.000Z', waits_for: 'quiet_hours' },
      { ...held, id: WEBHOOK.id, next_at: '2026-06-18T10:00:00.000Z', waits_for: 'limit' },
    ],
    total: 2,
  })
  const place = await openConsole('/settings/messages')
  await shows(
    place,
    'Held back in quiet hours · 19 Jun, 2026',
    'Held back, too many in an hour · 18 Jun, 2026',
  )
})

test.each([
  ['/settings/webhooks', listWebhooks, 'Something went wrong. Could not get webhooks.'],
  ['/settings/messages', listMessages, 'Something went wrong. Could not get messages.'],
] as const)('says so when %s fails to load', async (path, endpoint, words) => {
  testServer().answer(endpoint as typeof listWebhooks, { refused: 'internal' })
  await shows(await openConsole(path), words)
})

test('says so when there are no messages', async () => {
  testServer().answer(listMessages, { data: [], total: 0 })
  await shows(await openConsole('/settings/messages'), 'No messages')
})
