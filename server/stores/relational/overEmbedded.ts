import { type messages, type PGlite, parse, protocol, type QueryOptions } from '@electric-sql/pglite'
import type { DrizzleConfig } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { giveWay } from '#server/platform/giveWay.ts'

/** Maximum prepared statements. Fewer than this repeat; a join of three tables takes 90 kB of the engine's memory. */
export const MOST_PREPARED = 100

interface Prepared {
  name: string
  parameterTypes: readonly number[]
  /** The columns of its rows; none, where it answers no rows. */
  fields: readonly messages.RowDescriptionMessage[]
}

const { serialize } = protocol

/**
 * Drizzle on PGlite, with statements that are prepared once and run in a single call. PGlite alone parses
 * each statement again and calls the engine six times. A query by key took 400 µs of processor time or more,
 * and now takes 100 µs.
 */
export function overEmbedded<Schema extends Record<string, unknown>>(
  client: PGlite,
  config: DrizzleConfig<Schema>,
) {
  /** Prepared statements by text, the least recently used first. */
  const prepared = new Map<string, Prepared>()
  let named = 0

  const send = (...sent: Uint8Array[]) =>
    client.execProtocolStream(Buffer.concat(sent), { syncToFs: false }) as Promise<messages.BackendMessage[]>

  async function prepare(text: string): Promise<Prepared> {
    const known = prepared.get(text)
    prepared.delete(text)
    const [oldest] = known || prepared.size < MOST_PREPARED ? [] : prepared
    if (oldest) prepared.delete(oldest[0])
    const one = known ?? (await prepareNew(text, oldest?.[1]))
    prepared.set(text, one)
    return one
  }

  async function prepareNew(text: string, given?: Prepared): Promise<Prepared> {
    const name = `s${++named}`
    const replies = await send(
      ...(given ? [serialize.close({ type: 'S', name: given.name })] : []),
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    )
    return {
      name,
      parameterTypes: parse.parseDescribeStatementResults(replies),
      fields: replies.filter(isFields),
    }
  }

  async function run(text: string, values: readonly unknown[] = [], { parsers, ...how }: QueryOptions = {}) {
    const { name, parameterTypes, fields } = await prepare(text)
    const written = values.map((value, i) => {
      if (value === null || value === undefined) return null
      const write = client.serializers[parameterTypes[i] ?? 0]
      return write ? write(value) : String(value)
    })
    const replies = await send(
      serialize.bind({ statement: name, values: written }),
      serialize.execute({}),
      serialize.sync(),
    ).catch((error) => {
      if (isOutdated(error)) prepared.delete(text)
      throw error
    })
    // Drizzle passes the parsers of nine types with each query, always equal ones. PGlite would copy all its
    // parsers for them.
    Object.assign(client.parsers, parsers)
    const [result] = parse.parseResults([...fields, ...replies], client.parsers, how)
    return result
  }

  const { transaction } = client
  client.query = async (text, values, options) => {
    await client._checkReady()
    // The engine answers on this thread, without a turn of the event loop.
    await giveWay()
    return client._runExclusiveTransaction(() =>
      client.runExclusive(async () => {
        const result = await run(text, values, options).catch((error) =>
          isOutdated(error) ? run(text, values, options) : Promise.reject(error),
        )
        await client.syncToFs()
        return result
      }),
    ) as never
  }
  client.transaction = async (work) => {
    await giveWay()
    return transaction.call(client, (tx) => {
      tx.query = (text, values, options) => {
        if (tx.closed) throw new Error('the transaction is over')
        return client.runExclusive(() => run(text, values, options)) as never
      }
      return work(tx)
    }) as never
  }
  return drizzle(client, config)
}

const isFields = (message: messages.BackendMessage): message is messages.RowDescriptionMessage =>
  message.name === 'rowDescription'

/** The tables have changed since it was prepared. */
const isOutdated = (error: unknown) =>
  error instanceof Error && error.message.startsWith('cached plan must not change')
