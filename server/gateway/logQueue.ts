import { DAY_MS, DAY_US, HOUR_MS } from '#contract/domain/time.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { TableColumn } from '#contract/wire/tableColumns.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import { localFile } from '#server/files/localFile.ts'
import { LOGS, logKey } from '#server/files/sharedKeys.ts'
import type { Bus } from '#server/platform/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import {
  changeLogImport,
  nextLogImport,
  openLogImports,
  resumeLogImports,
} from '#server/records/logImports.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import {
  type ImportHints,
  type ImportProgress,
  importLog,
  type LogQuestion,
  questionsOf,
} from './importLog.ts'
import type { Intake } from './intake.ts'
import { failureOf, LogRefused } from './logFailure.ts'

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

/**
 * Reads the files one by one, oldest first, and writes progress to their rows, in one process at a time. The
 * uploading process publishes `logs.changed`. A file is kept until it has been read. An interrupted read
 * begins again, and changes no stored reading.
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
}): Promise<LogQueue> {
  const { db, intake, clock, log, bus, files, scratch } = given
  let closed = false
  let reading: { id: string; stop: AbortController } | null = null
  let work: Promise<void> = Promise.resolve()
  let woken = false
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
    for (let next = await nextLogImport(db); next && !closed; next = await nextLogImport(db)) {
      if (await read(next)) continue
      retry = setTimeout(wake, RETRY_MS)
      return
    }
  }

  /** False when the store rejected the readings, so that the file must be read again. */
  async function read({ id, vessel, ...answers }: Next): Promise<boolean> {
    const stop = new AbortController()
    let isWanted = false
    let file: Awaited<ReturnType<typeof localFile>> = null
    reading = { id, stop }
    try {
      file = await localFile(files, logKey(id), scratch).catch((error) => {
        throw new NotStored('could not be fetched', { cause: error })
      })
      if (!file) throw new Error('its file is gone')
      const { path } = file
      const hints = hintsOf(answers)
      const question = await openQuestion(questionsOf(path, clock.nowMs() * 1000, hints), answers)
      if (question) {
        isWanted = await changeLogImport(db, id, { state: 'asking', ...asked(question) }, 'waiting')
        return true
      }
      if (!(await changeLogImport(db, id, { state: 'running' }, 'waiting'))) return true
      const progress = progressWriter(id, stop)
      const result = await importLog(storing, vessel, path, progress, hints, stop.signal)
      const failure = result.accepted === 0 ? failureOf(result.rejected) : null
      const state = failure === null ? 'done' : 'failed'
      await end(id, { state, error: failure, ...progress.fields(result) })
    } catch (error) {
      if (closed || stop.signal.aborted) return true
      if (error instanceof NotStored) {
        log.warn('a log file waits for the store', { error, id })
        isWanted = await changeLogImport(db, id, { state: 'waiting' })
        return false
      }
      if (!(error instanceof Problem)) log.warn('a log file could not be read', { error, id })
      await end(id, { state: 'failed', error: error instanceof LogRefused ? error.failure : 'damaged' })
    } finally {
      reading = null
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
    if (woken || closed) return
    woken = true
    const current = reading
    // A user may have withdrawn the file that is being read at this moment.
    if (current)
      void openLogImports(db)
        .then((wanted) => wanted.has(current.id) || current.stop.abort())
        .catch(() => {})
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
      reading?.stop.abort()
      await work
    },
  }
}

type Answers = Pick<Next, 'logDate' | 'givenColumns' | 'weeksAdded'>

const hintsOf = ({ logDate, givenColumns, weeksAdded }: Answers): ImportHints => ({
  ...(logDate !== null && { writtenBeforeUs: Date.parse(logDate) * 1000 + DAY_US - 1 }),
  ...(givenColumns && { columns: columnsOf(givenColumns) }),
  ...(weeksAdded !== null && { weeks: weeksAdded }),
})

/** The first question that has no answer yet. */
async function openQuestion(questions: AsyncIterable<LogQuestion>, answers: Answers) {
  const isAnswered = {
    date: answers.logDate !== null,
    columns: answers.givenColumns !== null,
    weeks: answers.weeksAdded !== null,
  }
  for await (const question of questions) if (!isAnswered[question.about]) return question
  return null
}

/** Database columns that store a question about a log. */
function asked(question: LogQuestion) {
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
