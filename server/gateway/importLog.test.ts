import { mkdtemp, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { BlobWriter, TextReader, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Decoded, nothingDecoded } from '#contract/domain/reading.ts'
import type { WorkerPool } from '#server/platform/workerPool.ts'
import { importLog, pooledLogs, type ReadLogFile } from './importLog.ts'
import type { Intake } from './intake.ts'
import { type LogQuestion, questionsOf } from './logQuestions.ts'
import { openLogs } from './openLogs.ts'
import { run } from './readLogWorker.ts'

const DATED = '$GPRMC,120000.00,A,6409.00,N,02157.00,W,5.0,10.0,010726,,,A*73\n'
const UNDATED = '$GPGLL,5229.6021,N,00517.7879,E,115959,A,A\n'
/** `DATED` as bzip2 packs it. */
const BZIP2 =
  'QlpoOTFBWSZTWZZkH1oAAAFeAEAQBBV/oCiDUIAgAFRQ0ANNNGINTJ6KaaNMamQ/M72o3qZ+diBisQbhJYRZJmgMKUJm48YstX7AHJ5gVo/F3JFOFCQlmQfWgA=='
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taffrail-logs-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function fileOf(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

async function read(path: string, hints?: Parameters<typeof importLog>[5]) {
  const stored: Decoded[] = []
  const intake: Pick<Intake, 'takeLogged'> = {
    async takeLogged(_vessel, decoded) {
      stored.push(decoded)
      const timesUs = decoded.fixes.map(({ timeUs }) => timeUs)
      const span = timesUs.length > 0 ? { fromUs: Math.min(...timesUs), toUs: Math.max(...timesUs) } : null
      return { accepted: decoded.fixes.length, rejected: decoded.rejected, span, isMoved: false }
    },
  }
  const shares: number[] = []
  const result = await importLog(
    intake as Intake,
    run,
    { id: 'a', number: 1 },
    path,
    ({ done }) => shares.push(done),
    hints,
  )
  return { result, shares, times: stored.flatMap(({ fixes }) => fixes.map(({ timeUs }) => timeUs)) }
}

async function questions(path: string, nowUs = Date.UTC(2026, 10, 27) * 1e3): Promise<LogQuestion[]> {
  const all: LogQuestion[] = []
  for await (const question of questionsOf(path, nowUs)) all.push(question)
  return all
}

const NOON_US = Date.UTC(2026, 6, 1, 12) * 1e3

test('detects the format of a log by its bytes, whatever its packing and name', async () => {
  const bzip2 = packed()
  const archive = new ZipWriter(new BlobWriter())
  await archive.add('boat/a.nmea', new TextReader(DATED))
  await archive.add('__MACOSX/boat/._a.nmea', new TextReader('\0\0'))
  await archive.add('b.gz', new Uint8ArrayReader(gzipSync(DATED)))
  await archive.add('c', new Uint8ArrayReader(bzip2))
  const zip = new Uint8Array(await (await archive.close()).arrayBuffer())
  expect((await read(await fileOf('plain', DATED))).times).toEqual([NOON_US])
  expect((await read(await fileOf('gzip.txt', gzipSync(DATED)))).times).toEqual([NOON_US])
  expect((await read(await fileOf('bzip2.txt', bzip2))).times).toEqual([NOON_US])
  const { times, shares, result } = await read(await fileOf('all.bin', zip))
  expect(times).toEqual([NOON_US, NOON_US, NOON_US])
  expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true)
  expect(result).toMatchObject({ accepted: 3, rejected: [], done: 1, fromUs: NOON_US, toUs: NOON_US })
})

test.each([
  ['gzip', () => gzipSync(DATED).subarray(0, 60)],
  ['bzip2', () => packed().subarray(0, 60)],
])('reports that a %s file is cut', async (name, bytes) => {
  await expect(read(await fileOf(`cut.${name}`, await bytes()))).rejects.toThrow()
})

test('takes the day before the file was changed when a log has no date, and reports it', async () => {
  const path = await fileOf('undated', UNDATED)
  const changed = new Date('2026-06-18T11:00:00Z')
  await utimes(path, changed, changed)
  const assumed = await read(path)
  expect(assumed.times).toEqual([Date.UTC(2026, 5, 17, 11, 59, 59) * 1e3])
  expect(assumed.result.notes).toEqual([{ kind: 'assumed_date', date: '2026-06-17' }])
  expect(await questions(path)).toEqual([{ about: 'date', logDate: '2026-06-17' }])
  expect(await questions(await fileOf('dated', DATED))).toEqual([])
  const imported = await read(path, { writtenBeforeUs: Date.UTC(2020, 0, 2) * 1e3 - 1 })
  expect(imported.times).toEqual([Date.UTC(2020, 0, 1, 11, 59, 59) * 1e3])
})

test('lists the readable formats when a file is no log', async () => {
  await expect(questions(await fileOf('letter', 'Dear Sir,\n'))).rejects.toThrow('NMEA 0183')
  await expect(questions(await fileOf('letter.gz', gzipSync('Dear Sir,\n')))).rejects.toThrow('GPX')
  expect(await questions(await fileOf('log.gz', gzipSync(DATED)))).toEqual([])
  const table = await fileOf('table.csv', 'Zeit;Breite;Länge\n2026-05-01 10:00;54,1;10,2\n')
  expect(await questions(table)).toMatchObject([
    { about: 'columns', tableTop: [{ heading: 'Zeit' }, { heading: 'Breite' }, { heading: 'Länge' }] },
  ])
})

const packed = () => Buffer.from(BZIP2, 'base64')

/** An archive of empty files, without what zip adds to each. */
function zipOf(entries: number): Buffer {
  const local = Buffer.alloc(31)
  local.set([0x50, 0x4b, 3, 4])
  local.writeUInt16LE(1, 26)
  local.write('a', 30)
  const central = Buffer.alloc(47)
  central.set([0x50, 0x4b, 1, 2])
  central.writeUInt16LE(1, 28)
  central.write('a', 46)
  const end = Buffer.alloc(22)
  end.set([0x50, 0x4b, 5, 6])
  end.writeUInt16LE(entries, 8)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(central.length * entries, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, ...Array<Buffer>(entries).fill(central), end])
}

