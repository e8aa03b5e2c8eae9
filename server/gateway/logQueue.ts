import { DAY_MS, DAY_US, HOUR_MS } from '#contract/domain/time.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { TableColumn } from '#contract/wire/tableColumns.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import { localFile } from '#server/files/localFile.ts'
import { LOGS, logKey } from '#server/files/sharedKeys.ts'
import type { Bus } from '#server/platform/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import { openJobQueue } from '#server/platform/jobQueue.ts'
import type { Log } from '#server/platform/log.ts'
import { workFor } from '#server/platform/organizationAtWork.ts'
import { type WorkerPool, WorkerStopped } from '#server/platform/workerPool.ts'
import { type ClaimedJob, claimsOf, isGivenUp, LOG_JOBS } from '#server/records/jobClaims.ts'
import { changeLogImport, logImportToRead, openLogImports } from '#server/records/logImports.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { type ImportProgress, importLog, openQuestion, pooledLogs } from './importLog.ts'
import type { Intake } from './intake.ts'
import { failureOf, LogRefused } from './logFailure.ts'
import type { ImportHints, LogQuestion } from './logQuestions.ts'

/** Log files that people have sent, to be stored in the history of vessels. */
export interface LogQueue {
  /** Resolves when nothing is left to read; for tests. */
  idle(): Promise<void>
  close(): Promise<void>
}

const NOTE_EVERY_MS = 700
/** A file is there before its row. */
const STRANGERS_KEPT_MS = DAY_MS

/** Organizations whose logs a process reads at once. */
const AT_ONCE = 2

/**
 * Reads the files of two organizations at once, one file of each, and writes progress to their rows. Every process takes
 * files. Organizations take turns; the files of one are read in their order. The uploading process publishes
 * `logs.changed`. A file is kept until it has been read. An interrupted read begins again, and changes no stored
 * reading. A file that broke the limits of its worker, or was not read in three tries, waits until a person tries it again.
 */
