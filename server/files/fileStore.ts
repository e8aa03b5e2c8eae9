import type { Readable } from 'node:stream'

/** Folder of files that are still being written; a crash leaves them there. */
export const UNFINISHED = 'unfinished'

export interface StoredFile {
  key: string
  bytes: number
  /** When it came to lie there. */
  storedMs: number
  /** Another one for other contents. */
  version: string
}

/** Files that every process finds: pictures of people and boats, exports, logs that wait to be read, charts, areas of the map. */
export interface FileStore {
  /** Resolves once the whole file is stored; no reader sees a part of it before. */
  put(key: string, content: Buffer | Readable): Promise<void>
  /**
   * Stores a file of this disk by moving it; `changedMs` is the given time of its last change. After a
   * failure the file stays in its place.
   */
  take(key: string, path: string, changedMs?: number): Promise<void>
  /** Null when there is no such file, or another version of it. `to` is the last byte that is wanted. */
  get(key: string, range?: { from: number; to: number }, version?: string): Promise<Readable | null>
  stat(key: string): Promise<(StoredFile & { changedMs: number }) | null>
  /**
   * Lists the files of a folder, without its subfolders, in no order. Unfinished files are in the folder UNFINISHED.
   */
  list(folder: string): AsyncIterable<StoredFile>
  /** The names of the folders in a folder. */
  folders(folder: string): Promise<string[]>
  /** Does nothing when there is no such file. */
  delete(key: string): Promise<void>
  /** Path of a file on this disk, for reading only; null when the file is stored elsewhere. */
  pathOf(key: string): string | null
}
