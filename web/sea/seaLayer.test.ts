import { expect, test } from 'vitest'
import { mercatorX, worldPx } from '#contract/geodesy/mercator.ts'
import type { Viewport } from '../map/viewport.ts'
import { latticeOf, visibleCopies } from './seaLayer.ts'

const viewAt = (longitudeDeg: number, zoom: number): Viewport => ({
  ...{ centreX: mercatorX(longitudeDeg), centreY: 0.3, scale: worldPx(zoom), width: 1000, height: 600, zoom },
})
/** Five degrees wide, across the antimeridian. */
const PATCH = { patch: { south: -20, west: 178, rows: 6, columns: 6 }, width: 5 }

test('draws a patch in each visible copy of the world, and nowhere else', () => {
  const from = (longitudeDeg: number, zoom: number) => visibleCopies(viewAt(longitudeDeg, zoom), PATCH, 1)
  expect(from(-179, 6)).toHaveLength(1)
  expect((from(-179, 6)[0] ?? 0) * 360).toBeCloseTo(-3)
  expect((from(179, 6)[0] ?? 0) * 360).toBeCloseTo(-1)
  expect(from(0, 6)).toEqual([])
  expect(from(0, 0)).toHaveLength(2)
})

test('keeps arrows at their places of the world while the map moves', () => {
  const [before, after] = [viewAt(-22, 6), viewAt(-21.9, 6)]
  const columnOf = (view: Viewport) => (latticeOf(view).first.x + view.centreX) / latticeOf(view).apart
  for (const view of [before, after]) expect(columnOf(view) % 1).toBeCloseTo(0.5)
  const { apart, across, down } = latticeOf(before)
  const apartPx = apart * before.scale
  expect(apartPx).toBeGreaterThanOrEqual(44)
  expect(apartPx).toBeLessThan(88)
  expect(across * apartPx).toBeGreaterThanOrEqual(1000)
  expect(down * apartPx).toBeGreaterThanOrEqual(600)
})
