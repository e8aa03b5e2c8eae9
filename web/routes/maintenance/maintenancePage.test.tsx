import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS } from '#contract/domain/time.ts'
import {
  completeTask,
  createTasks,
  type Engine,
  listEngines,
  listMaintenance,
  listServiceRecords,
  type MaintenanceTask,
  type ServiceRecord,
} from '#contract/wire/maintenance.ts'
import { getVessel } from '#contract/wire/vessel.ts'
import { A_VESSEL } from '../../testing/aVessel.ts'
import {
  closeConsole,
  ID,
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

const ENGINE: Engine = {
  ...{ id: 'e0000000-0000-4000-8000-000000000001', vessel_id: ID.vessel, instance: 1, kind: 'diesel' },
  ...{ model: 'D4-300', serial_number: 'A 1', installed_at: null, removed_at: null },
  ...{ hours: 1082.5, hours_source: 'counter', hours_per_day: 2, last_data_at: null },
}
const OIL: MaintenanceTask = {
  id: 'd0000000-0000-4000-8000-000000000001',
  vessel: { id: ID.vessel, name: 'Hafdís' },
  engine: { id: ENGINE.id, instance: 1, hours: 1082.5, hours_per_day: 2 },
  ...{ title: 'Oil and filter', note: null, every_hours: 100, every_months: 12, every_nmi: null },
  ...{ due_on: null, last_done_at: '2026-05-01T12:00:00.000Z', last_done_hours: 1000.5 },
  ...{ state: 'soon', due_at: new Date(Date.now() + 9 * DAY_MS).toISOString(), due_by: 'hours' },
  ...{ left_hours: 18, left_nmi: null, fault: null, alert_id: null, closed_at: null },
}
const RAFT: MaintenanceTask = {
  ...{ ...OIL, id: 'd0000000-0000-4000-8000-000000000002', engine: null, title: 'Liferaft service' },
  ...{ every_hours: null, state: 'due', due_at: '2026-04-01T12:00:00.000Z', due_by: 'months' },
  ...{ left_hours: null, last_done_hours: null },
}
const LINE: ServiceRecord = {
  id: 'f0000000-0000-4000-8000-000000000001',
  ...{ vessel: OIL.vessel, task_id: OIL.id, engine: { id: ENGINE.id, instance: 1 } },
  ...{ title: 'Oil and filter', done_on: '2026-05-01', hours: 1000.5, sailed_nmi: 4210, cost: 180 },
  ...{ currency: 'EUR', parts: 'Filter 21549544', note: null, done_by: 'Slippurinn' },
  ...{ created_at: '2026-05-02T08:00:00.000Z', user: { id: ID.vessel, name: 'Anna' }, api_key: null },
}

function serverWith(tasks: MaintenanceTask[], role: Parameters<typeof personOf>[0] = 'organization-admin') {
  const server = testServer(personOf(role))
  server.answer(listMaintenance, { data: tasks, total: tasks.length })
  server.answer(listEngines, { data: [ENGINE], total: 1 })
  server.answer(getVessel, A_VESSEL)
  return server
}
const button = (within: ParentNode, name: string) =>
  [...within.querySelectorAll<HTMLElement>('button, [role=menuitem]')].find(
    (one) => one.textContent === name || one.ariaLabel === name,
  )
const press = (name: string, within: () => ParentNode | null = () => document) =>
  vi.waitFor(() => {
    const found = button(within() ?? document, name)
    expect(found, name).toBeTruthy()
    found?.click()
  })
const dialog = () => document.querySelector<HTMLElement>('[role=dialog]')

test('lists what is due for the fleet, with the date at the pace of the boat', async () => {
  const server = serverWith([RAFT, OIL])
  await openConsole('/maintenance')
  await shows(document.body, 'Liferaft service', 'Due', 'in about 9 days at this boat’s pace')
  await shows(document.body, '18 h', '100 h or 12 months', 'Hafdís')
  const asked = server.asked.find(({ url }) => url.pathname.endsWith('/maintenance-tasks'))
  expect(asked?.url.searchParams.get('order[due_at]')).toBe('asc')
  expect(await wrongOn(document.body)).toEqual([])
})

test('invites to plan maintenance when there is none, and refuses without permission', async () => {
  serverWith([])
  await openConsole('/maintenance')
  await shows(document.body, 'No maintenance planned yet')
  await closeConsole()
  testServer(personOf('organization-admin', { permissions: [] }))
  await openConsole('/maintenance')
  await shows(document.body, 'You do not have the required permissions')
})

test('shows the engines of a vessel, and adds the tasks of a template', async () => {
  const server = serverWith([OIL])
  server.answer(createTasks, { data: [OIL], total: 1 })
  await openConsole(`/vessels/${ID.vessel}/maintenance`)
  await shows(document.body, 'Engine 1', '1,082.5', 'from the engine', '2.0 h a day', 'D4-300')
  expect(await wrongOn(document.body)).toEqual([])
  await press('From template')
  await vi.waitFor(() => expect(dialog()?.textContent).toContain('Valve clearance'))
  await press('Add 8 tasks', dialog)
  await vi.waitFor(() => expect(toast.success).toHaveBeenCalledWith('maintenance.added'))
  const { body } = server.asked.find(({ method }) => method === 'POST') ?? {}
  expect(body).toMatchObject({
    tasks: expect.arrayContaining([
      expect.objectContaining({ title: 'Oil and filter', every_hours: 200, engine_id: ENGINE.id }),
    ]),
  })
})

test('marks a task as done', async () => {
  const server = serverWith([OIL])
  server.answer(completeTask, LINE)
  await openConsole('/maintenance')
  await press('Actions for Oil and filter')
  await press('Mark as done')
  await vi.waitFor(() => expect(dialog()?.textContent).toContain('Done: Oil and filter'))
  await press('Mark as done', dialog)
  await vi.waitFor(() => expect(toast.success).toHaveBeenCalledWith('maintenance.doneSaved'))
  const { body } = server.asked.find(({ method }) => method === 'POST') ?? {}
  expect(body).toMatchObject({ hours: null, cost: null })
})

test('shows a viewer no actions', async () => {
  serverWith([OIL], 'organization-viewer')
  await openConsole(`/vessels/${ID.vessel}/maintenance`)
  await shows(document.body, 'Oil and filter')
  for (const name of ['Actions for Oil and filter', 'From template', 'New task', 'Add engine'])
    expect(button(document, name)).toBeUndefined()
})

test('shows the service book with its files', async () => {
  const server = serverWith([OIL])
  server.answer(listServiceRecords, { data: [LINE], total: 1 })
  await openConsole(`/vessels/${ID.vessel}/service-book`)
  await shows(document.body, 'Slippurinn', '180.00 EUR', 'Filter 21549544', 'Anna')
  const files = [...document.querySelectorAll<HTMLAnchorElement>('a[download]')].map(({ href }) => href)
  expect(files.map((href) => /service-book\/(\w+)/.exec(href)?.[1])).toEqual(['pdf', 'csv'])
  expect(await wrongOn(document.body)).toEqual([])
})
