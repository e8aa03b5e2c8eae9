import { open } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { PMTiles } from 'pmtiles'
import { areaTiles } from '#server/basemap/areaTiles.ts'
import { GSHHG } from '#server/basemap/attribution.ts'
import { fileSource } from '#server/basemap/fileSource.ts'
import { createPmtilesWriter } from '#server/basemap/pmtilesWriter.ts'
import { MAX_ZOOM } from '#server/basemap/worldArchives.ts'
import { TILE_EXTENT } from './encodeTile.ts'
import type { Feature } from './feature.ts'
import { eachShoreFeature } from './landFeatures.ts'
import { borderFeatures } from './naturalEarth.ts'
import { scatteredWorld } from './scatteredWorld.ts'
import { WORLD_BOUNDS, worldDescription } from './worldDescription.ts'

/**
 * Writes at `file` the fine world that lies at `fine` with one more zoom, which has the `shores` of GSHHG and the names of the
 * fine one. It takes some minutes of a processor, and no more memory than the fine world: in one process both would add up.
 */
export async function cutDeeperWorld(fine: string, file: string, shores: string): Promise<void> {
  const maxZoom = MAX_ZOOM.shores
  const closer = scatteredWorld(file, maxZoom)
  await eachShoreFeature(shores, closer.add)
  const writer = createPmtilesWriter(file, worldDescription('fine', maxZoom, [GSHHG]))
  const names: Feature[] = []
  await eachTile(fine, (z, x, y, tile) => {
    writer.add(z, x, y, tile)
    if (z === MAX_ZOOM.fine) names.push(...pointsOf(tile, z, x, y))
  })
  closer.cut([...borderFeatures('fine'), ...names], maxZoom, writer.add)
  closer.close()
  writer.finish()
}

async function eachTile(
  file: string,
  onTile: (z: number, x: number, y: number, tile: Uint8Array) => void,
): Promise<void> {
  const handle = await open(file)
  try {
    const source = fileSource(handle, file)
    const archive = new PMTiles(source)
    const { tileDataOffset, minZoom: minzoom, maxZoom: maxzoom } = await archive.getHeader()
    for (const { z, x, y, offset, length } of await areaTiles(archive, {
      bounds: WORLD_BOUNDS,
      minzoom,
      maxzoom,
    }))
      onTile(z, x, y, new Uint8Array((await source.getBytes(tileDataOffset + offset, length)).data))
  } finally {
    await handle.close()
  }
}

/** Names, of which the deepest tiles have all, as near to their places as a tile's units allow. */
export function pointsOf(tile: Uint8Array, z: number, tileX: number, tileY: number): Feature[] {
  const units = 2 ** z * TILE_EXTENT
  const { layers } = new VectorTile(new PbfReader(gunzipSync(tile)))
  return Object.entries(layers).flatMap(([layer, all]) =>
    Array.from({ length: all.length }, (_, i) => all.feature(i)).flatMap((each): Feature[] => {
      if (each.type !== POINT) return []
      // A plain copy of them takes a quarter of the memory.
      const properties = { ...each.properties } as Feature['properties']
      return each
        .loadGeometry()
        .flat()
        .map(({ x, y }) => ({
          ...{ layer, kind: 'point', properties, minZoom: 0 },
          x: (tileX * TILE_EXTENT + x) / units,
          y: (tileY * TILE_EXTENT + y) / units,
        }))
    }),
  )
}

/** As vector tiles count kinds of geometry. */
const POINT = 1
