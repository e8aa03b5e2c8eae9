import { hash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore, StoredFile } from './fileStore.ts'
import { writeWhole } from './writeWhole.ts'

/** Files of the store for readers of disk files: the file itself, or a copy that each process makes once. */
export interface LocalCopies {
  pathOf(file: StoredFile): Promise<string>
  /** Drops the copy of a version that is not needed any more. */
  drop(file: StoredFile): Promise<void>
}

/** Free space to leave for the stores, which may use the same disk and need it more. */
const FREE_BYTES = 2e9

export function localCopies(given: {
  files: Pick<FileStore, 'pathOf' | 'get'>
  /** The next start empties it. */
  scratch: string
  freeBytes?: number
}): LocalCopies {
  const { files, scratch, freeBytes = FREE_BYTES } = given
  const making = new Map<string, Promise<void>>()
  const copyOf = ({ key, version }: StoredFile) =>
    join(scratch, `copy-${hash('sha256', `${key} ${version}`).slice(0, 32)}`)

  async function make(file: StoredFile, path: string) {
    const { bavail, bsize } = await statfs(scratch)
    if (bavail * bsize - file.bytes < freeBytes)
      throw new Error(`there is too little room on this disk for a copy of ${file.key}`)
    const content = await files.get(file.key, undefined, file.version)
    if (!content) throw new Error(`${file.key} is gone`)
    await writeWhole(content, path, join(scratch, randomUUID()))
  }

  return {
    async pathOf(file) {
      const own = files.pathOf(file.key)
      if (own) return own
      const path = copyOf(file)
      if (!existsSync(path)) {
        const made = making.get(path) ?? make(file, path).finally(() => making.delete(path))
        making.set(path, made)
        await made
      }
      return path
    },
    async drop(file) {
      if (files.pathOf(file.key)) return
      await making.get(copyOf(file))?.catch(() => undefined)
      await rm(copyOf(file), { force: true })
    },
  }
}
