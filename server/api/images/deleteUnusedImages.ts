import type { FileStore } from '#server/files/fileStore.ts'
import { deleteUnusedBefore } from '#server/records/images.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { dropImages } from './imageFiles.ts'

/** Rows and files go together: where a file cannot be deleted its row stays for the next time. */
export const deleteUnusedImages = (db: Db, files: FileStore, before: Date): Promise<void> =>
  db.transaction(async (tx) => dropImages(files, await deleteUnusedBefore(tx, before)))
