import { sql } from 'drizzle-orm'
import type { Records } from './openRecords.ts'

/**
 * PostgreSQL does this by itself, PGlite does not: until it is known which pages everybody sees whole, an index that
 * holds all of an answer is not enough, and captains by rank cost five times as much.
 */
export async function vacuumEmbedded({ db, engine }: Pick<Records, 'db' | 'engine'>): Promise<void> {
  if (engine === 'pglite') await db.execute(sql`VACUUM trips`)
}
