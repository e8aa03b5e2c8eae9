import { expect, test } from 'vitest'
import { requireSeen } from './requireSeen.ts'

const now = {
  name: 'Theirs',
  contact: null,
  settings: { night: true, day: false },
  periods: [{ to: 2, from: 1 }],
}
const problemOf = (change: object) => {
  try {
    requireSeen(now, change)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

test('what somebody else changed meanwhile is not written over, and named', () => {
  const was = { name: 'Once', contact: 'a@b.is', settings: { night: false } }
  expect(problemOf({ was, name: 'Mine', contact: 'c@d.is', settings: { night: false } })).toBe(
    'Changed by somebody else in the meantime: name, contact, settings.',
  )
  expect(problemOf({ was, name: 'Mine' })).toBe('Changed by somebody else in the meantime: name.')
  expect(problemOf({ was: { periods: [] }, periods: [1] })).toContain('periods')
})

test('what is as it was seen, wanted by both or not changed at all is written', () => {
  expect(problemOf({ name: 'Mine' })).toBeNull()
  expect(problemOf({ was: { name: 'Theirs', contact: '' }, name: 'Mine', contact: 'c@d.is' })).toBeNull()
  expect(problemOf({ was: { name: 'Once' }, name: 'Theirs' })).toBeNull()
  expect(problemOf({ was: { name: 'Once' }, contact: 'c@d.is' })).toBeNull()
  expect(problemOf({ was: { settings: { night: true } }, settings: { night: false } })).toBeNull()
  expect(problemOf({ was: { periods: [{ from: 1, to: 2 }] }, periods: [] })).toBeNull()
  expect(problemOf({ was: { __proto__: { name: 'x' }, toString: 'x' }, name: 'Mine' })).toBeNull()
})
