import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChartChoice, raised, readChoices, switched, withOpacity, writeChoices } from './chartChoices.ts'

const a = { id: 'a', opacity: 1 }
const b = { id: 'web-Depths, 2 m', opacity: 0.4 }

test('what was chosen is found again, whatever charts are called', () => {
  const choice = fc.record({ id: fc.string({ minLength: 1 }), opacity: fc.constantFrom(0.1, 0.7, 1) })
  fc.assert(
    fc.property(fc.array(choice), (choices) => {
      expect(readChoices(writeChoices(choices))).toEqual(choices)
    }),
  )
})

test.each(['', 'a', 'a 0', 'a 2', ' 1', 'a b'])('nonsense in the store is no chart: %j', (stored) => {
  expect(readChoices(stored)).toEqual([])
})

test('what is switched on lies on top, and comes off from anywhere', () => {
  let choices: ChartChoice[] = switched([], 'a', true)
  choices = switched(choices, b.id, true)
  expect(choices.map(({ id }) => id)).toEqual([b.id, 'a'])
  expect(switched(choices, b.id, false)).toEqual([a])
})

test('one is raised over the next, the uppermost stays', () => {
  expect(raised([a, b], b.id)).toEqual([b, a])
  expect(raised([a, b], 'a')).toEqual([a, b])
})

test('how much it covers is its own', () => {
  expect(withOpacity([a, b], 'a', 0.5)).toEqual([{ id: 'a', opacity: 0.5 }, b])
})
