import type { PGlite, QueryOptions } from '@electric-sql/pglite'
import type { DrizzleConfig } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'

/**
 * Drizzle on PGlite. With each query it says how it wants nine types read, always alike, for which PGlite copies how it reads all
 * of its 371: a third of the processor's time of a query by key. Here PGlite is told once, and reads them so from then on.
 */
export function overEmbedded<Schema extends Record<string, unknown>>(
  client: PGlite,
  config: DrizzleConfig<Schema>,
) {
  const told = ({ parsers, ...rest }: QueryOptions = {}): QueryOptions => {
    Object.assign(client.parsers, parsers)
    return rest
  }
  const { query, transaction } = client
  client.query = (text, values, given) => query.call(client, text, values, told(given)) as never
  client.transaction = (work) =>
    transaction.call(client, (tx) => {
      const { query } = tx
      tx.query = (text, values, given) => query(text, values, told(given)) as never
      return work(tx)
    }) as never
  return drizzle(client, config)
}
