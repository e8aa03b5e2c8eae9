/** Charts that are made to hurt their reader. */
import { createReadStream, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { folderFiles } from '#server/files/folderFiles.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { openWorkerPool, type WorkerPool } from '#server/platform/workerPool.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { PNG, rawPmtiles, varint, WORLD_TILE, wordyPmtiles, writeMbtiles } from '#server/testing/testChart.ts'
import { ChartProblem, openChartArchive } from './chartArchive.ts'
import { openCharts } from './openCharts.ts'
import { run } from './readChartWorker.ts'

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
    `CREATE TABLE tiles (${PLACE}, tile_data BLOB); ${INDEX}; CREATE VIRTUAL TABLE f USING rtree(id, a, b)`,
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

test('refuses an MBTiles file of more objects than a chart has', async () => {
  const file = fileOf('mbtiles')
  writeMbtiles(file, [WORLD_TILE])
  const database = new DatabaseSync(file)
  const add = (from: number, to: number) => {
    for (let i = from; i < to; i++) database.exec(`CREATE TABLE more${i} (a)`)
  }
  // The chart has two tables and an index.
  add(0, 197)
  expect(await problemOf(file)).toBe('opened')
  add(197, 198)
  expect(await problemOf(file)).toBe('chartProgram')
  database.close()
})

test('shortens what an MBTiles file says of itself', async () => {
  const factsOf = async (metadata: Record<string, string>) => {
    const file = fileOf('mbtiles')
    writeMbtiles(file, [{ ...WORLD_TILE, tile: TILE }], { format: 'pbf', ...metadata })
    const chart = await openChartArchive(file)
    await chart.close()
    return chart.facts
  }
  const layers = Array.from({ length: 150 }, (_, i) => ({ id: `${i}`.repeat(200) }))
  const json = JSON.stringify({ vector_layers: layers })
  const long = await factsOf({
    ...{ json, name: 'n'.repeat(200), attribution: 'a'.repeat(20_000) },
    ...{ minzoom: '25', maxzoom: '24' },
  })
  expect([long.name.length, long.attribution.length]).toEqual([100, 10_000])
  expect([long.layers.length, long.layers[11]?.length]).toEqual([100, 100])
  expect([long.minzoom, long.maxzoom]).toEqual([0, 24])
  expect((await factsOf({ json: json.padEnd(1_000_000) })).layers).toHaveLength(100)
  expect((await factsOf({ json: `${' '.repeat(1_000_000)}${json}` })).layers).toEqual([])
  const others = Object.fromEntries(Array.from({ length: 99 }, (_, i) => [`other${i}`, '']))
  expect((await factsOf({ ...others, name: 'late' })).name).not.toBe('late')
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

function writePmtiles(parts: Parameters<typeof rawPmtiles>[0]) {
  const file = fileOf('pmtiles')
  writeFileSync(file, rawPmtiles(parts))
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

test('reads no range and no plain tile of a PMTiles file beyond its limit', async () => {
  const ofMetadata = (bytes: number) => {
    const file = fileOf('pmtiles')
    writeFileSync(file, wordyPmtiles(bytes))
    return problemOf(file)
  }
  expect([await ofMetadata(33_554_432), await ofMetadata(33_554_433)]).toEqual(['opened', 'chartUnknown'])
  const tileOf = async (bytes: number) => {
    const root = Buffer.from([2, 0, 1, 1, 1, 1, ...varint(bytes), 1, 2].flat())
    const tile = Buffer.concat([Buffer.from('t'), Buffer.alloc(bytes)])
    const plain = { root, tile, metadata: Buffer.from('{}'), isPlain: true }
    const chart = await openChartArchive(writePmtiles(plain))
    const read = await chart.tile({ z: 1, x: 0, y: 0 })
    await chart.close()
    return read?.length ?? null
  }
  expect([await tileOf(16_777_216), await tileOf(16_777_217)]).toEqual([16_777_216, null])
})

test('closes charts in a worker after a minute, and the oldest of more than ten', async () => {
  const bytes = wordyPmtiles(2)
  const asked: string[] = []
  const read = (key: string) =>
    run({ key, fileName: 'a.pmtiles', path: null, tile: null }, async ({ offset, length }) => {
      asked.push(key)
      return bytes.subarray(offset, offset + length)
    })
  const isOpened = async (key: string) => {
    asked.length = 0
    await read(key)
    return asked.includes(key)
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    for (let i = 0; i < 10; i++) await read(`chart ${i}`)
    expect([await isOpened('chart 0'), await isOpened('chart 9')]).toEqual([false, false])
    await read('chart 10')
    expect([await isOpened('chart 10'), await isOpened('chart 0')]).toEqual([false, true])
    vi.advanceTimersByTime(MINUTE_MS)
    expect(await isOpened('chart 10')).toBe(true)
    vi.runAllTimers()
  } finally {
    vi.useRealTimers()
  }
})

test('keeps fifty charts of an organization, and replaces one of them', async () => {
  const scratch = join(folder, 'scratch of fifty')
  const store = join(folder, 'store of fifty')
  for (const path of [scratch, join(store, 'charts/org')]) mkdirSync(path, { recursive: true })
  for (let i = 0; i < 50; i++) writeFileSync(join(store, `charts/org/${i}.mbtiles`), '')
  const given = { files: folderFiles(store), scratch, web: [], log: silentLog, workers }
  const charts = openCharts({ ...given, bus: inProcessBus(() => undefined) })
  const good = fileOf('mbtiles')
  writeMbtiles(good, [WORLD_TILE])
  const put = (name: string) => charts.put('org', name, createReadStream(good))
  await expect(put('more.mbtiles')).rejects.toMatchObject({ code: 'too_many' })
  expect(await put('7.mbtiles')).toMatchObject({ name: '7' })
  await charts.close()
})

test('stops a chart whose tile breaks a limit, and opens it again only for a person', async () => {
  const ENTRIES = 4_000_000
  const leaf = gzipSync(Buffer.concat([Buffer.from(varint(ENTRIES)), Buffer.alloc(ENTRIES * 4, 1)]))
  const root = directory([2], [0, 1], [1, 0], [...varint(TILE.length), ...varint(leaf.length)], [1, 1])
  const file = writePmtiles({ root, leaf, tile: TILE })
  const files = folderFiles(join(folder, 'store'))
  const scratch = join(folder, 'scratch')
  mkdirSync(scratch)
  const seconds: (number | undefined)[] = []
  const watched: WorkerPool = {
    ...workers,
    run(module, input, options) {
      seconds.push(options.seconds)
      return workers.run(module, input, options)
    },
  }
  const bus = inProcessBus(() => undefined)
  const given = { files, scratch, bus, web: [], log: silentLog, workers: watched }
  const charts = openCharts(given)
  const cut = Object.assign(createReadStream(file), { truncated: true })
  await expect(charts.put('org', 'cut.pmtiles', cut)).rejects.toMatchObject({ code: 'too_large' })
  const sent = await charts.put('org', 'a.pmtiles', createReadStream(file))
  const [, , , id = '', version = ''] = sent.tiles.split('/')
  const tile = (z: number) => charts.tile('org', { id, version, z, x: 0, y: 0 })
  expect([sent.is_stopped, Buffer.from((await tile(0)) ?? []).toString()]).toEqual([false, 'tile'])
  seconds.length = 0
  expect(await tile(1)).toBeNull()
  expect(seconds).toEqual([5])
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
