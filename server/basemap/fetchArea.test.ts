import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Compression, TileType } from 'pmtiles'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openChartArchive } from '#server/charts/chartArchive.ts'
import { tileRange } from './areaTiles.ts'
import { fetchArea, planArea } from './fetchArea.ts'
import { createPmtilesWriter } from './pmtilesWriter.ts'

const folder = mkdtempSync(join(tmpdir(), 'binnacle-area-'))
const world = join(folder, 'world.pmtiles')
const MAX_ZOOM = 6
/** A tile that says where it is, and is as long as it is far east. */
const contentOf = (z: number, x: number, y: number) => gzipSync(`${z}/${x}/${y} ${'~'.repeat(x)}`)
const isSea = (x: number, y: number) => (x + y) % 3 === 0

let asked: { from: number; length: number }[] = []
let failing = 0
const server = createServer((request, response) => {
  const [, from = 0, to = 0] = (/bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []).map(Number)
  if (failing-- > 0) return void response.writeHead(503).end()
  const bytes = readFileSync(world).subarray(from, to + 1)
  asked.push({ from, length: bytes.length })
  response.writeHead(206, { etag: '"one"', 'content-length': bytes.length }).end(bytes)
})
let url = ''
beforeAll(async () => {
  const writer = createPmtilesWriter(world, {
    ...{ tileType: TileType.Mvt, tileCompression: Compression.Gzip, minZoom: 0, maxZoom: MAX_ZOOM },
    bounds: [-180, -85, 180, 85],
    metadata: { name: 'World', attribution: '© World', vector_layers: [{ id: 'piers' }] },
  })
  for (let z = 0; z <= MAX_ZOOM; z++)
    for (let x = 0; x < 2 ** z; x++)
      for (let y = 0; y < 2 ** z; y++)
        writer.add(z, x, y, z > 3 && isSea(x, y) ? gzipSync('sea') : contentOf(z, x, y))
  writer.finish()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/world.pmtiles`
})
afterEach(() => {
  asked = []
  failing = 0
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const ICELAND = { name: 'Iceland', bounds: [-25, 63, -13, 67], maxzoom: MAX_ZOOM } as const

test('an area holds the tiles that touch it, at every zoom, and no other, byte by byte', async () => {
  const { archive, plan } = await planArea(url, ICELAND)
  const file = join(folder, 'Iceland.pmtiles')
  const heard: number[] = []
  await fetchArea(archive, plan, file, { onBytes: (bytes) => heard.push(bytes) })
  expect(heard.at(-1)).toBe(plan.bytes)
  const chart = await openChartArchive(file)
  expect(chart.facts).toMatchObject({
    name: 'Iceland',
    layers: ['piers'],
    attribution: '© World',
    maxzoom: MAX_ZOOM,
  })
  expect(chart.facts.bounds).toEqual([-25, 63, -13, 67])
  let count = 0
  for (let z = 0; z <= MAX_ZOOM; z++) {
    const { columns, rows } = tileRange(ICELAND.bounds, z)
    for (const x of columns)
      for (const y of rows) {
        const tile = Buffer.from((await chart.tile(z, x, y)) ?? []).toString()
        expect(tile).toBe(z > 3 && isSea(x, y) ? 'sea' : `${z}/${x}/${y} ${'~'.repeat(x)}`)
        count++
      }
    if (z > 3) expect(await chart.tile(z, (columns.at(-1) ?? 0) + 1, rows[0] ?? 0)).toBeNull()
  }
  expect(plan.tiles).toHaveLength(count)
  await chart.close()
  expect(readdirSync(folder).filter((name) => name.includes('fetched'))).toEqual([])
})

test('what broke off goes on where it was, and what is refused is asked for again', async () => {
  // Far apart, so that it takes several requests.
  const area = { name: 'Round', bounds: [-179, -80, 179, 80], maxzoom: MAX_ZOOM } as const
  const file = join(folder, 'Round.pmtiles')
  const first = await planArea(url, area)
  const leaving = new AbortController()
  let there = 0
  const broken = fetchArea(first.archive, first.plan, file, {
    signal: leaving.signal,
    batchBytes: 20_000,
    onBytes(bytes) {
      there = bytes
      if (bytes > 0) leaving.abort()
    },
  })
  const outcome = await broken.then(
    () => 'whole',
    () => 'broken off',
  )
  asked = []
  const { archive, plan } = await planArea(url, area)
  const read = asked.length
  failing = 2
  await fetchArea(archive, plan, file)
  const again = asked.slice(read).reduce((sum, { length }) => sum + length, 0)
  expect(outcome).toBe('broken off')
  expect(there).toBeGreaterThan(10_000)
  expect(again).toBeLessThanOrEqual(plan.bytes - there + 65_536)
  expect(again).toBeGreaterThanOrEqual(plan.bytes - there)
  const chart = await openChartArchive(file)
  expect(Buffer.from((await chart.tile(6, 40, 20)) ?? []).toString()).toMatch(/^6\/40\/20|^sea$/)
  await chart.close()
})

test('over 180° it takes both ends of the world', () => {
  expect(tileRange([177, -19, 182, -16], 5).columns).toEqual([31, 0])
  expect(tileRange([-180, -85, 180, 85], 1)).toEqual({ columns: [0, 1], rows: [0, 1] })
  expect(tileRange([0, -90, 1, 90], 2).rows).toEqual([0, 1, 2, 3])
})

test('what cannot be had is said before anything is fetched', async () => {
  await expect(planArea(url.replace('http:', 'https:'), ICELAND)).rejects.toThrow(
    'cannot be read as a PMTiles file',
  )
  await expect(planArea(url, { ...ICELAND, bounds: [-25, 86, -13, 87] })).resolves.toBeDefined()
})
