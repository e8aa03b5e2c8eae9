import { afterEach, expect, test, vi } from 'vitest'
import { endBridge, listBridges } from '#contract/wire/bridge.ts'
import { getInstallation, type Installation, sendTestMail } from '#contract/wire/installation.ts'
import { closeConsole, openConsole, personOf, testServer, wrongOn } from '../../testing/testConsole.tsx'

afterEach(closeConsole)

const INSTALLATION: Installation = {
  id: '5d0c2a52-7a3e-4a8e-b1a5-4d1a3c0f9e11',
  ...{ version: '3.11.0', started_at: '2026-06-18T09:00:00.000Z', last_backup_at: null, damaged_parts: [] },
  stores: { records: 'postgres', telemetry: 'chdb', files: 'folder', answer: false },
  ...{ disk: { free_bytes: 7e10, total_bytes: 2.5e11 }, memory_bytes: 6.4e8 },
  backlog: [
    { step: 'trips', waiting: 12, lag_s: 3, failures: 1 },
    { step: 'latest', waiting: 0, lag_s: 0, failures: 0 },
  ],
  mail: { host: 'mail.example:465', from: 'Taffrail <fleet@one.example>' },
  not_configured: ['sms', 'weather'],
}
const SUPER = personOf('super-admin', { auth_role: 'super' })
const showsText = (...words: string[]) =>
  vi.waitFor(() => {
    for (const word of words) expect(document.querySelector('main')?.textContent).toContain(word)
  })

test('shows a super-admin the state of the installation, and sends a test mail', async () => {
  const server = testServer(SUPER)
  server.answer(getInstallation, INSTALLATION)
  server.answer(listBridges, { data: [], total: 0 })
  server.answer(sendTestMail, { to: SUPER.email, failure: 'Invalid login: 535' })
  await openConsole('/settings/installation')
  await showsText(
    INSTALLATION.id,
    '70.0 GB of 250.0 GB free',
    'PostgreSQL',
    'mail.example:465',
    'npm run backup',
    'SMS (TWILIO_…)',
  )
  await showsText('12 waiting, the oldest for 3 s · 1 failed')
  expect(document.querySelector('main')?.textContent).not.toContain('latest')
  expect(await wrongOn(document.body)).toEqual([])
  const buttons = [...document.querySelectorAll('button')]
  buttons.find(({ textContent }) => textContent === 'Send me a test mail')?.click()
  await showsText('The mail server refused: Invalid login: 535')
  server.answer(sendTestMail, { to: SUPER.email, failure: null })
  buttons.find(({ textContent }) => textContent === 'Send me a test mail')?.click()
  await showsText('The mail server accepted the mail.')
})

test('lists damaged parts of the telemetry with their times and vessels, and what a backup has', async () => {
  const server = testServer(SUPER)
  const part = {
    ...{ table: 'telemetry.scalars', part: '202606_1_1_0', state: 'set_aside' as const, bytes: 1_200_000 },
    ...{ from: '2026-06-02T00:00:00.000Z', to: '2026-06-03T03:46:39.000Z' },
    ...{ found_at: '2026-06-18T09:00:00.000Z', vessels: { count: 21, names: ['Aava', 'Njála'] } },
  }
  const unknown = { ...part, part: 'all_1_1_0', state: 'unreadable' as const, from: null, to: null }
  const damaged_parts = [part, { ...unknown, vessels: null }]
  server.answer(getInstallation, { ...INSTALLATION, damaged_parts })
  server.answer(listBridges, { data: [], total: 0 })
  await openConsole('/settings/installation')
  await showsText(
    'Damaged telemetry',
    '202606_1_1_0 of telemetry.scalars, 1.2 MB',
    '21 vessels',
    'Aava, Njála …',
  )
  await showsText('Times unknown', 'Vessels unknown', 'Pages that need measurements', 'There is no backup')
  expect(await wrongOn(document.body)).toEqual([])
})

test('opens for super-admins only', async () => {
  testServer(personOf('organization-admin'))
  await openConsole('/settings/installation')
  await showsText('no page at this address')
  expect(document.querySelector('a[href="/settings/installation"]')).toBeNull()
})

test('lists bridges with their refused senders, and ends one', async () => {
  const server = testServer(SUPER)
  const bridge = {
    ...{
      id: '0f5d5d3e-6c1c-4a3f-9d6e-0b6c1f6f7a01',
      name: 'Harbour',
      created_at: '2026-06-18T09:00:00.000Z',
    },
    username: 'bridge:0f5d5d3e-6c1c-4a3f-9d6e-0b6c1f6f7a01',
    refused: [
      {
        ...{ sender: 'TFR-9', reason: 'unknown_device' as const },
        ...{ count: 12, last_at: '2026-06-18T09:30:00.000Z' },
      },
      {
        ...{ sender: null, reason: 'unknown_topic' as const },
        ...{ count: 1, last_at: '2026-06-18T09:20:00.000Z' },
      },
    ],
  }
  server.answer(getInstallation, INSTALLATION)
  server.answer(listBridges, { data: [bridge], total: 1 })
  server.answer(endBridge, { ok: true })
  await openConsole('/settings/installation')
  await showsText('Harbour', '13 messages refused in the last 30 days')
  expect(await wrongOn(document.body)).toEqual([])
  const press = (words: string, within: ParentNode = document) =>
    [...within.querySelectorAll('button')].find(({ textContent }) => textContent === words)?.click()
  const dialogShows = (words: string) =>
    vi.waitFor(() => {
      const dialog = document.querySelector('[role=dialog]')
      expect(dialog?.textContent).toContain(words)
      return dialog as Element
    })
  press('Show')
  const dialog = await dialogShows('Refused messages: Harbour')
  const shown = () =>
    [...document.querySelectorAll('[role=dialog] tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].slice(0, 3).map(({ textContent }) => textContent),
    )
  const stranger = ['TFR-9', 'Unknown device', '12']
  const others = ['Other senders', 'Topic of no device', '1']
  expect(shown()).toEqual([stranger, others])
  expect(await wrongOn(document.body)).toEqual([])
  for (const order of ['descending', 'ascending']) {
    press('Messages', dialog)
    await vi.waitFor(() => expect(dialog.querySelector(`[aria-sort=${order}]`)?.textContent).toBe('Messages'))
  }
  await vi.waitFor(() => expect(shown()).toEqual([others, stranger]))
  document.querySelector<HTMLElement>('[role=dialog] [aria-label=Close]')?.click()
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  press('End')
  press('End', await dialogShows('The credential of “Harbour” will stop working'))
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
})
