import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#contract/domain/time.ts'
import { folderFiles } from '#server/files/folderFiles.ts'
import { logKey } from '#server/files/sharedKeys.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openWorkerPool } from '#server/platform/workerPool.ts'
import { TRIED_AGAIN } from '#server/records/jobClaims.ts'
import {
  changeLogImport,
  deleteLogImport,
  findLogImport,
  insertLogImport,
} from '#server/records/logImports.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { deleteVessel, insertVessel } from '#server/records/vessels.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { logImports } from '#server/stores/relational/schema.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { testRecords } from '#server/testing/testStores.ts'
import type { Intake } from './intake.ts'
import { openLogQueue } from './logQueue.ts'

const DATED = '$GPRMC,120000.00,A,6409.00,N,02157.00,W,5.0,10.0,010726,,,A*73\n'
const UNDATED = '$GPGLL,5229.6021,N,00517.7879,E,115959,A,A\n'
const NOON_US = Date.UTC(2026, 6, 1, 12) * 1e3
const workers = openWorkerPool({ size: 2, limits: { seconds: 60, megabytes: 250 }, log: silentLog })
let records: Records
let folder: string
let vesselId: string
/** Blocks the store while a test checks what happens meanwhile. */
let held: Promise<void> = Promise.resolve()
let onTaken = () => {}

beforeAll(async () => {
  records = await testRecords()
  folder = await mkdtemp(join(tmpdir(), 'taffrail-queue-'))
  await mkdir(join(folder, 'logs'))
  vesselId = await records.db.transaction(async (tx) => {
    const organization = await insertOrganization(tx, { name: 'Fleet' })
    return insertVessel(tx, { ...organization, name: 'Hafdís' })
  })
})
afterAll(async () => {
  await workers.close()
  await records.close()
  await rm(folder, { recursive: true })
})

/** Vessel whose readings alone are blocked; null blocks those of all. */
let heldVessel: string | null = null

const intake: Pick<Intake, 'takeLogged'> = {
  async takeLogged({ id }, { fixes, rejected }) {
    onTaken()
    if (heldVessel === null || heldVessel === id) await held
    const times = fixes.map(({ timeUs }) => timeUs)
    const span = times.length > 0 ? { fromUs: Math.min(...times), toUs: Math.max(...times) } : null
    return { accepted: fixes.length, rejected, span, isMoved: false }
  },
}
const bus = inProcessBus((error) => {
  throw error
})
const wake = () => bus.publish({ type: 'logs.changed' })
const open = (clock = systemClock) =>
  openLogQueue({
    ...{ db: records.db, intake: intake as Intake, clock, log: silentLog, bus },
    ...{ files: folderFiles(folder), scratch: folder, workers },
  })

async function send(content: string | Uint8Array, ofVessel = vesselId): Promise<string> {
  const id = randomUUID()
  await writeFile(join(folder, logKey(id)), content)
  const row = {
    vesselId: ofVessel,
    userId: null,
    fileName: 'a.log',
    bytes: content.length,
    createdAt: new Date(),
  }
  await insertLogImport(records.db, { id, ...row })
  return id
}
const stateOf = async (id: string, ofVessel = vesselId) =>
  (await findLogImport(records.db, ofVessel, id))?.import

test('reads a log, publishes its result and deletes the file', async () => {
  const id = await send(gzipSync(DATED))
  const queue = await open()
  await queue.idle()
  expect(await stateOf(id)).toMatchObject({
    ...{ state: 'done', progress: 1, accepted: 1, fromUs: NOON_US, toUs: NOON_US, error: null },
  })
  expect(existsSync(join(folder, logKey(id)))).toBe(false)
  await queue.close()
})

test('reports a file that is no log, and one that is cut', async () => {
  const letter = await send('Dear Sir,\n')
  const cut = await send(gzipSync(DATED).subarray(0, 40))
  const queue = await open()
  await queue.idle()
  expect(await stateOf(letter)).toMatchObject({ state: 'failed', error: 'unknown_format' })
  expect(await stateOf(cut)).toMatchObject({
    state: 'failed',
    error: 'damaged',
  })
  await queue.close()
})

