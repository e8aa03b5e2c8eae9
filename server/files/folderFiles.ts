import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type FileStore, UNFINISHED } from './fileStore.ts'

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
      const unfinished = pathOf(`${UNFINISHED}/${randomUUID()}.part`)
      for (const one of [path, unfinished]) await mkdir(dirname(one), { recursive: true, mode: 0o700 })
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
    async *list(inside) {
      for (const name of await readdir(pathOf(inside)).catch(() => [])) {
        const key = `${inside}/${name}`
        // Another writer may be done with it meanwhile.
        const found = KEY.test(key) ? await stat(pathOf(key)).catch(() => null) : null
        if (found?.isFile()) yield { key, modifiedMs: found.mtimeMs }
      }
    },
    delete: (key) => rm(pathOf(key), { force: true }),
  }
}
