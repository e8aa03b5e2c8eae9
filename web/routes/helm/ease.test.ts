import { expect, test } from 'vitest'
import { eased } from './ease.ts'

test('moves a value by a tenth of the way each time, until it arrives', () => {
  expect(eased(0, 10)).toBe(1)
  expect(eased(1, 10)).toBeCloseTo(1.9)
  let shown = 0
  for (let frame = 0; frame < 90; frame++) shown = eased(shown, 10)
  expect(shown).toBe(10)
})
