import { constants, createWriteStream } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from '#server/files/fileStore.ts'

/** Files may be large, and a file system that can share what is the same does so; a link is what it leads to. */
export const COPIED = { recursive: true, dereference: true, mode: constants.COPYFILE_FICLONE }

/** One of the shared files as one of this disk. People delete them while a backup is made. */
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
