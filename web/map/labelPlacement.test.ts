import { expect, test } from 'vitest'
import { type LabelCandidate, labelSide, placeLabels } from './labelPlacement.ts'

const at = (x: number, y: number, courseDeg: number | null = null): LabelCandidate => ({
  x,
  y,
  width: 80,
  courseDeg,
  gap: 14,
})

test('a label stands on the side away from the vector', () => {
  expect(labelSide(90)).toBe('left')
  expect(labelSide(270)).toBe('right')
  expect(labelSide(0)).toBe('right')
  expect(labelSide(null)).toBe('right')
})

test('a label that would cover another marker goes to the other side', () => {
  expect(placeLabels([at(200, 100), at(250, 100)])).toEqual(['left', 'right'])
})

test('where both sides are taken the less important label is left out', () => {
  expect(placeLabels([at(200, 100), at(200, 104), at(200, 108)])).toEqual(['right', 'left', null])
})

test('labels far apart keep their sides, whichever squares of the screen they lie in', () => {
  expect(placeLabels([at(10, 10), at(300, 10, 90), at(-40, 500)])).toEqual(['right', 'left', 'right'])
})
