import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Rejection } from '#contract/domain/reading.ts'
import { DAY_US } from '#contract/domain/time.ts'
import { Problem, TOO_LARGE_UNPACKED } from '#contract/wire/errors.ts'
import { LOG_FAILURE_SENTENCES, type LogFailure } from '#contract/wire/logImport.ts'
import { encodeImuFrame } from '#protocols/imuFrame.ts'
import { sentenceLine } from '#protocols/nmea0183/sentence.ts'
import { folderFiles } from '#server/files/folderFiles.ts'
import { logKey } from '#server/files/sharedKeys.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openWorkerPool } from '#server/platform/workerPool.ts'
import { changeLogImport, findLogImport, insertLogImport } from '#server/records/logImports.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { insertVessel } from '#server/records/vessels.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { testTelemetry } from '#server/testing/testTelemetry.ts'
import { localRoutes } from './localRoutes.ts'
import { type LogQueue, openLogQueue } from './logQueue.ts'
import { type Gateway, startGateway } from './startGateway.ts'

const recordings = process.env.RECORDINGS ?? '../shared/data'
const TOKEN = 'of this machine'
const VESSEL = 'Hafdís'
const bus = inProcessBus((error) => {
  throw error
})
let records: Records
let telemetry: Telemetry & { close(): Promise<void> }
let gateway: Gateway
let queue: LogQueue
let app: FastifyInstance
let folder: string
let vesselId: string

const workers = openWorkerPool({ size: 2, limits: { seconds: 60, megabytes: 512 }, log: silentLog })
beforeAll(async () => {
  records = await testRecords()
  telemetry = await testTelemetry()
  folder = await mkdtemp(join(tmpdir(), 'taffrail-files-'))
  await mkdir(join(folder, 'logs'))
  vesselId = await records.db.transaction(async (tx) =>
    insertVessel(tx, { ...(await insertOrganization(tx, { name: 'Fleet' })), name: VESSEL }),
  )
  const { db } = records
  gateway = await startGateway({
    ...{ config: { MQTT_HOST: '127.0.0.1', MQTT_PORT: 0 }, isListening: false },
    ...{ db, telemetry, bus, log: silentLog, clock: systemClock },
  })
  const { intake } = gateway
  const files = folderFiles(folder)
  queue = await openLogQueue({
    db,
    intake,
    clock: systemClock,
    log: silentLog,
    bus,
    files,
    scratch: folder,
    workers,
  })
  app = Fastify()
  app.setErrorHandler((error, _request, reply) => {
    const problem = error instanceof Problem ? error : new Problem('internal')
    return reply.status(problem.status).send({ code: problem.code, message: problem.message })
  })
  localRoutes(app, { db, intake, token: TOKEN, clock: systemClock, bus, workers })
})
afterAll(async () => {
  await app.close()
  await queue.close()
  await workers.close()
  await gateway.close()
  await records.close()
  await telemetry.close()
  await rm(folder, { recursive: true })
})

interface Answer {
  accepted: number
  /** The sentence; the console shows it in its languages. */
  error: string | null
  rejected: Rejection[]
}

const importOf = async (id: string) => {
  const found = (await findLogImport(records.db, vesselId, id))?.import
  if (!found) throw new Error('the import is gone')
  return found
}

async function enqueue(content: Uint8Array): Promise<string> {
  const id = randomUUID()
  await writeFile(join(folder, logKey(id)), content)
  const row = { vesselId, userId: null, fileName: 'a.log', bytes: content.length, createdAt: new Date() }
  await insertLogImport(records.db, { id, ...row })
  bus.publish({ type: 'logs.changed' })
  await queue.idle()
  return id
}

/** Result of uploading a file to the console. */
async function upload(content: Uint8Array): Promise<Answer> {
  const { state, accepted, error, rejected } = await importOf(await enqueue(content))
  // Nothing is called stored that was not.
  expect(state).toBe(error !== null ? 'failed' : accepted > 0 ? 'done' : 'asking')
  return { accepted, error: error && LOG_FAILURE_SENTENCES[error], rejected }
}

/** Result of `npm run import` with that file. */
async function runImport(content: Uint8Array, weeks?: number) {
  const path = join(folder, 'file')
  await writeFile(path, content)
  const { body } = await app.inject({
    ...{ method: 'POST', url: '/gateway/local/imports', headers: { authorization: `Bearer ${TOKEN}` } },
    payload: { vessel: VESSEL, path, weeks },
  })
  const last = JSON.parse(body.trim().split('\n').at(-1) ?? '')
  const { accepted = 0, error, message, rejected = [], fromUs, weeksAdded } = last
  return { accepted, error: error ?? message ?? null, rejected, fromUs, weeksAdded }
}

