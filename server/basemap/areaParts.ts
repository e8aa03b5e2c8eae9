import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import type { FileStore } from '#server/files/fileStore.ts'
import { AREAS } from '#server/files/sharedKeys.ts'
import { writeAt } from './writeAt.ts'

/** Chunks of an area fetched so far, stored where the next process finds these; `of` names the source and the area. */
export interface AreaParts {
  /** Appends bytes that other processes have fetched beyond the present ones. */
  fill(of: string, there: FileHandle): Promise<void>
  /** Stores the newly fetched bytes once there are enough. */
  keep(of: string, path: string, bytes: number): Promise<void>
}

/** Chunk size in bytes: the most that a process fetches in vain when it dies. */
const PART_BYTES = 4_194_304

export function areaParts(files: FileStore, id: string, partBytes = PART_BYTES): AreaParts {
  const folder = `${AREAS}/${id}`
  let kept = 0
  return {
    async fill(of, there) {
      const parts: { key: string; from: number; bytes: number }[] = []
      for await (const { key, bytes } of files.list(folder)) {
        const from = new RegExp(`/${of}-(\\d+)$`).exec(key)?.[1]
        if (from !== undefined) parts.push({ key, bytes, from: Number(from) })
      }
      const { size } = await there.stat()
      let end = size
      for (const { key, from, bytes } of parts.sort((a, b) => a.from - b.from)) {
        if (from > kept) break
        kept = Math.max(kept, from + bytes)
        if (from > end || from + bytes <= end) continue
        const content = await files.get(key, { from: end - from, to: bytes - 1 })
        if (!content) break
        for await (const chunk of content) {
          await writeAt(there, chunk, end)
          end += chunk.length
        }
      }
      await there.datasync()
    },
    async keep(of, path, bytes) {
      if (bytes - kept < partBytes) return
      await files.put(`${folder}/${of}-${kept}`, createReadStream(path, { start: kept, end: bytes - 1 }))
      kept = bytes
    },
  }
}
