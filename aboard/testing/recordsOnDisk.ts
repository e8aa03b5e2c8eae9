import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nextBlockAt, readBlockInfo, readRecords } from '../queue/block.ts'
import type { QueueRecord } from '../record.ts'

/** All records in the files of a state folder, whether or not the shore has acknowledged them. */
export function recordsOnDisk(stateFolder: string): QueueRecord[] {
  const queue = join(stateFolder, 'queue')
  if (!existsSync(queue)) return []
  return readdirSync(queue)
    .filter((name) => name.endsWith('.seg'))
    .flatMap((name) => [...recordsIn(readFileSync(join(queue, name)))])
}

function* recordsIn(file: Buffer): Generator<QueueRecord> {
  for (let at = nextBlockAt(file, 0); at < file.length; at = nextBlockAt(file, at)) {
    const block = readBlockInfo(file, at)
    if (!block) return
    yield* readRecords(file.subarray(at, at + block.bytes), block)
    at += block.bytes
  }
}