/** Result of both ways of importing, which must be equal. */
async function importBoth(content: Uint8Array | string): Promise<Answer> {
  const bytes = Buffer.from(content)
  const [uploaded, imported] = [await upload(bytes), await runImport(bytes)]
  const most = (list: readonly Rejection[]) => list.toSorted((a, b) => b.count - a.count)
  const sentence = imported.error?.startsWith(LOG_FAILURE_SENTENCES.unknown_format)
    ? LOG_FAILURE_SENTENCES.unknown_format
    : imported.error
  const { accepted, rejected } = imported
  expect({ accepted, error: sentence, rejected: most(rejected) }).toEqual(uploaded)
  return uploaded
}

const own = (name: string) => readFileSync(`recordings/files/${name}`)
const failed = (failure: LogFailure) => ({ accepted: 0, error: LOG_FAILURE_SENTENCES[failure] })
const ROWS = 40

async function zipped(files: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const zip = new ZipWriter(new BlobWriter())
  for (const [name, text] of Object.entries(files)) await zip.add(name, new TextReader(text))
  return new Uint8Array(await (await zip.close()).arrayBuffer())
}

describe('a track with its times', () => {
  test.each([
    ['track.kml', ROWS],
    ['track.kmz', ROWS],
    ['track.tcx', 2 * ROWS],
    ['track.fit', 2 * ROWS],
    ['degrees-minutes.csv', ROWS],
    ['decimal-comma.csv', 2 * ROWS],
    ['spreadsheet.csv', 2 * ROWS],
    ['unicode-text.txt', 2 * ROWS],
  ])('stores a track as %s', async (name, samples) => {
    expect(await importBoth(own(name))).toEqual({ accepted: samples, error: null, rejected: [] })
  })

  test('stores a track and lists the line beside its placemarks', async () => {
    expect(await importBoth(own('placemarks.kml'))).toEqual({
      ...{ accepted: ROWS, error: null },
      rejected: [{ reason: 'no_time', detail: 'line without times', count: ROWS }],
    })
  })
})

