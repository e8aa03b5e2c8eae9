import { afterEach, expect, test, vi } from 'vitest'
import { createExport, deleteExport, type FleetExport, listExports } from '#contract/wire/fleetExport.ts'
import { closeConsole, ID, openConsole, personOf, testServer, wrongOn } from '../../testing/testConsole.tsx'

afterEach(closeConsole)

const EXPORT: FleetExport = {
  id: '80000000-0000-4000-8000-000000000000',
  ...{ kind: 'trips', format: 'geojson', vessel: null, department: null },
  ...{ start: '1970-01-01T00:00:00.000Z', end: '2026-06-18T12:00:00.000Z' },
  ...{ state: 'done', progress: 1, rows: 341, file_name: 'Fleet_trips.zip', bytes: 1_115_196, error: null },
  user: { id: '30000000-0000-4000-8000-000000000009', name: 'Ásta' },
  api_key: null,
  ...{ created_at: '2026-06-18T12:00:00.000Z', ended_at: '2026-06-18T12:01:00.000Z' },
  expires_at: '2026-06-25T12:01:00.000Z',
}
const saga = { id: ID.vessel, name: 'Saga' }
const unfinished = { bytes: null, ended_at: null, expires_at: null }
const EXPORTS: FleetExport[] = [
  EXPORT,
  {
    ...EXPORT,
    ...unfinished,
    id: `${EXPORT.id.slice(0, -1)}1`,
    kind: 'motion',
    state: 'running',
    progress: 0.41,
  },
  { ...EXPORT, id: `${EXPORT.id.slice(0, -1)}2`, kind: 'seconds', vessel: saga, rows: 0 },
  { ...EXPORT, ...unfinished, id: `${EXPORT.id.slice(0, -1)}3`, state: 'failed', error: 'disk_full' },
]
const showsText = (...words: string[]) =>
  vi.waitFor(() => {
    for (const word of words) expect(document.body.textContent).toContain(word)
  })
const press = async (words: string) => {
  const found = () =>
    [...document.querySelectorAll<HTMLElement>('button, [role=menuitem]')].findLast(
      (one) => one.textContent === words || one.getAttribute('aria-label') === words,
    )
  await vi.waitFor(() => expect(found(), words).toBeDefined())
  found()?.click()
}

test('shows progress, file or failure of each export', async () => {
  const server = testServer(personOf('organization-admin'))
  server.answer(listExports, { data: EXPORTS, total: EXPORTS.length })
  server.answer(deleteExport, { ok: true })
  await openConsole('/exports')
  await showsText(
    'Until 18 Jun, 2026',
    '341',
    '1.1 MB',
    '41 %',
    'Saga',
    'No such data was recorded',
    'nearly full',
  )
  const link = document.querySelector<HTMLAnchorElement>('a[download]')
  expect([link?.getAttribute('href'), link?.getAttribute('aria-label')]).toEqual([
    `/downloads/exports/${EXPORT.id}`,
    'Download Fleet_trips.zip',
  ])
  expect(await wrongOn(document.body)).toEqual([])
  await press('Actions for Fleet_trips.zip')
  await press('Delete')
  await vi.waitFor(() => expect(server.asked.some(({ method }) => method === 'DELETE')).toBe(true))
})

test("shows a viewer only the file of another user's export", async () => {
  const server = testServer(personOf('department-viewer'))
  server.answer(listExports, { data: EXPORTS.slice(1, 2), total: 1 })
  await openConsole('/exports')
  await showsText('41 %')
  expect(document.querySelector('[aria-label="Actions for Fleet_trips.zip"]')).toBeNull()
})

test('explains exports when there are none, and creates one for a boat', async () => {
  const server = testServer(personOf('department-viewer'))
  server.answer(listExports, { data: [], total: 0 })
  server.answer(createExport, { ...EXPORT, ...unfinished, state: 'waiting', progress: 0, rows: 0 })
  await openConsole(`/exports/new?vessel=${ID.vessel}`)
  await showsText('No exports yet', 'Every sample of every motion sensor')
  expect(await wrongOn(document.body)).toEqual([])
  document.querySelector<HTMLElement>('input[type=radio][value=motion]')?.click()
  await press('Begin export')
  await vi.waitFor(() =>
    expect(server.asked.find(({ method }) => method === 'POST')?.body).toEqual({
      ...{ kind: 'motion', format: 'csv', vessel_id: ID.vessel, mail_when_ready: false },
    }),
  )
})
