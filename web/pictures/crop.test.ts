import { expect, test } from 'vitest'
import { croppedArea, keepCovered, PERSON_FRAME as ROUND, scaleOf, VESSEL_FRAME as WIDE } from './crop.ts'

const landscape = { width: 1000, height: 500 }

test('fills the window at zoom 1, and crops the centre', () => {
  expect(scaleOf(landscape, ROUND, 1) * landscape.height).toBe(ROUND.height)
  expect(croppedArea(landscape, ROUND, { x: 0, y: 0, zoom: 1 })).toEqual({
    ...{ x: 250, y: 0 },
    ...{ width: 500, height: 500 },
  })
  expect(scaleOf(landscape, WIDE, 1) * landscape.width).toBe(WIDE.width)
  const wide = croppedArea(landscape, WIDE, { x: 0, y: 0, zoom: 1 })
  expect(wide.x).toBeCloseTo(0, 9)
  expect(wide.width).toBeCloseTo(1000, 9)
  expect(wide.height).toBeCloseTo(1000 / 2.25, 9)
})

test('keeps the picture over the whole window when the user drags it', () => {
  const left = keepCovered(landscape, ROUND, { x: 9999, y: 40, zoom: 1 })
  expect(left).toEqual({ x: 125, y: 0, zoom: 1 })
  expect(croppedArea(landscape, ROUND, left)).toMatchObject({ x: 0, y: 0, width: 500 })
  expect(croppedArea(landscape, ROUND, keepCovered(landscape, ROUND, { x: -9999, y: 0, zoom: 1 })).x).toBe(
    500,
  )
})

test('limits zoom to 1 to 8, and crops a smaller part when zoomed in', () => {
  expect(keepCovered(landscape, ROUND, { x: 0, y: 0, zoom: 0.2 }).zoom).toBe(1)
  expect(keepCovered(landscape, ROUND, { x: 0, y: 0, zoom: 20 }).zoom).toBe(8)
  expect(croppedArea(landscape, ROUND, { x: 0, y: 0, zoom: 2 })).toEqual({
    ...{ x: 375, y: 125 },
    ...{ width: 250, height: 250 },
  })
})
