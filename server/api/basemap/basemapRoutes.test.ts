import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastifyCompress from '@fastify/compress'
import Fastify, { type FastifyInstance } from 'fastify'
import { Compression, TileType } from 'pmtiles'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { BasemapIndex } from '#contract/wire/basemap.ts'
import { Problem } from '#contract/wire/errors.ts'
import { createPmtilesWriter } from '#server/basemap/pmtilesWriter.ts'
import { type Basemap, prepareBasemap } from '#server/basemap/prepareBasemap.ts'
import { type WorldArchive, worldArchiveName } from '#server/basemap/worldArchives.ts'
import { cutByOne, type OtherMachines } from '#server/cluster/cutByOne.ts'
import { lockFolder } from '#server/platform/lockFolder.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { basemapRoutes } from './basemapRoutes.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'basemap-routes-'))
const folder = join(dataDir, 'basemap')
const operatorFile = join(dataDir, 'harbours.pmtiles')
const fine = `/basemap/${worldArchiveName('fine')}`
const content = Buffer.from('0123456789'.repeat(1000))
let app: FastifyInstance
let basemap: Basemap

beforeAll(async () => {
  mkdirSync(folder)
  for (const archive of ['fine', 'satellite'] as const)
    writeFileSync(join(folder, worldArchiveName(archive)), content)
  writeFileSync(join(folder, 'world-fine-v0.pmtiles'), 'of a version before')
  writeFileSync(join(folder, `${worldArchiveName('fine')}.4711.partial`), 'half')
  writeFileSync(join(dataDir, 'secret.pmtiles'), 'not a map')
  writeOperatorArchive()
  basemap = await prepareBasemap({ folder, log: silentLog, pmtilesFile: operatorFile, best: 'fine' })
  app = Fastify()
  // As the server has it: a range of packed bytes would not be a range of the file.
  await app.register(fastifyCompress, { threshold: 0 })
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof Problem ? error.status : 500).send(),
  )
  basemapRoutes(app, basemap, {
    shown: async () => null,
    tile: async () => ({ tile: null, isCurrent: true }),
  })
})
afterAll(async () => {
  await app.close()
  await basemap.close()
  rmSync(dataDir, { recursive: true })
})

describe('GET /basemap/<archive>', () => {
  test('serves any caller a byte range, never compressed, to be cached for ever', async () => {
    const headers = { range: 'bytes=16380-16389', 'accept-encoding': 'gzip, br' }
    const beyond = await app.inject({ url: fine, headers })
    expect(beyond.statusCode).toBe(416)
    expect(beyond.headers['content-range']).toBe('bytes */10000')

    const answer = await app.inject({ url: fine, headers: { ...headers, range: 'bytes=12-15' } })
    expect(answer.statusCode).toBe(206)
    expect(answer.body).toBe('2345')
    expect(answer.headers).toMatchObject({ 'content-range': 'bytes 12-15/10000', 'content-length': '4' })
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.headers['cache-control']).toContain('immutable')
  })

  test.each([
    ['bytes=9995-', '56789'],
    ['bytes=-3', '789'],
    ['bytes=9998-20000', '89'],
  ])('accepts the range %s', async (range, body) => {
    const answer = await app.inject({ url: fine, headers: { range } })
    expect([answer.statusCode, answer.body]).toEqual([206, body])
  })

  test.each(['bytes=5-2', 'lines=1-2', 'bytes=0-1,4-5'])(
    'answers the range %s with the whole',
    async (range) => {
      const answer = await app.inject({ url: fine, headers: { range } })
      expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, 10_000])
    },
  )

  test('answers "not modified" to the current version, and the whole to another version', async () => {
    const { headers } = await app.inject({ url: fine, method: 'HEAD' })
    const same = await app.inject({ url: fine, headers: { 'if-none-match': String(headers.etag) } })
    expect(same.statusCode).toBe(304)
    const other = await app.inject({ url: fine, headers: { range: 'bytes=0-3', 'if-range': '"older"' } })
    expect(other.statusCode).toBe(200)
  })

  test.each([
    '/basemap/unknown.pmtiles',
    '/basemap/..%2Fsecret.pmtiles',
    '/basemap/%2e%2e%2fsecret.pmtiles',
    '/basemap/..\\secret.pmtiles',
    '/basemap/__proto__',
    `/basemap/${worldArchiveName('coarse')}`,
  ])('answers not found for %s', async (url) => {
    expect((await app.inject({ url })).statusCode).toBe(404)
  })
})

