import { hash, randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type FileStore, type StoredFile, UNFINISHED } from './fileStore.ts'

/**
 * Names of letters, digits, - and _ with one dot inside, below folders of such names; charts keep the names
 * that people gave them. No key leads out of the folder.
 */
const KEY =
  /^(?:(?:[\w-]{1,100}\/){0,3}[\w-]{1,900}(?:\.\w{1,10})?|charts\/(?:[\w-]{1,100}\/)?[^\p{C}/\\.][^\p{C}/\\]{0,254})$/u

export const isKey = (key: string) => KEY.test(key)

/** Throws on an invalid key. */
export function requireKey(key: string): string {
  if (!isKey(key)) throw new Error('the key of the file is not valid')
  return key
}

/** Files in a folder. */
export function folderFiles(folder: string): FileStore {
  const pathOf = (key: string) => resolve(folder, requireKey(key))
  return {
    pathOf,
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
    async take(key, from, changedMs) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      if (changedMs !== undefined) await utimes(from, new Date(), changedMs / 1000)
      const file = await open(from, 'r+')
      await file.sync().finally(() => file.close())
      await rename(from, path)
    },
    async get(key, range, version) {
      const file = await open(pathOf(key)).catch(() => null)
      if (file && version !== undefined && fileOf(key, await file.stat()).version !== version) {
        await file.close()
        return null
      }
      return file?.createReadStream(range && { start: range.from, end: range.to }) ?? null
    },
    async stat(key) {
      const facts = await stat(pathOf(key)).catch(() => null)
      return facts?.isFile() ? { ...fileOf(key, facts), changedMs: facts.mtimeMs } : null
    },
    async *list(inside) {
      for (const name of await readdir(pathOf(inside)).catch(() => [])) {
        const key = `${inside}/${name}`
        // Another writer may be done with it meanwhile.
        const found = isKey(key) ? await stat(pathOf(key)).catch(() => null) : null
        if (found?.isFile()) yield fileOf(key, found)
      }
    },
    async folders(inside) {
      const found = await readdir(pathOf(inside), { withFileTypes: true }).catch(() => [])
      return found.filter((one) => one.isDirectory() && isKey(one.name)).map(({ name }) => name)
    },
    delete: (key) => rm(pathOf(key), { force: true }),
  }
}

/** The time of the last change may come from the sender; the time of arrival is the file system's own. */
const fileOf = (key: string, { size, ctimeMs, mtimeMs, ino }: Stats): StoredFile => ({
  ...{ key, bytes: size, storedMs: ctimeMs },
  version: hash('sha256', `${size} ${mtimeMs} ${ino}`).slice(0, 16),
})
