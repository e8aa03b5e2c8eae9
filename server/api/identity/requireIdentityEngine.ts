import { sql } from 'drizzle-orm'
import type { Db } from '#server/stores/relational/openRecords.ts'

/**
 * Returns the answer of the identity engine, if it is one. The engine takes a database that is down for a
 * missing session, and would sign all users out. In that case, rejects with the database's own error; rejects
 * for any other failure too.
 */
export async function requireIdentityEngine(answer: Response, db: Db): Promise<Response> {
  if (answer.status === 401 || answer.status >= 500) await db.execute(sql`select 1`)
  if (answer.status >= 500) throw new Error(`the identity engine answered ${answer.status}`)
  return answer
}
