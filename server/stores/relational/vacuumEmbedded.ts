import { sql } from 'drizzle-orm'
import type { Records } from './openRecords.ts'

/**
 * Vacuums and analyses the database, which PostgreSQL does by itself and PGlite does not. Without the
 * visibility map an index alone cannot answer, and captains by rank cost five times as much. Without
 * statistics, the trips of a captain are looked up once for each vessel of the fleet.
 */
export async function vacuumEmbedded({ db, engine }: Pick<Records, 'db' | 'engine'>): Promise<void> {
  if (engine !== 'pglite') return
  await db.execute(sql`VACUUM trips`)
  await db.execute(sql`ANALYZE`)
}
