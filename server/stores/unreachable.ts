/** Of Node: nobody listens there, or who did has gone. */
const OF_SOCKETS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** Of PostgreSQL: connection exceptions, no connection left, and a server that stops, crashed or is still starting. */
const OF_POSTGRES = /^(08...|53300|57P0[123])$/
/** Of ClickHouse: no Keeper, a table that only reads, too few replicas, an insert of which nothing is known. */
const OF_CLICKHOUSE = new Set(['225', '242', '285', '286', '319', '999'])
/** What the drivers say of a connection that broke under them, without a code. */
const OF_DRIVERS =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|socket hang up|Timeout error/

/** Something between says that a store is not there, without a code that anybody else has. */
export class Unreachable extends Error {}

/** Whether a store did not answer at all, which may pass, rather than refuse what it was asked. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof Unreachable) return true
  const { code = '', $metadata } = error as { code?: unknown; $metadata?: { httpStatusCode?: number } }
  // Of a bucket: the store says itself that it cannot now.
  if (($metadata?.httpStatusCode ?? 0) >= 500) return true
  if (typeof code === 'string' && (OF_SOCKETS.has(code) || OF_CLICKHOUSE.has(code) || OF_POSTGRES.test(code)))
    return true
  return OF_DRIVERS.test(error.message) || isUnreachable(error.cause)
}
