import { stat } from 'node:fs/promises'
import type { LogNote, Rejection } from '#contract/domain/reading.ts'
import type { NoTrip } from '#contract/wire/logImport.ts'
import type { JobModule, WorkerPool } from '#server/platform/workerPool.ts'
import { addRejections } from './addRejections.ts'
import type { Intake } from './intake.ts'
import { LogRefused } from './logFailure.ts'
import type { ImportHints, LogQuestion } from './logQuestions.ts'
import type { LogBatch, LogResult, LogTask, run } from './readLogWorker.ts'
import { TripHints } from './tripHints.ts'

export interface ImportProgress {
  accepted: number
  rejected: Rejection[]
  /** Assumptions made, such as the day of a log that names none. */
  notes: LogNote[]
  /** Between which moments the accepted ones lie; null before there is any. */
  fromUs: number | null
  toUs: number | null
  /** Why its positions can make no trip, where they cannot. */
  noTrip: NoTrip | null
  /** Weeks added to at least one time. */
  weeksAdded: number
  /** Share of the file's bytes that were read. */
  done: number
}

/** Batches of some 5,000 readings that may wait for the store at once: the collector fills one write while it makes another. */
const AHEAD = 16

/** Longest name of a file of an archive in an account of refusals. */
const LONGEST_NAME = 100

/** Notes that are kept of one file: each member of an archive may have one. */
const MOST_NOTES = 100

/**
 * Opens logs that anybody may have sent. `give` receives batch after batch; the reader continues when its promise
 * resolves.
 */
export type ReadLogFile = (
  task: LogTask,
  give: (batch: LogBatch) => Promise<void>,
  signal?: AbortSignal,
) => Promise<LogResult>

/** A log gets the time limit of other files once for each of so many bytes. */
const BYTES_PER_LIMIT = 10_000_000

/** Opens logs of an organization in a pool of workers. */
export const pooledLogs =
  (pool: WorkerPool, organizationId: string): ReadLogFile =>
  async (task, give, signal) => {
    const { size } = await stat(task.path)
    const seconds = pool.limits.seconds * Math.max(1, Math.ceil(size / BYTES_PER_LIMIT))
    return pool.run(READ_LOG, task, { organizationId, answer: give, signal, seconds })
  }

const READ_LOG: JobModule<typeof run> = new URL('./readLogWorker.ts', import.meta.url)

/** The first question about a log that has no answer. Throws `LogRefused` when its format cannot be read. */
export async function openQuestion(
  read: ReadLogFile,
  task: { path: string; hints: ImportHints; nowUs: number },
  isAnswered: Readonly<Record<LogQuestion['about'], boolean>>,
  signal?: AbortSignal,
): Promise<LogQuestion | null> {
  const { path, hints, nowUs } = task
  const { question, refused } = await read(
    { path, hints, find: { nowUs, isAnswered } },
    async () => undefined,
    signal,
  )
  if (refused) throw new LogRefused(refused.failure, refused.sentence)
  return question
}

/**
 * Stores the readings of one log file for a vessel, whatever its format and age, and reports progress now and
 * then. Rejects when the file cannot be read.
 */
export async function importLog(
  intake: Pick<Intake, 'takeLogged'>,
  read: ReadLogFile,
  vessel: { id: string; number: number },
  path: string,
  onProgress: (progress: ImportProgress) => void,
  hints: ImportHints = {},
  signal?: AbortSignal,
): Promise<ImportProgress> {
  const { weeks = 0 } = hints
  const { size } = await stat(path)
  const progress: ImportProgress = {
    ...{ accepted: 0, rejected: [], notes: [], done: 0 },
    ...{ fromUs: null, toUs: null, noTrip: null, weeksAdded: 0 },
  }
  const hintsOfTrips = new TripHints()
  const waiting = new Set<Promise<void>>()
  async function store({ decoded, name, readBytes }: LogBatch) {
    signal?.throwIfAborted()
    // When there are several files, the rejection names the file.
    for (const one of decoded.rejected)
      if (one.reason === 'unknown_format' && name) one.detail = name.slice(-LONGEST_NAME)
    for (const note of decoded.notes ?? []) if (progress.notes.length < MOST_NOTES) progress.notes.push(note)
    hintsOfTrips.add(decoded)
    const storing: Promise<void> = intake.takeLogged(vessel, decoded, weeks).then((taken) => {
      const { accepted, rejected, span, isMoved } = taken
      progress.accepted += accepted
      if (isMoved) progress.weeksAdded = weeks
      if (span) {
        progress.fromUs = Math.min(progress.fromUs ?? span.fromUs, span.fromUs)
        progress.toUs = Math.max(progress.toUs ?? span.toUs, span.toUs)
      }
      addRejections(progress.rejected, rejected)
      progress.done = size > 0 ? Math.min(1, readBytes / size) : 1
      waiting.delete(storing)
      onProgress(progress)
    })
    waiting.add(storing)
    // The awaiting code below handles a failure; this handler only prevents an unhandled rejection until then.
    storing.catch(() => {})
    if (waiting.size >= AHEAD) await Promise.race(waiting)
  }
  const { refused } = await read({ path, hints, find: 'readings' }, store, signal)
  if (refused) throw new LogRefused(refused.failure, refused.sentence)
  await Promise.all(waiting)
  return { ...progress, noTrip: hintsOfTrips.reason(), done: 1 }
}
