/** Areas of two processes whose files lie in one bucket. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { tileAt } from '#contract/geodesy/geo.ts'
import { folderFiles } from '#server/files/folderFiles.ts'
import { type Bus, inProcessBus } from '#server/platform/bus.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openTestBucket } from '#server/testing/testBucket.ts'
import { HARBOUR, serveWorld, type WorldServer, writeTestWorld } from '#server/testing/testWorld.ts'
import { type Areas, openAreas } from './openAreas.ts'

const folder = mkdtempSync(join(tmpdir(), 'taffrail-shared-areas-'))
const log = { info() {}, warn() {}, error() {} }
let world: WorldServer
let bucket: Awaited<ReturnType<typeof openTestBucket>>
const opened: Areas[] = []
beforeAll(async () => {
  writeTestWorld(join(folder, 'world.pmtiles'))
  world = await serveWorld(join(folder, 'world.pmtiles'))
  bucket = await openTestBucket()
})
afterEach(async () => {
  world.mend()
  for (const one of opened.splice(0)) await one.close()
  bucket.s3.objects.clear()
})
afterAll(async () => {
  await bucket.close()
  await world.close()
  rmSync(folder, { recursive: true })
})

/** Opens areas; their events reach another instance only on a shared bus. */
async function open(name: string, { bus = inProcessBus(() => undefined), inFolder = false } = {}) {
  const areas = await openAreas({
    ...{
      folder: join(folder, name, 'areas'),
      sourceUrl: world.url,
      mostBytes: 1e9,
      freeBytes: 0,
      partBytes: 1,
    },
    ...{ files: inFolder ? folderFiles(join(folder, name)) : bucket.files, bus, log, clock: systemClock },
  })
  opened.push(areas)
  return areas
}
async function both() {
  const bus: Bus = inProcessBus(() => undefined)
  return [await open('a', { bus }), await open('b', { bus })] as const
}
const working = (name: string) => readdirSync(join(folder, name, 'areas'))

const { latitudeDeg, longitudeDeg } = HARBOUR
const PORT = {
  name: 'Harbour',
  bounds: [longitudeDeg - 0.01, latitudeDeg - 0.004, longitudeDeg + 0.01, latitudeDeg + 0.004] as [
    number,
    number,
    number,
    number,
  ],
  maxzoom: 15,
}
async function tileOf(areas: Areas) {
  const url = (await areas.shown())?.source.url ?? ''
  return areas.tile({ version: url.split('/')[3] ?? '', z: 14, ...tileAt(latitudeDeg, longitudeDeg, 14) })
}

test('fetches an area once, shows it in both processes, and removes it from both', async () => {
  const [a, b] = await both()
  a.startFetching()
  const before = world.sent.bytes
  const { id } = await b.keep(PORT)
  await expect.poll(async () => (await b.list())[0]?.state).toBe('kept')
  await a.idle()
  const [area] = await b.list()
  expect(world.sent.bytes - before).toBeLessThan((area?.bytes ?? 0) + 200_000)
  expect(await a.list()).toEqual(await b.list())
  expect(await a.shown()).toEqual(await b.shown())
  const [one, other] = [await tileOf(a), await tileOf(b)]
  expect(one.isCurrent && one.tile instanceof Uint8Array).toBe(true)
  expect(other).toEqual(one)
  expect([...bucket.s3.objects.keys()].sort()).toEqual([
    `one/areas/${id}-progress.json`,
    `one/areas/${id}.json`,
    `one/areas/${id}.pmtiles`,
  ])
  expect([working('a'), working('b')]).toEqual([[], []])

  await b.remove(id)
  expect([await a.shown(), await b.shown(), bucket.s3.objects.size]).toEqual([null, null, 0])
})

test('keeps and fetches one area when two processes keep it at the same instant', async () => {
  const [a, b] = [await open('a'), await open('b')]
  const [one, other] = await Promise.all([a.keep(PORT), b.keep({ ...PORT, name: 'Port' })])
  expect(other.id).toBe(one.id)
  a.startFetching()
  await a.idle()
  for (const each of [a, b]) expect(await each.list()).toMatchObject([{ id: one.id, state: 'kept' }])
})

