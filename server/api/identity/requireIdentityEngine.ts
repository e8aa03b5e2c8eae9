import { sql } from 'drizzle-orm'
import type { Db } from '#server/stores/relational/openRecords.ts'

/**
 * The answer of the identity engine, if it is one: the engine takes a database that is down for a session that is not
 * there, and would sign everybody out. Rejects with the database's own error then, and for whatever else broke.
 */
export async function requireIdentityEngine(answer: Response, db: Db): Promise<Response> {
  if (answer.status === 401 || answer.status >= 500) await db.execute(sql`select 1`)
  if (answer.status >= 500) throw new Error(`the identity engine answered ${answer.status}`)
  return answer
}
