/** A chart in one file: its metadata and its tiles. Workers alone open charts, because a chart may come from anybody. */
import { open } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Compression, PMTiles, type Source } from 'pmtiles'
import { tileAt } from '#contract/geodesy/geo.ts'
import type { CHART_PROBLEMS, Chart } from '#contract/wire/chart.ts'
import { fileSource } from '#server/basemap/fileSource.ts'
import { loadSharp } from '#server/platform/loadSharp.ts'

export interface ChartArchive {
  facts: Pick<
    Chart,
    'name' | 'format' | 'bounds' | 'minzoom' | 'maxzoom' | 'tile_size' | 'layers' | 'attribution'
  >
  /** Null where the chart has none; a vector tile may be gzipped. */
  tile(place: { z: number; x: number; y: number }): Promise<Uint8Array | null>
  close(): Promise<void>
}

export class ChartProblem extends Error {
  readonly code: keyof typeof CHART_PROBLEMS

  constructor(code: keyof typeof CHART_PROBLEMS) {
    super(code)
    this.name = 'ChartProblem'
    this.code = code
  }
}

/** Throws ChartProblem; any other error comes from the machine. */
export async function openChartArchive(file: string, fileName = basename(file)): Promise<ChartArchive> {
  const handle = await open(file)
  try {
    const source = fileSource(handle, file, MOST_BYTES_AT_ONCE)
    const isDatabase = (await kindOfChart(source)) === 'mbtiles'
    const archive = isDatabase ? await openMbtiles(file, fileName) : await openPmtiles(source, fileName)
    const close = async () => {
      await archive.close()
      await handle.close()
    }
    return { ...archive, close }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Recognises a chart by its first bytes. Throws ChartProblem. */
export async function kindOfChart(source: Source): Promise<'mbtiles' | 'pmtiles'> {
  const start = await source.getBytes(0, 16)
  const magic = Buffer.from(start.data).toString('latin1')
  if (magic.startsWith('SQLite format 3\0')) return 'mbtiles'
  if (magic.startsWith('PMTiles\u0003')) return 'pmtiles'
  throw new ChartProblem(magic.startsWith('PM') ? 'chartTooOld' : 'chartUnknown')
}

/**
 * Layouts of tiles in an MBTiles file: one table, or each picture once with a table of its places. Views are
 * never read: a hostile one would never end.
 */
const KEPT = {
  tiles: 'tiles AS t',
  images: 'map AS t JOIN images AS i ON i.tile_id = t.tile_id',
  tiles_data: 'tiles_shallow AS t JOIN tiles_data AS i ON i.tile_data_id = t.tile_data_id',
} as const

async function openMbtiles(file: string, fileName: string): Promise<ChartArchive> {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { readOnly: true, allowExtension: false })
    requirePlain(database)
    return await readMbtiles(database, fileName)
  } catch (error) {
    database?.close()
    throw unreadable(error)
  }
}

/** Reports a cut or damaged file, which the engine refuses, as an unknown chart. */
const unreadable = (error: unknown) =>
  error instanceof Error && 'errcode' in error ? new ChartProblem('chartUnknown') : error

/** Views that common layouts have beside their tables; nothing reads them. */
const USUAL_VIEWS = /^(?:tiles|grids|grid_data)$/
const MOST_OBJECTS = 200

/**
 * Throws for a file with anything but plain tables and indexes: SQLite would run the expressions of generated columns
 * and of indexes when a tile is read.
 */
function requirePlain(database: DatabaseSync): void {
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON')
  const objects = database.prepare('SELECT type, name, sql FROM sqlite_schema LIMIT ?').all(MOST_OBJECTS + 1)
  const isPlain = objects.every(({ type, name, sql }) => {
    if (type === 'view') return USUAL_VIEWS.test(String(name))
    if (type === 'index') return isPlainIndex(database, String(name), String(sql ?? ''))
    return (
      type === 'table' &&
      !/^\s*CREATE\s+VIRTUAL\b/i.test(String(sql)) &&
      hasPlainColumns(database, String(name))
    )
  })
  if (!isPlain || objects.length > MOST_OBJECTS) throw new ChartProblem('chartProgram')
}

const hasPlainColumns = (database: DatabaseSync, table: string) =>
  database
    .prepare('SELECT hidden FROM pragma_table_xinfo(?)')
    .all(table)
    .every(({ hidden }) => hidden === 0)