describe('GET /basemap/index.json', () => {
  test('lists the archives and the operator map with its own layers', async () => {
    const index = BasemapIndex.parse((await app.inject({ url: '/basemap/index.json' })).json())
    expect(index).toMatchObject({
      ready: true,
      vector: { url: fine, maxzoom: 8 },
      satellite: { format: 'raster' },
    })
    expect(index.detail).toMatchObject({
      format: 'vector',
      layers: ['piers'],
      minzoom: 10,
      attribution: 'Port office',
    })
    const archive = await app.inject({ url: String(index.detail?.url), headers: { range: 'bytes=0-6' } })
    expect(archive.body).toBe('PMTiles')
  })
})

describe('prepareBasemap', () => {
  test('removes half-cut archives and those of earlier versions', async () => {
    await basemap.finished
    expect(readdirSync(folder).sort()).toEqual(
      [worldArchiveName('fine'), worldArchiveName('satellite')].sort(),
    )
  })

  test('has a coarse world before it resolves, and leaves nothing half-cut when it is closed', async () => {
    const fresh = mkdtempSync(join(tmpdir(), 'basemap-fresh-'))
    const basemap = await prepareBasemap({ folder: fresh, log: silentLog, best: 'fine', installed: '/none' })
    expect(basemap.index()).toMatchObject({
      ready: false,
      vector: { maxzoom: 5 },
      satellite: null,
      detail: null,
      seamarks: null,
    })
    await basemap.close()
    const archives = readdirSync(fresh).filter((name) => name.endsWith('.pmtiles'))
    expect(archives).toEqual([worldArchiveName('coarse')])
    rmSync(fresh, { recursive: true })
  })

  test('cuts nothing finer before something more urgent is done, and closes meanwhile', async () => {
    const fresh = mkdtempSync(join(tmpdir(), 'basemap-after-'))
    onTestFinished(() => rmSync(fresh, { recursive: true }))
    writeFileSync(join(fresh, worldArchiveName('coarse')), content)
    const after = new Promise(() => undefined)
    const basemap = await prepareBasemap({ folder: fresh, log: silentLog, best: 'fine', after })
    await new Promise(setImmediate)
    expect(readdirSync(fresh).filter((name) => name.startsWith('world-'))).toEqual([
      worldArchiveName('coarse'),
    ])
    await basemap.close()
  })

  test('shows the coarse world of the installation from a folder of its own', async () => {
    const both = mkdtempSync(join(tmpdir(), 'basemap-own-'))
    onTestFinished(() => rmSync(both, { recursive: true }))
    const [own, installed] = [join(both, 'own'), join(both, 'installed')]
    mkdirSync(installed)
    const coarse = worldArchiveName('coarse')
    writeFileSync(join(installed, coarse), content)
    const basemap = await prepareBasemap({ folder: own, log: silentLog, best: 'fine', installed })
    expect(basemap.index()).toMatchObject({ ready: false, vector: { maxzoom: 5 } })
    await basemap.close()
    expect(readFileSync(join(own, coarse))).toEqual(readFileSync(join(installed, coarse)))
  })

  test('uses what another server of the installation cuts', async () => {
    const shared = mkdtempSync(join(tmpdir(), 'basemap-shared-'))
    onTestFinished(() => rmSync(shared, { recursive: true }))
    const unlock = await lockFolder(shared)
    const preparing = prepareBasemap({ folder: shared, log: silentLog, best: 'fine' })
    const arrives = (archive: WorldArchive) => writeFileSync(join(shared, worldArchiveName(archive)), content)
    arrives('coarse')
    const basemap = await preparing
    expect(basemap.index()).toMatchObject({ ready: false, vector: { maxzoom: 5 } })
    arrives('satellite')
    arrives('fine')
    await basemap.finished
    expect(basemap.index()).toMatchObject({ ready: true, vector: { maxzoom: 8 } })
    await unlock()
  })

  describe('beside servers on other machines', () => {
    /** A shared place where machines find archives and take turns at cutting. */
    function place() {
      const there = new Map<string, Buffer>()
      let holder: string | null = null
      const askers: string[] = []
      const machine = (name: string, answers = () => true): OtherMachines => ({
        lease: {
          name: 'map',
          async take() {
            askers.push(name)
            holder ??= name
            return holder === name
          },
          renew: async () => holder === name,
          async release() {
            if (holder === name) holder = null
          },
        },
        async copyTo(path, archive) {
          if (!answers()) throw new Error('away')
          const found = there.get(archive)
          if (found && !existsSync(path)) writeFileSync(path, found)
          return found !== undefined
        },
        async putThere(path, archive) {
          if (!answers()) throw new Error('away')
          there.set(archive, readFileSync(path))
        },
      })
      return { there, machine, asked: () => askers }
    }
    function machineFolder(...archives: WorldArchive[]) {
      const made = mkdtempSync(join(tmpdir(), 'basemap-machine-'))
      onTestFinished(() => rmSync(made, { recursive: true }))
      for (const archive of archives) writeFileSync(join(made, worldArchiveName(archive)), content)
      return made
    }
    const ALL: WorldArchive[] = ['coarse', 'satellite', 'fine']
    const cutAt = (at: string) =>
      Object.fromEntries(ALL.map((each) => [each, statSync(join(at, worldArchiveName(each))).size]))
    const prepare = async (at: string, others: OtherMachines) => {
      const prepared = await prepareBasemap({
        ...{ folder: at, log: silentLog, best: 'fine' },
        cutOnce: cutByOne(others, silentLog),
      })
      onTestFinished(() => prepared.close())
      return prepared
    }

    test('uses what another server has cut, and keeps its own', async () => {
      const { there, machine } = place()
      const [first, second] = [machineFolder(...ALL), machineFolder('coarse')]
      await (await prepare(first, machine('first'))).finished
      expect([...there.keys()].sort()).toEqual(
        ['fine', 'satellite'].map((each) => worldArchiveName(each as WorldArchive)).sort(),
      )
      const prepared = await prepare(second, machine('second'))
      await prepared.finished
      expect(cutAt(second)).toEqual(cutAt(first))
      expect(prepared.index()).toMatchObject({ ready: true })
    })

    test('waits while another server cuts, then uses its archive', async () => {
      const { there, machine, asked } = place()
      expect(await machine('busy').lease.take()).toBe(true)
      const at = machineFolder('coarse')
      const prepared = await prepare(at, machine('waiting'))
      await expect.poll(asked).toContain('waiting')
      for (const each of ALL) there.set(worldArchiveName(each), content)
      await machine('busy').lease.release()
      await prepared.finished
      expect(cutAt(at)).toMatchObject({ satellite: content.length, fine: content.length })
    })

    test('cuts its own map when it cannot ask other servers', async () => {
      const { there, machine } = place()
      const prepared = await prepare(
        machineFolder(...ALL),
        machine('alone', () => false),
      )
      await prepared.finished
      expect([prepared.index().ready, there.size]).toEqual([true, 0])
    })
  })

  test('refuses a file that is no archive', async () => {
    const bad = prepareBasemap({ folder, log: silentLog, pmtilesFile: join(dataDir, 'secret.pmtiles') })
    await expect(bad).rejects.toThrow('is not a PMTiles archive')
    const absent = prepareBasemap({ folder, log: silentLog, pmtilesFile: join(dataDir, 'absent.pmtiles') })
    await expect(absent).rejects.toThrow('cannot be opened')
  })
})

function writeOperatorArchive(): void {
  const writer = createPmtilesWriter(operatorFile, {
    tileType: TileType.Mvt,
    tileCompression: Compression.Gzip,
    minZoom: 10,
    maxZoom: 14,
    bounds: [-22, 64, -21, 65],
    metadata: { vector_layers: [{ id: 'piers', fields: {} }], attribution: 'Port office' },
  })
  writer.add(10, 449, 271, Buffer.from('tile'))
  writer.finish()
}
