import { sql } from 'drizzle-orm'
import type { Db, Tx } from './openRecords.ts'

/** Runs a transaction alone among those of the same name, over all processes. */
export const oneAtATime = <Result>(
  db: Db,
  name: string,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${name}))`)
    return work(tx)
  })
