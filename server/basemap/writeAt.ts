import type { FileHandle } from 'node:fs/promises'

/** All of it, at its place: so two that write the same at once, as a command beside a server, do not get in each other's way. */
export async function writeAt(file: FileHandle, bytes: Uint8Array, place: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, place + done)
    done += bytesWritten
  }
}
