import { eq } from 'drizzle-orm'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { sensors, vessels } from '#server/stores/relational/schema.ts'

/** What processing must know of a motion sensor. */
export interface SensorSettings {
  /** True when its impacts count as the vessel's. */
  useWithSafetySpeed: boolean
  /** Rotation from the sensor's axes to the boat's as a unit quaternion [w, x, y, z]; null: built in straight. */
  mounting: [number, number, number, number] | null
}

/** Settings of all known sensors, by the vessel's number in the column store and the sensor's own. */
export async function loadSensorSettings(db: Db | Tx): Promise<Map<number, Map<number, SensorSettings>>> {
  const rows = await db
    .select({
      vesselNumber: vessels.number,
      number: sensors.number,
      useWithSafetySpeed: sensors.useWithSafetySpeed,
      mounting: sensors.mounting,
    })
    .from(sensors)
    .innerJoin(vessels, eq(vessels.id, sensors.vesselId))
  const settings = new Map<number, Map<number, SensorSettings>>()
  for (const { vesselNumber, number, ...rest } of rows) {
    const ofVessel = settings.get(vesselNumber) ?? new Map<number, SensorSettings>()
    settings.set(vesselNumber, ofVessel.set(number, rest))
  }
  return settings
}

/** Makes rows for sensors that sent for the first time. */
export async function insertSensors(
  db: Db | Tx,
  heard: readonly { vesselId: string; number: number }[],
): Promise<void> {
  if (heard.length > 0)
    await db
      .insert(sensors)
      .values([...heard])
      .onConflictDoNothing()
}
