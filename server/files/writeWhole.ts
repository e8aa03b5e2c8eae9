import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A copy on this disk that is there as a whole or not at all; `partial` is where it lies until then. */
export async function writeWhole(content: Readable, path: string, partial: string): Promise<void> {
  try {
    await pipeline(content, createWriteStream(partial))
    await rename(partial, path)
  } finally {
    await rm(partial, { force: true })
  }
}
