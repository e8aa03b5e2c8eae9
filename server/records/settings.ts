import { eq } from 'drizzle-orm'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { settings } from '#server/stores/relational/schema.ts'

/** Everything stored before this wall-clock time (ms) has been processed. */
export const PROCESSED_UP_TO = 'processing.processedUpToMs'

/** Facts about the installation itself that outlive a restart, by name. */
export async function readSetting<T>(db: Db | Tx, name: string): Promise<T | null> {
  const [row] = await db.select().from(settings).where(eq(settings.name, name))
  return row ? (row.value as T) : null
}

export async function writeSetting(db: Db | Tx, name: string, value: unknown): Promise<void> {
  await db
    .insert(settings)
    .values({ name, value })
    .onConflictDoUpdate({ target: settings.name, set: { value } })
}
