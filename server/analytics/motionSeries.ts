import { SECOND_US } from '#contract/domain/time.ts'
import type { MotionSource } from '#server/processing/formulas/impacts/motionAround.ts'
import type { SensorSettings } from '#server/records/sensors.ts'
import type { Buckets, Field } from '#server/telemetry/field.ts'
import type { VesselInterval } from '#server/telemetry/vesselInterval.ts'
import { IMPACT_SERIES, type ImpactSeries, type MotionBucket, motionBuckets } from './motionBuckets.ts'

/** The axes of impacts are in raw motion only; impacts themselves are kept by the second. */
export const needsMotion = ({ key }: Pick<Field, 'key'>, resolutionUs: number) =>
  isImpactSeries(key) && (key !== 'impact' || resolutionUs < SECOND_US)

/**
 * Impacts and their axes from raw motion, one answer a field. `max` of an axis is its value of largest magnitude. The
 * vessel (instance 0) has in each bucket the values of the sensor with the largest impact. Sensors used with safety
 * speed go first; without samples of these, all count.
 */
export async function motionSeries(
  telemetry: MotionSource,
  interval: VesselInterval,
  fields: readonly Field[],
  resolutionUs: number,
  settings: ReadonlyMap<number, SensorSettings>,
): Promise<Buckets[]> {
  const answers = fields.map((): Buckets => ({ timeUs: [], value: [] }))
  const isChosen = ({ sensor }: MotionBucket) => settings.get(sensor)?.useWithSafetySpeed === true
  for await (const page of motionBuckets(telemetry, interval, resolutionUs, settings)) {
    const vessel = hardest(page, isChosen)
    for (const [i, field] of fields.entries()) {
      const { key, instance, aggregation } = field
      if (!isImpactSeries(key)) continue
      const own = instance === 0 ? vessel : page.filter(({ sensor }) => sensor === instance)
      for (const bucket of own) {
        answers[i]?.timeUs.push(bucket.timeUs)
        answers[i]?.value.push(valueOfBucket(bucket, key, aggregation))
      }
    }
  }
  return answers
}

const isImpactSeries = (key: string): key is ImpactSeries =>
  (IMPACT_SERIES as readonly string[]).includes(key)

function hardest(page: readonly MotionBucket[], isChosen: (bucket: MotionBucket) => boolean): MotionBucket[] {
  const best = new Map<number, MotionBucket>()
  for (const bucket of page) {
    const known = best.get(bucket.timeUs)
    const wins =
      !known ||
      (isChosen(bucket) === isChosen(known) ? bucket.impact.max > known.impact.max : isChosen(bucket))
    if (wins) best.set(bucket.timeUs, bucket)
  }
  return [...best.values()].sort((a, b) => a.timeUs - b.timeUs)
}

export function valueOfBucket(
  { samples, ...bucket }: MotionBucket,
  key: ImpactSeries,
  aggregation: Field['aggregation'],
): number {
  const { min, max, sum, last } = bucket[key]
  if (aggregation === 'avg') return sum / samples
  if (aggregation === 'max') return Math.abs(min) > Math.abs(max) ? min : max
  if (aggregation === 'min') return min
  return aggregation === 'sum' ? sum : last
}