test('waits for a store that does not answer', async () => {
  held = Promise.reject(new Error('the store is away'))
  // The promise is awaited only once the queue reaches it.
  held.catch(() => undefined)
  const id = await send(DATED)
  const queue = await open()
  await queue.idle()
  expect(await stateOf(id)).toMatchObject({ state: 'waiting', error: null })
  held = Promise.resolve()
  wake()
  await queue.idle()
  expect(await stateOf(id)).toMatchObject({ state: 'done', accepted: 1 })
  await queue.close()
})

test('asks for the day of a log without one, and uses the answer', async () => {
  const id = await send(UNDATED)
  const changed = new Date('2026-06-18T11:00:00Z')
  await utimes(join(folder, logKey(id)), changed, changed)
  const queue = await open()
  await queue.idle()
  expect(await stateOf(id)).toMatchObject({ state: 'asking', logDate: '2026-06-17', accepted: 0 })
  await changeLogImport(records.db, id, { state: 'waiting', logDate: '2020-01-01' }, 'asking')
  wake()
  await queue.idle()
  expect(await stateOf(id)).toMatchObject({
    state: 'done',
    fromUs: Date.UTC(2020, 0, 1, 11, 59, 59) * 1e3,
  })
  await queue.close()
})

test('asks what unknown headings of a table mean, and reads it as answered', async () => {
  const row = (second: number) => `2026-06-18 12:00:0${second};64,15;-21,95;36`
  const id = await send(`Zeit;Breite;Länge;Fahrt\n${row(0)}\n${row(1)}\n`)
  const queue = await open()
  await queue.idle()
  expect(await stateOf(id)).toMatchObject({
    ...{ state: 'asking', logDate: null, accepted: 0 },
    tableTop: [
      { heading: 'Zeit', meaning: null, cells: ['2026-06-18 12:00:00', '2026-06-18 12:00:01'] },
      { heading: 'Breite', meaning: null },
      { heading: 'Länge', meaning: null },
      { heading: 'Fahrt', meaning: null },
    ],
  })
  const given = ['time=Zeit', 'latitude=Breite', 'longitude=Länge', 'sog=Fahrt'].map((one) => {
    const [meaning = '', heading = ''] = one.split('=')
    return { heading, meaning, detail: meaning === 'sog' ? 'km/h' : null }
  })
  await changeLogImport(records.db, id, { state: 'waiting', givenColumns: given }, 'asking')
  wake()
  await queue.idle()
  expect(await stateOf(id)).toMatchObject({
    ...{ state: 'done', accepted: 2, fromUs: Date.UTC(2026, 5, 18, 12) * 1e3 },
    columns: ['Zeit: time', 'Breite: latitude', 'Länge: longitude', 'Fahrt: sog [km/h]'],
  })
  expect(existsSync(join(folder, logKey(id)))).toBe(false)
  await queue.close()
})

test('continues an interrupted log at the next start', async () => {
  const taken = new Promise<void>((resolve) => {
    onTaken = resolve
  })
  let release = () => {}
  held = new Promise((resolve) => {
    release = resolve
  })
  const id = await send(DATED)
  const second = await send(DATED)
  const queue = await open()
  await taken
  const closing = queue.close()
  release()
  await closing
  expect(await stateOf(second)).toMatchObject({ state: 'waiting' })
  const again = await open()
  await again.idle()
  for (const one of [id, second]) expect(await stateOf(one)).toMatchObject({ state: 'done', accepted: 1 })
  await again.close()
})

