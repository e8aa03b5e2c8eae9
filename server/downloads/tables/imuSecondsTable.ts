import { toWire } from '#contract/domain/series.ts'
import { SECOND_US } from '#contract/domain/time.ts'
import { IMPACT_SERIES, type MotionBucket, motionBuckets } from '#server/analytics/motionBuckets.ts'
import { valueOfBucket } from '#server/analytics/motionSeries.ts'
import { attitudeTurns } from '#server/processing/formulas/impacts/accelerations.ts'
import type { SensorSettings } from '#server/records/sensors.ts'
import type { Field } from '#server/telemetry/field.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { VesselInterval } from '#server/telemetry/vesselInterval.ts'
import { seriesColumn } from '../seriesColumn.ts'
import type { Table } from '../table.ts'
import { type SecondsPage, secondsTable } from './secondsTable.ts'

const MEASURED = IMPACT_SERIES.flatMap((key) =>
  // The largest impact of each second is stored with the other series.
  (key === 'impact' ? (['avg'] as const) : (['avg', 'max'] as const)).map((aggregation) => ({
    key,
    aggregation,
  })),
)

/**
 * Measurements of the vessel and each of her motion sensors, by the second: first the largest impact. Raw samples,
 * where there are some, add the mean attitude, the mean impact, and mean and largest of its axes. The largest of an
 * axis is the value of greatest magnitude.
 */
export async function imuSecondsTable(
  telemetry: Telemetry,
  interval: VesselInterval,
  loadSensors: () => Promise<ReadonlyMap<number, SensorSettings>>,
): Promise<Table> {
  const settings = await loadSensors()
  const stored = await telemetry.series.fieldsIn(interval)
  // A sensor has seconds of impacts before its settings are stored.
  const reporting = stored.flatMap(({ key, instance }) =>
    key === 'impact' && instance > 0 ? [instance] : [],
  )
  const sensors = [...new Set([...settings.keys(), ...reporting])].sort((a, b) => a - b)
  const kept = [0, ...sensors].map((instance): Field => ({ key: 'impact', instance, aggregation: 'max' }))
  const measured = sensors.flatMap((sensor) => MEASURED.map((one) => ({ sensor, ...one })))
  const attitude = sensors.flatMap((instance) =>
    (['euler_x', 'euler_y', 'euler_z'] as const).map((key): Field => ({ key, instance, aggregation: 'avg' })),
  )
  const computed = {
    columns: measured.map(({ sensor, key, aggregation }) =>
      seriesColumn({ key, instance: sensor }, `_${aggregation}`),
    ),
    async compute(page: SecondsPage) {
      const columns = measured.map(() => new Float64Array(page.seconds).fill(Number.NaN))
      for await (const buckets of motionBuckets(telemetry, page.interval, SECOND_US, settings))
        for (const bucket of buckets) put(columns, page, bucket)
      return columns
    },
  }
  return secondsTable(telemetry, interval, [...kept, ...attitude], computed, attitudeTurns(settings))

  function put(columns: readonly Float64Array[], { startS }: SecondsPage, bucket: MotionBucket) {
    const second = bucket.timeUs / SECOND_US - startS
    for (const [i, { sensor, key, aggregation }] of measured.entries()) {
      const column = columns[i]
      if (column && sensor === bucket.sensor)
        column[second] = toWire(key, valueOfBucket(bucket, key, aggregation))
    }
  }
}
