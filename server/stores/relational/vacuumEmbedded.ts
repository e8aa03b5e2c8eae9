import { sql } from 'drizzle-orm'
import type { Records } from './openRecords.ts'

/**
 * PostgreSQL does this by itself, PGlite does not. Until it is known which pages everybody sees whole, an index that holds all
 * of an answer is not enough, and captains by rank cost five times as much. Until it is known how many rows of which values
 * there are, the trips of a captain are looked up once for each vessel of the fleet.
 */
export async function vacuumEmbedded({ db, engine }: Pick<Records, 'db' | 'engine'>): Promise<void> {
  if (engine !== 'pglite') return
  await db.execute(sql`VACUUM trips`)
  await db.execute(sql`ANALYZE`)
}
