import { expect, test } from 'vitest'
import { routeGuidance } from './guidance.ts'

const eco = { speed: 22, from: 18, to: 26 }
const guidanceOf = (given: Parameters<typeof routeGuidance>[0]) => {
  const guidance = routeGuidance(given)
  return guidance && [guidance.speed, guidance.reason]
}

test('keeps the limit in safety, the eco speed below it in eco, and the lower of both in auto', () => {
  expect(guidanceOf({ mode: 'safety', limit: 30, eco })).toEqual([30, 'safety'])
  expect(guidanceOf({ mode: 'eco', limit: 30, eco })).toEqual([22, 'eco'])
  expect(guidanceOf({ mode: 'eco', limit: 20, eco })).toEqual([20, 'safety'])
  expect(guidanceOf({ mode: 'auto', limit: 30, eco })).toEqual([22, 'eco'])
  expect(guidanceOf({ mode: 'auto', limit: 20, eco })).toEqual([20, 'safety'])
})

test('ignores unknown speeds', () => {
  expect(guidanceOf({ mode: 'eco', limit: 30, eco: null })).toEqual([30, 'safety'])
  expect(guidanceOf({ mode: 'auto', limit: null, eco })).toEqual([22, 'eco'])
  expect(guidanceOf({ mode: 'safety', limit: null, eco })).toBeNull()
  expect(guidanceOf({ mode: 'auto', limit: null, eco: null })).toBeNull()
})
