import { createHash } from 'node:crypto'

/** Stored hash of a key of the public API: the secret is random enough that the hash does not reveal it. */
export const hashOfKey = (secret: string) => createHash('sha256').update(secret).digest('hex')
