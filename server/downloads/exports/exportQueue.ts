import { rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { DAY_MS, HOUR_MS } from '#contract/domain/time.ts'
import { leastCreditsOf } from '#contract/wire/credits.ts'
import {
  createExport,
  EXPORT_KEPT_DAYS,
  type ExportFailure,
  type ExportKind,
} from '#contract/wire/fleetExport.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import { EXPORTS, exportKey } from '#server/files/sharedKeys.ts'
import type { Bus } from '#server/platform/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import { giveWay } from '#server/platform/giveWay.ts'
import { openJobQueue } from '#server/platform/jobQueue.ts'
import type { Log } from '#server/platform/log.ts'
import { workFor } from '#server/platform/organizationAtWork.ts'
import { payBack } from '#server/records/apiCredits.ts'
import {
  changeExport,
  deleteExpiredExports,
  type ExportRow,
  exportsWithFile,
  exportToWrite,
} from '#server/records/fleetExports.ts'
import { type ClaimedJob, claimsOf, exportJobs, isGivenUp } from '#server/records/jobClaims.ts'
import type { Stores } from './exportTables.ts'
import { type ExportProgress, writeExport } from './writeExport.ts'

/** The queue of exports whose files are not yet written. */
export interface ExportQueue {
  /** Resolves when nothing is left to write; for tests. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** One of each kind at a time in each process, so that a long export does not delay a list. */
const QUEUES: readonly (readonly ExportKind[])[] = [
  ['trips', 'impacts', 'alerts'],
  ['seconds', 'motion'],
]
/** How often it is noted how far one is, and whether it is still wanted. */
const NOTE_EVERY_MS = 700
/** Delay of the next attempt when a store does not answer. */
const RETRY_MS = 30_000
/** Maximum tries to store a finished export, so that a store that is away for some minutes does not lose it. */
const KEEP_TRIES = 20
/** Free space to leave for the stores, which use the same disk and need it more. */
const FREE_BYTES = 2e9

/**
 * Writes exports, and their progress to their rows. Every process takes exports, and organizations take turns. A request
 * is a row and the event `exports.changed`. An export of a process that died begins again elsewhere. A finished file is
 * kept for some days.
 */
export async function openExportQueue(
  given: Stores & {
    clock: Clock
    log: Log
    bus: Bus
    files: FileStore
    /** Folder in which exports are written. */
    scratch: string
    freeBytes?: number
    /** Notifies the person who asked for it that an export has ended, with its row. */
    notify?: (row: ExportRow) => Promise<void>
  },
): Promise<ExportQueue> {
  const { db, clock, log, bus, files, scratch, freeBytes = FREE_BYTES, notify = async () => {} } = given
  let closed = false
  let sweeping: NodeJS.Timeout | undefined

  /** Removes expired and cancelled files, and marks rows whose file is gone. */
  async function sweep() {
    await deleteExpiredExports(db, clock.nowMs())
    const done = await exportsWithFile(db)
    const keys = new Set<string>()
    for await (const { key } of files.list(EXPORTS)) keys.add(key)
    // A backup has no export files, so exports marked as done in a restored backup are gone.
    for (const id of done)
      if (!keys.has(exportKey(id)))
        await changeExport(db, id, { state: 'failed', error: 'gone' satisfies ExportFailure })
    const wanted = await exportsWithFile(db, ['running', 'done'])
    for (const key of keys) if (!wanted.has(idOf(key))) await files.delete(key)
  }

  /** The store of files may be away when this begins. */
  async function sweepSoon() {
    try {
      await sweep()
      sweeping = setTimeout(sweepSoon, HOUR_MS).unref()
    } catch (error) {
      log.warn('expired exports could not be removed', { error })
      sweeping = setTimeout(sweepSoon, RETRY_MS).unref()
    }
    if (closed) clearTimeout(sweeping)
  }

  /** False where something broke that may be well again in a while. */
  async function write(job: ClaimedJob, signal: AbortSignal): Promise<boolean> {
    const { id } = job
    const row = await exportToWrite(db, id)
    if (!row) return true
    const unfinished = join(scratch, `${id}.zip`)
    try {
      if (isGivenUp(job)) {
        await end(row, job, { state: 'failed', error: 'unfinished' satisfies ExportFailure })
        return true
      }
      await requireRoom()
      const { rows } = await workFor(row.organizationId, () =>
        writeExport(given, row, unfinished, stepOf(job, signal)),
      )
      const { size: bytes } = await stat(unfinished)
      await keep(job, unfinished, signal)
      if (await end(row, job, { state: 'done', progress: 1, rows, bytes })) return true
      // Another process may have written it meanwhile.
      if (!(await exportsWithFile(db, ['running', 'done'])).has(id)) await files.delete(exportKey(id))
    } catch (error) {
      await rm(unfinished, { force: true })
      if (error instanceof Unwanted) return true
      if (error instanceof DiskFull) {
        await end(row, job, { state: 'failed', error: 'disk_full' satisfies ExportFailure })
        return true
      }
      if (signal.aborted) return true
      log.warn('an export could not be written', { error, id })
      // Tries once more after a while, because a store may have been away. A second failure is final.
      if (failed.has(id)) {
        failed.delete(id)
        await end(row, job, { state: 'failed', error: 'broken' satisfies ExportFailure })
        return true
      }
      failed.add(id)
      await changeExport(db, id, { state: 'waiting', progress: 0, rows: 0 }, ['running'], job.claim)
      return false
    }
    return true
  }
  const failed = new Set<string>()

  async function keep({ id, claim }: ClaimedJob, path: string, signal: AbortSignal) {
    for (let tried = 1; ; tried++) {
      try {
        return await files.take(exportKey(id), path)
      } catch (error) {
        const isHere = files.pathOf(exportKey(id)) !== null
        if (isHere || tried === KEEP_TRIES) throw error
        log.warn('an export waits for the file store', { error, id })
        await later(RETRY_MS, undefined, { signal }).catch(() => undefined)
        if (signal.aborted || !(await changeExport(db, id, { progress: 1 }, ['running'], claim)))
          throw new Unwanted()
      }
    }
  }

  /** Notes the progress now and then; throws when the export was cancelled or the disk fills up. */
  function stepOf({ id, claim }: ClaimedJob, signal: AbortSignal) {
    let dueMs = 0
    return async ({ progress, rows }: ExportProgress) => {
      await giveWay()
      if (signal.aborted) throw new Unwanted()
      if (performance.now() < dueMs) return
      dueMs = performance.now() + NOTE_EVERY_MS
      await requireRoom()
      if (!(await changeExport(db, id, { progress, rows }, ['running'], claim))) throw new Unwanted()
    }
  }

  async function requireRoom() {
    const { bavail, bsize } = await statfs(scratch)
    if (bavail * bsize < freeBytes) throw new DiskFull()
  }

  /** False when it is wanted no more, or has ended. */
  async function end(
    row: ExportRow,
    { claim }: ClaimedJob,
    change: Parameters<typeof changeExport>[2],
  ): Promise<boolean> {
    const nowMs = clock.nowMs()
    const expiresAt = new Date(nowMs + EXPORT_KEPT_DAYS * DAY_MS)
    const ended = { ...change, endedAt: new Date(nowMs), expiresAt }
    const isWanted = await changeExport(db, row.id, ended, ['running'], claim)
    const { organizationId, apiKeyId } = row
    if (isWanted && change.state === 'failed' && apiKeyId)
      await payBack(db, { organizationId, apiKeyId }, leastCreditsOf(createExport), row.createdAt.getTime())
    // The list shows the export too, so a mail that fails delays nothing.
    if (isWanted && row.mailWhenReady)
      await notify({ ...row, ...change }).catch((error) =>
        log.warn('the mail about an export could not be sent', { error }),
      )
    return isWanted
  }

  const queues = QUEUES.map((kinds) =>
    openJobQueue({ name: 'exports', source: claimsOf(db, exportJobs(kinds)), atOnce: 1, run: write, log }),
  )
  const wake = () => {
    for (const queue of queues) queue.wake()
  }
  const deaf = [bus.subscribe('exports.changed', wake), bus.subscribe('events.missed', wake)]
  await sweepSoon()
  return {
    async idle() {
      await Promise.all(queues.map((queue) => queue.idle()))
    },
    async close() {
      closed = true
      for (const stop of deaf) stop()
      clearTimeout(sweeping)
      await Promise.all(queues.map((queue) => queue.close()))
    },
  }
}

/** Id of an export, with which its name begins. */
const idOf = (key: string) => key.slice(EXPORTS.length + 1).slice(0, 36)

/** The export was cancelled, or the server ends. */
class Unwanted extends Error {}
class DiskFull extends Error {}
