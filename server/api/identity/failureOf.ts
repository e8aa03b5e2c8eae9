import { sql } from 'drizzle-orm'
import type { Db } from '#server/stores/relational/openRecords.ts'

/**
 * What to make of an answer of the identity engine that says no more than that something broke: rejects with the
 * database's own error when that is what broke.
 */
export async function failureOf(answer: Response, db: Db): Promise<Error> {
  await db.execute(sql`select 1`)
  return new Error(`the identity engine answered ${answer.status}`)
}
