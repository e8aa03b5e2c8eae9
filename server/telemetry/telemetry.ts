import type { AppendedIntervals } from './appendedIntervals.ts'
import type { Engines } from './engines.ts'
import type { Heat } from './heat.ts'
import type { Impacts } from './impacts.ts'
import type { MotionStore } from './motion.ts'
import type { Positions } from './positions.ts'
import type { QuarterHours } from './quarterHours.ts'
import type { SeriesStore } from './series.ts'
import type { Sources } from './sourceSelection.ts'
import type { VesselReadings } from './vesselReadings.ts'

/**
 * All samples, and all results computed from samples, by noun. Times are µs since 1970 UTC, both ends of an interval
 * included. Vessels go by their number. Writing is idempotent. A sample is its vessel, series, instance, time and
 * source, and the last value written for it counts.
 */
export interface Telemetry {
  /** Resolves once everything is on disk (fsync); rejects with nothing promised. Safe to repeat. */
  append(batch: readonly VesselReadings[]): Promise<void>
  /** Appends values computed from stored samples; `intervals.since` does not list them. */
  appendDerived(batch: readonly VesselReadings[]): Promise<void>
  /** Deletes all samples of a vessel and all results computed from them. */
  removeVessel(vesselNumber: number): Promise<void>
  readonly series: SeriesStore
  readonly positions: Positions
  readonly motion: MotionStore
  readonly impacts: Impacts
  readonly engines: Engines
  readonly quarterHours: QuarterHours
  readonly heat: Heat
  readonly sources: Sources
  readonly intervals: AppendedIntervals
}
