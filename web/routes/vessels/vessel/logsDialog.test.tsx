import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { answerLogImport, type LogImport, listLogImports, retryLogImport } from '#contract/wire/logImport.ts'
import { getVessel } from '#contract/wire/vessel.ts'
import { getVesselStatus } from '#contract/wire/vesselStatus.ts'
import { A_VESSEL } from '../../../testing/aVessel.ts'
import {
  closeConsole,
  ID,
  openConsole,
  personOf,
  testServer,
  wrongOn,
} from '../../../testing/testConsole.tsx'

// Loads lazy modules before the clock of a test starts.
beforeAll(() => Promise.all([import('./VesselPage.tsx'), import('./LogsDialog.tsx')]), 60_000)
afterEach(closeConsole)

const LOGS = `/vessels/${ID.vessel}/logs`

function aServer(person = personOf('organization-admin')) {
  const server = testServer(person)
  server.answer(getVessel, A_VESSEL)
  server.answer(getVesselStatus, 'never')
  return server
}

async function dialogShows(...words: readonly string[]): Promise<Element> {
  return vi.waitFor(
    () => {
      const dialog = document.querySelector('[role=dialog]')
      for (const word of words)
        if (!dialog?.textContent?.includes(word)) throw new Error(`${word} is not in: ${dialog?.textContent}`)
      return dialog as Element
    },
    { timeout: 10_000 },
  )
}

test('is closed to a user who may not pair', async () => {
  const server = aServer(personOf('department-viewer'))
  await openConsole(LOGS)
  await dialogShows('You do not have the required permissions to access this resource.')
  expect(server.asked.filter(({ url }) => url.pathname.endsWith('/logs'))).toEqual([])
})

const log = (number: number, more: Partial<LogImport>): LogImport => ({
  ...{ id: `80000000-0000-4000-8000-00000000000${number}`, vessel_id: ID.vessel, file_name: `${number}.log` },
  ...{ bytes: 2_500_000, state: 'done', progress: 1, accepted: 0, from: null, to: null, rejected: [] },
  ...{
    log_date: null,
    week_rollover: null,
    weeks_added: null,
    table: null,
    columns: [],
    error: null,
    no_trip: null,
    user: null,
    created_at: '2026-06-01T12:00:00.000Z',
  },
  ended_at: null,
  ...more,
})

test('shows each state of a log file', async () => {
  aServer().answer(listLogImports, {
    data: [
      log(1, { state: 'waiting', progress: 0 }),
      log(2, { state: 'running', progress: 0.4, accepted: 1200 }),
      log(3, { state: 'asking', log_date: '2026-05-04' }),
      log(4, { accepted: 7, from: Date.UTC(2026, 5, 1, 12), to: Date.UTC(2026, 5, 1, 13) }),
      log(5, { state: 'failed', error: 'unknown_format' }),
      log(6, { state: 'failed', error: 'damaged' }),
      log(7, {
        columns: ['time', 'lat', 'lon'],
        rejected: Array.from({ length: 7 }, (_, i) => ({
          reason: 'checksum',
          detail: `GP${i}`,
          count: 9 - i,
        })),
      }),
    ],
    total: 7,
  })
  await openConsole(LOGS)
  const dialog = await dialogShows(
    ...['Waiting', 'Reading', '1,200 samples', 'On which day does it begin?', '7 samples from 1 Jun, 2026'],
    ...[
      'This is no log of a known kind.',
      'The file is damaged or cut off.',
      'Nothing in it could be stored.',
    ],
    ...[
      'Columns read as time, lat, lon',
      'Rejected data',
      '9 Wrong checksum: GP0',
      'And 2 more kinds.',
      '2.5 MB',
    ],
  )
  expect(dialog.textContent).not.toContain('GP6')
  const entryOf = (name: string) =>
    [...dialog.querySelectorAll('li')].find(({ textContent }) => textContent?.includes(name))?.textContent
  expect(entryOf('4.log')).toContain('Stored')
  // Row of an earlier version without stored data.
  expect(entryOf('7.log')).toContain('Not stored')
  expect(dialog.querySelector('[aria-label="First day of 3.log"]')?.textContent).toBe('4 May, 2026')
  expect(dialog.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')).toBe('40')
  expect(await wrongOn(dialog)).toEqual([])
})

const TABLE = [
  { heading: 'Zeit', meaning: null, cells: ['2026-06-01 12:00:00', '2026-06-01 12:00:01'] },
  { heading: 'Breite', meaning: null, cells: ['64.15', '64.16'] },
  { heading: 'Länge', meaning: null, cells: ['-21.95', '-21.96'] },
  { heading: 'Fahrt', meaning: null, cells: ['12', '13'] },
]
const field = (dialog: Element, label: string) =>
  dialog.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)
