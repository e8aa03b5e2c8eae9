import type { Readable } from 'node:stream'

/** Where what is being written lies; a crash leaves it there. */
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
  /** Resolves once the whole file is kept; before that nobody reads any of it. */
  put(key: string, content: Buffer | Readable): Promise<void>
  /**
   * The same with a file of this disk, which is moved; `changedMs` is when somebody says that it was written. Where it
   * fails, the file stays where it was.
   */
  take(key: string, path: string, changedMs?: number): Promise<void>
  /** Null when there is no such file, or another version of it. `to` is the last byte that is wanted. */
  get(key: string, range?: { from: number; to: number }, version?: string): Promise<Readable | null>
  stat(key: string): Promise<(StoredFile & { changedMs: number }) | null>
  /** What lies in a folder and in none inside it, in no order; what is not finished yet lies in the folder UNFINISHED. */
  list(folder: string): AsyncIterable<StoredFile>
  /** The names of the folders in a folder. */
  folders(folder: string): Promise<string[]>
  /** Does nothing when there is no such file. */
  delete(key: string): Promise<void>
  /** Where a file lies on this disk, to be read and no more; null where it lies elsewhere. */
  pathOf(key: string): string | null
}
