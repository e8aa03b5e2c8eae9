import { expect, test } from 'vitest'
import { permissionTable } from './permissionTable.ts'

const may = (noun: string, verb: string) =>
  permissionTable().find((row) => row.noun === noun && row.verb === verb)?.may

test('only Organization Admins manage API keys', () => {
  for (const verb of ['view', 'create', 'edit', 'delete']) {
    expect(may('API keys', verb), verb).toEqual([true, false, false, false])
  }
})

test('everybody views vessels, and whoever views may not delete', () => {
  expect(may('Vessels', 'view')).toEqual([true, true, true, true])
  expect(may('Vessels', 'delete')).toEqual([true, false, true, false])
})

test('every line says what may be done with what, and no line twice', () => {
  const lines = permissionTable().map(({ noun, verb }) => `${noun} ${verb}`)
  expect(new Set(lines).size).toBe(lines.length)
  for (const line of lines) expect(line).toMatch(/^[A-Z][\w ]+ [a-z ]+$/)
})
