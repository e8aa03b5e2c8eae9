import { expect, test } from 'vitest'
import { choosePopupSide, popupBox } from './popupPlacement.ts'

const size = { width: 300, height: 250 }
const view = { width: 1000, height: 700 }
const sea = { view, keep: [], isLand: () => false }

test('opens the popup on a side where it fits', () => {
  expect(choosePopupSide({ x: 500, y: 350 }, size, sea)).toBe('left')
  expect(choosePopupSide({ x: 100, y: 350 }, size, sea)).toBe('right')
})

test('opens the popup on the sea side', () => {
  const isLand = ({ x }: { x: number }) => x < 500
  expect(choosePopupSide({ x: 500, y: 350 }, size, { ...sea, isLand })).toBe('right')
})

test('keeps the track of the vessel in sight of the popup', () => {
  const keep = Array.from({ length: 20 }, (_, index) => ({ x: 480 - index * 15, y: 350 }))
  expect(choosePopupSide({ x: 500, y: 350 }, size, { ...sea, keep })).toBe('right')
})

test('moves the popup down to stay inside near the upper edge', () => {
  expect(popupBox('left', { x: 600, y: 20 }, size, view)).toEqual({ x: 270, y: 12 })
})
