import { expect, test } from 'vitest'
import { VESSEL_KINDS } from '#contract/wire/vessel.ts'
import { loftHull, type Mesh } from './loftHull.ts'

const extent = ({ positions }: Mesh, axis: 0 | 1 | 2) => {
  const values = [...positions].filter((_, i) => i % 3 === axis)
  return [Math.min(...values), Math.max(...values)] as const
}

test.each(VESSEL_KINDS)('lofts a %s of her length and beam, floating in the water', (kind) => {
  const { hull, parts } = loftHull({ lengthM: 11, beamM: 3.2, kind })
  const [port, starboard] = extent(hull, 0)
  const [keel, sheer] = extent(hull, 1)
  const [stern, bow] = extent(hull, 2)
  expect(starboard - port).toBeCloseTo(3.2, 1)
  expect(starboard).toBeCloseTo(-port, 6)
  expect(bow - stern).toBeCloseTo(11, 0)
  expect(keel).toBeLessThan(0)
  expect(sheer).toBeGreaterThan(0)
  for (const mesh of [hull, ...parts.map((part) => part.mesh)]) {
    expect(mesh.positions.every(Number.isFinite)).toBe(true)
    expect(Math.max(...mesh.indices)).toBeLessThan(mesh.positions.length / 3)
  }
})

test('limits the beam of a boat to half her length', () => {
  const [port, starboard] = extent(loftHull({ lengthM: 6, beamM: 40, kind: 'motor' }).hull, 0)
  expect(starboard - port).toBeCloseTo(3, 1)
})
