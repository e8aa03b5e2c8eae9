import type { FileStore } from '#server/files/fileStore.ts'
import { deleteUnusedBefore } from '#server/records/images.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { dropImages } from './imageFiles.ts'

export async function deleteUnusedImages(db: Db, files: FileStore, before: Date): Promise<void> {
  await dropImages(files, await db.transaction((tx) => deleteUnusedBefore(tx, before)))
}
