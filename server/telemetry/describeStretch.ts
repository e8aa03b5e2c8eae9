import type { AppendedStretch } from '#contract/events.ts'
import type { SeriesKey } from '#contract/series.ts'
import type { VesselReadings } from './telemetry.ts'

/** What the bus says of readings that were just stored; null when they hold nothing with a time of its own. */
export function describeStretch(readings: VesselReadings): AppendedStretch | null {
  const all = new Span()
  const imu = new Span()
  const stretch: AppendedStretch = {
    vesselNumber: readings.vesselNumber,
    fromUs: 0,
    toUs: 0,
    imu: null,
    maxSogMps: null,
    newestFix: null,
    newest: {},
  }
  for (const { timeUs, key, instance, value } of readings.scalars) {
    all.include(timeUs)
    if (value === null || instance !== 0) continue
    keepNewest(stretch.newest, key, timeUs, value)
    if (key === 'sog' && value > (stretch.maxSogMps ?? -1)) stretch.maxSogMps = value
  }
  for (const fix of readings.fixes) {
    all.include(fix.timeUs)
    if (fix.valid && fix.timeUs >= (stretch.newestFix?.timeUs ?? 0)) stretch.newestFix = fix
  }
  for (const block of readings.imu) {
    imu.include(block.startUs)
    imu.include(block.startUs + (block.forceX.length - 1) * block.intervalUs)
  }
  if (imu.any) {
    all.include(imu.fromUs)
    all.include(imu.toUs)
    stretch.imu = { fromUs: imu.fromUs, toUs: imu.toUs }
  }
  return all.any ? { ...stretch, fromUs: all.fromUs, toUs: all.toUs } : null
}

class Span {
  fromUs = Number.POSITIVE_INFINITY
  toUs = Number.NEGATIVE_INFINITY

  include(timeUs: number) {
    if (timeUs < this.fromUs) this.fromUs = timeUs
    if (timeUs > this.toUs) this.toUs = timeUs
  }

  get any() {
    return this.toUs >= this.fromUs
  }
}

function keepNewest(newest: AppendedStretch['newest'], key: SeriesKey, timeUs: number, value: number) {
  const known = newest[key]
  if (!known || timeUs >= known[0]) newest[key] = [timeUs, value]
}
