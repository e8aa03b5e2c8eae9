import { afterEach, expect, test, vi } from 'vitest'
import { getChannels } from '#contract/wire/notification.ts'
import {
  createReportSchedule,
  listReportDeliveries,
  listReportReaders,
  listReportSchedules,
  type ReportDelivery,
  type ReportSchedule,
  updateReportSchedule,
} from '#contract/wire/reportSchedule.ts'
import {
  closeConsole,
  ID,
  openConsole,
  personOf,
  shows,
  testServer,
  wrongOn,
} from '../../../testing/testConsole.tsx'

afterEach(closeConsole)

const READER = { id: '30000000-0000-4000-8000-000000000009', name: 'Ásta', email: 'asta@one.example' }
const SCHEDULE: ReportSchedule = {
  ...{ id: '90000000-0000-4000-8000-000000000000', name: 'Every Monday', period: 'week' },
  department: { id: ID.department, name: 'Harbour' },
  recipients: [
    { ...READER, may: true },
    { ...READER, id: `${READER.id.slice(0, -1)}8`, name: 'Jón', may: false },
  ],
  ...{ enabled: true, next_at: '2026-06-22T06:00:00.000Z', created_at: '2026-06-18T12:00:00.000Z' },
  last: { state: 'dead', at: '2026-06-15T06:00:00.000Z' },
}
const DELIVERY: ReportDelivery = {
  ...{ id: '91000000-0000-4000-8000-000000000000', name: 'Every Monday', to: 'Ásta', email: READER.email },
  ...{ from: '2026-06-08', until: '2026-06-14', state: 'failed', attempts: 2, maybe_twice: false },
  ...{ created_at: '2026-06-15T06:00:00.000Z', next_at: '2026-06-15T06:15:00.000Z', sent_at: null },
  last_error: '451 try again later',
}
function aServer(
  channels: ('email' | 'push')[] = ['email', 'push'],
  person = personOf('organization-admin'),
) {
  const server = testServer(person)
  server.answer(getChannels, { channels, push_key: '' })
  server.answer(listReportSchedules, { data: [SCHEDULE], total: 1 })
  server.answer(listReportReaders, { data: [READER] })
  server.answer(listReportDeliveries, { data: [DELIVERY], total: 1 })
  return server
}
async function press(words: string) {
  const found = () =>
    [...document.querySelectorAll<HTMLElement>('button, [role=menuitem]')].findLast(
      (one) => one.textContent === words || one.getAttribute('aria-label') === words,
    )
  await vi.waitFor(() => expect(found(), words).toBeDefined())
  found()?.click()
}

test('shows recipients, next time and last result of each report, and pauses it', async () => {
  const server = aServer()
  server.answer(updateReportSchedule, SCHEDULE)
  const place = await openConsole('/reports/scheduled')
  const text = await shows(place, 'Every Monday', 'Weekly', 'Ásta, Jón', 'Given up')
  expect(text).toContain('1 without access, gets nothing')
  expect(text).not.toContain('does not send mail')
  expect(await wrongOn(document.body)).toEqual([])
  await press('Actions for Every Monday')
  await press('Pause')
  // Saving leaves out users who lost access.
  await vi.waitFor(() =>
    expect(
      server.asked.find(({ method, url }) => method === 'PUT' && /schedules/.test(url.pathname))?.body,
    ).toMatchObject({
      ...{ enabled: false, user_ids: [READER.id] },
    }),
  )
})

test('shows times in the time zone of the report, and names the zone', async () => {
  const person = personOf('organization-admin')
  person.company.time_zone = 'America/New_York'
  aServer(['email'], person)
  const list = await shows(await openConsole('/reports/scheduled'), 'Every Monday')
  expect(list).toContain('22 Jun, 2026 02:00America/New York')
  expect(list).toContain('15 Jun, 2026 02:00 America/New York')
  await closeConsole()
  aServer(['email'], person)
  await openConsole('/reports/scheduled/new')
  await vi.waitFor(() =>
    expect(document.body.textContent).toContain('Monday at 6:00 (America/New York), of the week before'),
  )
})

test('says so when the server can send no mail', async () => {
  const server = aServer(['push'])
  server.answer(listReportSchedules, { data: [], total: 0 })
  await shows(
    await openConsole('/reports/scheduled'),
    'No scheduled reports yet',
    'This server does not send mail',
  )
})

test('shows in the log what failed, and why', async () => {
  const unanswered = { ...DELIVERY, id: `${DELIVERY.id.slice(0, -1)}1`, last_error: 'unanswered' }
  aServer().answer(listReportDeliveries, { data: [DELIVERY, { ...unanswered, state: 'dead' }], total: 2 })
  const place = await openConsole('/reports/scheduled/log')
  await shows(place, 'Every Monday', READER.email, '8 Jun, 2026 – 14 Jun, 2026', '451 try again later')
  await shows(place, 'Given up', 'Three tries ended without a result')
  expect(await wrongOn(document.body)).toEqual([])
})

test('links to a preview of a new report, and saves none without a name and a recipient', async () => {
  const server = aServer()
  server.answer(createReportSchedule, SCHEDULE)
  await openConsole('/reports/scheduled/new')
  const link = () =>
    [...document.querySelectorAll<HTMLAnchorElement>('[role=dialog] a')].find(
      ({ textContent }) => textContent === 'Preview PDF',
    )
  await vi.waitFor(() => expect(link()).toBeDefined())
  expect(link()?.getAttribute('href')).toMatch(/^\/api\/reports\/pdf\?preview=week&department_id=/)
  expect(await wrongOn(document.body)).toEqual([])
  await press('New scheduled report')
  await vi.waitFor(() => expect(document.body.textContent).toContain('Name is required'))
  // The creator is not among the recipients here.
  await vi.waitFor(() => expect(document.body.textContent).toContain('Choose at least one person'))
  expect(server.asked.some(({ method, url }) => method === 'POST' && /schedules/.test(url.pathname))).toBe(
    false,
  )
})
