import { type FileStore, UNFINISHED } from '#server/files/fileStore.ts'
import { ROW_FOLDERS } from '#server/files/sharedKeys.ts'
import { keysInUse } from '#server/records/filesInUse.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'

const FOLDERS = [...ROW_FOLDERS, UNFINISHED]
const AT_ONCE = 500

/**
 * Deletes files without a row: from a change that was never committed, or after a process died before it
 * deleted them. A file is written before its row, so young files are kept.
 */
export async function sweepFiles(db: Db, files: FileStore, before: Date): Promise<void> {
  let waiting: string[] = []
  const sweep = async () => {
    const keys = waiting
    waiting = []
    const used = keys.length === 0 ? new Set() : await keysInUse(db, keys.map(rowKeyOf))
    for (const key of keys) if (!used.has(rowKeyOf(key))) await files.delete(key)
  }
  for (const folder of FOLDERS) {
    for await (const { key, storedMs } of files.list(folder))
      if (storedMs < before.getTime() && waiting.push(key) >= AT_ONCE) await sweep()
    await sweep()
  }
}

/**
 * Part of the key that the row stores: a picture's whole name, or for images and models the name before size and
 * ending.
 */
const rowKeyOf = (key: string) =>
  key
    .replace(/^\w+\//, '')
    .replace(/-(?:original|thumbnail)\.jpg$/, '')
    .replace(/\.glb$/, '')
