import type { ClickHouseClient } from '@clickhouse/client'
import { Problem } from '#contract/wire/errors.ts'
import { organizationAtWork } from '#server/platform/organizationAtWork.ts'

/** One client is one session, which runs one query at a time. */
export interface ClientPool {
  /**
   * Gives the task a free client. Organizations take turns, and one of them never has the last client. Throws
   * `unavailable` when too many tasks of the organization wait.
   */
  run<T>(task: (client: ClickHouseClient) => Promise<T>): Promise<T>
  /** Gives the task a client once all are free, and no other task a client until it ends. */
  runAlone<T>(task: (client: ClickHouseClient) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Tasks of an organization that may wait. A page of the console has ten, so fifty people who open one at once fit. */
const MOST_WAITING = 500
/** Work of the server itself. It has no bound, since it keeps its own order. */
const SERVER = ''

type Waiter = (client: ClickHouseClient) => void

export function clientPool(clients: readonly ClickHouseClient[]): ClientPool {
  const free = [...clients]
  /** Tasks by organization, the one that has waited longest for its turn first. */
  const waiting = new Map<string, Waiter[]>()
  /** Clients in use, by organization. */
  const used = new Map<string, number>()
  const most = Math.max(1, clients.length - 1)
  const mayTake = (key: string) => key === SERVER || (used.get(key) ?? 0) < most

  async function take(key: string): Promise<ClickHouseClient> {
    const client = mayTake(key) ? free.pop() : undefined
    if (client) {
      used.set(key, (used.get(key) ?? 0) + 1)
      return client
    }
    const waiters = waiting.get(key) ?? []
    if (key !== SERVER && waiters.length >= MOST_WAITING) throw new Problem('unavailable')
    return new Promise((resolve) => {
      waiters.push(resolve)
      waiting.set(key, waiters)
    })
  }

  function giveBack(client: ClickHouseClient, key: string) {
    const left = (used.get(key) ?? 0) - 1
    if (left > 0) used.set(key, left)
    else used.delete(key)
    free.push(client)
    for (const [next, waiters] of waiting) {
      if (!mayTake(next)) continue
      const [waiter] = waiters.splice(0, 1)
      const given = free.pop()
      // Behind all others from here on.
      waiting.delete(next)
      if (waiters.length > 0) waiting.set(next, waiters)
      if (!waiter || !given) continue
      used.set(next, (used.get(next) ?? 0) + 1)
      return waiter(given)
    }
  }

  // Without this order, two tasks that each have some clients and wait for the rest would wait for ever.
  let alone: Promise<unknown> = Promise.resolve()
  return {
    async run(task) {
      const key = organizationAtWork() ?? SERVER
      const client = await take(key)
      try {
        return await task(client)
      } finally {
        giveBack(client, key)
      }
    },
    runAlone(task) {
      const result = alone.then(async () => {
        const taken = await Promise.all(clients.map(() => take(SERVER)))
        try {
          return await task(taken[0] as ClickHouseClient)
        } finally {
          for (const client of taken) giveBack(client, SERVER)
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
