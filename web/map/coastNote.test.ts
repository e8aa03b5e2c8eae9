import { expect, test } from 'vitest'
import type { MapSource } from '#contract/wire/basemap.ts'
import { isCoastSimplified } from './CoastNote.tsx'

const world: MapSource = {
  ...{ kind: 'pmtiles', url: '/basemap/fine.pmtiles', format: 'vector', minzoom: 0, maxzoom: 8 },
  ...{ tileSize: 512, layers: ['land'], attribution: '' },
}
const built = { ready: true, vector: world, satellite: null, detail: null, areas: null, seamarks: null }

test('calls the coast simplified from zoom 12 when there is no better map', () => {
  expect([11.9, 12, 18].map((zoom) => isCoastSimplified(zoom, built))).toEqual([false, true, true])
  expect(isCoastSimplified(14, { ...built, detail: world })).toBe(false)
  expect(isCoastSimplified(14, { ...built, vector: null })).toBe(false)
  expect(isCoastSimplified(14, undefined)).toBe(false)
  expect(isCoastSimplified(14, built, true)).toBe(false)
})

test('calls finer shores simplified at a higher zoom', () => {
  const finer = { ...built, vector: { ...world, maxzoom: 9 } }
  expect([12, 13.9, 14].map((zoom) => isCoastSimplified(zoom, finer))).toEqual([false, false, true])
})
