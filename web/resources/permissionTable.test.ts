import { expect, test } from 'vitest'
import { permissionTable } from './permissionTable.ts'

const may = (noun: string, verb: string) =>
  permissionTable().find((row) => row.noun === noun && row.verb === verb)?.may

test('lets only Organization Admins read the audit log', () => {
  expect(may('audit', 'view')).toEqual([true, false, false, false])
})

test('lets everybody view vessels, and no viewer edit', () => {
  expect(may('vessel', 'view')).toEqual([true, true, true, true])
  expect(may('vessel', 'edit')).toEqual([true, false, true, false])
})

test('names in every line an action and its object, and no line twice', () => {
  const lines = permissionTable().map(({ noun, verb }) => `${noun} ${verb}`)
  expect(new Set(lines).size).toBe(lines.length)
  expect(lines).toContain('trip-comment view')
  expect(lines).toContain('trip assign-captain')
})
