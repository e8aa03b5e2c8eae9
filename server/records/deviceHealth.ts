import { eq } from 'drizzle-orm'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { devices, type HealthOfDevice } from '#server/stores/relational/schema.ts'

/** Keeps the newest report of a device about itself. */
export async function saveDeviceHealth(db: Db | Tx, id: string, health: HealthOfDevice): Promise<void> {
  await db.update(devices).set({ health }).where(eq(devices.id, id))
}
