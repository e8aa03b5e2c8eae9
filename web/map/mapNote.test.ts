import { expect, test } from 'vitest'
import type { MapSource } from '#contract/wire/basemap.ts'
import { isCoastApproximate, isWithoutPicture } from './MapNote.tsx'

const world: MapSource = {
  ...{ kind: 'pmtiles', url: '/basemap/fine.pmtiles', format: 'vector', minzoom: 0, maxzoom: 8 },
  ...{ tileSize: 512, layers: ['land'], attribution: '' },
}
const built = { ready: true, vector: world, satellite: null, detail: null, areas: null, seamarks: null }

test('calls the coast approximate from zoom 10 when there is no better map', () => {
  expect([9.9, 10, 18].map((zoom) => isCoastApproximate(zoom, built))).toEqual([false, true, true])
  expect(isCoastApproximate(14, { ...built, detail: world })).toBe(false)
  expect(isCoastApproximate(14, { ...built, vector: null })).toBe(false)
  expect(isCoastApproximate(14, undefined)).toBe(false)
  expect(isCoastApproximate(14, built, true)).toBe(false)
})

test('calls finer shores approximate at a higher zoom, and coarse ones at a lower', () => {
  const finer = { ...built, vector: { ...world, maxzoom: 9 } }
  expect([10, 11.9, 12].map((zoom) => isCoastApproximate(zoom, finer))).toEqual([false, false, true])
  const coarse = { ...built, vector: { ...world, maxzoom: 5 } }
  expect([6.9, 7].map((zoom) => isCoastApproximate(zoom, coarse))).toEqual([false, true])
})

test('has no satellite picture without a source, or enlarged far beyond its deepest tiles', () => {
  const picture = { ...world, format: 'raster' as const, maxzoom: 4 }
  expect([3, 7.9, 8].map((zoom) => isWithoutPicture(zoom, { satellite: picture }))).toEqual([
    false,
    false,
    true,
  ])
  expect(isWithoutPicture(3, { satellite: null })).toBe(true)
})
