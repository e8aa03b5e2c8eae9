import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { Compression, TileType } from 'pmtiles'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openChartArchive } from '#server/charts/chartArchive.ts'
import { folderFiles } from '#server/files/folderFiles.ts'
import { serveWorld, type WorldServer } from '#server/testing/testWorld.ts'
import { areaParts } from './areaParts.ts'
import { tileRange, touchesTile } from './areaTiles.ts'
import { fetchArea, openSource, planArea } from './fetchArea.ts'
import { createPmtilesWriter } from './pmtilesWriter.ts'
import type { AreaRefused } from './rangeSource.ts'

const folder = mkdtempSync(join(tmpdir(), 'taffrail-area-'))
const file = join(folder, 'world.pmtiles')
const MAX_ZOOM = 6
const LAYERS = ['earth', 'water', 'roads', 'buildings']
/** A tile that contains its own address, and is longer the farther east it is. */
const contentOf = (z: number, x: number, y: number) => gzipSync(`${z}/${x}/${y} ${'~'.repeat(x)}`)
const isSea = (x: number, y: number) => (x + y) % 3 === 0

let world: WorldServer
beforeAll(async () => {
  const writer = createPmtilesWriter(file, {
    ...{ tileType: TileType.Mvt, tileCompression: Compression.Gzip, minZoom: 0, maxZoom: MAX_ZOOM },
    bounds: [-180, -85, 180, 85],
    metadata: { name: 'World', attribution: '© World', vector_layers: LAYERS.map((id) => ({ id })) },
  })
  for (let z = 0; z <= MAX_ZOOM; z++)
    for (let x = 0; x < 2 ** z; x++)
      for (let y = 0; y < 2 ** z; y++)
        writer.add(z, x, y, z > 3 && isSea(x, y) ? gzipSync('sea') : contentOf(z, x, y))
  writer.finish()
  world = await serveWorld(file)
})
afterEach(() => world.mend())
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

const ICELAND = { name: 'Iceland', bounds: [-25, 63, -13, 67], minzoom: 0, maxzoom: MAX_ZOOM } as const
async function planned(area: Parameters<typeof planArea>[1]) {
  const archive = await openSource(world.url)
  return { archive, plan: await planArea(archive, area) }
}

test('fetches exactly the tiles that touch an area, at every zoom, byte by byte', async () => {
  const { archive, plan } = await planned(ICELAND)
  const taken = join(folder, 'Iceland.pmtiles')
  const reported: number[] = []
  await fetchArea(archive, plan, taken, { onBytes: (bytes) => void reported.push(bytes) })
  expect(reported.at(-1)).toBe(plan.bytes)
  const chart = await openChartArchive(taken)
  expect(chart.facts).toMatchObject({
    name: 'Iceland',
    layers: LAYERS,
    attribution: '© World',
    maxzoom: MAX_ZOOM,
  })
  expect(chart.facts.bounds).toEqual([-25, 63, -13, 67])
  let count = 0
  for (let z = 0; z <= MAX_ZOOM; z++) {
    const { columns, rows } = tileRange(ICELAND.bounds, z)
    for (const x of columns)
      for (const y of rows) {
        const tile = Buffer.from((await chart.tile({ z, x, y })) ?? []).toString()
        expect(tile).toBe(z > 3 && isSea(x, y) ? 'sea' : `${z}/${x}/${y} ${'~'.repeat(x)}`)
        count++
      }
    if (z > 3) expect(await chart.tile({ z, x: (columns.at(-1) ?? 0) + 1, y: rows[0] ?? 0 })).toBeNull()
  }
  expect(plan.tiles).toHaveLength(count)
  await chart.close()
  expect(readdirSync(folder).filter((name) => name.includes('fetched'))).toEqual([])
})

test.each(['this', 'another'])(
  'continues what %s process began, and asks again for what was refused',
  async (whose) => {
    // Far apart, so that it takes several requests.
    const area = { name: 'Round', bounds: [-179, -80, 179, 80], minzoom: 0, maxzoom: MAX_ZOOM } as const
    const shared = folderFiles(join(folder, 'shared'))
    const options = () => ({
      batchBytes: 20_000,
      ...(whose === 'another' && { parts: areaParts(shared, 'round', 15_000) }),
    })
    const first = await planned(area)
    const leaving = new AbortController()
    let there = 0
    const broken = fetchArea(first.archive, first.plan, join(folder, 'Broken.pmtiles'), {
      ...options(),
      signal: leaving.signal,
      onBytes(bytes) {
        there = bytes
        if (bytes > 50_000) leaving.abort()
      },
    })
    const outcome = await broken.then(
      () => 'whole',
      () => 'broken off',
    )
    const { archive, plan } = await planned(area)
    const before = world.sent.bytes
    const round = join(folder, whose === 'this' ? 'Broken.pmtiles' : 'Round.pmtiles')
    await fetchArea(archive, plan, round, options())
    const again = world.sent.bytes - before
    expect(outcome).toBe('broken off')
    expect(there).toBeGreaterThan(50_000)
    // Another machine's disk has nothing, so the second fetch repeats the bytes that the first had not shared.
    const least = whose === 'this' ? there : there - 15_000
    expect(again).toBeLessThanOrEqual(plan.bytes - least + 65_536)
    expect(again).toBeGreaterThanOrEqual(plan.bytes - there)
    const chart = await openChartArchive(round)
    for (const [x, y] of [
      [0, 30],
      [40, 20],
      [63, 33],
    ] as const)
      expect(Buffer.from((await chart.tile({ z: 6, x, y })) ?? []).toString()).toMatch(
        new RegExp(`^6/${x}/${y} |^sea$`),
      )
    await chart.close()
  },
)

