import type { Readable } from 'node:stream'

/** Where what is being written lies; a crash leaves it there. */
export const UNFINISHED = 'unfinished'

/** Files that belong to rows: pictures of people and boats, and what people asked to download. */
export interface FileStore {
  /** Resolves once the whole file is kept; before that nobody reads any of it. */
  put(key: string, content: Buffer | Readable): Promise<void>
  /** Null when there is no such file. */
  get(key: string): Promise<Readable | null>
  /** What lies in a folder, in no order; what is not finished yet lies in the folder UNFINISHED. */
  list(folder: string): AsyncIterable<{ key: string; modifiedMs: number }>
  /** Does nothing when there is no such file. */
  delete(key: string): Promise<void>
}
