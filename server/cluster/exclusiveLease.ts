/**
 * Stores for one process alone, although others could reach them: it shares neither its work nor its events.
 */
import { and, eq, ne, not, type SQL } from 'drizzle-orm'
import { LEASE_MS } from '#server/cluster/withLease.ts'
import type { Log } from '#server/platform/log.ts'
import { openRounds } from '#server/platform/rounds.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { leases } from '#server/stores/relational/schema.ts'
import { isOver, type RecordsLease, recordsLease } from './leases.ts'

const ALONE = 'alone'
const LOOK_EVERY_MS = 1000
/** Waiting time after which a process that died before this one came has lost its leases, ms. */
const WAIT_MS = LEASE_MS + 2 * LOOK_EVERY_MS

const WHAT_TO_DO =
  'Stop it, or give all of them DATABASE_URL, CLICKHOUSE_URL and NATS_URL, and with --role what each is to do (docs/roles.md)'

/** Another process uses the same stores; the message gives advice. */
export class StoresInUse extends Error {}

export interface Alone {
  lease: RecordsLease
  /** Resolves once another process has taken over; this process must then end. */
  lost: Promise<StoresInUse>
  close(): Promise<void>
}

/**
 * Waits for the lease of a process that has just died; rejects with StoresInUse while another process lives.
 * Then `lease.fenced` refuses writes after another process has taken over.
 */
export async function exclusiveLease(db: Db, log: Log): Promise<Alone> {
  const lease = recordsLease(db, ALONE)
  const isFree = async () => !(await isHeld(db, ne(leases.name, ALONE))) && (await lease.take())
  await untilFree(isFree, log)
  const lost = Promise.withResolvers<StoresInUse>()
  const rounds = openRounds(
    async () => {
      if (!(await lease.renew()))
        lost.resolve(
          new StoresInUse(
            `Another Taffrail has taken over the database at DATABASE_URL, because this one has not renewed its lease for ${LEASE_MS / 1000} s. This one ends. ${WHAT_TO_DO}.`,
          ),
        )
    },
    {
      everyMs: LOOK_EVERY_MS,
      // While the records do not answer, no other process can take the lease either.
      onFailure: (error) => log.warn('the lease of these stores could not be renewed', { error }),
    },
  )
  rounds.start()
  return {
    ...{ lease, lost: lost.promise },
    async close() {
      await rounds.close(LOOK_EVERY_MS)
      await lease.release().catch(() => undefined)
    },
  }
}

/** For a process that shares its work: resolves when no other process has the stores alone. */
export const requireShared = (db: Db, log: Log): Promise<void> =>
  untilFree(async () => !(await isHeld(db, eq(leases.name, ALONE))), log)

async function untilFree(isFree: () => Promise<boolean>, log: Log): Promise<void> {
  const untilMs = performance.now() + WAIT_MS
  for (let isFirst = true; !(await isFree()); isFirst = false) {
    if (performance.now() > untilMs)
      throw new StoresInUse(`Another Taffrail uses the database at DATABASE_URL. ${WHAT_TO_DO}.`)
    if (isFirst)
      log.warn('another process uses these stores or did until moments ago: waiting for it to end', {
        mostS: WAIT_MS / 1000,
      })
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

async function isHeld(db: Db, which: SQL | undefined): Promise<boolean> {
  const held = await db
    .select({ name: leases.name })
    .from(leases)
    .where(and(which, not(isOver)))
    .limit(1)
  return held.length > 0
}
