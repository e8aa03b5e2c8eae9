import { inArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { ALL_PARTITIONS, PARTITION_STRIDE, PARTITIONS } from '#server/platform/partitions.ts'
import { partitions, vessels } from '#server/stores/relational/schema.ts'
import type { SharedWork } from './sharedWork.ts'

/** Vessels, of which each process computes for its share. */
export const COMPUTING: SharedWork = {
  ...{ name: 'processing', parts: ALL_PARTITIONS, table: partitions },
  logs: { more: 'computes for more vessels', fewer: 'leaves vessels to another process' },
}

/** Condition for vessels of these partitions; undefined for all partitions. */
export const inPartitions = (held: ReadonlySet<number>): SQL | undefined =>
  held.size === PARTITIONS ? undefined : inArray(partitionSql(vessels.number), [...held])

/** As `partitionOf`. */
export const partitionSql = (vesselNumber: AnyPgColumn): SQL =>
  sql`(${vesselNumber} * ${sql.raw(`${PARTITION_STRIDE}`)}) % ${sql.raw(`${PARTITIONS}`)}`
