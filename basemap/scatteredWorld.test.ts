import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cutTiles, WORLD } from './cutTiles.ts'
import { joinRings } from './feature.ts'
import { eachLandFeature } from './landFeatures.ts'
import { scatteredWorld } from './scatteredWorld.ts'

test('a world that waits on disk is cut as one in memory, and leaves nothing behind', () => {
  const folder = mkdtempSync(join(tmpdir(), 'taffrail-scattered-'))
  try {
    const world = scatteredWorld(join(folder, 'world'))
    const { features, add } = joinRings()
    eachLandFeature('coarse', (feature) => {
      add(feature)
      world.add(feature)
    })
    const tiles = new Map<string, Uint8Array>()
    cutTiles(features, WORLD, 4, (z, x, y, tile) => tiles.set(`${z}/${x}/${y}`, tile))
    let same = 0
    world.cut([], 4, (z, x, y, tile) => {
      if (Buffer.compare(tile, tiles.get(`${z}/${x}/${y}`) ?? new Uint8Array()) === 0) same++
    })
    world.close()
    expect(same).toBe(tiles.size)
    expect(tiles.size).toBeGreaterThan(200)
    expect(readdirSync(folder)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
