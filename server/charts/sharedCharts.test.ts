/** Charts of two processes whose files lie in one bucket. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Compression, TileType } from 'pmtiles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Chart } from '#contract/wire/chart.ts'
import { createPmtilesWriter } from '#server/basemap/pmtilesWriter.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { openWorkerPool } from '#server/platform/workerPool.ts'
import { openTestBucket } from '#server/testing/testBucket.ts'
import { PNG, wordyPmtiles, writeMbtiles } from '#server/testing/testChart.ts'
import { type Charts, openCharts } from './openCharts.ts'

const folder = mkdtempSync(join(tmpdir(), 'taffrail-shared-charts-'))
const logged: string[] = []
const log = { info() {}, warn: (message: string) => void logged.push(message), error() {} }
const bus = inProcessBus(() => undefined)
const workers = openWorkerPool({ size: 2, limits: { seconds: 60, megabytes: 512 }, log })
let bucket: Awaited<ReturnType<typeof openTestBucket>>
let one: Charts
let other: Charts
beforeAll(async () => {
  bucket = await openTestBucket()
  one = open('one')
  other = open('other')
})
afterAll(async () => {
  await one.close()
  await other.close()
  await workers.close()
  await bucket.close()
  rmSync(folder, { recursive: true })
})

function open(name: string) {
  const scratch = join(folder, name)
  mkdirSync(scratch)
  return openCharts({ files: bucket.files, scratch, bus, web: [], log, workers })
}

function chartOf(kind: string, word: string) {
  const file = join(folder, `made.${kind}`)
  rmSync(file, { force: true })
  const tile = Buffer.concat([PNG, Buffer.from(word)])
  if (kind === 'mbtiles') writeMbtiles(file, [{ z: 0, x: 0, y: 0, tile }])
  else {
    const writer = createPmtilesWriter(file, {
      ...{ tileType: TileType.Jpeg, tileCompression: Compression.None, minZoom: 0, maxZoom: 0 },
      ...{ bounds: [-180, -85, 180, 85], metadata: {} },
    })
    writer.add(0, 0, 0, tile)
    writer.finish()
  }
  return Readable.from([readFileSync(file)])
}

const read = async (charts: Charts, { id, tiles }: Chart, organizationId = 'org') => {
  const version = tiles.split('/')[4] ?? ''
  const tile = await charts.tile(organizationId, { id, version, z: 0, x: 0, y: 0 })
  return tile && Buffer.from(tile).subarray(PNG.length).toString()
}
const copies = () => readdirSync(join(folder, 'other'))

test.each(['mbtiles', 'pmtiles'])(
  'shows a chart in %s in the other process as soon as it was uploaded',
  async (kind) => {
    const name = `Höfn (ný).${kind}`
    const sent = await one.put('org', name, chartOf(kind, 'first'))
    expect(await other.of('org')).toEqual([sent])
    expect([await read(other, sent), await read(other, sent, 'another')]).toEqual(['first', null])
    expect(await other.of('another')).toEqual([])
    expect([...bucket.s3.objects.keys()]).toEqual([`one/charts/org/${name}`])
    expect(copies()).toHaveLength(kind === 'mbtiles' ? 1 : 0)

    const again = await one.put('org', name, chartOf(kind, 'second'))
    expect(again.id).toBe(sent.id)
    expect([await read(other, sent), await read(other, again)]).toEqual([null, 'second'])

    await one.delete('org', again.id)
    expect([await read(other, again), await other.of('org')]).toEqual([null, []])
    await expect.poll(copies).toEqual([])
  },
)

test('shows the operator’s charts in the bucket to everyone', async () => {
  writeMbtiles(join(folder, 'laid.mbtiles'), [{ z: 0, x: 0, y: 0, tile: PNG }])
  await bucket.files.take('charts/Faxaflói.mbtiles', join(folder, 'laid.mbtiles'))
  const [laid] = await one.of('org')
  expect(laid).toMatchObject({ name: 'Faxaflói', origin: 'server' })
  expect(await other.of('another')).toEqual([laid])
  expect(await other.delete('org', laid?.id ?? '')).toBeNull()
  await bucket.files.delete('charts/Faxaflói.mbtiles')
  expect(await other.of('another')).toEqual([])
})

test('reads no range of a stored chart beyond its limit', async () => {
  writeFileSync(join(folder, 'wordy.pmtiles'), wordyPmtiles(33_554_433))
  await bucket.files.take('charts/wordy.pmtiles', join(folder, 'wordy.pmtiles'))
  expect(await one.of('org')).toEqual([])
  expect(logged.splice(0)).toEqual(['a chart cannot be read'])
  await bucket.files.delete('charts/wordy.pmtiles')
})

test('keeps a chart readable while the file store is away', async () => {
  const sent = await one.put('org', 'away.pmtiles', chartOf('pmtiles', 'there'))
  bucket.s3.isAway = (request) => request === 'GET one/charts/org/away.pmtiles'
  expect(await other.of('org')).toEqual([])
  bucket.s3.isAway = () => false
  expect(logged).toEqual(['a chart cannot be read'])
  expect([await other.of('org'), await read(other, sent)]).toEqual([[sent], 'there'])
  await one.delete('org', sent.id)
})
