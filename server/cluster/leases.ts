import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { LEASE_MS, type Lease } from '#server/cluster/withLease.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { leases } from '#server/stores/relational/schema.ts'

export interface RecordsLease extends Lease {
  /**
   * Records whose transactions are refused once another process has the lease. An open transaction delays
   * others that want the lease. So a process that was away too long never overwrites its successor's rows.
   */
  fenced: Db
  /** True while no other process can have the lease yet, by the clock of this process. */
  isSure(): boolean
}

export class LeaseLost extends Error {}

/** Moments are the database's: clocks of machines differ. */
const untilMs = (ms: number) => sql`clock_timestamp() + ${`${ms} milliseconds`}::interval`

export function recordsLease(db: Db, name: string, leaseMs = LEASE_MS): RecordsLease {
  const holder = randomUUID()
  let fence = 0
  let sureUntilMs = Number.NEGATIVE_INFINITY
  /** Counted from the sending of the query, which the database received later. */
  const sureSince = (askedMs: number, isHeld: boolean) => {
    if (isHeld) sureUntilMs = askedMs + leaseMs
    return isHeld
  }
  const isOurs = () => and(eq(leases.name, name), eq(leases.holder, holder), eq(leases.fence, fence))

  async function requireHeld(tx: Tx) {
    const [ours] = await tx
      .select({ name: leases.name })
      .from(leases)
      .where(and(isOurs(), sql`${leases.expiresAt} > clock_timestamp()`))
      .for('key share')
    if (!ours) throw new LeaseLost(`another process may have taken over ${name}`)
  }

  return {
    name,
    async take() {
      // A standby process asks every second, and only the attempt itself would wait for the holder's writes.
      const [held] = await db
        .select({ name: leases.name })
        .from(leases)
        .where(and(eq(leases.name, name), sql`${leases.expiresAt} > clock_timestamp()`))
      if (held) return false
      const expiresAt = untilMs(leaseMs)
      const askedMs = performance.now()
      const [taken] = await db
        .insert(leases)
        .values({ name, holder, fence: 1, expiresAt })
        .onConflictDoUpdate({
          target: leases.name,
          set: { holder, fence: sql`${leases.fence} + 1`, expiresAt },
          setWhere: sql`${leases.expiresAt} <= clock_timestamp()`,
        })
        .returning({ fence: leases.fence })
      fence = taken?.fence ?? fence
      return sureSince(askedMs, taken !== undefined)
    },
    async renew() {
      const askedMs = performance.now()
      const renewed = await db
        .update(leases)
        .set({ expiresAt: untilMs(leaseMs) })
        .where(isOurs())
        .returning({ name: leases.name })
      return sureSince(askedMs, renewed.length > 0)
    },
    isSure: () => performance.now() < sureUntilMs,
    async release() {
      sureUntilMs = Number.NEGATIVE_INFINITY
      await db
        .update(leases)
        .set({ expiresAt: untilMs(0) })
        .where(isOurs())
    },
    fenced: new Proxy(db, {
      get: (target, property) =>
        property === 'transaction'
          ? (work: (tx: Tx) => Promise<unknown>, ...options: []) =>
              target.transaction(
                async (tx) => {
                  await requireHeld(tx)
                  return work(tx)
                },
                ...options,
              )
          : Reflect.get(target, property),
    }),
  }
}