describe('a file without anything to store', () => {
  test.each([
    ['route.gpx', 'plans', [{ reason: 'plan', detail: 'routes and waypoints', count: 2 }]],
    ['line.kml', 'no_times', [{ reason: 'no_time', detail: 'line without times', count: 3 }]],
    ['utm.csv', 'utm', []],
  ] as const)('says what to do about %s', async (name, failure, rejected) => {
    expect(await importBoth(own(name))).toEqual({ ...failed(failure), rejected })
  })

  test('says what to do about a table that a spreadsheet has changed', async () => {
    const rows = Array.from(
      { length: 7 },
      (_, i) => `2026-07-02T10:00:0${i}Z,6.394.500.000.000.000,-2.245.000.000.000.000`,
    )
    expect(await importBoth(['time,lat,lon', ...rows, ''].join('\n'))).toEqual({
      ...failed('mangled'),
      rejected: [{ reason: 'malformed', detail: 'position changed by a spreadsheet', count: 7 }],
    })
  })

  test.each([
    ['########', 'mangled', 'no_time', 'time changed by a spreadsheet'],
    ['00:01.5', 'mangled', 'no_time', 'time changed by a spreadsheet'],
    ['1.78E+12', 'mangled', 'no_time', 'time changed by a spreadsheet'],
    ['yesterday', 'no_times', 'no_time', 'row'],
  ] as const)('says what to do about a table with the time %s', async (time, failure, reason, detail) => {
    const row = `${time},63.95,-22.45`
    expect(await importBoth(`time,lat,lon\n${row}\n${row}\n`)).toEqual({
      ...failed(failure),
      rejected: [{ reason, detail, count: 2 }],
    })
  })

  test('says what to do about a table with eastings and northings below latitude and longitude', async () => {
    expect(await importBoth('time,lat,lon\n2026-07-02T10:00:00Z,7110000,430000\n')).toEqual({
      ...failed('utm'),
      rejected: [{ reason: 'out_of_range', detail: 'position in metres', count: 1 }],
    })
  })

  test('says what to do about a table whose decimal commas may separate numbers', async () => {
    const rows = Array.from({ length: 7 }, (_, i) => `2026-07-02T10:00:0${i}Z,64,0,-22,0,4,1`)
    expect(await importBoth(['time,lat,lon,speed', ...rows, ''].join('\n'))).toEqual({
      ...failed('cells'),
      rejected: [{ reason: 'malformed', detail: 'row has more cells than headings', count: 7 }],
    })
  })

  test('says what to do about a table of unknown headings with decimal commas between commas', async () => {
    const row = '2026-07-02T10:00:00Z,63,95,-22,45'
    expect(await importBoth(`Zeit,Breite,Länge\n${row}\n${row}\n`)).toMatchObject(failed('cells'))
  })

  test('says what to do about a table with fewer cells than headings', async () => {
    expect(await importBoth('time,lat,lon,sog\n2026-07-02T10:00:00Z,63.95,-22.45\n')).toEqual({
      ...failed('cells'),
      rejected: [{ reason: 'malformed', detail: 'row has fewer cells than headings', count: 1 }],
    })
  })

  test('says what to do about a GPX track without times', async () => {
    const point = '<trkpt lat="63.95" lon="-22.45"/>'
    expect(await importBoth(`<gpx><trk><trkseg>${point}${point}</trkseg></trk></gpx>`)).toMatchObject(
      failed('no_times'),
    )
  })

  test.each(['[Content_Types].xml', 'mimetype', 'Index/Document.iwa'])(
    'says what to do about a spreadsheet that holds %s',
    async (name) => {
      expect(await importBoth(await zipped({ 'a.xml': '<a/>', [name]: 'x' }))).toMatchObject(
        failed('spreadsheet'),
      )
    },
  )

  test('says what to do about a spreadsheet of Office before 2007', async () => {
    const head = Buffer.from('d0cf11e0a1b11ae1', 'hex')
    expect(await importBoth(Buffer.concat([head, Buffer.alloc(600)]))).toMatchObject(failed('spreadsheet'))
  })

  test('says what to do about a file that unpacks to far more than a log, or is packed repeatedly', async () => {
    const begin = Buffer.from('{"type":"FeatureCollection","features":[')
    const bomb = gzipSync(Buffer.concat([begin, Buffer.alloc(100_000_000, ' ')]))
    expect(await importBoth(bomb)).toMatchObject(failed('too_large'))
    let deep: Uint8Array = own('track.kml')
    for (let i = 0; i < 5; i++) deep = gzipSync(deep)
    expect(await importBoth(deep)).toMatchObject(failed('too_large'))
  })

  test('says what to do about a cut FIT file, an incomplete KML file and text', async () => {
    expect(await importBoth(own('track.fit').subarray(0, 300))).toMatchObject(failed('damaged'))
    expect(await importBoth('<kml><Document><Placemark>')).toMatchObject(failed('damaged'))
    expect(await importBoth('Dear Sir,\n')).toMatchObject(failed('unknown_format'))
  })
})

test('says of a file that stopped its worker that it is too large', async () => {
  const bomb = gzipSync(`{"type":"FeatureCollection","features":[${'[],'.repeat(20_000_000)}[]]}`)
  const path = join(folder, 'bomb.json.gz')
  await writeFile(path, bomb)
  const sent = await app.inject({
    ...{ method: 'POST', url: '/gateway/local/imports', headers: { authorization: `Bearer ${TOKEN}` } },
    payload: { vessel: 'Hafdís', path },
  })
  expect([sent.statusCode, sent.json().message]).toEqual([413, TOO_LARGE_UNPACKED])
})

test('names the files of an archive that could not be read', async () => {
  const files = { 'a/track.kml': own('track.kml').toString(), 'notes.txt': 'Dear Sir,' }
  expect(await importBoth(await zipped(files))).toEqual({
    ...{ accepted: ROWS, error: null },
    rejected: [{ reason: 'unknown_format', detail: 'notes.txt', count: 1 }],
  })
})

