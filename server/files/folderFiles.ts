import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { FileStore } from './fileStore.ts'

/** Names of letters, digits, - and _ with one dot inside, below folders of the same: no key leads out of the folder. */
const KEY = /^(?:[\w-]{1,100}\/){0,3}[\w-]{1,100}(?:\.\w{1,10})?$/

/** Throws on a key that is not one of ours. */
export function demandKey(key: string): string {
  if (!KEY.test(key)) throw new Error('this is no key of a file')
  return key
}

/** Files in a folder. */
export function folderFiles(folder: string): FileStore {
  const pathOf = (key: string) => resolve(folder, demandKey(key))
  return {
    async put(key, content) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const unfinished = `${path}.${randomUUID()}.part`
      try {
        await writeFile(unfinished, content, { mode: 0o600, flush: true })
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    async get(key) {
      const file = await open(pathOf(key)).catch(() => null)
      return file?.createReadStream() ?? null
    },
    delete: (key) => rm(pathOf(key), { force: true }),
  }
}
