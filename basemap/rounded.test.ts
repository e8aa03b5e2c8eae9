import { expect, test } from 'vitest'
import { rounded } from './rounded.ts'

const square = [9, 46, 9.1, 46, 9.1, 46.1, 9, 46.1, 9, 46]
const pairs = (ring: number[]) =>
  Array.from({ length: ring.length / 2 }, (_, i) => ring.slice(2 * i, 2 * i + 2))

test('goes through every point of the source and comes back to where it began', () => {
  const ring = rounded(square)
  for (const corner of pairs(square)) expect(pairs(ring)).toContainEqual(corner)
  expect(ring.slice(-2)).toEqual(ring.slice(0, 2))
})

test('breaks nowhere as sharply as the source, and stays close to it', () => {
  const points = pairs(rounded(square)).slice(1)
  const headings = points.map(([x = 0, y = 0], i) => {
    const [nextX = 0, nextY = 0] = points[(i + 1) % points.length] ?? []
    return Math.atan2(nextY - y, nextX - x)
  })
  const turns = headings.map((heading, i) => Math.abs(wrapPi(heading - (headings.at(i - 1) ?? 0))))
  expect(Math.max(...turns)).toBeLessThan(Math.PI / 4)
  for (const [x = 0, y = 0] of points) {
    expect(Math.abs(x - 9.05)).toBeLessThan(0.065)
    expect(Math.abs(y - 46.05)).toBeLessThan(0.065)
  }
})

const wrapPi = (rad: number) => Math.atan2(Math.sin(rad), Math.cos(rad))
