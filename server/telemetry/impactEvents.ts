import type { ImpactPeak } from './impactBlock.ts'

/** One hit of the hull, as measured by all sensors. */
export interface ImpactEvent {
  /** Peak of the sensor that measured the largest one; the lower sensor number when several are equal. */
  strongest: ImpactPeak
  /** The largest peak of each sensor, by sensor. */
  peaks: ImpactPeak[]
}

/**
 * Sensors at bow and stern measure one slam some tens of ms apart; two waves come at least half a second
 * apart.
 */
const LINK_US = 250_000
const SPAN_US = 500_000

/**
 * Joins peaks of all sensors of a vessel into events, in time order. An event continues while peaks follow
 * each other within 0.25 s and lie within 0.5 s of its first.
 */
export function impactEvents(peaks: readonly ImpactPeak[]): ImpactEvent[] {
  const sorted = [...peaks].sort((a, b) => a.timeUs - b.timeUs || a.sensor - b.sensor)
  const events: ImpactEvent[] = []
  for (let start = 0; start < sorted.length; ) {
    const first = sorted[start] as ImpactPeak
    let end = start + 1
    for (let last = first; end < sorted.length; end++) {
      const next = sorted[end] as ImpactPeak
      if (next.timeUs - last.timeUs > LINK_US || next.timeUs - first.timeUs > SPAN_US) break
      last = next
    }
    events.push(toEvent(first, sorted.slice(start, end)))
    start = end
  }
  return events
}

function toEvent(first: ImpactPeak, peaks: readonly ImpactPeak[]): ImpactEvent {
  const bySensor = new Map<number, ImpactPeak>()
  for (const peak of peaks) {
    if (peak.peakG > (bySensor.get(peak.sensor)?.peakG ?? 0)) bySensor.set(peak.sensor, peak)
  }
  const largest = [...bySensor.values()].sort((a, b) => a.sensor - b.sensor)
  return {
    strongest: largest.reduce((most, peak) => (peak.peakG > most.peakG ? peak : most), first),
    peaks: largest,
  }
}
