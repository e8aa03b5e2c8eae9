import { HOUR_S } from '#contract/domain/time.ts'
import { isoOf } from '#contract/wire/instant.ts'
import type { Sensor, SensorStatistics, TripSensor } from '#contract/wire/sensor.ts'
import { sensorOffsets } from '#server/analytics/sensorOffset.ts'
import { mountingsOf } from '#server/records/sensorMountings.ts'
import { type SensorRow, sensorSettingsOf } from '#server/records/sensors.ts'
import { shownTripsOf } from '#server/records/tripLists.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { SensorTotals } from '#server/telemetry/impactBlock.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { toMounting } from './toMounting.ts'

/** A sensor has taken part in a trip in which it spoke for so long. */
const TAKES_PART_S = 10

/** Sensors of one vessel in wire units, with figures from stored samples. */
export async function withStatistics(
  { db, telemetry }: { db: Db; telemetry: Telemetry },
  vessel: { id: string; number: number },
  rows: readonly SensorRow[],
): Promise<Sensor[]> {
  const trips = await shownTripsOf(db, vessel.id)
  const totals = await telemetry.impacts.sensorTotals(
    vessel.number,
    trips.map(({ startUs, endUs, lastRecordUs }) => ({
      vesselNumber: vessel.number,
      fromUs: startUs,
      toUs: endUs ?? lastRecordUs,
    })),
  )
  const settings = await sensorSettingsOf(db, vessel.id)
  const of = async (row: SensorRow): Promise<Sensor> => {
    const own = totals.find(({ sensor }) => sensor === row.number)
    const [now] = await mountingsOf(db, row.id)
    const offsets = own && (await sensorOffsets(telemetry, vessel.number, own.lastUs, settings))
    return {
      ...toTripSensor(row),
      vessel_id: row.vesselId,
      mounting: now ? toMounting(now.mounting, now.creator) : null,
      statistics: { ...toStatistics(own), offset: offsets?.get(row.number) ?? null },
    }
  }
  return Promise.all(rows.map(of))
}

export const toTripSensor = ({ id, number, description, useWithSafetySpeed }: SensorRow): TripSensor => ({
  id,
  bq_sensor_id: number,
  description,
  use_with_safety_speed: useWithSafetySpeed,
})

/** Trips are in the order of their start. */
function toStatistics(totals: SensorTotals | undefined): Omit<SensorStatistics, 'offset'> {
  return {
    has_data_on_latest_trip: (totals?.coveredOfIntervalS.at(-1) ?? 0) > 0,
    timestamp_start: totals ? isoOf(totals.firstUs) : null,
    timestamp_end: totals ? isoOf(totals.lastUs) : null,
    trip_count: totals?.coveredOfIntervalS.filter((seconds) => seconds >= TAKES_PART_S).length ?? 0,
    datapoint_count: totals?.samples ?? 0,
    collected_duration: (totals?.coveredS ?? 0) / HOUR_S,
    sampling_rate: totals?.rateHz ?? null,
    max_impact: totals?.maxImpactG ?? null,
  }
}
