import { randomUUID } from 'node:crypto'
import { and, eq, not, sql } from 'drizzle-orm'
import { LEASE_MS, type Lease, SURE_MS } from '#server/cluster/withLease.ts'
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
  /** Renews the lease unless it is sure, after this process stood still. Throws LeaseLost when another process has it. */
  makeSure(): Promise<void>
}

export class LeaseLost extends Error {}

/** Moments are the database's: clocks of machines differ. */
const untilMs = (ms: number) => sql`clock_timestamp() + ${`${ms} milliseconds`}::interval`

const SESSION = sql`pg_backend_pid()`
/** Lifetime that is left of a lease that has not been renewed for SURE_MS. */
const UNSURE_MS = LEASE_MS - SURE_MS

/**
 * True for a lease that another process may take: it has expired, or it is not sure and the database session that renewed it
 * has ended, as the sessions of a killed process do. A session of before a restart of the database shows nothing, and neither
 * do sessions that this process may not see.
 */
export const isOver = sql<boolean>`(${leases.expiresAt} <= clock_timestamp() or (
  ${leases.expiresAt} <= ${untilMs(UNSURE_MS)}
  and ${leases.expiresAt} > pg_postmaster_start_time() + ${`${LEASE_MS} milliseconds`}::interval
  and not exists (select from pg_stat_activity where pid = ${leases.session})
  and ${leases.session} is not null
  and exists (select from pg_stat_activity where pid = ${SESSION})
))`

export function recordsLease(db: Db, name: string, leaseMs = LEASE_MS): RecordsLease {
  const holder = randomUUID()
  let fence = 0
  let sureUntilMs = Number.NEGATIVE_INFINITY
  /** Counted from the sending of the query, which the database received later. */
  const sureSince = (askedMs: number, isHeld: boolean) => {
    if (isHeld) sureUntilMs = askedMs + leaseMs - UNSURE_MS
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

  async function renew() {
    const askedMs = performance.now()
    const renewed = await db
      .update(leases)
      .set({ expiresAt: untilMs(leaseMs), session: SESSION })
      .where(isOurs())
      .returning({ name: leases.name })
    return sureSince(askedMs, renewed.length > 0)
  }

  const isSure = () => performance.now() < sureUntilMs

  return {
    name,
    async take() {
      // A standby process asks every second, and only the attempt itself would wait for the holder's writes.
      const [held] = await db
        .select({ name: leases.name })
        .from(leases)
        .where(and(eq(leases.name, name), not(isOver)))
      if (held) return false
      const expiresAt = untilMs(leaseMs)
      const askedMs = performance.now()
      const [taken] = await db
        .insert(leases)
        .values({ name, holder, fence: 1, expiresAt, session: SESSION })
        .onConflictDoUpdate({
          target: leases.name,
          set: { holder, fence: sql`${leases.fence} + 1`, expiresAt, session: SESSION },
          setWhere: isOver,
        })
        .returning({ fence: leases.fence })
      fence = taken?.fence ?? fence
      return sureSince(askedMs, taken !== undefined)
    },
    renew,
    isSure,
    async makeSure() {
      if (!isSure() && !(await renew())) throw new LeaseLost(`another process has taken over ${name}`)
    },
    async release() {
      sureUntilMs = Number.NEGATIVE_INFINITY
      const ours = isOurs()
      // A late write renews nothing.
      fence = 0
      await db
        .update(leases)
        .set({ expiresAt: untilMs(0) })
        .where(ours)
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
