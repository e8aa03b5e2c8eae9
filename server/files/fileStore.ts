import type { Readable } from 'node:stream'

/** Files that belong to rows: pictures of people and boats, and what people asked to download. */
export interface FileStore {
  /** Resolves once the whole file is kept; before that nobody reads any of it. */
  put(key: string, content: Buffer | Readable): Promise<void>
  /** Null when there is no such file. */
  get(key: string): Promise<Readable | null>
  /** Does nothing when there is no such file. */
  delete(key: string): Promise<void>
}
