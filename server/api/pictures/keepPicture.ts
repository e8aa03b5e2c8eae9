import { randomBytes } from 'node:crypto'
import type { FileStore } from '#server/files/fileStore.ts'

/** Stores a picture that was encoded here and answers its key. */
export async function keepPicture(files: FileStore, jpeg: Buffer): Promise<string> {
  const key = `${randomBytes(24).toString('base64url')}.jpg`
  await files.put(`pictures/${key}`, jpeg)
  return key
}

/** Runs after the commit; the sweep deletes files that are left. */
export async function dropPicture(files: FileStore, key: string | null): Promise<void> {
  if (key !== null) await files.delete(`pictures/${key}`)
}
