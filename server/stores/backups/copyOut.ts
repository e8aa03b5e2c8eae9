import { constants, createWriteStream } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from '#server/files/fileStore.ts'

/** Uses the file system's shared copies for large files, and copies the target of a link. */
export const COPIED = { recursive: true, dereference: true, mode: constants.COPYFILE_FICLONE }

/** Copies a shared file to this disk. People may delete files during a backup. */
export async function copyOut(files: FileStore, key: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  const own = files.pathOf(key)
  if (own) return cp(own, to, COPIED).catch(goneMeanwhile)
  const content = await files.get(key)
  if (content) await pipeline(content, createWriteStream(to))
}

function goneMeanwhile(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
}
