import { expect, test } from 'vitest'
import { departmentBranch } from './department.ts'

test('a branch is the department with everything below it, in whatever order they are listed', () => {
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
