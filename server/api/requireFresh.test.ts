import { expect, test } from 'vitest'
import { requireFresh } from './requireFresh.ts'

const now = {
  name: 'Theirs',
  contact: null,
  settings: { night: true, day: false },
  periods: [{ to: 2, from: 1 }],
}
const problemOf = (change: object) => {
  try {
    requireFresh(now, change)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

test('refuses a field that another person changed meanwhile, and names it', () => {
  const expected = { name: 'Once', contact: 'a@b.is', settings: { night: false } }
  expect(problemOf({ expected, name: 'Mine', contact: 'c@d.is', settings: { night: false } })).toBe(
    'Changed by somebody else in the meantime: name, contact, settings.',
  )
  expect(problemOf({ expected, name: 'Mine' })).toBe('Changed by somebody else in the meantime: name.')
  expect(problemOf({ expected: { periods: [] }, periods: [1] })).toContain('periods')
})

test('accepts a field that is unchanged since it was read, wanted by both, or not edited', () => {
  expect(problemOf({ name: 'Mine' })).toBeNull()
  expect(problemOf({ expected: { name: 'Theirs', contact: '' }, name: 'Mine', contact: 'c@d.is' })).toBeNull()
  expect(problemOf({ expected: { name: 'Once' }, name: 'Theirs' })).toBeNull()
  expect(problemOf({ expected: { name: 'Once' }, contact: 'c@d.is' })).toBeNull()
  expect(problemOf({ expected: { settings: { night: true } }, settings: { night: false } })).toBeNull()
  expect(problemOf({ expected: { periods: [{ from: 1, to: 2 }] }, periods: [] })).toBeNull()
  expect(problemOf({ expected: { __proto__: { name: 'x' }, toString: 'x' }, name: 'Mine' })).toBeNull()
})