test('fetches the same area twice at once into one file without conflict', async () => {
  const area = { name: 'Round', bounds: [-179, -80, 179, 80], minzoom: 0, maxzoom: MAX_ZOOM } as const
  const file = join(folder, 'Twice.pmtiles')
  const leaving = new AbortController()
  const [left, whole] = await Promise.all([planned(area), planned(area)])
  const [broken] = await Promise.allSettled([
    fetchArea(left.archive, left.plan, file, {
      ...{ batchBytes: 20_000, signal: leaving.signal },
      onBytes: (bytes) => void (bytes > 50_000 && leaving.abort()),
    }),
    fetchArea(whole.archive, whole.plan, file, { batchBytes: 20_000 }),
  ])
  expect(broken.status).toBe('rejected')
  const chart = await openChartArchive(file)
  for (const { z, x, y } of whole.plan.tiles)
    expect(Buffer.from((await chart.tile({ z, x, y })) ?? []).toString()).toMatch(
      new RegExp(`^${z}/${x}/${y} |^sea$`),
    )
  await chart.close()
})

test('fetches both ends of the world for an area across 180°', () => {
  expect(tileRange([177, -19, 182, -16], 5).columns).toEqual([31, 0])
  expect(tileRange([-180, -85, 180, 85], 1)).toEqual({ columns: [0, 1], rows: [0, 1] })
  expect(tileRange([0, -90, 1, 90], 2).rows).toEqual([0, 1, 2, 3])
})

test('finds a tile touching an area exactly when it is in its range', () => {
  const degrees = (min: number, max: number) => fc.integer({ min: min * 4, max: max * 4 }).map((at) => at / 4)
  const area = fc.tuple(degrees(-180, 180), degrees(-85, 84), degrees(0, 360), degrees(0, 40))
  fc.assert(
    fc.property(area, fc.nat(4), ([west, south, width, height], z) => {
      const bounds = [west, south, west + width, Math.min(85, south + height)] as const
      const { columns, rows } = tileRange(bounds, z)
      for (let x = 0; x < 2 ** z; x++)
        for (let y = 0; y < 2 ** z; y++)
          expect(touchesTile(bounds, z, x, y)).toBe(columns.includes(x) && rows.includes(y))
    }),
  )
})

test('marks the file of an area across 180°', async () => {
  const { archive, plan } = await planned({
    name: 'Fiji',
    bounds: [176, -20, 260, -15],
    minzoom: 0,
    maxzoom: 3,
  })
  const fiji = join(folder, 'Fiji.pmtiles')
  await fetchArea(archive, plan, fiji)
  const chart = await openChartArchive(fiji)
  expect(chart.facts.bounds).toEqual([176, -20, 260, -15])
  await chart.close()
})

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error) => (error as AreaRefused).problem,
  )
const opening = (url = world.url) => refusal(openSource(url))

test('reports what cannot be fetched by its kind, before it fetches anything', async () => {
  expect(await opening('http://127.0.0.1:9/world.pmtiles')).toBe('areaSourceAway')
  const missing = createServer((_, response) => void response.writeHead(404).end())
  await new Promise<void>((resolve) => missing.listen(0, '127.0.0.1', resolve))
  expect(await opening(`http://127.0.0.1:${(missing.address() as AddressInfo).port}/`)).toBe(
    'areaSourceMissing',
  )
  missing.close()
  const letter = join(folder, 'letter.txt')
  writeFileSync(letter, 'Dear Sir,')
  const letters = await serveWorld(letter)
  expect(await opening(letters.url)).toBe('areaSourceNoFile')
  await letters.close()
  const foreign = join(folder, 'foreign.pmtiles')
  const writer = createPmtilesWriter(foreign, {
    ...{ tileType: TileType.Mvt, tileCompression: Compression.Gzip, minZoom: 0, maxZoom: 0 },
    ...{ bounds: [-180, -85, 180, 85], metadata: { vector_layers: [{ id: 'transportation' }] } },
  })
  writer.add(0, 0, 0, contentOf(0, 0, 0))
  writer.finish()
  const others = await serveWorld(foreign)
  expect(await opening(others.url)).toBe('areaSourceNoFile')
  await others.close()
  world.giveWhole()
  expect(await opening()).toBe('areaSourceNoRanges')
  world.mend()
  const archive = await openSource(world.url)
  const far = { ...ICELAND, minzoom: MAX_ZOOM + 1, maxzoom: MAX_ZOOM + 2 }
  expect(await refusal(planArea(archive, far))).toBe('areaEmpty')
})

test('does not mix a changed file at the address with tiles of the one before', async () => {
  const { archive, plan } = await planned(ICELAND)
  world.replace()
  const mixed = join(folder, 'mixed.pmtiles')
  expect(await refusal(fetchArea(archive, plan, mixed))).toBe('areaSourceChanged')
  const again = await planned(ICELAND)
  await fetchArea(again.archive, again.plan, mixed)
  expect(existsSync(mixed)).toBe(true)
})
