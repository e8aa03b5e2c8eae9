import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import type { FileStore } from '#server/files/fileStore.ts'
import { writeWhole } from '#server/files/writeWhole.ts'

/** A folder of the shared files in which machines share copies of files on their own disks. */
export const passedOn = (files: Pick<FileStore, 'put' | 'get' | 'stat'>, folder: string) => ({
  /** False when no machine has shared a file of that name; a file at `path` stays unchanged. */
  async copyTo(path: string, name: string): Promise<boolean> {
    const key = `${folder}/${name}`
    if (existsSync(path)) return (await files.stat(key)) !== null
    const content = await files.get(key)
    if (!content) return false
    await writeWhole(content, path, `${path}.${randomUUID()}.partial`)
    return true
  },
  putThere: (path: string, name: string): Promise<void> =>
    files.put(`${folder}/${name}`, createReadStream(path)),
})
