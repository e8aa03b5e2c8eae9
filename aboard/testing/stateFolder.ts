import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nextBlockAt, readBlockInfo, readRecords } from '../queue/block.ts'
import { Segment } from '../queue/segment.ts'
import { DATA_CLASSES, type QueueRecord } from '../record.ts'

/** Number of records in a state folder that the shore has not acknowledged. */
export function waitingRecords(stateFolder: string): number {
  return segmentsIn(stateFolder).reduce((sum, path) => {
    const segment = Segment.open(path, 0, false)
    return sum + DATA_CLASSES.reduce((all, one) => all + (segment?.left[one].records ?? 0), 0)
  }, 0)
}

/** All records in the files of a state folder, whether or not the shore has acknowledged them. */
export const recordsOnDisk = (stateFolder: string): QueueRecord[] =>
  segmentsIn(stateFolder).flatMap((path) => [...recordsIn(readFileSync(path))])

function segmentsIn(stateFolder: string): string[] {
  const queue = join(stateFolder, 'queue')
  if (!existsSync(queue)) return []
  return readdirSync(queue)
    .filter((name) => name.endsWith('.seg'))
    .map((name) => join(queue, name))
}

function* recordsIn(file: Buffer): Generator<QueueRecord> {
  for (let at = nextBlockAt(file, 0); at < file.length; at = nextBlockAt(file, at)) {
    const block = readBlockInfo(file, at)
    if (!block) return
    yield* readRecords(file.subarray(at, at + block.bytes), block)
    at += block.bytes
  }
}