export async function openLogQueue(given: {
  db: Db
  intake: Intake
  clock: Clock
  log: Log
  bus: Bus
  files: FileStore
  /** Folder for local copies of files that are stored elsewhere. */
  scratch: string
  /** Workers that open the files. */
  workers: WorkerPool
}): Promise<LogQueue> {
  const { db, intake, clock, log, bus, files, scratch, workers } = given
  let closed = false
  let sweeping: NodeJS.Timeout | undefined
  const storing: Pick<Intake, 'takeLogged'> = {
    takeLogged: (to, decoded, weeks) =>
      intake.takeLogged(to, decoded, weeks).catch((error) => {
        throw new NotStored('could not be stored', { cause: error })
      }),
  }

  /** Deletes uploads that were interrupted by the end of a process, or that belong to a deleted vessel. */
  async function dropStrangers() {
    const keys: string[] = []
    for await (const { key, storedMs } of files.list(LOGS))
      if (storedMs < clock.nowMs() - STRANGERS_KEPT_MS) keys.push(key)
    const wanted = new Set([...(await openLogImports(db))].map(logKey))
    for (const key of keys) if (!wanted.has(key)) await files.delete(key)
  }

  async function dropSoon() {
    await dropStrangers().catch((error) => log.warn('cancelled logs could not be removed', { error }))
    if (!closed) sweeping = setTimeout(dropSoon, HOUR_MS).unref()
  }

  /** False when the store rejected the readings, so that the file must be read again. */
  async function read(job: ClaimedJob, signal: AbortSignal): Promise<boolean> {
    const { id, claim } = job
    const row = await logImportToRead(db, id)
    if (!row) {
      await dropRead(id)
      return true
    }
    const { organizationId, vessel, ...answers } = row
    const change = (changed: Parameters<typeof changeLogImport>[2]) =>
      changeLogImport(db, id, changed, 'running', claim)
    const end = (changed: Parameters<typeof changeLogImport>[2]) =>
      change({ ...changed, endedAt: new Date(clock.nowMs()) })
    if (isGivenUp(job)) {
      log.warn('a log file was not read in three tries', { id })
      await end({ state: 'stopped', error: 'unfinished' })
      return true
    }
    const lost = new AbortController()
    const stop = AbortSignal.any([signal, lost.signal])
    let file: Awaited<ReturnType<typeof localFile>> = null
    const readFile = pooledLogs(workers, organizationId)
    try {
      file = await localFile(files, logKey(id), scratch).catch((error) => {
        throw new NotStored('could not be fetched', { cause: error })
      })
      if (!file) throw new Error('its file is gone')
      const { path } = file
      const hints = hintsOf(answers)
      const asked = { path, hints, nowUs: clock.nowMs() * 1000 }
      const question = await openQuestion(readFile, asked, answeredOf(answers), stop)
      if (question) {
        await change({ state: 'asking', ...columnsOfQuestion(question) })
        return true
      }
      const progress = progressWriter(id, change, lost)
      const result = await workFor(organizationId, () =>
        importLog(storing, readFile, vessel, path, progress, hints, stop),
      )
      const failure = result.accepted === 0 ? failureOf(result.rejected) : null
      const state = failure === null ? 'done' : 'failed'
      await end({ state, error: failure, ...progress.fields(result) })
    } catch (error) {
      if (stop.aborted) return true
      if (error instanceof NotStored || (error instanceof Problem && error.code === 'unavailable')) {
        log.warn('a log file waits for the store', { error, id })
        await change({ state: 'waiting' })
        return false
      }
      if (error instanceof WorkerStopped) {
        log.warn('a log file broke the limits of its worker', { error, id })
        await end({ state: 'stopped' })
        return true
      }
      if (!(error instanceof Problem)) log.warn('a log file could not be read', { error, id })
      await end({ state: 'failed', error: error instanceof LogRefused ? error.failure : 'damaged' })
    } finally {
      await file?.done()
      if (!closed) await dropRead(id)
    }
    return true
  }

  /** Deletes a file that nobody needs any more; the hourly sweep finds what this leaves. */
  async function dropRead(id: string) {
    try {
      if (!(await openLogImports(db)).has(id)) await files.delete(logKey(id))
    } catch (error) {
      log.warn('a log file that was read could not be removed', { error, id })
    }
  }

  /** Writes progress now and then; stops the reading once the import is no longer wanted. */
  function progressWriter(
    id: string,
    change: (changed: Parameters<typeof changeLogImport>[2]) => Promise<boolean>,
    lost: AbortController,
  ) {
    let dueMs = 0
    let isWriting = false
    const fields = ({ accepted, done, fromUs, toUs, rejected, notes, noTrip }: ImportProgress) => ({
      accepted,
      progress: done,
      fromUs,
      toUs,
      noTrip,
      rejected: rejected.toSorted((a, b) => b.count - a.count).slice(0, MOST_KINDS),
      columns: notes.flatMap((note) => (note.kind === 'columns' ? note.columns : [])),
    })
    const write = (progress: ImportProgress) => {
      if (isWriting || performance.now() < dueMs) return
      isWriting = true
      change(fields(progress))
        .then((isOurs) => isOurs || lost.abort())
        .catch((error) => log.warn('the progress of a log file could not be stored', { error, id }))
        .finally(() => {
          isWriting = false
          dueMs = performance.now() + NOTE_EVERY_MS
        })
    }
    return Object.assign(write, { fields })
  }

  const queue = openJobQueue({
    name: 'logs',
    source: claimsOf(db, LOG_JOBS),
    atOnce: AT_ONCE,
    run: read,
    log,
  })
  const deaf = [bus.subscribe('logs.changed', queue.wake), bus.subscribe('events.missed', queue.wake)]
  await dropSoon()
  return {
    idle: queue.idle,
    async close() {
      closed = true
      for (const stop of deaf) stop()
      clearTimeout(sweeping)
      await queue.close()
    },
  }
}

type Answers = Pick<Next, 'logDate' | 'givenColumns' | 'weeksAdded'>

const hintsOf = ({ logDate, givenColumns, weeksAdded }: Answers): ImportHints => ({
  ...(logDate !== null && { writtenBeforeUs: Date.parse(logDate) * 1000 + DAY_US - 1 }),
  ...(givenColumns && { columns: columnsOf(givenColumns) }),
  ...(weeksAdded !== null && { weeks: weeksAdded }),
})

const answeredOf = ({ logDate, givenColumns, weeksAdded }: Answers) => ({
  date: logDate !== null,
  columns: givenColumns !== null,
  weeks: weeksAdded !== null,
})

/** Database columns that store a question about a log. */
function columnsOfQuestion(question: LogQuestion) {
  if (question.about === 'date') return { logDate: question.logDate }
  return question.about === 'columns' ? { tableTop: question.tableTop } : { rollover: question.rollover }
}

const columnsOf = (given: readonly TableColumn[]) =>
  Object.fromEntries(
    given.map(({ heading, meaning, detail }) => [meaning, { heading, detail: detail ?? undefined }]),
  )

/** Kinds of refusals that are kept of one file. */
const MOST_KINDS = 50

type Next = NonNullable<Awaited<ReturnType<typeof logImportToRead>>>

/** Nothing is wrong with the file. */
class NotStored extends Error {}
