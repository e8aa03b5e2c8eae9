import { and, asc, eq } from 'drizzle-orm'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { sensors, vessels } from '#server/stores/relational/schema.ts'
import { inScope, type Scope } from './scope.ts'
import { loadMountings, type SensorMountingFacts } from './sensorMountings.ts'

/** Settings of a motion sensor that processing needs. */
export interface SensorSettings {
  /** True when its impacts count as the vessel's. */
  useWithSafetySpeed: boolean
  /** How it is built in, in the order of time; before the first it was built in straight. */
  mountings: readonly SensorMountingFacts[]
}

/** Settings of all sensors, by the vessel's number in the column store and the sensor's own number. */
export async function loadSensorSettings(db: Db | Tx): Promise<Map<number, Map<number, SensorSettings>>> {
  const rows = await db
    .select({
      vesselNumber: vessels.number,
      id: sensors.id,
      number: sensors.number,
      useWithSafetySpeed: sensors.useWithSafetySpeed,
    })
    .from(sensors)
    .innerJoin(vessels, eq(vessels.id, sensors.vesselId))
  const mountings = await loadMountings(db)
  const settings = new Map<number, Map<number, SensorSettings>>()
  for (const { vesselNumber, id, number, useWithSafetySpeed } of rows) {
    const ofVessel = settings.get(vesselNumber) ?? new Map<number, SensorSettings>()
    settings.set(
      vesselNumber,
      ofVessel.set(number, { useWithSafetySpeed, mountings: mountings.get(id) ?? [] }),
    )
  }
  return settings
}

/** Settings of the sensors of one vessel, by their number. */
export async function sensorSettingsOf(db: Db | Tx, vesselId: string): Promise<Map<number, SensorSettings>> {
  const mountings = await loadMountings(db, vesselId)
  return new Map(
    (await sensorsOf(db, vesselId)).map(({ id, number, useWithSafetySpeed }) => [
      number,
      { useWithSafetySpeed, mountings: mountings.get(id) ?? [] },
    ]),
  )
}

/** Makes rows for sensors that sent for the first time. */
export async function insertSensors(
  db: Db | Tx,
  reported: readonly { vesselId: string; number: number }[],
): Promise<void> {
  if (reported.length > 0)
    await db
      .insert(sensors)
      .values([...reported])
      .onConflictDoNothing()
}

export type SensorRow = typeof sensors.$inferSelect

/** Sensors of a vessel by their number. */
export function sensorsOf(db: Db | Tx, vesselId: string): Promise<SensorRow[]> {
  return db.select().from(sensors).where(eq(sensors.vesselId, vesselId)).orderBy(asc(sensors.number))
}

/** A sensor with the vessel that carries it; null when the caller cannot see her or there is none. */
export async function findSensor(db: Db | Tx, scope: Scope, id: string) {
  const [row] = await db
    .select({ sensor: sensors, vessel: vessels })
    .from(sensors)
    .innerJoin(vessels, eq(vessels.id, sensors.vesselId))
    .where(and(eq(sensors.id, id), inScope(scope, vessels)))
  return row ?? null
}

export async function updateSensor(
  db: Db | Tx,
  id: string,
  change: { description: string | null; useWithSafetySpeed: boolean },
): Promise<void> {
  await db.update(sensors).set(change).where(eq(sensors.id, id))
}
