import { text } from 'node:stream/consumers'
import { type ClickHouseClient, ClickHouseError, parseError } from '@clickhouse/client'
import { Unreachable } from '../unreachable.ts'

/** Answers of a proxy for a server that is away or does not answer. */
const NOBODY_BEHIND: readonly number[] = [502, 503, 504]

/**
 * Sends a statement and returns its answer, which must be read. Throws ClickHouse's own error, or Unreachable
 * when a proxy answers instead; the client's errors do not distinguish these.
 */
export async function ask(client: ClickHouseClient, query: string) {
  const answer = await client.exec({ query, ignore_error_response: true })
  const { stream, response_headers: headers, http_status_code: status = 200 } = answer
  if (status >= 200 && status < 300 && headers['x-clickhouse-exception-code'] === undefined) return answer
  const error = parseError(await text(stream))
  if (!(error instanceof ClickHouseError) && NOBODY_BEHIND.includes(status))
    throw new Unreachable(`a proxy in front of ClickHouse answered ${status}`)
  throw error
}
