import { SECOND_MS } from '#contract/domain/time.ts'
import type { Alert } from '#contract/wire/alert.ts'
import { tripSensorsQuery } from '../../api/sensors.ts'
import { chunkQuery } from '../../api/telemetry.ts'
import { queryClient } from '../../session/queryClient.ts'

/** True for an alert about what a motion sensor felt. */
export const isOfImpact = ({ facts }: Alert): boolean =>
  facts?.kind === 'impact' ||
  (facts?.kind === 'threshold' && facts.conditions.some(({ field }) => /^impact/.test(field)))

/** Number of the motion sensor with the strongest impact in the second of a moment; undefined without any. */
export async function sensorThatFelt(tripId: string, timeMs: number): Promise<number | undefined> {
  const sensors = await queryClient.fetchQuery(tripSensorsQuery(tripId))
  const secondS = Math.floor(timeMs / SECOND_MS)
  const entries = await queryClient.fetchQuery(
    chunkQuery({
      filters: { trip_id: tripId, start_time: secondS, end_time: secondS + 1 },
      fields: sensors.map(({ bq_sensor_id }) => ({
        ...{ type: 'sensor', field: `impact_${bq_sensor_id}`, aggregation: 'max' },
      })),
      resolution: { value: 1, type: 'seconds' },
    }),
  )
  let strongest: { sensor: number; g: number } | undefined
  for (const { bq_sensor_id: sensor } of sensors) {
    const { series = [] } = entries.find(({ field }) => field === `impact_${sensor}`) ?? {}
    const [g] = series.flatMap(({ time, value }) =>
      time === secondS * SECOND_MS && value !== null ? [value] : [],
    )
    if (g !== undefined && g > (strongest?.g ?? 0)) strongest = { sensor, g }
  }
  return strongest?.sensor
}
