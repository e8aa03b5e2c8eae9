import { readFileSync } from 'node:fs'
import { getTableColumns, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { tables } from '#server/stores/relational/openRecords.ts'
import { EFFECTIVE_DATING, NO_SETTINGS, REPORTED, SET_BY_PEOPLE, WITHOUT_EFFECT } from './effectiveDating.ts'

test('lists every setting as judged then, now or never', () => {
  const sides = new Set<string>(EFFECTIVE_DATING.flatMap(({ columns }) => columns))
  const none = new Set<string>([...NO_SETTINGS, ...REPORTED])
  const open = SET_BY_PEOPLE.flatMap((table) =>
    Object.keys(getTableColumns(tables[table]))
      .filter((column) => !none.has(column) && !none.has(`${table}.${column}`))
      .map((column) => `${table}.${column}`)
      .filter((column) => !sides.has(column)),
  )
  expect(open).toEqual([])
})

test('lists every table as set by people or without effect', () => {
  const names = Object.entries(tables).flatMap(([name, table]) => (is(table, PgTable) ? [name] : []))
  expect([...SET_BY_PEOPLE, ...WITHOUT_EFFECT].sort()).toEqual(names.sort())
})

test('judges no setting both then and now, except the department', () => {
  const columns = EFFECTIVE_DATING.flatMap((one) => one.columns.map((column) => `${one.by} ${column}`))
  expect(columns.filter((one, i) => columns.indexOf(one) !== i)).toEqual([])
  const both = columns.filter((one) => one.startsWith('then ')).map((one) => `now ${one.slice(5)}`)
  expect(both.filter((one) => columns.includes(one))).toEqual(['now vessels.departmentId'])
})

test('agrees with docs/numbers.md', () => {
  const docs = readFileSync(new URL('../../docs/numbers.md', import.meta.url), 'utf8')
  const cells = docs.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  const rows = cells.filter((row) => row[2] === 'then' || row[2] === 'now').map((row) => row.slice(1, 4))
  expect(rows).toEqual(EFFECTIVE_DATING.map(({ setting, by, why }) => [setting, by, why]))
})
