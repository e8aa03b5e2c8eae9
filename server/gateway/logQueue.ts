import { DAY_MS, DAY_US, HOUR_MS } from '#contract/domain/time.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { TableColumn } from '#contract/wire/tableColumns.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import { localFile } from '#server/files/localFile.ts'
import { LOGS, logKey } from '#server/files/sharedKeys.ts'
import type { Bus } from '#server/platform/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { type WorkerPool, WorkerStopped } from '#server/platform/workerPool.ts'
import {
  changeLogImport,
  nextLogImport,
  openLogImports,
  resumeLogImports,
} from '#server/records/logImports.ts'
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
/** Delay of the next attempt when the store does not answer. */
const RETRY_MS = 30_000

/** Organizations whose logs are read at once. */
const AT_ONCE = 2

/**
 * Reads the files of two organizations at once, one file of each, and writes progress to their rows, in one process at
 * a time. Organizations take turns; the files of one are read in their order. The uploading process publishes
 * `logs.changed`. A file is kept until it has been read. An interrupted read begins again, and changes no stored
 * reading. A file that broke the limits of its worker waits until a person tries it again.
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
  /** Imports being read, by organization. */
  const reading = new Map<string, { id: string; stop: AbortController; done: Promise<boolean> }>()
  /** Organizations in the order in which they had their last turn. */
  const served = new Set<string>()
  let work: Promise<void> = Promise.resolve()
  let woken = false
  /** Resolves when a file may have come. */
  let arrived = Promise.withResolvers<boolean>()
  let retry: NodeJS.Timeout | undefined
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

  async function readAll() {
    let isRefused = false
    while (!closed && !isRefused) {
      const news = arrived.promise
      const next = reading.size < AT_ONCE ? await nextLogImport(db, [...reading.keys()], [...served]) : null
      if (next) begin(next)
      else if (reading.size === 0) return
      // A file that comes meanwhile may belong to an organization that has none being read.
      else isRefused = !(await Promise.race([news, ...[...reading.values()].map(({ done }) => done)]))
    }
    if (!closed && isRefused) retry = setTimeout(wake, RETRY_MS)
  }

  function begin(next: Next) {
    const { organizationId } = next
    served.delete(organizationId)
    served.add(organizationId)
    const stop = new AbortController()
    const done = read(next, stop).finally(() => reading.delete(organizationId))
    // The loop awaits it; this handler only prevents an unhandled rejection when the loop itself fails first.
    done.catch(() => undefined)
    reading.set(organizationId, { id: next.id, stop, done })
  }

  /** False when the store rejected the readings, so that the file must be read again. */
  async function read(
    { id, organizationId, vessel, ...answers }: Next,
    stop: AbortController,
  ): Promise<boolean> {
    let isWanted = false
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
      const question = await openQuestion(readFile, asked, answeredOf(answers), stop.signal)
      if (question) {
        isWanted = await changeLogImport(
          db,
          id,
          { state: 'asking', ...columnsOfQuestion(question) },
          'waiting',
        )
        return true
      }
      if (!(await changeLogImport(db, id, { state: 'running' }, 'waiting'))) return true
      const progress = progressWriter(id, stop)
      const result = await importLog(storing, readFile, vessel, path, progress, hints, stop.signal)
      const failure = result.accepted === 0 ? failureOf(result.rejected) : null
      const state = failure === null ? 'done' : 'failed'
      await end(id, { state, error: failure, ...progress.fields(result) })
    } catch (error) {
      if (closed || stop.signal.aborted) return true
      if (error instanceof NotStored || (error instanceof Problem && error.code === 'unavailable')) {
        log.warn('a log file waits for the store', { error, id })
        isWanted = await changeLogImport(db, id, { state: 'waiting' })
        return false
      }
      if (error instanceof WorkerStopped) {
        log.warn('a log file broke the limits of its worker', { error, id })
        isWanted = await end(id, { state: 'stopped' })
        return true
      }
      if (!(error instanceof Problem)) log.warn('a log file could not be read', { error, id })
      await end(id, { state: 'failed', error: error instanceof LogRefused ? error.failure : 'damaged' })
    } finally {
      await file?.done()
      if (!closed && !isWanted)
        await files
          .delete(logKey(id))
          .catch((error) => log.warn('a log file that was read could not be removed', { error, id }))
    }
    return true
  }

  /** Writes progress now and then; stops the reading once the import is no longer wanted. */
  function progressWriter(id: string, stop: AbortController) {
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
      changeLogImport(db, id, fields(progress), 'running')
        .then((known) => known || stop.abort())
        .catch((error) => log.warn('the progress of a log file could not be stored', { error, id }))
        .finally(() => {
          isWriting = false
          dueMs = performance.now() + NOTE_EVERY_MS
        })
    }
    return Object.assign(write, { fields })
  }

  const end = (id: string, change: Parameters<typeof changeLogImport>[2]) =>
    changeLogImport(db, id, { ...change, endedAt: new Date(clock.nowMs()) })

  function wake() {
    if (closed) return
    // A user may have withdrawn a file that is being read at this moment.
    if (reading.size > 0)
      void openLogImports(db)
        .then((wanted) => {
          for (const { id, stop } of reading.values()) if (!wanted.has(id)) stop.abort()
        })
        .catch(() => {})
    arrived.resolve(true)
    arrived = Promise.withResolvers()
    if (woken) return
    woken = true
    work = work
      .then(() => {
        woken = false
        return readAll()
      })
      .catch((error) => log.error('log files could not be read', { error }))
  }

  await resumeLogImports(db)
  const deaf = [bus.subscribe('logs.changed', wake), bus.subscribe('events.missed', wake)]
  await dropSoon()
  wake()
  return {
    async idle() {
      await work
    },
    async close() {
      closed = true
      for (const stop of deaf) stop()
      clearTimeout(retry)
      clearTimeout(sweeping)
      for (const { stop } of reading.values()) stop.abort()
      arrived.resolve(true)
      await work
      await Promise.allSettled([...reading.values()].map(({ done }) => done))
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

type Next = NonNullable<Awaited<ReturnType<typeof nextLogImport>>>

/** Nothing is wrong with the file. */
class NotStored extends Error {}
