import { expect, test } from 'vitest'
import { pointsOf } from './deeperWorld.ts'
import { encodeTile } from './encodeTile.ts'
import type { Feature } from './feature.ts'
import { linePath } from './worldPaths.ts'

test('names of a tile are found again where they were, as they are called', () => {
  const name = (of: string, x: number, y: number): Feature => ({
    ...{ layer: 'place', kind: 'point', properties: { name: of, minzoom: 11, rank: 7 }, minZoom: 8 },
    ...{ x, y },
  })
  const border: Feature = {
    ...{ layer: 'border', kind: 'line', properties: {}, bufferUnits: 64 },
    paths: [linePath([-22, 64, -21.9, 64.1])],
  }
  const [x, y] = [112, 68]
  const names = [name('Reykjavík', 112.4 / 256, 68.05 / 256), name('Grindavík', 112.04 / 256, 68.5 / 256)]
  const tile = encodeTile([border, ...names], { z: 8, x, y, isDeepest: true })
  const found = pointsOf(tile ?? new Uint8Array(), 8, x, y)
  expect(found.map(({ layer, properties }) => ({ layer, ...properties }))).toEqual(
    names.map(({ layer, properties }) => ({ layer, ...properties })),
  )
  for (const [i, point] of found.entries()) {
    const before = names[i]
    if (point.kind !== 'point' || before?.kind !== 'point') throw new Error('no point')
    const unit = 1 / 256 / 4096
    expect(Math.abs(point.x - before.x)).toBeLessThan(unit)
    expect(Math.abs(point.y - before.y)).toBeLessThan(unit)
  }
})