/** An index is partial with a condition; its expressions have no column. */
const isPlainIndex = (database: DatabaseSync, index: string, sql: string) =>
  !/\)\s*WHERE\b/i.test(sql) &&
  database
    .prepare('SELECT cid FROM pragma_index_xinfo(?)')
    .all(index)
    .every(({ cid }) => Number(cid) >= -1)

async function readMbtiles(database: DatabaseSync, fileName: string): Promise<ChartArchive> {
  const tables = new Set(
    database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .all()
      .map(({ name }) => String(name)),
  )
  const [kept] = (['tiles', 'images', 'tiles_data'] as const).filter((name) => tables.has(name))
  if (!kept) throw new ChartProblem('chartUnknown')
  // The length of a BLOB is read without its content.
  const fits = `typeof(tile_data) = 'blob' AND length(tile_data) <= ${MOST_TILE_BYTES}`
  const select = `SELECT CASE WHEN ${fits} THEN tile_data END AS tile FROM ${KEPT[kept]}`
  const where = `${select} WHERE t.zoom_level = ? AND t.tile_column = ? AND t.tile_row = ?`
  if (isScanned(database.prepare(`EXPLAIN QUERY PLAN ${where}`))) throw new ChartProblem('chartNoIndex')
  const oneTile = database.prepare(where)

  const metadata = new Map(
    tables.has('metadata')
      ? database
          .prepare(
            'SELECT substr(name, 1, 100) AS name, substr(value, 1, 1000000) AS value FROM metadata LIMIT 100',
          )
          .all()
          .map(({ name, value }) => [String(name), String(value ?? '')])
      : [],
  )
  const first = bytesOf(database.prepare(`${select} LIMIT 1`).get())
  if (!first) throw new ChartProblem('chartNoTiles')
  const { format, tileSize } = await kindOf(first, metadata.get('format'))
  const zooms = database.prepare(
    `SELECT min(t.zoom_level) AS least, max(t.zoom_level) AS most FROM ${KEPT[kept].split(' JOIN')[0]}`,
  )
  const zoomOf = (name: string, column: string) =>
    whole(metadata.get(name)) ?? whole(String(zooms.get()?.[column])) ?? 0
  return {
    facts: {
      name: nameOf(metadata.get('name'), fileName),
      format,
      bounds: boundsOf(metadata.get('bounds')?.split(',').map(Number) ?? []),
      minzoom: zoomOf('minzoom', 'least'),
      maxzoom: zoomOf('maxzoom', 'most'),
      tile_size: tileSize,
      layers: format === 'vector' ? layersOf(metadata.get('json')) : [],
      attribution: (metadata.get('attribution') ?? '').slice(0, MAX_ATTRIBUTION),
    },
    // Rows count from the south, rows of the web from the north.
    tile: async ({ z, x, y }) => bytesOf(oneTile.get(z, x, 2 ** z - 1 - y)),
    close: async () => database.close(),
  }
}

/** Without an index every tile would read the whole file. */
const isScanned = (plan: StatementSync) =>
  plan.all(0, 0, 0).some(({ detail }) => String(detail).startsWith('SCAN'))

const bytesOf = (row: Record<string, unknown> | undefined) =>
  row?.tile instanceof Uint8Array && row.tile.length > 0 ? row.tile : null

/** No directory and no tile of a chart is larger; a header that claims more is refused. */
export const MOST_BYTES_AT_ONCE = 33_554_432
/** Largest directory or tile when unpacked: a tile of the whole world has less than 1 MB. */
const MOST_TILE_BYTES = 16_777_216

const unzip = promisify(gunzip)

/** Unpacks a directory or a tile. The library would unpack without a limit. */
async function unpack(packed: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  if (compression === Compression.None || compression === Compression.Unknown) return packed
  if (compression !== Compression.Gzip) throw new ChartProblem('chartUnknown')
  const bytes = await unzip(packed, { maxOutputLength: MOST_TILE_BYTES })
  return new Uint8Array(bytes).buffer
}

