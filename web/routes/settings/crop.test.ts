import { expect, test } from 'vitest'
import { CROP_PX, croppedSquare, keepCovered, scaleOf } from './crop.ts'

const landscape = { width: 1000, height: 500 }

test('at zoom 1 the shorter side fills the window, and the middle is cut out', () => {
  expect(scaleOf(landscape, 1) * landscape.height).toBe(CROP_PX)
  expect(croppedSquare(landscape, { x: 0, y: 0, zoom: 1 })).toEqual({ x: 250, y: 0, side: 500 })
})

test('a picture cannot be dragged off the window', () => {
  const left = keepCovered(landscape, { x: 9999, y: 40, zoom: 1 })
  expect(left).toEqual({ x: 125, y: 0, zoom: 1 })
  expect(croppedSquare(landscape, left)).toEqual({ x: 0, y: 0, side: 500 })
  expect(croppedSquare(landscape, keepCovered(landscape, { x: -9999, y: 0, zoom: 1 })).x).toBe(500)
})

test('zooming stays between 1 and 8 and cuts a smaller piece', () => {
  expect(keepCovered(landscape, { x: 0, y: 0, zoom: 0.2 }).zoom).toBe(1)
  expect(keepCovered(landscape, { x: 0, y: 0, zoom: 20 }).zoom).toBe(8)
  expect(croppedSquare(landscape, { x: 0, y: 0, zoom: 2 })).toEqual({ x: 375, y: 125, side: 250 })
})
