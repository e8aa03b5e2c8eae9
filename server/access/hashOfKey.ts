import { createHash } from 'node:crypto'

/** What is kept of a key of the public API: its secret is random enough that nobody finds it from this. */
export const hashOfKey = (secret: string) => createHash('sha256').update(secret).digest('hex')
