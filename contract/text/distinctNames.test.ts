import { expect, test } from 'vitest'
import { distinctNames } from './distinctNames.ts'

const boat = (id: string, name: string, department = 'Reykjavík') => ({ id, name, department })
const labels = (...rows: ReturnType<typeof boat>[]) => [
  ...distinctNames(rows, ({ department }) => department).entries(),
]

test('leaves a unique name unchanged', () => {
  expect(labels(boat('a', 'Hafdís'), boat('b', 'Njála'))).toEqual([
    ['a', 'Hafdís'],
    ['b', 'Njála'],
  ])
})

test('distinguishes equal names by department, ignoring case and accents', () => {
  expect(labels(boat('a', 'Hafdís'), boat('b', 'HAFDIS', 'Genova'))).toEqual([
    ['a', 'Hafdís · Reykjavík'],
    ['b', 'HAFDIS · Genova'],
  ])
})

test('numbers equal names of one department in the order of their ids', () => {
  const all = [boat('c', 'Hafdís'), boat('a', 'Hafdís'), boat('b', 'Hafdís', 'Genova')]
  expect(Object.fromEntries(labels(...all))).toEqual({
    a: 'Hafdís · Reykjavík (1)',
    b: 'Hafdís · Genova',
    c: 'Hafdís · Reykjavík (2)',
  })
})
