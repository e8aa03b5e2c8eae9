import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Compression, TileType } from 'pmtiles'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { createPmtilesWriter } from '#server/basemap/pmtilesWriter.ts'
import { PNG, writeMbtiles } from '#server/testing/testChart.ts'
import { ChartProblem, openChartArchive } from './chartArchive.ts'

const folder = mkdtempSync(join(tmpdir(), 'taffrail-charts-'))
afterAll(() => rmSync(folder, { recursive: true }))
let count = 0
const fileName = (kind = 'mbtiles') => join(folder, `Faxaflói ${++count}.${kind}`)
const problemOf = (file: string) =>
  openChartArchive(file).then(
    () => 'opened',
    (error) => (error instanceof ChartProblem ? error.code : error),
  )

const TILES = [
  { z: 0, x: 0, y: 0, tile: PNG },
  { z: 2, x: 1, y: 0, tile: Buffer.concat([PNG, Buffer.from('north')]) },
]

test.each(['tiles', 'images', 'tiles_data'] as const)(
  'describes an MBTiles file with pictures in %s, and counts its tiles from the north',
  async (shape) => {
    const file = fileName()
    const metadata = { name: ' Faxa\u0007flói ', bounds: '-23.5,63.9,-21.5,64.9', attribution: '© Skipper' }
    writeMbtiles(file, TILES, metadata, shape)
    const chart = await openChartArchive(file)
    expect(chart.facts).toEqual({
      name: 'Faxa flói',
      format: 'raster',
      bounds: [-23.5, 63.9, -21.5, 64.9],
      ...{ minzoom: 0, maxzoom: 2, tile_size: 256, layers: [], attribution: '© Skipper' },
    })
    expect(Buffer.from((await chart.tile({ z: 2, x: 1, y: 0 })) ?? []).toString('latin1')).toContain('north')
    expect(await chart.tile({ z: 2, x: 1, y: 3 })).toBeNull()
    expect(await chart.tile({ z: 9, x: 1, y: 0 })).toBeNull()
    await chart.close()
  },
)

test('lists the layers of vector tiles, and takes the file name when there is no name', async () => {
  const file = fileName()
  const json = JSON.stringify({ vector_layers: [{ id: 'depare' }, { id: 'soundg' }, { noId: 1 }] })
  writeMbtiles(file, [{ z: 3, x: 0, y: 0, tile: gzipSync('tile') }], {
    format: 'pbf',
    json,
    minzoom: '3',
    maxzoom: '14',
  })
  const { facts, close } = await openChartArchive(file)
  expect(facts).toMatchObject({
    format: 'vector',
    layers: ['depare', 'soundg'],
    minzoom: 3,
    maxzoom: 14,
    bounds: null,
  })
  expect(facts.name).toMatch(/^Faxaflói \d+$/)
  await close()
})

test('detects tiles of 512 pixels by reading one', async () => {
  const file = fileName()
  const tile = await sharp({ create: { width: 512, height: 512, channels: 3, background: 'navy' } })
    .webp()
    .toBuffer()
  writeMbtiles(file, [{ z: 0, x: 0, y: 0, tile }])
  const { facts, close } = await openChartArchive(file)
  expect(facts).toMatchObject({ format: 'raster', tile_size: 512 })
  await close()
})

test.each([
  ['180° between its ends', '177,-19,-178,-16', [177, -19, 182, -16]],
  ['the world', '-180,-85,180,85', [-180, -85, 180, 85]],
  ['nonsense', '1,2,3', null],
  ['upside down', '10,60,20,50', null],
  ['words', 'a,b,c,d', null],
])('reads bounds: %s', async (_, metadata, bounds) => {
  const file = fileName()
  writeMbtiles(file, TILES, { bounds: metadata })
  const { facts, close } = await openChartArchive(file)
  expect(facts.bounds).toEqual(bounds)
  await close()
})

test('distinguishes invalid charts by what a person can do about them', async () => {
  const noIndex = fileName()
  writeMbtiles(noIndex, TILES, {}, 'noIndex')
  const view = fileName()
  writeMbtiles(view, [], {}, 'view')
  const empty = fileName()
  writeMbtiles(empty, [])
  const kind = fileName()
  writeMbtiles(kind, [{ z: 0, x: 0, y: 0, tile: Buffer.from('%PDF-1.7') }], { format: 'pdf' })
  const whole = fileName()
  writeMbtiles(whole, TILES)
  const cut = fileName()
  writeFileSync(cut, readFileSync(whole).subarray(0, 5000))
  const words = fileName()
  writeFileSync(words, 'not a chart')
  const old = fileName('pmtiles')
  writeFileSync(old, 'PMTiles\u0002 and so on and on')
  const damaged = fileName('pmtiles')
  writeFileSync(damaged, `PMTiles\u0003${'\u00ff'.repeat(300)}`)
  expect(await Promise.all([noIndex, view, empty, kind, cut, words, old, damaged].map(problemOf))).toEqual([
    'chartNoIndex',
    'chartUnknown',
    'chartNoTiles',
    'chartTileKind',
    'chartUnknown',
    'chartUnknown',
    'chartTooOld',
    'chartUnknown',
  ])
})

test('reads a PMTiles file like MBTiles', async () => {
  const file = fileName('pmtiles')
  const writer = createPmtilesWriter(file, {
    ...{ tileType: TileType.Mvt, tileCompression: Compression.Gzip, minZoom: 0, maxZoom: 1 },
    bounds: [-25, 63, -13, 67],
    metadata: { name: 'Iceland', attribution: '© LMÍ', vector_layers: [{ id: 'piers' }] },
  })
  writer.add(0, 0, 0, gzipSync('tile of the world'))
  writer.finish()
  const chart = await openChartArchive(file)
  expect(chart.facts).toEqual({
    ...{ name: 'Iceland', format: 'vector', bounds: [-25, 63, -13, 67], minzoom: 0, maxzoom: 1 },
    ...{ tile_size: 512, layers: ['piers'], attribution: '© LMÍ' },
  })
  expect(Buffer.from((await chart.tile({ z: 0, x: 0, y: 0 })) ?? []).toString()).toBe('tile of the world')
  expect(await chart.tile({ z: 1, x: 0, y: 0 })).toBeNull()
  expect(await chart.tile({ z: 0, x: 1, y: 0 })).toBeNull()
  await chart.close()
})
