import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MotionBlock, ScalarReading } from '#contract/domain/reading.ts'
import { DAY_MS } from '#contract/domain/time.ts'
import { EXPORT_KEPT_DAYS, type ExportFormat, type ExportKind } from '#contract/wire/fleetExport.ts'
import { UNFINISHED } from '#server/files/fileStore.ts'
import { folderFiles } from '#server/files/folderFiles.ts'
import { exportKey } from '#server/files/sharedKeys.ts'
import { exportMail } from '#server/notify/exportMail.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { changeExport, deleteExport, type ExportRow, insertExport } from '#server/records/fleetExports.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { fleetExports, trips } from '#server/stores/relational/schema.ts'
import { openTelemetry } from '#server/telemetry/openTelemetry.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { type Thing, tripOf, twoOrganizations } from '#server/testing/testApi.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { type ExportQueue, openExportQueue } from './exportQueue.ts'

/** Half an hour to each side of the end of a month, and a minute two days later. */
const BORDER_US = Date.UTC(2026, 6, 1) * 1000
const LATER_US = BORDER_US + 2 * 86_400_000_000
const MINUTES_30 = 1800
let records: Records
let columns: Columns
let telemetry: Telemetry
let folder: string
let scratch: string
let own: Thing
let foreign: Thing
let queue: ExportQueue
const notified: ExportRow[] = []
const clock = fixedClock(Date.UTC(2026, 7, 1))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taffrail-exports-'))
  scratch = join(folder, UNFINISHED)
  await mkdir(scratch)
  records = await testRecords()
  columns = await openColumns({ dataDir: folder })
  telemetry = openTelemetry(columns)
  ;({ own, foreign } = await twoOrganizations(records.db))
  await telemetry.append([readings(own.vesselNumber), readings(foreign.vesselNumber)])
  await open()
})
afterAll(async () => {
  await queue.close()
  await columns.close()
  await records.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

const bus = inProcessBus((error) => {
  throw error
})
const pathOf = (id: string) => join(folder, exportKey(id))

async function open() {
  const files = folderFiles(folder)
  const given = { db: records.db, telemetry, clock, log: silentLog, bus, files, scratch, freeBytes: 0 }
  await queue?.close()
  queue = await openExportQueue({
    ...given,
    notify: async (row) => void notified.push(row),
  })
}

function readings(vesselNumber: number) {
  const scalars: ScalarReading[] = []
  const fixes = []
  const seconds = [
    ...Array.from({ length: 2 * MINUTES_30 }, (_, i) => BORDER_US / 1e6 - MINUTES_30 + i),
    ...Array.from({ length: 60 }, (_, i) => LATER_US / 1e6 + i),
  ]
  for (const second of seconds) {
    const timeUs = second * 1e6
    scalars.push({ timeUs, key: 'sog', instance: 0, value: 10 * (1852 / 3600) })
    // Only the minute after the border has an engine speed.
    if (timeUs >= LATER_US) scalars.push({ timeUs, key: 'engine_speed', instance: 1, value: 25 })
    fixes.push({ timeUs, latitudeDeg: 64, longitudeDeg: -22, hdop: 1, valid: true })
  }
  const motion = [block(1, BORDER_US - 5_000_000), block(2, BORDER_US), block(1, LATER_US)]
  return { vesselNumber, scalars, fixes, motion, ais: [], faults: [] }
}

/** Ten seconds at 50 Hz. */
function block(sensor: number, startUs: number): MotionBlock {
  const column = (value: number) => new Int16Array(500).fill(value)
  return {
    ...{ sensor, startUs, intervalUs: 20_000 },
    ...{ forceX: column(-250), forceY: column(0), forceZ: column(1000) },
    // Sensor 2 has no attitude.
    ...{ roll: column(sensor === 1 ? 100 : -32768), pitch: column(0), yaw: column(0) },
  }
}

async function ask(kind: ExportKind, format: ExportFormat, more: object = {}): Promise<string> {
  const { organizationId, vesselId, userId } = own
  const range = { fromUs: 0, toUs: LATER_US + 86_400_000_000 }
  return records.db.transaction((tx) =>
    insertExport(tx, {
      ...{ organizationId, vesselId, userId, departmentIds: [own.departmentId], kind, format, ...range },
      ...{ fileName: `${kind}.zip`, ...more },
    }),
  )
}

const rowOf = async (id: string) =>
  (await records.db.select().from(fleetExports)).find((row) => row.id === id)

/** The files of an archive by their paths. */
async function filesOf(id: string): Promise<Map<string, Uint8Array>> {
  bus.publish({ type: 'exports.changed' })
  await queue.idle()
  const zip = new ZipReader(new Uint8ArrayReader(await readFile(pathOf(id))), { useWebWorkers: false })
  const files = new Map<string, Uint8Array>()
  for (const entry of await zip.getEntries())
    if (!entry.directory) files.set(entry.filename, await entry.getData(new Uint8ArrayWriter()))
  return files
}
const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)
const linesOf = (bytes: Uint8Array | undefined) => textOf(bytes).replace('\uFEFF', '').trimEnd().split('\r\n')
const packageOf = (files: Map<string, Uint8Array>) =>
  JSON.parse(textOf(files.get('datapackage.json'))) as {
    resources: { path: string; rows: number; schema: string; vessel?: { name: string } }[]
  }

/** Reads a Parquet file back through the column store. */
async function readBack<Row>(bytes: Uint8Array | undefined, select: string): Promise<Row[]> {
  const path = join(folder, 'back.parquet')
  await writeFile(path, bytes ?? '')
  await columns.command('DROP TABLE IF EXISTS telemetry.back')
  await columns.command(
    `CREATE TABLE telemetry.back ENGINE = Memory AS SELECT * FROM file('${path}', 'Parquet')`,
  )
  return columns.rows<Row>(`SELECT ${select} FROM telemetry.back`)
}

test('writes every second by month, with a description of each column', async () => {
  const id = await ask('seconds', 'csv')
  const files = await filesOf(id)
  const { resources } = packageOf(files)
  expect(
    resources.map(({ path, rows, vessel }) => [path.replace(/-[\da-f]{8}\//, '/'), rows, vessel?.name]),
  ).toEqual([
    ['seconds/Vessel-own/2026-06.csv', MINUTES_30, 'Vessel own'],
    ['seconds/Vessel-own/2026-07.csv', MINUTES_30 + 60, 'Vessel own'],
  ])
  const [june, july] = resources
  const lines = linesOf(files.get(june?.path ?? ''))
  expect(lines.slice(0, 2)).toEqual([
    'time [UTC],latitude [deg],longitude [deg],sog [kn]',
    '2026-06-30T23:30:00.000Z,64.0000000,-22.0000000,10.0000',
  ])
  expect(lines).toHaveLength(1 + MINUTES_30)
  const schema = JSON.parse(textOf(files.get(july?.schema ?? '')))
  expect(schema.fields[0]).toEqual({ name: 'time [UTC]', type: 'datetime', description: expect.any(String) })
  expect(schema.fields.slice(3)).toEqual([
    { name: 'sog [kn]', type: 'number', unit: 'kn', description: 'Speed over ground' },
    { name: 'engine_speed_1 [rpm]', type: 'number', unit: 'rpm', description: 'Engine speed 1' },
  ])
  expect(await rowOf(id)).toMatchObject({
    ...{ state: 'done', progress: 1, rows: 2 * MINUTES_30 + 60, error: null },
    bytes: (await readFile(pathOf(id))).length,
    expiresAt: new Date(clock.nowMs() + EXPORT_KEPT_DAYS * DAY_MS),
  })
})

test('writes seconds that the column store reads back unchanged', async () => {
  const files = await filesOf(await ask('seconds', 'parquet'))
  const [june] = packageOf(files).resources
  const select =
    'toUInt32(count()) AS n, min(time) AS first, sum("sog [kn]") AS sog, uniqExact(time) AS times'
  const rows = await readBack(files.get(june?.path ?? ''), select)
  expect(rows).toEqual([
    {
      n: MINUTES_30,
      first: '2026-06-30 23:30:00.000000',
      sog: expect.closeTo(10 * MINUTES_30, 3),
      times: MINUTES_30,
    },
  ])
})

test('writes seconds as points, and trips as lines', async () => {
  const seconds = await filesOf(await ask('seconds', 'geojson'))
  const [june] = packageOf(seconds).resources
  const { features } = JSON.parse(textOf(seconds.get(june?.path ?? '')))
  expect(features).toHaveLength(MINUTES_30)
  expect(features[0]).toEqual({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [-22, 64] },
    properties: { time: '2026-06-30T23:30:00.000Z', sog: 10 },
  })
  const vessel = { id: own.vesselId, organizationId: own.organizationId }
  await records.db.insert(trips).values(tripOf(vessel, BORDER_US - MINUTES_30 * 1e6))
  const lines = JSON.parse(textOf((await filesOf(await ask('trips', 'geojson'))).get('trips.geojson')))
  expect(lines.features.map((one: { geometry: unknown }) => one.geometry)).toEqual([
    // The first vessel sent no data.
    null,
    { type: 'LineString', coordinates: expect.arrayContaining([[-22, 64]]) },
  ])
})

test.each(['csv', 'parquet'] as const)(
  'writes motion by day in the column store itself, as %s',
  async (format) => {
    const files = await filesOf(await ask('motion', format))
    const { resources } = packageOf(files)
    expect(resources.map(({ path, rows }) => [path.slice(-(10 + 1 + format.length)), rows])).toEqual([
      [`2026-06-30.${format}`, 250],
      [`2026-07-01.${format}`, 250 + 500],
      [`2026-07-03.${format}`, 500],
    ])
    const second = files.get(resources[1]?.path ?? '')
    if (format === 'csv') {
      const lines = linesOf(second)
      expect(lines).toHaveLength(1 + 750)
      expect(lines[0]).toBe(
        '"time [UTC]","sensor","force_x [g]","force_y [g]","force_z [g]","euler_x [deg]","euler_y [deg]","euler_z [deg]"',
      )
      expect(lines[1]).toBe('"2026-07-01T00:00:00.000000Z",1,-0.25,0,1,0.573,0,0')
      expect(lines.at(-1)).toBe('"2026-07-01T00:00:09.980000Z",2,-0.25,0,1,,0,0')
      return
    }
    expect(
      await readBack(
        second,
        'toUInt32(count()) AS n, sum("force_x [g]") AS x, toUInt32(countIf("euler_x [deg]" IS NULL)) AS unknown, min(time) AS first',
      ),
    ).toEqual([{ n: 750, x: -187.5, unknown: 500, first: '2026-07-01 00:00:00.000000' }])
  },
)

test('writes impacts with their circumstances, and alerts in words', async () => {
  const peak = { sensor: 1, timeUs: BORDER_US + 1e6, peakG: 3.4, jerkGPerS: 50, durationS: 0.1, riseS: 0.05 }
  const measured = {
    ...peak,
    freeFallS: 0,
    xG: 0,
    yG: 0,
    zG: 3.4,
    clipped: false,
    coarse: false,
    degraded: false,
  }
  const recorded = {
    sensor: 1,
    firstUs: BORDER_US,
    lastUs: BORDER_US + 9e6,
    samples: 450,
    coveredS: 9,
    rateHz: 50,
  }
  await telemetry.impacts.store([
    { vesselNumber: own.vesselNumber, startUs: BORDER_US, sensors: [recorded], peaks: [measured] },
  ])
  const [heading = '', row = '', ...rest] = linesOf(
    (await filesOf(await ask('impacts', 'csv'))).get('impacts.csv'),
  )
  const cells = row.split(',')
  const cell = (name: string) => cells[heading.split(',').indexOf(name)]
  expect(rest).toEqual([])
  expect([cell('peak_impact_time [UTC]'), cell('vessel'), cell('peak_impact [g]')]).toEqual([
    '2026-07-01T00:00:01.000Z',
    '"Vessel own"',
    '3.400',
  ])
  expect([cell('latitude [deg]'), cell('sog [kn]'), cell('sensor')]).toEqual(['64.0000000', '10.00', '1'])
  const alerts = linesOf((await filesOf(await ask('alerts', 'csv'))).get('alerts.csv'))
  expect(alerts).toHaveLength(2)
  expect(alerts[1]).toContain('"Alert own"')
})

test('exports only the organization’s own data, and of departments only theirs', async () => {
  const wide = { vesselId: null, departmentIds: null }
  const all = linesOf((await filesOf(await ask('trips', 'csv', wide))).get('trips.csv'))
  expect(all.join()).not.toContain(foreign.tripId)
  // One vessel in each of four departments, and the added one.
  expect(all).toHaveLength(1 + 5)
  const narrow = { vesselId: null, departmentIds: [own.departmentId] }
  const some = linesOf((await filesOf(await ask('trips', 'csv', narrow))).get('trips.csv'))
  expect(some).toHaveLength(1 + 2)
})

test('begins an interrupted export again, and keeps no cancelled one', async () => {
  const interrupted = await ask('trips', 'csv')
  await changeExport(records.db, interrupted, { state: 'running', progress: 0.4, rows: 7 })
  const deleted = await ask('trips', 'csv')
  await filesOf(deleted)
  await deleteExport(records.db, deleted)
  await open()
  await queue.idle()
  expect(await rowOf(interrupted)).toMatchObject({ state: 'done', progress: 1, rows: 2 })
  expect(existsSync(pathOf(deleted))).toBe(false)
})

test('fails an export that ended three processes', async () => {
  const id = await ask('trips', 'csv', { mailWhenReady: true })
  notified.length = 0
  const died = { state: 'running' as const, claim: 3, claimedUntil: new Date(0), unanswered: 2 }
  await records.db.update(fleetExports).set(died).where(eq(fleetExports.id, id))
  await open()
  await queue.idle()
  expect(await rowOf(id)).toMatchObject({ state: 'failed', error: 'unfinished', rows: 0 })
  expect(notified).toMatchObject([{ id, state: 'failed' }])
})

test('publishes an export that another process has written meanwhile once, and keeps it', async () => {
  await queue.close()
  notified.length = 0
  const files = folderFiles(folder)
  const isWritten = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const elsewhere = join(folder, 'elsewhere')
  await mkdir(elsewhere)
  const id = await ask('trips', 'csv', { mailWhenReady: true })
  const late = await openExportQueue({
    ...{ db: records.db, telemetry, clock, log: silentLog, scratch: elsewhere, freeBytes: 0 },
    bus: inProcessBus(() => undefined),
    files: {
      ...files,
      take: async (key, path) => {
        isWritten.resolve()
        await goOn.promise
        await files.take(key, path)
      },
    },
    notify: async (row) => void notified.push(row),
  })
  await isWritten.promise
  // The other process stood still for longer than its claim.
  await records.db
    .update(fleetExports)
    .set({ claimedUntil: new Date(0) })
    .where(eq(fleetExports.id, id))
  await open()
  await queue.idle()
  expect(notified.map((row) => row.id)).toEqual([id])
  goOn.resolve()
  await late.idle()
  await late.close()
  expect(notified).toHaveLength(1)
  expect([(await rowOf(id))?.state, existsSync(pathOf(id))]).toEqual(['done', true])
})

test('reports an export whose file was not in the restored backup as gone', async () => {
  const kept = await ask('trips', 'csv')
  const lost = await ask('trips', 'csv')
  await Promise.all([filesOf(kept), filesOf(lost)])
  await rm(pathOf(lost))
  await open()
  expect(await rowOf(lost)).toMatchObject({ state: 'failed', error: 'gone' })
  expect(await rowOf(kept)).toMatchObject({ state: 'done', error: null })
})

test('mails only the person who asked for it, once it is ready', async () => {
  notified.length = 0
  const [wanted, other] = [await ask('trips', 'csv', { mailWhenReady: true }), await ask('trips', 'csv')]
  await Promise.all([filesOf(wanted), filesOf(other)])
  expect(notified).toMatchObject([{ id: wanted, state: 'done' }])
  const mail = exportMail(
    'ada@one.example',
    { state: 'done', fileName: 'trips.zip', language: 'it' },
    'https://fleet.example',
  )
  expect([mail.subject, mail.text]).toEqual([
    'La tua esportazione è pronta',
    expect.stringMatching(/^trips\.zip\n[\s\S]*https:\/\/fleet\.example\/exports\n$/),
  ])
})

test('ends when a person cancels it, and fails when the disk is nearly full', async () => {
  const id = await ask('seconds', 'csv')
  const read = telemetry.series.hoursWithData
  const taken = { ...telemetry, series: { ...telemetry.series } }
  taken.series.hoursWithData = async (interval) => {
    await deleteExport(records.db, id)
    return read(interval)
  }
  await queue.close()
  const given = {
    db: records.db,
    telemetry: taken,
    clock,
    log: silentLog,
    bus,
    files: folderFiles(folder),
    scratch,
  }
  queue = await openExportQueue({ ...given, freeBytes: 0 })
  await queue.idle()
  expect([await rowOf(id), existsSync(pathOf(id))]).toEqual([undefined, false])
  const full = await ask('trips', 'csv')
  await queue.close()
  queue = await openExportQueue({ ...given, freeBytes: Number.MAX_SAFE_INTEGER })
  await queue.idle()
  expect(await rowOf(full)).toMatchObject({ state: 'failed', error: 'disk_full' })
})

test('removes files after their time', async () => {
  await open()
  const id = await ask('trips', 'csv')
  await filesOf(id)
  clock.set(clock.nowMs() + (EXPORT_KEPT_DAYS + 1) * DAY_MS)
  await open()
  expect([await rowOf(id), existsSync(pathOf(id))]).toEqual([undefined, false])
})