async function choose(dialog: Element, label: string, option: string) {
  field(dialog, label)?.click()
  const found = await vi.waitFor(() => {
    // The previous dialog may still be closing.
    const list = document.getElementById(field(dialog, label)?.getAttribute('aria-controls') ?? '')
    const all = [...(list?.querySelectorAll<HTMLElement>('[role=option]') ?? [])]
    const one = all.find(({ textContent }) => textContent === option)
    if (!one) throw new Error(`${option} is not offered for ${label}: ${all.map((o) => o.textContent)}`)
    return one
  })
  found.click()
  await vi.waitFor(() => expect(field(dialog, label)?.value).toBe(option))
}

test("asks for the meaning of a table's columns, and sends the answers", async () => {
  const server = aServer()
  const asking = log(1, { state: 'asking', file_name: 'fahrt.csv', table: TABLE })
  server.answer(listLogImports, { data: [asking], total: 1 })
  server.answer(answerLogImport, { ...asking, state: 'waiting', table: null })
  await openConsole(LOGS)
  const dialog = await dialogShows(
    'Needs its columns',
    'Time, latitude and longitude are needed.',
    'Fahrt',
    '64.15',
  )
  expect(await wrongOn(dialog)).toEqual([])
  const submit = () =>
    [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === 'Import')
  expect(submit()?.disabled).toBe(true)
  await choose(dialog, 'Meaning of Zeit', 'Time')
  await choose(dialog, 'Meaning of Breite', 'Latitude')
  await choose(dialog, 'Meaning of Länge', 'Longitude')
  await choose(dialog, 'Meaning of Fahrt', 'Speed over ground')
  await choose(dialog, 'Unit of Fahrt', 'km/h')
  expect(await wrongOn(dialog)).toEqual([])
  submit()?.click()
  await vi.waitFor(() =>
    expect(
      server.asked.find(({ method, url }) => method === 'PUT' && url.pathname.includes('/logs/'))?.body,
    ).toMatchObject({
      columns: [
        { heading: 'Zeit', meaning: 'time', detail: null },
        { heading: 'Breite', meaning: 'latitude', detail: null },
        { heading: 'Länge', meaning: 'longitude', detail: null },
        { heading: 'Fahrt', meaning: 'sog', detail: 'km/h' },
      ],
    }),
  )
})

test('explains why a log was stopped, and tries it again when asked', async () => {
  const server = aServer()
  const stopped = log(1, { state: 'stopped', progress: 0.2, accepted: 5 })
  server.answer(listLogImports, { data: [stopped], total: 1 })
  server.answer(retryLogImport, { ...stopped, state: 'waiting' })
  await openConsole(LOGS)
  const dialog = await dialogShows('Stopped', 'It was too large when unpacked')
  expect(await wrongOn(dialog)).toEqual([])
  const retry = [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === 'Try again')
  retry?.click()
  await vi.waitFor(() =>
    expect(server.asked.find(({ url }) => url.pathname.endsWith('/retry'))?.method).toBe('POST'),
  )
})

test('explains that a log was not finished, once, and offers another try', async () => {
  const server = aServer()
  const stopped = log(1, { state: 'stopped', error: 'unfinished' })
  server.answer(listLogImports, { data: [stopped], total: 1 })
  await openConsole(LOGS)
  const dialog = await dialogShows('Stopped', 'Try again')
  expect(dialog.textContent?.split('three tries ended without a result')).toHaveLength(2)
  expect(dialog.textContent).not.toContain('too large')
})

test('asks about old dates, and sends the answer', async () => {
  const server = aServer()
  const asking = log(1, {
    state: 'asking',
    week_rollover: { log_from: Date.UTC(2006, 10, 2, 9), weeks: 1024 },
  })
  server.answer(listLogImports, { data: [asking, log(2, { weeks_added: 1024, accepted: 3 })], total: 2 })
  server.answer(answerLogImport, { ...asking, state: 'waiting', week_rollover: null })
  await openConsole(LOGS)
  const dialog = await dialogShows(
    ...[
      'Dates to check',
      'This log is dated 2 Nov, 2006.',
      '1,024 weeks too early: then it was 18 Jun, 2026.',
    ],
    ...['Keep the dates', '1,024 weeks added to its dates'],
  )
  expect(await wrongOn(dialog)).toEqual([])
  const [add] = [...dialog.querySelectorAll('button')].filter(
    ({ textContent }) => textContent === 'Add 1,024 weeks',
  )
  add?.click()
  await vi.waitFor(() =>
    expect(
      server.asked.find(({ method, url }) => method === 'PUT' && url.pathname.includes('/logs/'))?.body,
    ).toEqual({ weeks_added: 1024 }),
  )
})

test.each([
  ['never', 'Drop log files here'],
  [{ refused: 'internal' }, 'Something went wrong. Could not get log files.'],
  [{ refused: 'not_allowed' }, 'You do not have the required permissions to access this resource.'],
  [{ data: [], total: 0 }, 'No log files yet'],
] as const)('shows a message when the list answers %o', async (answer, words) => {
  aServer().answer(listLogImports, answer as never)
  await openConsole(LOGS)
  expect(await wrongOn(await dialogShows(words))).toEqual([])
})
