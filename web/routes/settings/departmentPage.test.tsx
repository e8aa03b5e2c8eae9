import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { updateDepartment } from '#contract/wire/department.ts'
import {
  closeConsole,
  openConsole,
  personOf,
  shows,
  testServer,
  wrongOn,
} from '../../testing/testConsole.tsx'

// Loads lazy modules before the clock of a test starts.
beforeAll(() => import('./DepartmentPage.tsx'), 60_000)
afterEach(closeConsole)

const { department, company } = personOf('organization-admin')
const own = { ...department, parent_id: department.id, name: 'Harbour', contact: 'quay@harbour.example' }
const split = { company: { ...company, features: { ...company.features, departments: true } } }
const ME = personOf('department-admin', { ...split, department: own, department_id: own.id })

const fill = (input: HTMLInputElement | null, value: string) => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input?.dispatchEvent(new Event('input', { bubbles: true }))
}

test("lets a department's administrator change name and contact, and names missing fields", async () => {
  const server = testServer(ME)
  server.answer(updateDepartment, { ...own, count: { users: 1, vessels: 0, captains: 0, trips: 0 } })
  const place = await openConsole('/settings/department')
  await shows(place, 'Department name', 'Contact email')
  expect(await wrongOn(place)).toEqual([])
  const field = (name: string) => place.querySelector<HTMLInputElement>(`input[name=${name}]`)
  const send = () => place.querySelector('form')?.requestSubmit()
  fill(field('contact'), '')
  fill(field('name'), '')
  send()
  await shows(place, 'Department name is required', 'Contact is required')
  fill(field('name'), 'Old harbour')
  fill(field('contact'), 'nobody')
  await shows(place, 'Contact email address is required')
  fill(field('contact'), 'old@harbour.example')
  await vi.waitFor(() => expect(place.textContent).not.toContain('required'))
  send()
  await vi.waitFor(() =>
    expect(server.asked.find(({ url }) => url.pathname === `/api/departments/${own.id}`)?.body).toMatchObject(
      {
        name: 'Old harbour',
        contact: 'old@harbour.example',
      },
    ),
  )
})

test('has no department settings for the whole organization', async () => {
  testServer(personOf('organization-admin', split))
  const place = await openConsole('/settings/department')
  await shows(
    place,
    'No department settings available. You are at the top level of the organization structure.',
  )
})
