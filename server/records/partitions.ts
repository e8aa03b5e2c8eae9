import { inArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { PARTITION_STRIDE, PARTITIONS } from '#server/platform/partitions.ts'
import { vessels } from '#server/stores/relational/schema.ts'

/** Condition for vessels of these partitions; undefined for all partitions. */
export const inPartitions = (held: ReadonlySet<number>): SQL | undefined =>
  held.size === PARTITIONS ? undefined : inArray(partitionSql(vessels.number), [...held])

/** As `partitionOf`. */
export const partitionSql = (vesselNumber: AnyPgColumn): SQL =>
  sql`(${vesselNumber} * ${sql.raw(`${PARTITION_STRIDE}`)}) % ${sql.raw(`${PARTITIONS}`)}`