test('does not ask a source that is away until a person tries again', async () => {
  const [a] = await both()
  a.startFetching()
  world.breakAfter(0)
  const { id } = await a.keep(PORT)
  await expect.poll(async () => (await a.list())[0]?.problem).toBe('areaSourceAway')
  await a.idle()
  // Requests in between, such as those of the map, do not start a new attempt.
  world.mend()
  await a.shown()
  await a.idle()
  expect((await a.list())[0]).toMatchObject({ state: 'waiting', problem: 'areaSourceAway' })
  await a.resume(id)
  await a.idle()
  expect((await a.list())[0]).toMatchObject({ state: 'kept' })
})

test('continues the fetch of another process after taking it over', async () => {
  const [a, b] = [await open('a'), await open('b')]
  const job = a.startFetching()
  world.breakAfter(20_000)
  await a.keep(PORT)
  await a.idle()
  expect((await b.list())[0]).toMatchObject({ state: 'waiting', problem: 'areaSourceAway' })
  await job.close()
  world.mend()
  b.startFetching()
  await b.idle()
  expect((await b.list())[0]).toMatchObject({ state: 'kept' })
  expect((await tileOf(b)).tile).toBeInstanceOf(Uint8Array)
  expect(working('a')).toHaveLength(1)
  a.startFetching()
  await a.idle()
  expect(working('a')).toEqual([])
}, 20_000)

test('stops fetching an area that another process stops or removes, and deletes its file', async () => {
  const [a, b] = await both()
  a.startFetching()
  world.breakAfter(20_000)
  const { id } = await b.keep(PORT)
  expect((await b.stop(id))?.state).toBe('stopped')
  await a.idle()
  expect((await a.list())[0]).toMatchObject({ id, state: 'stopped' })
  world.mend()
  await b.resume(id)
  await b.remove(id)
  await expect.poll(async () => [working('a'), bucket.s3.objects.size]).toEqual([[], 0])
})

test('deletes what an interrupted removal has left', async () => {
  const [a] = await both()
  const lost = '11111111-1111-4111-8111-111111111111'
  for (const key of [`areas/${lost}.pmtiles`, `areas/${lost}/0123456789ab-0`])
    await bucket.files.put(key, Buffer.from('left'))
  expect(await a.list()).toEqual([])
  a.startFetching()
  await a.idle()
  expect(bucket.s3.objects.size).toBe(0)
})

test('distinguishes a tile that another process has just fetched from a missing tile', async () => {
  const a = await open('a')
  const deaf = await open('b')
  a.startFetching()
  await a.keep(PORT)
  await a.idle()
  const url = (await a.shown())?.source.url ?? ''
  const asked = { version: url.split('/')[3] ?? '', z: 14, ...tileAt(latitudeDeg, longitudeDeg, 14) }
  expect((await deaf.tile({ ...asked, version: 'other' })).isCurrent).toBe(false)
  await expect.poll(async () => (await deaf.tile(asked)).isCurrent, { timeout: 5000 }).toBe(true)
  // While the file store is unreachable, known areas stay known.
  bucket.s3.isAway = () => true
  expect(await deaf.shown()).not.toBeNull()
  bucket.s3.isAway = () => false
})

test('reads areas that an earlier version has stored', async () => {
  const id = '22222222-2222-4222-8222-222222222222'
  const a = await open('old', { inFolder: true })
  const store = folderFiles(join(folder, 'old'))
  const note = { ...PORT, id, minzoom: 9, bytes: 500, fetched_bytes: 300, source: null, kept_at: null }
  const put = (more: object) =>
    store.put(
      `areas/${id}.json`,
      Buffer.from(JSON.stringify({ ...note, created_at: '2026-01-01T00:00:00.000Z', ...more })),
    )
  await put({ state: 'failed', problem: 'areaEmpty' })
  expect(await a.list()).toMatchObject([{ id, state: 'failed', problem: 'areaEmpty', fetched_bytes: 300 }])
  await put({ state: 'stopped', problem: null })
  expect(await a.list()).toMatchObject([{ id, state: 'stopped' }])
  await put({ state: 'kept', problem: null })
  expect(await a.list()).toEqual([])
  await put({ state: 'running', problem: null })
  a.startFetching()
  await a.idle()
  expect(await a.list()).toMatchObject([{ id, state: 'kept' }])
})
