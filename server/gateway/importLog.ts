import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import type { Rejection } from '#contract/reading.ts'
import { readLog } from '#protocols/readLog.ts'
import { addRejections } from './addRejections.ts'
import type { Intake } from './intake.ts'

export interface ImportProgress {
  accepted: number
  rejected: Rejection[]
  /** Share of the file's bytes that were read. */
  done: number
}

/** Batches that may wait for the store at once: reading goes on while the last ones are written. */
const AHEAD = 4

/**
 * Stores the readings of one log file as those of a vessel, whatever its format and however old, and tells now and then how far it is.
 * Rejects when the file cannot be read.
 */
export async function importLog(
  intake: Intake,
  vessel: { id: string; number: number },
  path: string,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportProgress> {
  const { size, mtimeMs } = await stat(path)
  const file = createReadStream(path)
  const progress: ImportProgress = { accepted: 0, rejected: [], done: 0 }
  const waiting = new Set<Promise<void>>()
  const source = path.endsWith('.gz') ? file.pipe(createGunzip()) : file
  // An unreadable file must end the pipe as well, or it would wait for ever.
  file.on('error', (error) => source.destroy(error))
  for await (const decoded of readLog(source, undefined, { writtenBeforeUs: mtimeMs * 1000 })) {
    const storing: Promise<void> = intake.takeLogged(vessel, decoded).then(({ accepted, rejected }) => {
      progress.accepted += accepted
      addRejections(progress.rejected, rejected)
      progress.done = size > 0 ? Math.min(1, file.bytesRead / size) : 1
      waiting.delete(storing)
      onProgress(progress)
    })
    waiting.add(storing)
    if (waiting.size >= AHEAD) await Promise.race(waiting)
  }
  await Promise.all(waiting)
  return { ...progress, done: 1 }
}
