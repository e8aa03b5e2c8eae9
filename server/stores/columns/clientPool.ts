import type { ClickHouseClient } from '@clickhouse/client'

/** One client is one session, which runs one query at a time. */
export interface ClientPool {
  /** Gives the task the first free client; other tasks wait for their turn. */
  run<T>(task: (client: ClickHouseClient) => Promise<T>): Promise<T>
  /** Gives the task a client once all are free, and no other task a client until it ends. */
  runAlone<T>(task: (client: ClickHouseClient) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export function clientPool(clients: readonly ClickHouseClient[]): ClientPool {
  const free = [...clients]
  const waiting: ((client: ClickHouseClient) => void)[] = []
  const take = async () =>
    free.pop() ?? (await new Promise<ClickHouseClient>((resolve) => waiting.push(resolve)))
  const giveBack = (client: ClickHouseClient) => {
    const next = waiting.shift()
    if (next) next(client)
    else free.push(client)
  }
  // Without this order, two tasks that each have some clients and wait for the rest would wait for ever.
  let alone: Promise<unknown> = Promise.resolve()
  return {
    async run(task) {
      const client = await take()
      try {
        return await task(client)
      } finally {
        giveBack(client)
      }
    },
    runAlone(task) {
      const result = alone.then(async () => {
        const taken = await Promise.all(clients.map(take))
        try {
          return await task(taken[0] as ClickHouseClient)
        } finally {
          taken.forEach(giveBack)
        }
      })
      alone = result.catch(() => undefined)
      return result
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()))
    },
  }
}
