import { expect, test } from 'vitest'
import { choices, daysBetween, listQuery, nameContains } from './listQuery.ts'

const defaults = { size: 20, order: 'name:asc' } as const

test('requests the first page in the default order when the address has no parameters', () => {
  expect(listQuery({}, defaults, [])).toEqual({
    skip: 0,
    limit: 20,
    order: [{ field: 'name', direction: 'asc' }],
    filter: [],
  })
})

test('prefers page, size and order of the address to the defaults', () => {
  expect(listQuery({ page: 2, size: 50, order: 'role:desc' }, defaults, [])).toMatchObject({
    skip: 100,
    limit: 50,
    order: [{ field: 'role', direction: 'desc' }],
  })
})

test('filters only by chosen values', () => {
  expect(choices({ role_id: 'department-admin', department_id: undefined })).toEqual([
    { field: 'role_id', operator: 'eq', value: 'department-admin' },
  ])
  expect(nameContains(undefined)).toEqual([])
  expect(nameContains('Sæ')).toEqual([{ field: 'name', operator: 'contains', value: 'Sæ' }])
})

test('ends a day where the next begins', () => {
  const [from, to] = daysBetween('at', { from: '2026-03-29', to: '2026-03-29' })
  expect(Date.parse(from?.value ?? '')).toBe(new Date(2026, 2, 29).getTime())
  expect(Date.parse(to?.value ?? '')).toBe(new Date(2026, 2, 30).getTime())
})
