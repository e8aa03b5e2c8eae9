import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, like } from 'drizzle-orm'
import { LEASE_MS, type Lease } from '#server/cluster/withLease.ts'
import { ALL_PARTITIONS } from '#server/platform/partitions.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { leases, partitions } from '#server/stores/relational/schema.ts'
import { isOver, type RecordsLease, recordsLease } from './leases.ts'

/** Work that processes share: one process at a time does each part. */
export interface SharedWork {
  /** Prefix of the names of the participants' leases. */
  name: string
  parts: readonly number[]
  /** Which process has which part. */
  table: typeof partitions
  /** Log messages for a process that gets more parts, or fewer. */
  logs: { more: string; fewer: string }
}

/** Vessels, of which each process computes for its share. */
export const COMPUTING: SharedWork = {
  ...{ name: 'processing', parts: ALL_PARTITIONS, table: partitions },
  logs: { more: 'computes for more vessels', fewer: 'leaves vessels to another process' },
}

export interface WorkLease extends Lease {
  /** Present lease: a process that lost it, and with it all parts, begins with another. */
  readonly own: RecordsLease
}

/**
 * Lease of a process that takes part; each process has a row of its own. A silent process loses its row: the
 * removal waits for its open writes, refuses later ones and frees its parts.
 */
export function workLease(db: Db, { name, parts, table }: SharedWork, leaseMs = LEASE_MS): WorkLease {
  const newLease = () => recordsLease(db, `${name} ${randomUUID()}`, leaseMs)
  let own = newLease()
  return {
    name,
    get own() {
      return own
    },
    async take() {
      own = newLease()
      await db
        .insert(table)
        .values(parts.map((part) => ({ part })))
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

/** Reads the participants, the participants whose lease is over, and the parts of each. */
export async function readSharing(db: Db, { name, table }: SharedWork) {
  const holders = await db
    .select({ name: leases.name, isSilent: isOver })
    .from(leases)
    .where(like(leases.name, `${name} %`))
  return {
    living: holders.filter(({ isSilent }) => !isSilent).map((holder) => holder.name),
    silent: holders.filter(({ isSilent }) => isSilent).map((holder) => holder.name),
    parts: await db.select().from(table).orderBy(table.part),
  }
}

/** Removes only processes that are still silent. */
export async function removeSilent(db: Db, names: readonly string[]): Promise<void> {
  await db.delete(leases).where(and(inArray(leases.name, [...names]), isOver))
}

/** Takes at most this many free parts. */
export async function takeParts(
  db: Db,
  { table }: SharedWork,
  holder: string,
  most: number,
): Promise<number[]> {
  const free = db
    .select({ part: table.part })
    .from(table)
    .where(isNull(table.holder))
    .orderBy(table.part)
    .limit(most)
    .for('update', { skipLocked: true })
  const taken = await db
    .update(table)
    .set({ holder })
    .where(and(inArray(table.part, free), isNull(table.holder)))
    .returning({ part: table.part })
  return taken.map(({ part }) => part)
}

export async function giveParts(
  db: Db,
  { table }: SharedWork,
  holder: string,
  given: readonly number[],
): Promise<void> {
  await db
    .update(table)
    .set({ holder: null })
    .where(and(eq(table.holder, holder), inArray(table.part, [...given])))
}
