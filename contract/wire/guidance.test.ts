import { expect, test } from 'vitest'
import { routeGuidance } from './guidance.ts'

const eco = { speed: 22, from: 18, to: 26 }
const says = (given: Parameters<typeof routeGuidance>[0]) => {
  const guidance = routeGuidance(given)
  return guidance && [guidance.speed, guidance.reason]
}

test('keeps the limit in safety, the eco speed below it in eco, and the lower of both in auto', () => {
  expect(says({ mode: 'safety', limit: 30, eco })).toEqual([30, 'safety'])
  expect(says({ mode: 'eco', limit: 30, eco })).toEqual([22, 'eco'])
  expect(says({ mode: 'eco', limit: 20, eco })).toEqual([20, 'safety'])
  expect(says({ mode: 'auto', limit: 30, eco })).toEqual([22, 'eco'])
  expect(says({ mode: 'auto', limit: 20, eco })).toEqual([20, 'safety'])
})

test('ignores unknown speeds', () => {
  expect(says({ mode: 'eco', limit: 30, eco: null })).toEqual([30, 'safety'])
  expect(says({ mode: 'auto', limit: null, eco })).toEqual([22, 'eco'])
  expect(says({ mode: 'safety', limit: null, eco })).toBeNull()
  expect(says({ mode: 'auto', limit: null, eco: null })).toBeNull()
})
