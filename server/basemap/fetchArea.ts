import { createHash } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Compression, FetchSource, type Header, PMTiles, TileType } from 'pmtiles'
import { type AreaTile, areaTiles, type Bounds } from './areaTiles.ts'
import { createPmtilesWriter } from './pmtilesWriter.ts'

export interface Area {
  name: string
  bounds: Bounds
  /** The deepest tiles that are taken. */
  maxzoom: number
}

export interface AreaPlan {
  area: Area
  header: Header
  tiles: AreaTile[]
  /** What has to be fetched. */
  bytes: number
}

/** What an area of a world file at an address would be; reads directories and no tile. Throws a sentence. */
export async function planArea(url: string, area: Area): Promise<{ archive: PMTiles; plan: AreaPlan }> {
  const archive = new PMTiles(new FetchSource(url))
  const header = await archive.getHeader().catch((error: Error) => {
    throw new Error(`${url} cannot be read as a PMTiles file: ${error.message}`)
  })
  const { tileType, tileCompression } = header
  if (tileType !== TileType.Mvt) throw new Error(`${url} holds no vector tiles.`)
  if (tileCompression !== Compression.Gzip && tileCompression !== Compression.None)
    throw new Error(`The tiles of ${url} are packed in a way that browsers do not read.`)
  const tiles = await areaTiles(archive, area.bounds, area.maxzoom)
  if (tiles.length === 0) throw new Error('The file has no tile in this area.')
  const bytes = contentsOf(tiles).reduce((sum, { length }) => sum + length, 0)
  return { archive, plan: { area, header, tiles, bytes } }
}

/**
 * Writes the tiles of a plan as an archive of its own. What was fetched before it broke off lies beside `file` and is not
 * fetched again, as long as the world file is the same. `onBytes` hears how many of `plan.bytes` are there.
 */
export async function fetchArea(
  archive: PMTiles,
  { area, header, tiles }: AreaPlan,
  file: string,
  {
    onBytes,
    signal,
    batchBytes = BATCH_BYTES,
  }: { onBytes?: (bytes: number) => void; signal?: AbortSignal; batchBytes?: number } = {},
): Promise<void> {
  const contents = contentsOf(tiles)
  const of = createHash('sha256')
    .update(
      JSON.stringify([
        archive.source.getKey(),
        header.etag,
        header.tileDataLength,
        area.bounds,
        area.maxzoom,
      ]),
    )
    .digest('hex')
  const fetched = `${file}.${of.slice(0, 12)}.fetched`
  await mkdir(dirname(file), { recursive: true })
  const store = await open(fetched, 'a+')
  try {
    let there = (await store.stat()).size
    onBytes?.(there)
    for (const batch of batchesOf(contents, there, batchBytes)) {
      const { data } = await patiently(
        () =>
          archive.source.getBytes(header.tileDataOffset + batch.offset, batch.length, signal, header.etag),
        signal,
      )
      if (data.byteLength !== batch.length) throw new Error('The world file ended too early.')
      const pieces = batch.contents.map(
        ({ offset, length }) => new Uint8Array(data, offset - batch.offset, length),
      )
      const bytes = Buffer.concat(pieces)
      await store.appendFile(bytes.subarray(there > batch.before ? there - batch.before : 0))
      there = batch.before + bytes.length
      onBytes?.(there)
    }
    await store.sync()

    const writer = createPmtilesWriter(file, {
      tileType: TileType.Mvt,
      tileCompression: header.tileCompression === Compression.Gzip ? Compression.Gzip : Compression.None,
      minZoom: header.minZoom,
      maxZoom: Math.min(area.maxzoom, header.maxZoom),
      bounds: [...area.bounds],
      metadata: { ...(await metadataOf(archive)), name: area.name },
    })
    const placeOf = new Map<number, number>()
    let place = 0
    for (const { offset, length } of contents) {
      placeOf.set(offset, place)
      place += length
    }
    for (const { z, x, y, offset, length } of tiles) {
      const tile = new Uint8Array(length)
      await store.read(tile, 0, length, placeOf.get(offset) ?? 0)
      writer.add(z, x, y, tile)
    }
    writer.finish()
  } finally {
    await store.close()
  }
  await rm(fetched, { force: true })
}

interface Content {
  offset: number
  length: number
}

/** What tiles hold, once each, as it lies in the archive. */
const contentsOf = (tiles: readonly AreaTile[]): Content[] =>
  [...new Map(tiles.map(({ offset, length }) => [offset, { offset, length }])).values()].sort(
    (a, b) => a.offset - b.offset,
  )

interface Batch extends Content {
  contents: Content[]
  /** Bytes of the contents before it. */
  before: number
}

/** Asked for together is what lies close to each other; what is between is thrown away. */
const CLOSE_BYTES = 65_536
const BATCH_BYTES = 8_388_608

/** Requests for contents of which the first bytes are there already. */
function batchesOf(contents: readonly Content[], there: number, batchBytes: number): Batch[] {
  const batches: Batch[] = []
  let before = 0
  for (const content of contents) {
    const end = content.offset + content.length
    const batch = batches.at(-1)
    const isClose = batch && content.offset - (batch.offset + batch.length) <= CLOSE_BYTES
    if (before + content.length > there) {
      if (batch && isClose && end - batch.offset <= batchBytes) {
        batch.contents.push(content)
        batch.length = end - batch.offset
      } else batches.push({ ...content, contents: [content], before })
    }
    before += content.length
  }
  return batches
}

const TRIES = 4
async function patiently<Answer>(ask: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
  for (let tried = 1; ; tried++) {
    try {
      return await ask()
    } catch (error) {
      if (signal?.aborted || tried === TRIES) throw error
      await sleep(2 ** tried * 250, undefined, signal ? { signal } : {})
    }
  }
}

async function metadataOf(archive: PMTiles): Promise<Record<string, unknown>> {
  const { vector_layers, attribution } = (await archive.getMetadata()) as Record<string, unknown>
  return { vector_layers, attribution }
}
