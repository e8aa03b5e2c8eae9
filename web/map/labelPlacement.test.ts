import { expect, test } from 'vitest'
import { type LabelCandidate, labelSide, placeLabels } from './labelPlacement.ts'

const at = (x: number, y: number, courseDeg: number | null = null): LabelCandidate => ({
  x,
  y,
  width: 80,
  courseDeg,
  gap: 14,
})

test('places a label on the side away from the vector', () => {
  expect(labelSide(90)).toBe('left')
  expect(labelSide(270)).toBe('right')
  expect(labelSide(0)).toBe('right')
  expect(labelSide(null)).toBe('right')
})

test('moves a label to the other side when it would cover another marker', () => {
  expect(placeLabels([at(200, 100), at(250, 100)])).toEqual(['left', 'right'])
})

test('leaves out the less important label when both sides are taken', () => {
  expect(placeLabels([at(200, 100), at(200, 104), at(200, 108)])).toEqual(['right', 'left', null])
})

test('keeps the sides of labels that are far apart, in any square of the screen', () => {
  expect(placeLabels([at(10, 10), at(300, 10, 90), at(-40, 500)])).toEqual(['right', 'left', 'right'])
})
