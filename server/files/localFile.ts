import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from './fileStore.ts'

/**
 * A stored file as a file of this disk, until `done` is called: itself, or a copy when the store is
 * elsewhere. Null when there is no such file.
 */
export async function localFile(
  files: Pick<FileStore, 'pathOf' | 'stat' | 'get'>,
  key: string,
  scratch: string,
): Promise<{ path: string; done(): Promise<void> } | null> {
  const found = await files.stat(key)
  if (!found) return null
  const own = files.pathOf(key)
  if (own) return { path: own, done: async () => undefined }
  const path = join(scratch, randomUUID())
  const done = () => rm(path, { force: true })
  try {
    const content = await files.get(key)
    if (!content) return null
    await pipeline(content, createWriteStream(path))
    await utimes(path, new Date(), found.changedMs / 1000)
    return { path, done }
  } catch (error) {
    await done()
    throw error
  }
}
