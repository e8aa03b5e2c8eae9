/** Small charts, as people bring them. */
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { Compression, TileType } from 'pmtiles'

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

interface Tile {
  z: number
  x: number
  /** From the north, as on the web. */
  y: number
  tile: Uint8Array
}

export const WORLD_TILE: Tile = { z: 0, x: 0, y: 0, tile: PNG }

/** A small chart, as a browser sends it. */
export function chartForm(): FormData {
  const file = join(tmpdir(), `taffrail-${randomUUID()}.mbtiles`)
  writeMbtiles(file, [WORLD_TILE])
  const body = new FormData()
  body.append('files', new Blob([new Uint8Array(readFileSync(file))]), 'chart.mbtiles')
  rmSync(file)
  return body
}

/** An MBTiles file; `shape` is how it keeps its tiles. */
export function writeMbtiles(
  file: string,
  tiles: readonly Tile[],
  metadata: Record<string, string> = {},
  shape: 'tiles' | 'images' | 'tiles_data' | 'noIndex' | 'view' = 'tiles',
): void {
  const database = new DatabaseSync(file)
  const place = 'zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER'
  database.exec('CREATE TABLE metadata (name TEXT, value TEXT)')
  if (shape === 'tiles' || shape === 'noIndex') database.exec(`CREATE TABLE tiles (${place}, tile_data BLOB)`)
  if (shape === 'tiles')
    database.exec('CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row)')
  if (shape === 'images') {
    database.exec(`CREATE TABLE map (${place}, tile_id TEXT, UNIQUE (zoom_level, tile_column, tile_row));
      CREATE TABLE images (tile_id TEXT PRIMARY KEY, tile_data BLOB);
      CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row, tile_data FROM map JOIN images USING (tile_id)`)
  }
  if (shape === 'tiles_data') {
    database.exec(`CREATE TABLE tiles_shallow (${place}, tile_data_id INTEGER, PRIMARY KEY (zoom_level, tile_column, tile_row));
      CREATE TABLE tiles_data (tile_data_id INTEGER PRIMARY KEY, tile_data BLOB)`)
  }
  if (shape === 'view') {
    database.exec(`CREATE VIEW tiles AS WITH RECURSIVE n(zoom_level) AS (SELECT 0 UNION ALL SELECT zoom_level + 1 FROM n)
      SELECT zoom_level, 0 AS tile_column, 0 AS tile_row, x'00' AS tile_data FROM n`)
  }
  for (const [name, value] of Object.entries(metadata))
    database.prepare('INSERT INTO metadata VALUES (?, ?)').run(name, value)
  const add = (sql: string, ...values: (number | string | Uint8Array)[]) =>
    database.prepare(sql).run(...values)
  for (const [index, { z, x, y, tile }] of tiles.entries()) {
    const at = [z, x, 2 ** z - 1 - y] as const
    if (shape === 'tiles' || shape === 'noIndex') add('INSERT INTO tiles VALUES (?, ?, ?, ?)', ...at, tile)
    if (shape === 'images') {
      add('INSERT INTO map VALUES (?, ?, ?, ?)', ...at, `t${index}`)
      add('INSERT INTO images VALUES (?, ?)', `t${index}`, tile)
    }
    if (shape === 'tiles_data') {
      add('INSERT INTO tiles_shallow VALUES (?, ?, ?, ?)', ...at, index)
      add('INSERT INTO tiles_data VALUES (?, ?)', index, tile)
    }
  }
  database.close()
}

export const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]

/** A PMTiles file with these parts as they lie in it. Directories and metadata are gzipped unless `isPlain`. */
export function rawPmtiles(parts: {
  root: Uint8Array
  leaf?: Uint8Array
  tile: Uint8Array
  metadata?: Uint8Array
  isPlain?: boolean
}): Buffer {
  const { root, leaf = Buffer.alloc(0), tile, metadata = gzipSync('{}'), isPlain = false } = parts
  const header = Buffer.alloc(127)
  header.write('PMTiles\u0003', 'latin1')
  let offset = header.length
  for (const [at, part] of [
    [8, root],
    [24, metadata],
    [40, leaf],
    [56, tile],
  ] as const) {
    header.writeBigUInt64LE(BigInt(offset), at)
    header.writeBigUInt64LE(BigInt(part.length), at + 8)
    offset += part.length
  }
  // Clustered; compression of directories and tiles; vector tiles; zoom 0 to 1.
  const compression = isPlain ? Compression.None : Compression.Gzip
  header.set([1, compression, compression, TileType.Mvt, 0, 1], 96)
  return Buffer.concat([header, root, metadata, leaf, tile])
}

/** A PMTiles file with metadata of this many bytes. */
export const wordyPmtiles = (bytes: number): Buffer =>
  rawPmtiles({
    ...{ root: Buffer.from([1, 0, 1, 1, 1]), tile: Buffer.from('t'), isPlain: true },
    metadata: Buffer.from('{}'.padEnd(bytes)),
  })
