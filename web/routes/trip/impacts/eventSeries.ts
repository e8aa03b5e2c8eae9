import type { ImpactEvent, SensorImpact } from '#contract/wire/impact.ts'
import type { TimeSeriesEntry, TimeSeriesRequest } from '#contract/wire/timeSeries.ts'
import type { Push } from '../../../plots/rose.ts'
import type { Span } from '../../../plots/timeRange.ts'

/** Motion is read every 20 ms, engines every second. */
export const MOTION = { aroundMs: 1280, stepMs: 20 } as const
export const ENGINE = { aroundMs: 10_000, stepMs: 1000 } as const
const MOST_ENGINES = 4
/** Each sensor takes four fields of a request, which may have forty. */
const MOST_SENSORS = 10

type Window = typeof MOTION | typeof ENGINE

const timeOf = ({ peak_impact_time }: ImpactEvent) => Date.parse(peak_impact_time)

/** Interval around an event that a profile shows. */
export const spanAround = (event: ImpactEvent, { aroundMs }: Window): Span => [
  timeOf(event) - aroundMs,
  timeOf(event) + aroundMs,
]

/** Interval of 20 ms around the peak. */
export function peakSpan(event: ImpactEvent): Span {
  const half = MOTION.stepMs / 2
  return [timeOf(event) - half, timeOf(event) + half]
}

/** Motion of every sensor around an event, in total and by axis. */
export function motionRequest(tripId: string, event: ImpactEvent): TimeSeriesRequest {
  const fields = event.impacts.slice(0, MOST_SENSORS).flatMap(({ bq_sensor_id: sensor }) =>
    ['impact', 'impact_x', 'impact_y', 'impact_z'].map((key) => ({
      type: 'sensor' as const,
      field: `${key}_${sensor}`,
      aggregation: 'max' as const,
    })),
  )
  return requestOf(tripId, event, MOTION, fields)
}

/** One parameter of all engines around an event. */
export function engineRequest(
  tripId: string,
  event: ImpactEvent,
  key: 'engine_speed' | 'tilt_trim' | 'transmission_gear',
): TimeSeriesRequest {
  const aggregation = key === 'transmission_gear' ? 'max' : 'avg'
  const fields = engineNumbers.map((engine) => ({
    type: 'general' as const,
    field: `${key}_${engine}`,
    aggregation: aggregation as 'max' | 'avg',
  }))
  return requestOf(tripId, event, ENGINE, fields)
}

export const engineNumbers = Array.from({ length: MOST_ENGINES }, (_, index) => index + 1)

function requestOf(
  tripId: string,
  event: ImpactEvent,
  window: Window,
  fields: TimeSeriesRequest['fields'],
): TimeSeriesRequest {
  const [from, to] = spanAround(event, window)
  return {
    // The step that begins at the end is included, so that both sides have the same number of steps.
    filters: { trip_id: tripId, start_time: from / 1000, end_time: (to + window.stepMs) / 1000 },
    fields,
    resolution: { value: window.stepMs, type: 'milliseconds' },
  }
}

/** Acceleration at a time, g: x forward, y to starboard, z up. */
type Acceleration = SensorImpact['peak_acc']

/** Projections seen from above with the bow on top, and from starboard with the bow to the right. */
export const fromAbove = ({ x, y }: Acceleration): Push => ({ right: y, up: x })
export const fromSide = ({ x, z }: Acceleration): Push => ({ right: x, up: z })

/**
 * Accelerations that the sensors measured around an event, by time. Downward acceleration does not count as an
 * impact, so it is set to zero.
 */
export function accelerations(entries: readonly TimeSeriesEntry[], event: ImpactEvent): Acceleration[] {
  return event.impacts.flatMap(({ bq_sensor_id: sensor }) => {
    const axis = (key: string) =>
      new Map(
        entries
          .find(({ field }) => field === `${key}_${sensor}`)
          ?.series.map(({ time, value }) => [time, value]),
      )
    const [x, y, z] = [axis('impact_x'), axis('impact_y'), axis('impact_z')]
    return [...x].map(([time, value]) => ({
      x: value ?? 0,
      y: y.get(time) ?? 0,
      z: Math.max(0, z.get(time) ?? 0),
    }))
  })
}
