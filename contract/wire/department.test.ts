import { expect, test } from 'vitest'
import { departmentBranch } from './department.ts'

test('returns a department with everything below it, in any order of the list', () => {
  const departments = [
    { id: 'pier', parent_id: 'harbour' },
    { id: 'harbour', parent_id: 'top' },
    { id: 'other', parent_id: 'top' },
    { id: 'top', parent_id: null },
  ]
  expect([...departmentBranch(departments, 'harbour')]).toEqual(['harbour', 'pier'])
  expect([...departmentBranch(departments, 'top')].sort()).toEqual(['harbour', 'other', 'pier', 'top'])
  expect([...departmentBranch(departments, 'other')]).toEqual(['other'])
})
