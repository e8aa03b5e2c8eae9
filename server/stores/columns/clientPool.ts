import type { ClickHouseClient } from '@clickhouse/client'
import { elsewhere, organizationAtWork } from '#server/platform/organizationAtWork.ts'
import type { OrganizationShares } from '#server/platform/organizationShares.ts'
import { openTurns } from '#server/platform/turns.ts'

/** One client is one session, which runs one query at a time. */
export interface ClientPool<Client = ClickHouseClient> {
  /**
   * Gives the task a free client. Organizations take turns, and one of them never has the last client. `isCrowded` tells
   * that further tasks of the organization wait. Throws `unavailable` when too many of them wait.
   */
  run<T>(task: (client: Client, isCrowded: boolean) => Promise<T>): Promise<T>
  /** Gives the task a client once all are free, and no other task a client until it ends. */
  runAlone<T>(task: (client: Client) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Tasks of an organization that may wait. A page of the console has ten, so fifty people who open one at once fit. */
const MOST_WAITING = 500

export function clientPool<Client extends { close(): Promise<void> }>(
  clients: readonly Client[],
  shares?: OrganizationShares,
): ClientPool<Client> {
  const free = [...clients]
  const turns = openTurns({
    ...{ size: clients.length, mostOfOne: Math.max(1, clients.length - 1) },
    ...{ mostWaiting: MOST_WAITING, shares },
  })

  async function take(organizationId: string | null) {
    const turn = await turns.take(organizationId)
    const client = free.pop() as Client
    return {
      ...{ client, isCrowded: turn.isCrowded },
      giveBack() {
        free.push(client)
        turn.end()
      },
    }
  }

  // Without this order, two tasks that each have some clients and wait for the rest would wait for ever.
  let alone: Promise<unknown> = Promise.resolve()
  return {
    run: (task) =>
      elsewhere(async () => {
        const { client, isCrowded, giveBack } = await take(organizationAtWork())
        try {
          return await task(client, isCrowded)
        } finally {
          giveBack()
        }
      }),
    runAlone(task) {
      const result = alone.then(async () => {
        const taken = await Promise.all(clients.map(() => take(null)))
        try {
          return await task(taken[0]?.client as Client)
        } finally {
          for (const { giveBack } of taken) giveBack()
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