test('neither reads nor keeps a cancelled log', async () => {
  const deleted = await send(DATED)
  await deleteLogImport(records.db, deleted)
  const cut = randomUUID()
  await writeFile(join(folder, logKey(cut)), 'its sender died before its row')
  const [organization] = await records.db.query.organizations.findMany()
  const [department] = await records.db.query.departments.findMany()
  vesselId = await records.db.transaction((tx) =>
    insertVessel(tx, {
      organizationId: organization?.id ?? '',
      departmentId: department?.id ?? '',
      name: 'Gone',
    }),
  )
  const ofGone = await send(DATED)
  await records.db.transaction((tx) => deleteVessel(tx, vesselId, new Date()))
  const young = await open()
  await young.idle()
  await young.close()
  // The row of one that is there may be about to be written.
  for (const id of [deleted, ofGone, cut]) expect(existsSync(join(folder, logKey(id)))).toBe(true)
  const queue = await open({ ...systemClock, nowMs: () => Date.now() + DAY_MS + 1000 })
  await queue.idle()
  expect(await stateOf(ofGone)).toBeUndefined()
  for (const id of [deleted, ofGone, cut]) expect(existsSync(join(folder, logKey(id)))).toBe(false)
  await queue.close()
})

const vesselOfNew = (name: string) =>
  records.db.transaction(async (tx) => {
    const organization = await insertOrganization(tx, { name })
    return insertVessel(tx, { ...organization, name })
  })

/** A document that takes ten times its size in memory, and unpacks to 300 times its size. */
const BOMB = gzipSync(`{"type":"FeatureCollection","features":[${'[],'.repeat(15_000_000)}[]]}`)

test('stops a log that takes too much memory, and reads it again only for a person', async () => {
  vesselId = await vesselOfNew('Patient')
  const id = await send(BOMB)
  const after = await send(DATED)
  const queue = await open()
  await queue.idle()
  expect(await stateOf(id)).toMatchObject({ state: 'stopped', error: null })
  expect(await stateOf(after)).toMatchObject({ state: 'done' })
  await queue.close()
  const again = await open({ ...systemClock, nowMs: () => Date.now() + DAY_MS + 1000 })
  await again.idle()
  expect(await stateOf(id)).toMatchObject({ state: 'stopped' })
  expect(existsSync(join(folder, logKey(id)))).toBe(true)
  // A person may have been given more memory, or a smaller file.
  await writeFile(join(folder, logKey(id)), DATED)
  await changeLogImport(records.db, id, { state: 'waiting' }, 'stopped')
  wake()
  await again.idle()
  expect(await stateOf(id)).toMatchObject({ state: 'done', accepted: 1 })
  await again.close()
})

test('stops a log that ended three processes, and reads it when a person asks', async () => {
  const id = await send(DATED)
  const died = { state: 'running' as const, claim: 3, claimedUntil: new Date(0), unanswered: 2 }
  await records.db.update(logImports).set(died).where(eq(logImports.id, id))
  const queue = await open()
  await queue.idle()
  expect(await stateOf(id)).toMatchObject({ state: 'stopped', error: 'unfinished', accepted: 0 })
  await changeLogImport(records.db, id, TRIED_AGAIN, 'stopped')
  wake()
  await queue.idle()
  expect(await stateOf(id)).toMatchObject({ state: 'done', error: null, accepted: 1 })
  await queue.close()
})

test('reads logs of other organizations while one is long, and stops that one when it is deleted', async () => {
  const other = await vesselOfNew('Other')
  heldVessel = vesselId
  held = new Promise(() => {})
  // More batches than wait for the store at once, so that the worker waits for the store as well.
  const long = await send(DATED.repeat(100_000))
  const behind = await send(DATED)
  const queue = await open()
  const theirs = [await send(DATED, other), await send(DATED, other)]
  wake()
  while ((await Promise.all(theirs.map((id) => stateOf(id, other)))).some((row) => row?.state !== 'done'))
    await new Promise(setImmediate)
  expect(await stateOf(long)).toMatchObject({ state: 'running' })
  expect(await stateOf(behind)).toMatchObject({ state: 'waiting' })
  heldVessel = ''
  await deleteLogImport(records.db, long)
  wake()
  await queue.idle()
  expect(await stateOf(behind)).toMatchObject({ state: 'done' })
  expect(existsSync(join(folder, logKey(long)))).toBe(false)
  await queue.close()
  heldVessel = null
  held = Promise.resolve()
})
