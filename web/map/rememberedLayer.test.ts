import { expect, test } from 'vitest'
import { worldPx } from '#contract/geodesy/mercator.ts'
import type { Seen } from './mapMemory.ts'
import { cornersOf } from './rememberedLayer.ts'

const seen = (view: Seen['view'], width: number, height: number): Seen => ({
  ...{ view, width, height, look: '', picture: '' },
})

test('puts the corners of the whole world where it ends', () => {
  const size = worldPx(1)
  const corners = cornersOf(seen({ latitudeDeg: 0, longitudeDeg: 0, zoom: 1 }, size, size))
  const end = expect.closeTo(85.0511, 3)
  expect(corners).toEqual([
    [-180, end],
    [180, end],
    [180, expect.closeTo(-85.0511, 3)],
    [-180, expect.closeTo(-85.0511, 3)],
  ])
})

test('keeps the place in the middle, higher latitudes nearer to it', () => {
  const [[west, north], [east], [, south]] = cornersOf(
    seen({ latitudeDeg: 64, longitudeDeg: -22, zoom: 9 }, 800, 600),
  )
  expect((west + east) / 2).toBeCloseTo(-22, 9)
  expect(north - 64).toBeLessThan(64 - south)
  expect(64 - south).toBeLessThan(0.5)
})
