import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChartChoice, raised, readChoices, switched, withOpacity, writeChoices } from './chartChoices.ts'

const a = { id: 'a', opacity: 1 }
const b = { id: 'web-Depths, 2 m', opacity: 0.4 }

test('reads back the choices it wrote, for any chart id', () => {
  const choice = fc.record({ id: fc.string({ minLength: 1 }), opacity: fc.constantFrom(0.1, 0.7, 1) })
  fc.assert(
    fc.property(fc.array(choice), (choices) => {
      expect(readChoices(writeChoices(choices))).toEqual(choices)
    }),
  )
})

test.each(['', 'a', 'a 0', 'a 2', ' 1', 'a b'])('reads an invalid stored value as no chart: %j', (stored) => {
  expect(readChoices(stored)).toEqual([])
})

test('puts a chart on top when it is switched on, and removes it from any place', () => {
  let choices: ChartChoice[] = switched([], 'a', true)
  choices = switched(choices, b.id, true)
  expect(choices.map(({ id }) => id)).toEqual([b.id, 'a'])
  expect(switched(choices, b.id, false)).toEqual([a])
})

test('raises a chart above the next one, and keeps the uppermost', () => {
  expect(raised([a, b], b.id)).toEqual([b, a])
  expect(raised([a, b], 'a')).toEqual([a, b])
})

test('sets the opacity of one chart only', () => {
  expect(withOpacity([a, b], 'a', 0.5)).toEqual([{ id: 'a', opacity: 0.5 }, b])
})
