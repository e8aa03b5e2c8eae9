import { buffer } from 'node:stream/consumers'
import type { Source } from 'pmtiles'
import type { FileStore, StoredFile } from '#server/files/fileStore.ts'

/** The store of files did not answer, or has no such file or a newer version: the content is unknown. */
export class NotRead extends Error {
  readonly isGone: boolean

  constructor(key: string, cause?: unknown) {
    super(cause ? `${key} cannot be read` : `${key} is gone`, { cause })
    this.name = 'NotRead'
    this.isGone = cause === undefined
  }
}

/**
 * Reads an archive from the file store, in ranges of one version. Throws when a read exceeds `mostBytes`,
 * because headers may lie.
 */
export const storeSource = (
  files: Pick<FileStore, 'get'>,
  { key, version, bytes }: Pick<StoredFile, 'key' | 'version' | 'bytes'>,
  mostBytes: number,
): Source => ({
  getKey: () => `${key} ${version}`,
  async getBytes(offset, length) {
    if (length > mostBytes) throw new Error(`${key} asks for ${length} bytes at once.`)
    const to = Math.min(offset + length, bytes) - 1
    if (to < offset) return { data: new ArrayBuffer(0) }
    const read = async () => {
      const chunk = await files.get(key, { from: offset, to }, version)
      return chunk && buffer(chunk)
    }
    const data = await read().catch((cause) => {
      throw new NotRead(key, cause)
    })
    if (!data) throw new NotRead(key)
    return { data: new Uint8Array(data).buffer }
  },
})