test('refuses an archive of more files than anyone sends', async () => {
  await expect(read(await fileOf('many.zip', zipOf(10_001)))).rejects.toThrow('unpacks to more')
  await expect(questions(await fileOf('ten.zip', zipOf(10)))).rejects.toThrow('no log of a known kind')
})

/** 10 MB of zeros as bzip2 packs them. */
const BZIP2_ZEROS = 'QlpoOTFBWSZTWdOl3HwATJfAEMAAAAgACCAAMMwFKaaqRFGwFEUeLuSKcKEhp0u4+A=='

async function archiveOf(files: Readonly<Record<string, Uint8Array>>): Promise<Uint8Array> {
  const archive = new ZipWriter(new BlobWriter())
  for (const [name, bytes] of Object.entries(files))
    await archive.add(name, new Uint8ArrayReader(bytes), { level: name.endsWith('.gz') ? 0 : 6 })
  return new Uint8Array(await (await archive.close()).arrayBuffer())
}

/** Close to what an archive of its size may unpack to, so that little more in the same archive is too much. */
const MOST = gzipSync(Buffer.alloc(80_000_000))

test.each([
  ['gzip', () => gzipSync(Buffer.alloc(100_000_000))],
  ['bzip2 beside other files', () => archiveOf({ 'a.gz': MOST, b: Buffer.from(BZIP2_ZEROS, 'base64') })],
  ['zip beside other files', () => archiveOf({ 'a.gz': MOST, b: Buffer.alloc(10_000_000) })],
])('unpacks no %s to more than 64 MB and 250 times the size together', async (name, pack) => {
  const path = await fileOf(name, await pack())
  let bytes = 0
  const unpack = async () => {
    for await (const { chunks } of openLogs(path)) for await (const chunk of chunks) bytes += chunk.length
  }
  await expect(unpack()).rejects.toThrow('unpacks to more')
  expect(bytes).toBeGreaterThan(75_000_000)
  expect(bytes).toBeLessThanOrEqual(64 * 1024 * 1024 + 250 * (await stat(path)).size)
})

test('shortens the names of refused files, and keeps the notes of the first hundred', async () => {
  const letter = await archiveOf({ [`${'n'.repeat(300)}.txt`]: Buffer.from('Dear Sir,\n') })
  const { result } = await read(await fileOf('letter.zip', letter))
  expect(result.rejected.map(({ detail }) => detail)).toEqual([`${'n'.repeat(96)}.txt`])
  const undated = Array.from({ length: 120 }, (_, i) => [`${i}`, Buffer.from(UNDATED)])
  const many = await read(await fileOf('undated.zip', await archiveOf(Object.fromEntries(undated))))
  expect([many.result.accepted, many.result.notes.length]).toEqual([120, 100])
})

test('lets at most sixteen batches wait for the store', async () => {
  let waiting = 0
  let most = 0
  const intake: Pick<Intake, 'takeLogged'> = {
    async takeLogged() {
      most = Math.max(most, ++waiting)
      await new Promise(setImmediate)
      waiting--
      return { accepted: 1, rejected: [], span: null, isMoved: false }
    },
  }
  const reader: ReadLogFile = async (_, give) => {
    for (let i = 0; i < 100; i++) await give({ decoded: nothingDecoded(), name: null, readBytes: i })
    return { question: null, refused: null }
  }
  const path = await fileOf('a', DATED)
  const { accepted } = await importLog(
    intake as Intake,
    reader,
    { id: 'a', number: 1 },
    path,
    () => undefined,
  )
  expect([accepted, most]).toEqual([100, 16])
})

test('gives a log the time of other files for each ten megabytes', async () => {
  const seconds: (number | undefined)[] = []
  const pool: WorkerPool = {
    limits: { seconds: 60, megabytes: 512 },
    async run(_module, _input, options) {
      seconds.push(options.seconds)
      return { question: null, refused: null } as never
    },
    close: async () => undefined,
  }
  for (const bytes of [1, 10_000_000, 25_000_000]) {
    const path = await fileOf('long', '')
    await truncate(path, bytes)
    await pooledLogs(pool, 'a')({ path, hints: {}, find: 'readings' }, async () => undefined)
  }
  expect(seconds).toEqual([60, 60, 180])
})

test('passes a document on in parts, however many readings it decodes to at once', async () => {
  const time = new Date(NOON_US / 1000).toISOString()
  const point = (i: number) => ({
    ...{ type: 'Feature', properties: { time } },
    geometry: { type: 'Point', coordinates: [i / 1000, 64] },
  })
  const features = Array.from({ length: 12_000 }, (_, i) => point(i))
  const path = await fileOf('many.geojson', JSON.stringify({ type: 'FeatureCollection', features }))
  const sizes: number[] = []
  await run({ path, hints: {}, find: 'readings' }, async ({ decoded }) => {
    sizes.push(decoded.fixes.length)
  })
  expect(sizes.filter(Boolean)).toEqual([5000, 5000, 2000])
})
