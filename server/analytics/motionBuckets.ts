import { MINUTE_US } from '#contract/domain/time.ts'
import { accelerations } from '#server/processing/formulas/impacts/accelerations.ts'
import { impactScalar } from '#server/processing/formulas/impacts/impactScalar.ts'
import { SECONDS_CONTEXT_US } from '#server/processing/formulas/impacts/impactSeconds.ts'
import { type MotionSource, motionAround } from '#server/processing/formulas/impacts/motionAround.ts'
import type { SensorSettings } from '#server/records/sensors.ts'
import type { Motion } from '#server/telemetry/motion.ts'
import type { VesselInterval } from '#server/telemetry/vesselInterval.ts'

/** The impact scalar, and acceleration without gravity: forward, to starboard and up. All in g, low-passed. */
export const IMPACT_SERIES = ['impact', 'impact_x', 'impact_y', 'impact_z'] as const
export type ImpactSeries = (typeof IMPACT_SERIES)[number]

export interface Figures {
  min: number
  max: number
  sum: number
  last: number
}

/** Measurements of one motion sensor in one bucket. */
export interface MotionBucket extends Record<ImpactSeries, Figures> {
  sensor: number
  timeUs: number
  samples: number
}

/** Length of a page of raw samples, which is held in memory and processed without a pause. */
const PAGE_US = 5 * MINUTE_US

/**
 * Buckets of raw motion, page after page in order of time, inside a page sensor by sensor. Buckets without samples of a
 * sensor are left out. A page ends with a bucket, so none is torn.
 */
export async function* motionBuckets(
  telemetry: MotionSource,
  interval: VesselInterval,
  resolutionUs: number,
  settings: ReadonlyMap<number, SensorSettings>,
): AsyncGenerator<MotionBucket[]> {
  const pageUs = Math.max(1, Math.floor(PAGE_US / resolutionUs)) * resolutionUs
  const firstUs = Math.floor(interval.fromUs / resolutionUs) * resolutionUs
  for (let pageStartUs = firstUs; pageStartUs <= interval.toUs; pageStartUs += pageUs) {
    const page = {
      vesselNumber: interval.vesselNumber,
      fromUs: Math.max(interval.fromUs, pageStartUs),
      toUs: Math.min(interval.toUs, pageStartUs + pageUs - 1),
    }
    const [around] = await motionAround(telemetry, [page], SECONDS_CONTEXT_US, 1)
    yield (around?.motion ?? []).flatMap((motion) =>
      sensorBuckets(motion, page, resolutionUs, settings.get(motion.sensor)),
    )
  }
}

function sensorBuckets(
  motion: Motion,
  page: VesselInterval,
  resolutionUs: number,
  known: SensorSettings | undefined,
): MotionBucket[] {
  const buckets: MotionBucket[] = []
  for (const { segment, acceleration } of accelerations(motion, known)) {
    const scalar = impactScalar(acceleration)
    for (let i = 0; i < scalar.length; i++) {
      const sampleUs = segment.timeUs[i] as number
      if (sampleUs < page.fromUs || sampleUs > page.toUs) continue
      const timeUs = Math.floor(sampleUs / resolutionUs) * resolutionUs
      let bucket = buckets.at(-1)
      if (bucket?.timeUs !== timeUs) {
        bucket = emptyBucket(motion.sensor, timeUs)
        buckets.push(bucket)
      }
      bucket.samples++
      take(bucket.impact, scalar[i] as number)
      take(bucket.impact_x, acceleration.xG[i] as number)
      take(bucket.impact_y, acceleration.yG[i] as number)
      take(bucket.impact_z, acceleration.zG[i] as number)
    }
  }
  return buckets
}

const emptyBucket = (sensor: number, timeUs: number): MotionBucket => ({
  sensor,
  timeUs,
  samples: 0,
  impact: noFigures(),
  impact_x: noFigures(),
  impact_y: noFigures(),
  impact_z: noFigures(),
})

const noFigures = (): Figures => ({
  min: Number.POSITIVE_INFINITY,
  max: Number.NEGATIVE_INFINITY,
  sum: 0,
  last: 0,
})

function take(figures: Figures, value: number) {
  if (value < figures.min) figures.min = value
  if (value > figures.max) figures.max = value
  figures.sum += value
  figures.last = value
}
