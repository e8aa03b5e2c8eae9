import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Compression, type Header, PMTiles, TileType } from 'pmtiles'
import type { AreaParts } from './areaParts.ts'
import { type AreaTile, areaTiles, type Bounds } from './areaTiles.ts'
import { createPmtilesWriter } from './pmtilesWriter.ts'
import { AreaRefused, rangeSource } from './rangeSource.ts'
import { writeAt } from './writeAt.ts'

export interface Area {
  name: string
  bounds: Bounds
  /** The least and the most deep tiles that are taken, as far as the file has them. */
  minzoom: number
  maxzoom: number
}

export interface AreaPlan {
  area: Area
  header: Header
  tiles: AreaTile[]
  /** Bytes that have to be fetched. */
  bytes: number
}

/** Opens a world file at an address. Throws AreaRefused where it is none that the map can draw. */
export async function openSource(url: string, leaving?: AbortSignal): Promise<PMTiles> {
  const archive = new PMTiles(rangeSource(url, { leaving }))
  const noFile = (what: string, cause?: unknown) =>
    new AreaRefused('areaSourceNoFile', `${url} ${what}`, cause)
  const [header, metadata] = await Promise.all([archive.getHeader(), archive.getMetadata()]).catch(
    (error) => {
      throw error instanceof AreaRefused || leaving?.aborted
        ? error
        : noFile('cannot be read as a PMTiles file', error)
    },
  )
  const { tileType, tileCompression } = header
  if (tileType !== TileType.Mvt) throw noFile('holds no vector tiles')
  if (tileCompression !== Compression.Gzip && tileCompression !== Compression.None)
    throw noFile('holds tiles that are packed in a way that browsers do not read')
  const names = JSON.stringify((metadata as { vector_layers?: unknown }).vector_layers ?? [])
  const missing = DRAWN_LAYERS.find((name) => !names.includes(`"${name}"`))
  if (missing) throw noFile(`has no layer “${missing}”`)
  return archive
}

/** Without them it is no map of Protomaps, https://docs.protomaps.com/basemaps/layers. */
const DRAWN_LAYERS = ['earth', 'water', 'roads', 'buildings']

/** Plans an area of a world file; reads directories and no tile. Throws AreaRefused. */
export async function planArea(archive: PMTiles, area: Area): Promise<AreaPlan> {
  const tiles = await areaTiles(archive, area)
  if (tiles.length === 0) throw new AreaRefused('areaEmpty', 'the file has no tile in this area')
  const bytes = contentsOf(tiles).reduce((sum, { length }) => sum + length, 0)
  return { area, header: await archive.getHeader(), tiles, bytes }
}

/**
 * Writes the tiles of a plan as an archive of its own. An interrupted fetch lies beside `file` and continues,
 * as long as the world file is unchanged. `onBytes` receives the number of present bytes of `plan.bytes`, and
 * may refuse more. Throws AreaRefused.
 */
export async function fetchArea(
  archive: PMTiles,
  { area, header, tiles }: AreaPlan,
  file: string,
  {
    onBytes,
    signal,
    parts,
    batchBytes = BATCH_BYTES,
  }: {
    onBytes?: (bytes: number) => void | Promise<void>
    signal?: AbortSignal
    /** Chunks that another process fetched to a different disk. */
    parts?: AreaParts
    batchBytes?: number
  } = {},
): Promise<void> {
  const contents = contentsOf(tiles)
  const of = createHash('sha256')
    .update(
      JSON.stringify([
        archive.source.getKey(),
        header.etag,
        header.tileDataLength,
        ...[area.bounds, area.minzoom, area.maxzoom],
      ]),
    )
    .digest('hex')
    .slice(0, 12)
  const fetched = `${file}.${of}.fetched`
  await mkdir(dirname(file), { recursive: true })
  const store = await open(fetched, constants.O_RDWR | constants.O_CREAT)
  try {
    await parts?.fill(of, store)
    let there = (await store.stat()).size
    await onBytes?.(there)
    for (const batch of batchesOf(contents, there, batchBytes)) {
      const { data } = await patiently(
        () =>
          archive.source.getBytes(header.tileDataOffset + batch.offset, batch.length, signal, header.etag),
        signal,
      )
      if (data.byteLength !== batch.length)
        throw new AreaRefused('areaSourceChanged', 'the world file ended too early')
      const chunks = batch.contents.map(
        ({ offset, length }) => new Uint8Array(data, offset - batch.offset, length),
      )
      const bytes = Buffer.concat(chunks)
      await writeAt(store, bytes, batch.before)
      // After a loss of power the file may have this length without content.
      await store.datasync()
      there = batch.before + bytes.length
      await parts?.keep(of, fetched, there)
      await onBytes?.(there)
    }
    const isPacked = header.tileCompression === Compression.Gzip
    const writer = createPmtilesWriter(file, {
      tileType: TileType.Mvt,
      tileCompression: isPacked ? Compression.Gzip : Compression.None,
      minZoom: Math.max(area.minzoom, header.minZoom),
      maxZoom: Math.min(area.maxzoom, header.maxZoom),
      bounds: inHeader(area.bounds),
      metadata: { ...(await metadataOf(archive)), name: area.name },
    })
    const placeOf = new Map<number, number>()
    let place = 0
    for (const { offset, length } of contents) {
      placeOf.set(offset, place)
      place += length
    }
    try {
      for (const { z, x, y, offset, length } of tiles) {
        const tile = new Uint8Array(length)
        await store.read(tile, 0, length, placeOf.get(offset) ?? 0)
        if (isPacked && !(tile[0] === 0x1f && tile[1] === 0x8b)) {
          await store.truncate(0)
          throw new AreaRefused('areaBroken', `tile ${z}/${x}/${y} is not valid`)
        }
        writer.add(z, x, y, tile)
      }
      await writer.settle()
      writer.finish()
    } catch (error) {
      writer.abandon()
      throw error
    }
  } finally {
    await store.close()
  }
  await rm(fetched, { force: true })
}

/** A file has no room for more than 214°. */
const inHeader = ([west, south, east, north]: Bounds): [number, number, number, number] => [
  west,
  south,
  east > 180 ? east - 360 : east,
  north,
]

interface Content {
  offset: number
  length: number
}

/** Contents of tiles, each once, in the order of the archive. */
const contentsOf = (tiles: readonly AreaTile[]): Content[] =>
  [...new Map(tiles.map(({ offset, length }) => [offset, { offset, length }])).values()].sort(
    (a, b) => a.offset - b.offset,
  )

interface Batch extends Content {
  contents: Content[]
  /** Bytes of the contents before it. */
  before: number
}

/** Ranges this close are requested together; the bytes between them are dropped. */
const CLOSE_BYTES = 65_536
/** Little enough that a link which breaks off all the time gets on. */
const BATCH_BYTES = 1_048_576

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
      const isAway = error instanceof AreaRefused && error.problem === 'areaSourceAway'
      if (!isAway || signal?.aborted || tried === TRIES) throw error
      await sleep(2 ** tried * 250, undefined, signal ? { signal } : {})
    }
  }
}

async function metadataOf(archive: PMTiles): Promise<Record<string, unknown>> {
  const { vector_layers, attribution } = (await archive.getMetadata()) as Record<string, unknown>
  return { vector_layers, attribution }
}
