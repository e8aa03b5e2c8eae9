/** Errors of Node sockets: no server listens there, or the server has gone. */
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
/**
 * Errors of PostgreSQL: connection exceptions, no connection left, and a server that stops, crashed or is still
 * starting.
 */
const OF_POSTGRES = /^(08...|53300|57P0[123])$/
/** Errors of ClickHouse: no Keeper, a read-only table, too few replicas, an insert with an unknown result. */
const OF_CLICKHOUSE = new Set(['225', '242', '285', '286', '319', '999'])
/** Errors of the drivers for a broken connection, without a code. */
const OF_DRIVERS =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|socket hang up|Timeout error/

/** A proxy reported that a store is not there, without a code of its own. */
export class Unreachable extends Error {}

/** True when a store did not answer, which may pass; false when it refused the query. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof Unreachable) return true
  const { code = '', $metadata } = error as { code?: unknown; $metadata?: { httpStatusCode?: number } }
  // A bucket store reports itself that it cannot answer now.
  if (($metadata?.httpStatusCode ?? 0) >= 500) return true
  if (typeof code === 'string' && (OF_SOCKETS.has(code) || OF_CLICKHOUSE.has(code) || OF_POSTGRES.test(code)))
    return true
  return OF_DRIVERS.test(error.message) || isUnreachable(error.cause)
}
