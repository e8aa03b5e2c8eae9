import type { Alert } from '#contract/wire/alert.ts'
import type { ImpactEvent } from '#contract/wire/impact.ts'

/** Event of a trip: an alert, or an impact with the sensor that felt it most. */
export type TripEvent =
  | { timeMs: number; alert: Alert }
  | { timeMs: number; alert: null; sensor: number | undefined }

/** Impacts within this of an alert are its own. */
const SAME_MS = 1000

/** Alerts and impacts above the limit in time order; an impact that raised an alert is not there twice. */
export function tripEvents(
  alerts: readonly Alert[],
  impacts: readonly ImpactEvent[],
  limitG: number,
): TripEvent[] {
  const raised = alerts.map((alert) => ({ timeMs: Date.parse(alert.trigger_time), alert }))
  const felt = impacts.flatMap((impact): TripEvent[] => {
    const timeMs = Date.parse(impact.peak_impact_time)
    const isRaised = raised.some((one) => Math.abs(one.timeMs - timeMs) < SAME_MS)
    if (impact.peak_impact < limitG || isRaised) return []
    return [{ timeMs, alert: null, sensor: strongestSensor(impact) }]
  })
  return [...raised, ...felt].sort((a, b) => a.timeMs - b.timeMs)
}

/** Number of the motion sensor that felt an impact most; undefined where none of them is known. */
export const strongestSensor = ({ impacts }: ImpactEvent): number | undefined =>
  impacts.toSorted((a, b) => b.peak_impact - a.peak_impact)[0]?.bq_sensor_id

/** The next event in a direction; undefined at either end. */
export function eventFrom(events: readonly TripEvent[], timeMs: number, direction: -1 | 1) {
  return direction > 0
    ? events.find((one) => one.timeMs > timeMs)
    : events.findLast((one) => one.timeMs < timeMs)
}
