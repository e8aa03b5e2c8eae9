import { expect, test } from 'vitest'
import { depthAt } from './seaFloor.ts'

test('is deep off the shore and shallow over a rock', () => {
  expect(depthAt(5000, 64.2114, -22.2)).toBeGreaterThan(20)
  expect(depthAt(5000, 64.2114, -22.0858)).toBeCloseTo(2.1, 1)
  expect(depthAt(5000, 64.2114 + 130 / 111_195, -22.0858)).toBeLessThan(2.6)
  expect(depthAt(5000, 64.2114 + 600 / 111_195, -22.0858)).toBeGreaterThan(20)
})