describe('dates of 1,024 weeks ago or longer', () => {
  const WEEK_US = 7 * DAY_US
  const at = (day: string, second = 0) => `${day}T09:00:0${second}Z`
  const csv = (...days: string[]) =>
    ['time,lat,lon', ...days.map((day, i) => `${at(day, i)},63.95,-22.45`), ''].join('\n')
  const gpx = (day: string) =>
    `<gpx><trk><trkseg>${[0, 1, 2].map((i) => `<trkpt lat="63.9${i}" lon="-22.45"><time>${at(day, i)}</time></trkpt>`).join('')}</trkseg></trk></gpx>`
  const rmc = (date: string) =>
    sentenceLine('$', `GPRMC,090000.00,A,6400.0000,N,02200.0000,W,12.0,0.0,${date},,,A`)
  const imu = (day: string) => {
    const column = new Int16Array(3)
    const columns = {
      ...{ forceX: column, forceY: column, forceZ: column },
      ...{ roll: column, pitch: column, yaw: column },
    }
    const startUs = Date.parse(at(day)) * 1e3
    return encodeImuFrame([{ sensor: 0, startUs, intervalUs: 1000, ...columns }])
  }
  const json = (day: string) =>
    JSON.stringify({
      type: 'FeatureCollection',
      features: Array.from({ length: 900 }, (_, i) => ({
        type: 'Feature',
        properties: { time: `${day}T09:${String(10 + (i % 50))}:00Z` },
        geometry: { type: 'Point', coordinates: [-22.45, 63 + i / 1000] },
      })),
    })

  test.each<[string, string | Uint8Array | Promise<Uint8Array>, number, string]>([
    ['NMEA 0183', rmc('021106'), 1024, '2006-11-02'],
    ['CSV', csv('2003-05-02', '2003-05-02'), 1024, '2003-05-02'],
    ['GPX', gpx('2005-01-02'), 1024, '2005-01-02'],
    ['GPX in a zip', zipped({ 'a.gpx': gpx('2005-01-02') }), 1024, '2005-01-02'],
    ['motion', imu('1986-03-01'), 2048, '1986-03-01'],
    ['GeoJSON longer than a head', json('2006-11-02'), 1024, '2006-11-02'],
  ])(
    'asks about dates of 1,024 weeks ago in %s, and applies either answer',
    async (_, content, weeks, day) => {
      const bytes = Buffer.from(await content)
      const asked = await importOf(await enqueue(bytes))
      expect([asked.state, asked.accepted, asked.rollover?.weeks]).toEqual(['asking', 0, weeks])
      expect(new Date((asked.rollover?.firstUs ?? 0) / 1e3).toISOString().slice(0, 10)).toBe(day)
      const refused = await runImport(bytes)
      expect([refused.accepted, refused.error]).toEqual([
        0,
        expect.stringMatching(new RegExp(`This log says ${day}\\. .* --weeks ${weeks} `)),
      ])
      for (const answer of [0, weeks]) {
        const id = await enqueue(bytes)
        expect((await importOf(id)).state).toBe('asking')
        await changeLogImport(records.db, id, { state: 'waiting', weeksAdded: answer }, 'asking')
        bus.publish({ type: 'logs.changed' })
        await queue.idle()
        const { state, accepted, fromUs } = await importOf(id)
        const imported = await runImport(bytes, answer)
        expect([state, accepted, fromUs]).toEqual([
          'done',
          imported.accepted,
          (asked.rollover?.firstUs ?? 0) + answer * WEEK_US,
        ])
        expect([imported.error, imported.fromUs, imported.weeksAdded]).toEqual([null, fromUs, answer])
      }
    },
  )

  test('does not ask about old dates in later archives, nor about one old date among others', async () => {
    for (const days of [['2010-05-01'], ['1980-02-01', '2026-05-01', '2026-05-01']])
      expect(await importBoth(csv(...days))).toMatchObject({ accepted: days.length, error: null })
  })

  test('adds no weeks that give a time in the future', async () => {
    const mixed = Buffer.from(csv('2003-05-02', '2003-05-02', '2026-05-01'))
    const { accepted, fromUs } = await runImport(mixed, 1024)
    expect([accepted, new Date(fromUs / 1e3).toISOString().slice(0, 10)]).toEqual([3, '2022-12-16'])
    expect((await runImport(mixed, 1000)).error).toContain('1024')
  })
})

describe.skipIf(!existsSync(`${recordings}/field`))('files from the field', () => {
  const field = (name: string) => readFileSync(`${recordings}/field/${name}`)

  test('asks about the dates in a log of a receiver after the rollover', async () => {
    const asked = await importOf(await enqueue(field('09-week-rollover.nmea')))
    expect([asked.state, asked.accepted, asked.rollover?.weeks]).toEqual(['asking', 0, 1024])
  })

  test('stores a KML track', async () => {
    const { accepted, error, rejected } = await importBoth(field('20-track.kml'))
    expect([accepted > 0, error, rejected]).toEqual([true, null, []])
  })

  test.each([
    ['15-csv-decimal-comma.csv', 'cells', 'row has more cells than headings'],
    ['17-csv-excel-mangled.csv', 'mangled', 'position changed by a spreadsheet'],
    ['21-route-only.gpx', 'plans', 'routes and waypoints'],
  ] as const)('stores nothing from %s and reports why', async (name, failure, detail) => {
    const { rejected, ...answer } = await importBoth(field(name))
    expect(answer).toEqual(failed(failure))
    const rows = name.endsWith('.csv') ? field(name).toString().trim().split('\n').length - 1 : 3
    expect(rejected).toEqual([expect.objectContaining({ detail, count: rows })])
  })
})
