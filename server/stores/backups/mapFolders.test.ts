import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openAreas } from '#server/basemap/openAreas.ts'
import { folderFiles } from '#server/files/folderFiles.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { openTestBucket } from '#server/testing/testBucket.ts'
import { backUpMap, restoreMap } from './mapFolders.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taffrail-map-folders-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const inside = (...path: string[]) => join(folder, ...path)
async function write(path: string, words: string) {
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, words)
}
async function carryOver() {
  await mkdir(inside('backup'))
  const saved = await backUpMap(folderFiles(inside('a')), inside('backup'))
  await mkdir(inside('b'))
  await restoreMap(inside('backup'), inside('b'))
  return saved
}
const filesIn = async (path: string) => (await readdir(inside(path), { recursive: true })).toSorted()

test('backs up charts of the operator and of organizations, and no half-sent one', async () => {
  await write(inside('a', 'charts', 'Harbour.pmtiles'), 'for all')
  await write(inside('a', 'charts', 'org', 'Own.MBTiles'), 'for one')
  await write(inside('a', 'charts', 'org', '.0c8e'), 'half')
  await write(inside('a', 'charts', 'notes.txt'), 'no chart')
  await write(inside('elsewhere.mbtiles'), 'linked')
  await symlink(inside('elsewhere.mbtiles'), inside('a', 'charts', 'Linked.mbtiles'))

  expect(await carryOver()).toEqual(['charts'])
  expect(await filesIn('b/charts')).toEqual(['Harbour.pmtiles', 'Linked.mbtiles', 'org', 'org/Own.MBTiles'])
  expect(await readFile(inside('b', 'charts', 'org', 'Own.MBTiles'), 'utf8')).toBe('for one')
  await rm(inside('elsewhere.mbtiles'))
  expect(await readFile(inside('b', 'charts', 'Linked.mbtiles'), 'utf8')).toBe('linked')
})

const KEPT = '11111111-1111-4111-8111-111111111111'
const STOPPED = '22222222-2222-4222-8222-222222222222'
const area = (id: string, more: object) =>
  JSON.stringify({
    ...{ id, name: `Area ${id[0]}`, bounds: [9, 41, 9.1, 41.1], minzoom: 10, maxzoom: 15 },
    ...{ bytes: 500, fetched_bytes: 500, problem: null, created_at: '2026-01-01T00:00:00.000Z' },
    ...{ kept_at: '2026-01-02T00:00:00.000Z', source: 'http://127.0.0.1:9/old.pmtiles', ...more },
  })

test('restores areas, whose tiles the server then fetches again', async () => {
  await write(inside('a', 'areas', `${KEPT}.json`), area(KEPT, { state: 'kept' }))
  await write(inside('a', 'areas', `${KEPT}.pmtiles`), 'many tiles')
  await write(inside('a', 'areas', `${STOPPED}.json`), area(STOPPED, { state: 'stopped', kept_at: null }))

  expect(await carryOver()).toEqual(['areas'])
  expect(await filesIn('b/areas')).toEqual([`${KEPT}.json`, `${STOPPED}.json`])

  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (url: unknown) => {
    asked.push(String(url))
    throw new TypeError('nobody is there')
  })
  const log = { info() {}, warn() {}, error() {} }
  const areas = await openAreas({
    ...{
      files: folderFiles(inside('b')),
      folder: inside('b', 'areas'),
      sourceUrl: 'http://127.0.0.1:9/world.pmtiles',
      mostBytes: 1e9,
    },
    ...{ bus: inProcessBus(() => undefined), clock: { nowMs: () => 0 } as never, log },
  })
  areas.startFetching()
  await areas.idle()
  expect(await areas.list()).toMatchObject([
    { name: 'Area 1', state: 'waiting', bytes: null, kept_at: null, maxzoom: 15 },
    { name: 'Area 2', state: 'stopped' },
  ])
  expect(asked.length).toBeGreaterThan(0)
  await areas.close()
  vi.unstubAllGlobals()
})

test('backs up charts and areas in a bucket as well', async () => {
  const { files, close } = await openTestBucket()
  onTestFinished(close)
  const chart = 'charts/org/Höfn (ný).mbtiles'
  await files.put(chart, Buffer.from('for one'))
  await files.put(`areas/${KEPT}.json`, Buffer.from(area(KEPT, { state: 'waiting', attempt: 'first' })))
  const failed = { attempt: 'first', state: 'failed', problem: 'areaEmpty' }
  await files.put(`areas/${KEPT}-progress.json`, Buffer.from(JSON.stringify(failed)))
  await files.put(`areas/${STOPPED}.pmtiles`, Buffer.from('tiles of none'))

  await mkdir(inside('backup'))
  expect(await backUpMap(files, inside('backup'))).toEqual(['charts', 'areas'])
  await mkdir(inside('b'))
  await restoreMap(inside('backup'), inside('b'))
  expect(await files.stat(chart)).not.toBeNull()
  expect(await readFile(inside('b', chart), 'utf8')).toBe('for one')
  expect(await filesIn('b/areas')).toEqual([`${KEPT}.json`])
  const note = JSON.parse(await readFile(inside('b', 'areas', `${KEPT}.json`), 'utf8'))
  expect(note).toMatchObject({ state: 'failed', problem: 'areaEmpty', kept_at: null })
})

test('backs up an installation without charts and areas', async () => {
  await mkdir(inside('a'))
  expect(await carryOver()).toEqual([])
  expect(await filesIn('b')).toEqual([])
})
