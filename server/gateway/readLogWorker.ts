/** Opens an uploaded log in a worker: finds its questions, or reads it batch by batch. */
import type { Decoded } from '#contract/domain/reading.ts'
import type { LogFailure } from '#contract/wire/logImport.ts'
import { readLog } from '#protocols/readLog.ts'
import type { Job } from '#server/platform/workerPool.ts'
import { LogRefused } from './logFailure.ts'
import { type ImportHints, type LogQuestion, questionsOf } from './logQuestions.ts'
import { openLogs } from './openLogs.ts'

export interface LogTask {
  path: string
  hints: ImportHints
  /** Reads the log, or finds the first question about it that has no answer. */
  find: 'readings' | { nowUs: number; isAnswered: Readonly<Record<LogQuestion['about'], boolean>> }
}

/** Some readings of a log. */
export interface LogBatch {
  decoded: Decoded
  /** Name of the file within an archive; null for the file itself. */
  name: string | null
  /** Bytes of the packed file that were read so far. */
  readBytes: number
}

export interface LogResult {
  question: LogQuestion | null
  /** Reason why the file is refused, with its sentence; null for a file that was read to its end. */
  refused: { failure: LogFailure; sentence: string } | null
}

/** Most readings of each kind in one message to the server. A document decodes at once, however long it is. */
const MOST_READINGS = 5000

export const run: Job<LogTask, LogResult, LogBatch> = async ({ path, hints, find }, ask) => {
  try {
    if (find === 'readings') {
      await readAll(path, hints, ask)
      return { question: null, refused: null }
    }
    for await (const question of questionsOf(path, find.nowUs, hints))
      if (!find.isAnswered[question.about]) return { question, refused: null }
    return { question: null, refused: null }
  } catch (error) {
    if (!(error instanceof LogRefused)) throw error
    return { question: null, refused: { failure: error.failure, sentence: error.message } }
  }
}

async function readAll(
  path: string,
  { weeks: _, ...hints }: ImportHints,
  give: (batch: LogBatch) => Promise<void>,
) {
  let readBytes = 0
  const logs = openLogs(path, (read) => {
    readBytes = read
  })
  for await (const { name, chunks, writtenBeforeUs } of logs)
    for await (const decoded of readLog(chunks, undefined, { writtenBeforeUs, ...hints }))
      for (const some of slicesOf(decoded)) await give({ decoded: some, name, readBytes })
}

function* slicesOf(decoded: Decoded): Generator<Decoded> {
  const { scalars, fixes, motion, ais, faults, ...once } = decoded
  const longest = Math.max(scalars.length, fixes.length, motion.length, ais.length, faults.length)
  for (let at = 0; at === 0 || at < longest; at += MOST_READINGS) {
    const slice = <Item>(list: Item[]) => list.slice(at, at + MOST_READINGS)
    yield {
      ...{ scalars: slice(scalars), fixes: slice(fixes), motion: slice(motion) },
      ...{ ais: slice(ais), faults: slice(faults), rejected: [] },
      ...(at === 0 && once),
    }
  }
}
