import { setImmediate as othersTurn } from 'node:timers/promises'
import { findTile, type Header, type PMTiles, zxyToTileId } from 'pmtiles'
import { mercatorX, mercatorY } from '#contract/geodesy/mercator.ts'
import { AreaRefused } from './rangeSource.ts'

/** West, south, east and north in degrees; east of 180° it runs on. */
export type Bounds = readonly [west: number, south: number, east: number, north: number]

export interface AreaTile {
  z: number
  x: number
  y: number
  /**
   * Offset of the content in the tile data of the archive, and its length, in bytes. Several tiles may share one
   * content.
   */
  offset: number
  length: number
}

const MOST_AREA_TILES = 500_000

/** Entries looked up at a time, before other work of this process gets a turn. */
const AT_ONCE = 2000

/** Every tile of an archive that touches an area, of all these zooms. Throws AreaRefused when they are too many. */
export async function areaTiles(
  archive: PMTiles,
  { bounds, minzoom, maxzoom }: { bounds: Bounds; minzoom: number; maxzoom: number },
): Promise<AreaTile[]> {
  const header = await archive.getHeader()
  const wanted: { id: number; z: number; x: number; y: number }[] = []
  for (let z = Math.max(minzoom, header.minZoom); z <= Math.min(maxzoom, header.maxZoom); z++) {
    const { columns, rows } = tileRange(bounds, z)
    if (wanted.length + columns.length * rows.length > MOST_AREA_TILES) {
      throw new AreaRefused('areaTooLarge', `the area has more than ${MOST_AREA_TILES} tiles`)
    }
    for (const x of columns) for (const y of rows) wanted.push({ id: zxyToTileId(z, x, y), z, x, y })
  }
  const tiles: AreaTile[] = []
  // In the order of the archive, so that each of its directories is read once.
  for (const [index, { id, ...place }] of wanted.sort((a, b) => a.id - b.id).entries()) {
    if (index % AT_ONCE === 0) await othersTurn()
    const entry = await entryOf(archive, header, id)
    if (entry) tiles.push({ ...place, offset: entry.offset, length: entry.length })
  }
  return tiles
}

/** The columns and rows of the tiles of a zoom that touch an area; columns come back into the world past 180°. */
export function tileRange(bounds: Bounds, z: number): { columns: number[]; rows: number[] } {
  const { west, north, east, south, size } = cornersOf(bounds, z)
  const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
  return { columns: [...new Set(span(west, east).map((x) => mod(x, size)))], rows: span(north, south) }
}

export function touchesTile(bounds: Bounds, z: number, x: number, y: number): boolean {
  const { west, north, east, south, size } = cornersOf(bounds, z)
  return y >= north && y <= south && mod(x - west, size) <= east - west
}

/** The outermost columns and rows, columns as the area counts them: east of 180° they run on. */
function cornersOf([west, south, east, north]: Bounds, z: number) {
  const size = 2 ** z
  const column = (longitudeDeg: number) => Math.floor(mercatorX(longitudeDeg) * size)
  const row = (latitudeDeg: number) =>
    Math.max(0, Math.min(size - 1, Math.floor(mercatorY(latitudeDeg) * size)))
  return { west: column(west), north: row(north), east: column(east), south: row(south), size }
}

const mod = (value: number, size: number) => ((value % size) + size) % size

/** Directories lie at most so deep in each other. */
const MOST_DEPTH = 4
/** Place of a tile in the tile data of an archive; null when the archive lacks the tile. */
export async function entryOf(
  archive: PMTiles,
  header: Header,
  tileId: number,
): Promise<{ offset: number; length: number } | null> {
  let [offset, length] = [header.rootDirectoryOffset, header.rootDirectoryLength]
  for (let depth = 0; depth < MOST_DEPTH; depth++) {
    const entries = await archive.cache.getDirectory(archive.source, offset, length, header)
    const entry = findTile(entries, tileId)
    if (!entry || entry.runLength > 0) return entry
    ;[offset, length] = [header.leafDirectoryOffset + entry.offset, entry.length]
  }
  return null
}
