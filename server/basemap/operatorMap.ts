import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { PMTiles, TileType } from 'pmtiles'
import { z } from 'zod'
import type { MapSource } from '#contract/wire/basemap.ts'
import { fileSource } from './fileSource.ts'

/** A map the operator brings, and the archive it is read from unless it lies elsewhere. */
export type OperatorMap = { source: MapSource; archive: { name: string; file: string } | null }

/** The operator's map is not usable; the message gives the reason in a sentence. */
export class UnusableMap extends Error {}

/** Describes a PMTiles archive by its own header. Throws UnusableMap when there is none at `file`. */
export async function operatorArchive(file: string): Promise<OperatorMap> {
  const handle = await open(file).catch((error: Error) => {
    throw new UnusableMap(`BASEMAP_PMTILES ${file} cannot be opened: ${error.message}.`)
  })
  try {
    const { size, mtimeMs } = await handle.stat()
    const archive = new PMTiles(fileSource(handle, file))
    const [header, metadata] = await Promise.all([archive.getHeader(), archive.getMetadata()])
    const { vector_layers: layers, attribution } = Metadata.parse(metadata)
    // A file put in place of another must not be mixed with ranges that browsers keep of the old one.
    const version = createHash('sha256').update(`${file} ${size} ${mtimeMs}`).digest('hex').slice(0, 12)
    const name = `operator-${version}.pmtiles`
    const source: MapSource = {
      kind: 'pmtiles',
      url: `/basemap/${name}`,
      format: header.tileType === TileType.Mvt ? 'vector' : 'raster',
      minzoom: header.minZoom,
      maxzoom: header.maxZoom,
      tileSize: 512,
      layers: layers.map(({ id }) => id),
      attribution,
    }
    return { source, archive: { name, file } }
  } catch (error) {
    throw new UnusableMap(`BASEMAP_PMTILES ${file} is not a PMTiles archive: ${(error as Error).message}`)
  } finally {
    await handle.close()
  }
}

/** Vector tiles at the operator's address, which the browser requests there. */
export function operatorTiles(url: string): OperatorMap {
  const source: MapSource = {
    kind: 'tiles',
    url,
    format: 'vector',
    minzoom: 0,
    maxzoom: 14,
    tileSize: 512,
    layers: [],
    attribution: '',
  }
  return { source, archive: null }
}

/** Raster tiles of seamarks. */
export const seamarkTiles = (url: string): MapSource => rasterTiles(url, '')

/** Satellite pictures of the world, in place of the built-in one; the provider requires a credit. */
export const satelliteTiles = ({
  SATELLITE_TILES_URL: url,
  SATELLITE_TILES_CREDIT: credit = '',
}: {
  SATELLITE_TILES_URL?: string | undefined
  SATELLITE_TILES_CREDIT?: string | undefined
}): MapSource | null => (url ? rasterTiles(url, credit) : null)

/** Raster tiles at an address, 256 pixels wide as such maps are everywhere. */
function rasterTiles(url: string, attribution: string): MapSource {
  return {
    kind: 'tiles',
    url,
    format: 'raster',
    minzoom: 0,
    maxzoom: 18,
    tileSize: 256,
    layers: [],
    attribution,
  }
}

const Metadata = z.object({
  vector_layers: z.array(z.object({ id: z.string() })).default([]),
  attribution: z.string().default(''),
})
