import type { Logger } from 'drizzle-orm/logger'

/** Stops the caller of the engine just before the n-th statement, the way a kill would. */
export function stopAt(n: number): Logger {
  let seen = 0
  return {
    logQuery() {
      if (++seen >= n) throw new Error('stopped')
    },
  }
}
