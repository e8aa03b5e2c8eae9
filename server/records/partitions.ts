import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, like, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { ALL_PARTITIONS, PARTITION_STRIDE, PARTITIONS } from '#server/platform/partitions.ts'
import { LEASE_MS, type Lease } from '#server/platform/whileHeld.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { leases, partitions, vessels } from '#server/stores/relational/schema.ts'
import { type RecordsLease, recordsLease } from './leases.ts'

const PREFIX = 'processing '

/** Vessels of these partitions; undefined where that is all of them. */
export const inPartitions = (held: ReadonlySet<number>): SQL | undefined =>
  held.size === PARTITIONS ? undefined : inArray(partitionSql(vessels.number), [...held])

/** As `partitionOf`. */
export const partitionSql = (vesselNumber: AnyPgColumn): SQL =>
  sql`(${vesselNumber} * ${sql.raw(`${PARTITION_STRIDE}`)}) % ${sql.raw(`${PARTITIONS}`)}`

export interface ProcessingLease extends Lease {
  /** What is held now: whoever lost it, and with it all partitions, begins with another. */
  readonly own: RecordsLease
}

/**
 * That a process takes part in processing. Any number do, each with a row of its own, so it is there to be lost: whoever is
 * not heard of is removed, which waits for what it is writing, lets it write nothing any more and frees its partitions.
 */
export function processingLease(db: Db, leaseMs = LEASE_MS): ProcessingLease {
  const newLease = () => recordsLease(db, `${PREFIX}${randomUUID()}`, leaseMs)
  let own = newLease()
  return {
    name: 'processing',
    get own() {
      return own
    },
    async take() {
      own = newLease()
      await db
        .insert(partitions)
        .values(ALL_PARTITIONS.map((partition) => ({ partition })))
        .onConflictDoNothing()
      return own.take()
    },
    renew: () => own.renew(),
    async release() {
      await own.release()
      await removeSilent(db, [own.name])
    },
  }
}

/** Who takes part, who was not heard of for too long, and who has what. */
export async function readSharing(db: Db) {
  const holders = await db
    .select({ name: leases.name, isAlive: sql<boolean>`${leases.expiresAt} > clock_timestamp()` })
    .from(leases)
    .where(like(leases.name, `${PREFIX}%`))
  return {
    living: holders.filter(({ isAlive }) => isAlive).map(({ name }) => name),
    silent: holders.filter(({ isAlive }) => !isAlive).map(({ name }) => name),
    partitions: await db.select().from(partitions).orderBy(partitions.partition),
  }
}

/** Not those that were heard of meanwhile. */
export async function removeSilent(db: Db, names: readonly string[]): Promise<void> {
  await db
    .delete(leases)
    .where(and(inArray(leases.name, [...names]), sql`${leases.expiresAt} <= clock_timestamp()`))
}

/** At most so many that nobody has. */
export async function takePartitions(db: Db, holder: string, most: number): Promise<number[]> {
  const free = db
    .select({ partition: partitions.partition })
    .from(partitions)
    .where(isNull(partitions.holder))
    .orderBy(partitions.partition)
    .limit(most)
    .for('update', { skipLocked: true })
  const taken = await db
    .update(partitions)
    .set({ holder })
    .where(and(inArray(partitions.partition, free), isNull(partitions.holder)))
    .returning({ partition: partitions.partition })
  return taken.map(({ partition }) => partition)
}

export async function givePartitions(db: Db, holder: string, given: readonly number[]): Promise<void> {
  await db
    .update(partitions)
    .set({ holder: null })
    .where(and(eq(partitions.holder, holder), inArray(partitions.partition, [...given])))
}
