import type { FileHandle } from 'node:fs/promises'
import type { Source } from 'pmtiles'

/** Reads an archive from a file. Throws when a read exceeds `mostBytes`, because headers may lie. */
export const fileSource = (
  handle: FileHandle,
  file: string,
  mostBytes = Number.POSITIVE_INFINITY,
): Source => ({
  getKey: () => file,
  async getBytes(offset, length) {
    if (length > mostBytes) throw new Error(`${file} asks for ${length} bytes at once.`)
    const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, offset)
    return { data: buffer.buffer.slice(0, bytesRead) }
  },
})
