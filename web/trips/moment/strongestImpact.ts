import { SECOND_MS } from '#contract/domain/time.ts'
import type { Alert } from '#contract/wire/alert.ts'
import type { TimeSeriesEntry } from '#contract/wire/timeSeries.ts'
import { tripSensorsQuery } from '../../api/sensors.ts'
import { chunkQuery } from '../../api/telemetry.ts'
import { SAMPLE_MS } from '../../replay/movement.ts'
import { queryClient } from '../../session/queryClient.ts'

/** True for an alert about what a motion sensor felt. */
export const isOfImpact = ({ facts }: Alert): boolean =>
  facts?.kind === 'impact' ||
  (facts?.kind === 'threshold' && facts.conditions.some(({ field }) => /^impact/.test(field)))

/**
 * The strongest impact within the second of a moment: the sensor that felt it, and its time as exactly as the replay
 * shows it. Undefined where no sensor has a value.
 */
export async function strongestImpact(
  tripId: string,
  timeMs: number,
): Promise<{ sensor: number; timeMs: number } | undefined> {
  const sensors = (await queryClient.fetchQuery(tripSensorsQuery(tripId))).map((one) => one.bq_sensor_id)
  const secondMs = Math.floor(timeMs / SECOND_MS) * SECOND_MS
  // Seconds say which sensor, because the alert has its value from them; raw motion says when.
  const bySecond = await impactsWithin(tripId, secondMs, sensors, SECOND_MS)
  const [strongest] = bySecond.toSorted((a, b) => b.g - a.g)
  if (!strongest) return undefined
  const { sensor } = strongest
  const [peak = strongest] = (await impactsWithin(tripId, secondMs, [sensor], SAMPLE_MS)).toSorted(
    (a, b) => b.g - a.g,
  )
  return { sensor, timeMs: peak.timeMs }
}

async function impactsWithin(
  tripId: string,
  secondMs: number,
  sensors: readonly number[],
  stepMs: number,
): Promise<{ sensor: number; timeMs: number; g: number }[]> {
  if (sensors.length === 0) return []
  const entries: TimeSeriesEntry[] = await queryClient.fetchQuery(
    chunkQuery({
      filters: { trip_id: tripId, start_time: secondMs / 1000, end_time: secondMs / 1000 + 1 },
      fields: sensors.map((sensor) => ({ type: 'sensor', field: `impact_${sensor}`, aggregation: 'max' })),
      resolution: { value: stepMs, type: 'milliseconds' },
    }),
  )
  return entries.flatMap(({ instance: sensor, series }) =>
    series.flatMap(({ time, value }) =>
      value !== null && time >= secondMs && time < secondMs + SECOND_MS
        ? [{ sensor, timeMs: time, g: value }]
        : [],
    ),
  )
}
