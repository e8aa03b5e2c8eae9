/** Charts that are made to hurt their reader. */
import { createReadStream, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { folderFiles } from '#server/files/folderFiles.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { openWorkerPool } from '#server/platform/workerPool.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { PNG, writeMbtiles } from '#server/testing/testChart.ts'
import { ChartProblem, openChartArchive } from './chartArchive.ts'
import { openCharts } from './openCharts.ts'

const folder = mkdtempSync(join(tmpdir(), 'taffrail-hostile-'))
const workers = openWorkerPool({ size: 2, limits: { seconds: 60, megabytes: 200 }, log: silentLog })
afterAll(async () => {
  await workers.close()
  rmSync(folder, { recursive: true })
})
let count = 0
const fileOf = (kind: string) => join(folder, `${++count}.${kind}`)
const problemOf = (file: string) =>
  openChartArchive(file).then(
    async (chart) => {
      await chart.close()
      return 'opened'
    },
    (error) => (error instanceof ChartProblem ? error.code : error),
  )

const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n'
const PLACE = 'zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER'
const INDEX = 'CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row)'

test.each([
  [
    'a generated column',
    `CREATE TABLE tiles (${PLACE}, seed BLOB, tile_data BLOB AS (zeroblob(900000000))); ${INDEX}`,
  ],
  [
    'a generated column of another table',
    `CREATE TABLE tiles (${PLACE}, tile_data BLOB); ${INDEX}; CREATE TABLE metadata (name TEXT, value AS (zeroblob(9)))`,
  ],
  [
    'an index on an expression',
    `CREATE TABLE tiles (${PLACE}, tile_data BLOB); ${INDEX}; CREATE INDEX more ON tiles (abs(zoom_level))`,
  ],
  ['a partial index', `CREATE TABLE tiles (${PLACE}, tile_data BLOB); ${INDEX} WHERE abs(zoom_level) < 30`],
  [
    'a trigger',
    `CREATE TABLE tiles (${PLACE}, tile_data BLOB); ${INDEX}; CREATE TRIGGER t AFTER INSERT ON tiles BEGIN ${ENDLESS}; END`,
  ],
  [
    'a virtual table',
    `CREATE TABLE tiles (${PLACE}, tile_data BLOB); ${INDEX}; CREATE VIRTUAL TABLE f USING fts5(a)`,
  ],
  [
    'a view of its own',
    `CREATE TABLE tiles (${PLACE}, tile_data BLOB); ${INDEX}; CREATE VIEW metadata AS ${ENDLESS}`,
  ],
])('refuses an MBTiles file with %s', async (_, sql) => {
  const file = fileOf('mbtiles')
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
  expect(await problemOf(file)).toBe('chartProgram')
})

test('reads no tile of an MBTiles file that is larger than a tile can be', async () => {
  const file = fileOf('mbtiles')
  const large = Buffer.concat([PNG, Buffer.alloc(20_000_000)])
  writeMbtiles(file, [
    { z: 0, x: 0, y: 0, tile: PNG },
    { z: 1, x: 0, y: 0, tile: large },
  ])
  const chart = await openChartArchive(file)
  expect(await chart.tile({ z: 1, x: 0, y: 0 })).toBeNull()
  await chart.close()
})

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]

/** A PMTiles file with these parts as they lie in it. */
function writePmtiles({ root, leaf = Buffer.alloc(0), tile }: { root: Buffer; leaf?: Buffer; tile: Buffer }) {
  const header = Buffer.alloc(127)
  header.write('PMTiles\u0003', 'latin1')
  const metadata = gzipSync('{}')
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
  // Clustered; gzip for directories and tiles; vector tiles; zoom 0 to 1.
  header.set([1, 2, 2, 1, 0, 1], 96)
  const file = fileOf('pmtiles')
  writeFileSync(file, Buffer.concat([header, root, metadata, leaf, tile]))
  return file
}
const directory = (...columns: number[][]) => gzipSync(Buffer.from(columns.flat()))
const TILE = gzipSync('tile')
/** Entry of the tile at zoom 0. */
const ONE = [[1], [0], [1], varint(TILE.length), [1]]
const BOMB = gzipSync(Buffer.alloc(100_000_000))

test('unpacks no directory and no tile of a PMTiles file beyond its limit', async () => {
  expect(await problemOf(writePmtiles({ root: directory(...ONE), tile: TILE }))).toBe('opened')
  expect(await problemOf(writePmtiles({ root: BOMB, tile: TILE }))).toBe('chartUnknown')
  const lie = directory([...varint(2 ** 50)])
  expect(await problemOf(writePmtiles({ root: lie, tile: TILE }))).toBe('chartUnknown')
  const entry = [[1], [0], [1], varint(BOMB.length), [1]]
  expect(await problemOf(writePmtiles({ root: directory(...entry), tile: BOMB }))).toBe('chartUnknown')
})

test('stops a chart whose tile breaks a limit, and opens it again only for a person', async () => {
  const ENTRIES = 4_000_000
  const leaf = gzipSync(Buffer.concat([Buffer.from(varint(ENTRIES)), Buffer.alloc(ENTRIES * 4, 1)]))
  const root = directory([2], [0, 1], [1, 0], [...varint(TILE.length), ...varint(leaf.length)], [1, 1])
  const file = writePmtiles({ root, leaf, tile: TILE })
  const files = folderFiles(join(folder, 'store'))
  const scratch = join(folder, 'scratch')
  mkdirSync(scratch)
  const given = { files, scratch, bus: inProcessBus(() => undefined), web: [], log: silentLog, workers }
  const charts = openCharts(given)
  const sent = await charts.put('org', 'a.pmtiles', createReadStream(file))
  const [, , , id = '', version = ''] = sent.tiles.split('/')
  const tile = (z: number) => charts.tile('org', { id, version, z, x: 0, y: 0 })
  expect([sent.is_stopped, Buffer.from((await tile(0)) ?? []).toString()]).toEqual([false, 'tile'])
  expect(await tile(1)).toBeNull()
  expect(await charts.of('org')).toMatchObject([{ name: 'a', is_stopped: true }])
  expect(await tile(0)).toBeNull()
  const restarted = openCharts(given)
  expect(await restarted.of('org')).toMatchObject([{ is_stopped: true }])
  await restarted.close()
  expect(await charts.retry('another', id)).toBeNull()
  expect(await charts.retry('org', id)).toMatchObject({ is_stopped: false })
  expect(Buffer.from((await tile(0)) ?? []).toString()).toBe('tile')
  await charts.delete('org', id)
  expect(readdirSync(join(folder, 'store/charts/org'))).toEqual([])
  await charts.close()
})
