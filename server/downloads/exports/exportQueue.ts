import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { leastCreditsOf } from '#contract/credits.ts'
import { createExport, EXPORT_KEPT_DAYS, type ExportFailure, type ExportKind } from '#contract/fleetExport.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { payBack } from '#server/records/apiCredits.ts'
import {
  changeExport,
  deleteExpiredExports,
  type ExportRow,
  exportsWithFile,
  nextExport,
  resumeExports,
} from '#server/records/fleetExports.ts'
import type { Stores } from './exportTables.ts'
import { type ExportProgress, writeExport } from './writeExport.ts'

/** Exports on their way to their files. */
export interface ExportQueue {
  /** Where the finished file of an export lies. */
  pathOf(id: string): string
  /** Something waits, or is wanted no more. */
  wake(): void
  /** Resolves when nothing is left to write; for tests. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** Two at a time: what takes hours holds up nobody who asks for a list. */
const LANES: readonly (readonly ExportKind[])[] = [
  ['trips', 'impacts', 'alerts'],
  ['seconds', 'motion'],
]
/** How often it is noted how far one is, and whether it is still wanted. */
const NOTE_EVERY_MS = 700
/** A store that does not answer is asked again after this long. */
const RETRY_MS = 30_000
/** The stores live on the same disk and need it more. */
const FREE_BYTES = 2e9

/**
 * Writes exports one after the other, oldest first, and says in their rows how far it is. What a restart interrupts begins
 * again; a file that is done is kept for some days.
 */
export async function openExportQueue(
  given: Stores & {
    clock: Clock
    log: Log
    folder: string
    freeBytes?: number
    /** Says to whoever wanted to know that an export has ended, as its row says. */
    tell?: (row: ExportRow) => Promise<void>
  },
): Promise<ExportQueue> {
  const { db, clock, log, freeBytes = FREE_BYTES, tell = async () => {} } = given
  const folder = resolve(given.folder)
  await mkdir(folder, { recursive: true })
  await resumeExports(db)
  await noteGone()
  await sweep()
  let closed = false
  let retry: NodeJS.Timeout | undefined
  const lanes = LANES.map((kinds) => ({ kinds, work: Promise.resolve(), woken: false }))
  const sweeping = setInterval(() => {
    sweep().catch((error) => log.error('exports that have run out could not be removed', { error }))
  }, HOUR_MS)
  sweeping.unref()

  const pathOf = (id: string) => join(folder, `${id}.zip`)

  /** A backup holds no files of exports: what one that was restored says is done can be had no more. */
  async function noteGone() {
    const names = new Set(await readdir(folder))
    for (const id of await exportsWithFile(db))
      if (!names.has(`${id}.zip`))
        await changeExport(db, id, { state: 'failed', error: 'gone' satisfies ExportFailure })
  }

  /** Removes what has run out, what nobody wants any more, and what a stop left half-written. */
  async function sweep() {
    await deleteExpiredExports(db, clock.nowMs())
    const names = await readdir(folder)
    const wanted = await exportsWithFile(db)
    for (const name of names)
      if (!wanted.has(name.slice(0, 36))) await rm(join(folder, name), { force: true })
  }

  async function writeAll(kinds: readonly ExportKind[]) {
    for (let next = await nextExport(db, kinds); next && !closed; next = await nextExport(db, kinds)) {
      if (await write(next)) continue
      retry = setTimeout(wake, RETRY_MS)
      return
    }
  }

  /** False where something broke that may be well again in a while. */
  async function write(row: ExportRow): Promise<boolean> {
    const { id } = row
    const unfinished = join(folder, `${id}.unfinished`)
    try {
      await demandRoom()
      if (!(await changeExport(db, id, { state: 'running' }))) return true
      const { rows } = await writeExport(given, row, unfinished, stepOf(id))
      const { size: bytes } = await stat(unfinished)
      await rename(unfinished, pathOf(id))
      if (!(await end(row, { state: 'done', progress: 1, rows, bytes })))
        await rm(pathOf(id), { force: true })
    } catch (error) {
      await rm(unfinished, { force: true })
      if (error instanceof Unwanted) return true
      if (error instanceof DiskFull) {
        await end(row, { state: 'failed', error: 'disk_full' satisfies ExportFailure })
        return true
      }
      log.warn('an export could not be written', { error, id })
      // Once more after a while: a store may have been away. What breaks twice stays broken.
      if (failed.has(id)) {
        failed.delete(id)
        await end(row, { state: 'failed', error: 'broken' satisfies ExportFailure })
        return true
      }
      failed.add(id)
      await changeExport(db, id, { state: 'waiting', progress: 0, rows: 0 })
      return false
    }
    return true
  }
  const failed = new Set<string>()

  /** Notes now and then how far it is; throws where nobody wants it any more or the disk fills up. */
  function stepOf(id: string) {
    let dueMs = 0
    return async ({ progress, rows }: ExportProgress) => {
      if (closed) throw new Unwanted()
      if (performance.now() < dueMs) return
      dueMs = performance.now() + NOTE_EVERY_MS
      await demandRoom()
      if (!(await changeExport(db, id, { progress, rows }))) throw new Unwanted()
    }
  }

  async function demandRoom() {
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < freeBytes) throw new DiskFull()
  }

  /** False when it is wanted no more. */
  async function end(row: ExportRow, change: Parameters<typeof changeExport>[2]): Promise<boolean> {
    const nowMs = clock.nowMs()
    const expiresAt = new Date(nowMs + EXPORT_KEPT_DAYS * DAY_MS)
    const isWanted = await changeExport(db, row.id, { ...change, endedAt: new Date(nowMs), expiresAt })
    const { organizationId, apiKeyId } = row
    if (isWanted && change.state === 'failed' && apiKeyId)
      await payBack(db, { organizationId, apiKeyId }, leastCreditsOf(createExport), row.createdAt.getTime())
    // It lies in the list, too: a mail that does not leave keeps nobody from it.
    if (isWanted && row.mailWhenReady)
      await tell({ ...row, ...change }).catch((error) => log.warn('nobody was told of an export', { error }))
    return isWanted
  }

  function wake() {
    if (closed) return
    for (const lane of lanes) {
      if (lane.woken) continue
      lane.woken = true
      lane.work = lane.work
        .then(() => {
          lane.woken = false
          return writeAll(lane.kinds)
        })
        .catch((error) => log.error('exports could not be written', { error }))
    }
  }

  wake()
  return {
    pathOf,
    wake,
    async idle() {
      await Promise.all(lanes.map(({ work }) => work))
    },
    async close() {
      closed = true
      clearTimeout(retry)
      clearInterval(sweeping)
      await Promise.all(lanes.map(({ work }) => work))
    },
  }
}

/** Somebody took it back, or the server ends. */
class Unwanted extends Error {}
class DiskFull extends Error {}
