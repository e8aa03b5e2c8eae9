import { and, asc, gt, gte, lt, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Place of a row in an order by a time and then by id. */
export interface TimePlace {
  atUs: number
  id: string
}

/** Rows of [fromUs, toUs) in time order after a given row, for reading page by page. */
export function inTimeOrder(
  time: PgColumn,
  id: PgColumn,
  { fromUs, toUs }: { fromUs: number; toUs: number },
  after: TimePlace | null,
): { where: SQL | undefined; order: SQL[] } {
  const where = and(
    gte(time, after?.atUs ?? fromUs),
    lt(time, toUs),
    after ? or(gt(time, after.atUs), gt(id, after.id)) : undefined,
  )
  return { where, order: [asc(time), asc(id)] }
}