/** Opens a PMTiles file that is read range by range. Throws ChartProblem. */
export async function openPmtiles(source: Source, fileName: string): Promise<ChartArchive> {
  try {
    const archive = new PMTiles(source, undefined, unpack)
    const read = async (z: number, x: number, y: number) => {
      if (x >= 2 ** z || y >= 2 ** z) return null
      const tile = await archive.getZxy(z, x, y)
      return tile ? new Uint8Array(tile.data) : null
    }
    const readAt = (z: number, [longitudeDeg, latitudeDeg]: readonly [number, number]) => {
      const { x, y } = tileAt(latitudeDeg, longitudeDeg, z)
      return read(z, x, y)
    }
    const header = await archive.getHeader()
    const metadata = objectOf(await archive.getMetadata())
    const { centerLon, centerLat, minZoom: minzoom, maxZoom: maxzoom } = header
    const bounds = boundsOf([header.minLon, header.minLat, header.maxLon, header.maxLat])
    const first =
      (await readAt(minzoom, bounds ? middleOf(bounds) : [centerLon, centerLat])) ??
      (await readAt(maxzoom, [centerLon, centerLat]))
    const { format, tileSize } = await kindOf(first, header.tileType === 1 ? 'pbf' : 'png')
    return {
      facts: {
        name: nameOf(metadata.name, fileName),
        format,
        bounds,
        minzoom,
        maxzoom,
        tile_size: tileSize,
        layers: format === 'vector' ? layersOf(metadata) : [],
        attribution:
          typeof metadata.attribution === 'string' ? metadata.attribution.slice(0, MAX_ATTRIBUTION) : '',
      },
      tile: async ({ z, x, y }) => {
        const tile = await read(z, x, y)
        return tile && tile.length <= MOST_TILE_BYTES ? tile : null
      },
      close: async () => undefined,
    }
  } catch (error) {
    throw error instanceof ChartProblem ? error : new ChartProblem('chartUnknown')
  }
}

/** Reads the kind from a tile where there is one, because files sometimes describe their tiles wrongly. */
async function kindOf(tile: Uint8Array | null, metadata = '') {
  if (tile && imageType(tile)) {
    const sharp = await loadSharp()
    const { width = 256 } = await sharp(tile)
      .metadata()
      .catch(() => ({ width: 256 }))
    return { format: 'raster' as const, tileSize: width >= 512 ? 512 : 256 }
  }
  if (metadata !== 'pbf' && tile && !isGzip(tile)) throw new ChartProblem('chartTileKind')
  return metadata === 'pbf' || tile
    ? { format: 'vector' as const, tileSize: 512 }
    : { format: 'raster' as const, tileSize: 256 }
}

/** The media type of a picture that browsers draw, by its first bytes; undefined for a vector tile and all else. */
export function imageType(tile: Uint8Array): string | undefined {
  const start = Buffer.from(tile.buffer, tile.byteOffset, Math.min(12, tile.length)).toString('latin1')
  if (start.startsWith('\x89PNG')) return 'image/png'
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  return /^RIFF[\s\S]{4}WEBP/.test(start) ? 'image/webp' : undefined
}
export const isGzip = (tile: Uint8Array) => tile[0] === 0x1f && tile[1] === 0x8b

const MAX_NAME = 100
function nameOf(metadata: unknown, fileName: string): string {
  const name = typeof metadata === 'string' ? metadata.replace(/\p{C}+/gu, ' ').trim() : ''
  return [...(name || basename(fileName, extname(fileName)))].slice(0, MAX_NAME).join('')
}

/** Reads bounds; null for missing or impossible ones. East passes 180° where a chart crosses that meridian. */
function boundsOf([west, south, east, north]: readonly number[]): Chart['bounds'] {
  if (west === undefined || south === undefined || east === undefined || north === undefined) return null
  if (![west, south, east, north].every(Number.isFinite) || south >= north || west === east) return null
  if (Math.abs(west) > 180 || Math.abs(south) > 90 || Math.abs(north) > 90 || east > 540 || east < -180)
    return null
  return [west, south, east < west ? east + 360 : east, north]
}

const middleOf = ([west, south, east, north]: NonNullable<Chart['bounds']>) =>
  [(west + east) / 2, (south + north) / 2] as const

const MAX_ATTRIBUTION = 10_000
const MAX_LAYERS = 100
const MAX_LAYER_NAME = 100
function layersOf(metadata: unknown): string[] {
  const { vector_layers } = objectOf(metadata)
  const layers = Array.isArray(vector_layers) ? vector_layers.slice(0, MAX_LAYERS) : []
  return layers.flatMap((layer) => {
    const { id } = objectOf(layer)
    return typeof id === 'string' ? [id.slice(0, MAX_LAYER_NAME)] : []
  })
}

function objectOf(metadata: unknown): Record<string, unknown> {
  try {
    const value: unknown = typeof metadata === 'string' ? JSON.parse(metadata) : metadata
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const MAX_ZOOM = 24
const whole = (metadata: string | undefined) => {
  const zoom = Number(metadata || Number.NaN)
  return Number.isInteger(zoom) && zoom >= 0 && zoom <= MAX_ZOOM ? zoom : undefined
}
