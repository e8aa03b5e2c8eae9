import { expect, test } from 'vitest'
import { bandsOf, roseBins, sectorPath } from './rose.ts'

test('sorts pushes into bins of twenty degrees, clockwise from straight up', () => {
  const at = (deg: number, g: number) => ({
    right: g * Math.sin((deg * Math.PI) / 180),
    up: g * Math.cos((deg * Math.PI) / 180),
  })
  const bins = roseBins([at(-9.9, 1), at(9.9, 2), at(10.1, 3), at(80, 1.5), at(180, 0.5), at(349.9, 4)])
  expect(bins).toHaveLength(18)
  expect(bins.map((g) => Math.round(g * 10) / 10)).toEqual([
    ...[2, 3, 0, 0, 1.5, 0, 0, 0, 0],
    ...[0.5, 0, 0, 0, 0, 0, 0, 0, 4],
  ])
})

test('ignores pushes weaker than 0.3 g', () => {
  expect(roseBins([{ right: 0, up: 0.29 }]).every((g) => g === 0)).toBe(true)
  expect(roseBins([{ right: 0, up: 0.31 }])[0]).toBe(0.31)
})

test('splits a bin into bands of one g, up to four', () => {
  expect(bandsOf(0)).toEqual([])
  expect(bandsOf(2.5)).toEqual([
    { from: 0, to: 1, edge: 1 },
    { from: 1, to: 2, edge: 2 },
    { from: 2, to: 2.5, edge: 3 },
  ])
  expect(bandsOf(9).at(-1)).toEqual({ from: 3, to: 4, edge: 4 })
})

test('draws a sector around the direction of its bin', () => {
  // A quarter turn clockwise of up is the right.
  const points = [...sectorPath(4.5, 10, 20).matchAll(/(-?[\d.]+) (-?[\d.]+)(?=[LAZ]|$)/g)]
  for (const [, x, y] of points) {
    expect(Number(x)).toBeGreaterThan(9)
    expect(Math.abs(Number(y))).toBeLessThan(4)
  }
})
