import type { FileHandle } from 'node:fs/promises'

/**
 * Writes all bytes at their place, so that two writers of equal bytes, as a command and a server, do not
 * conflict.
 */
export async function writeAt(file: FileHandle, bytes: Uint8Array, place: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, place + done)
    done += bytesWritten
  }
}
