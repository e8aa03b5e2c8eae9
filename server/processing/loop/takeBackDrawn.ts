import type { SeriesKey } from '#contract/domain/series.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { VesselInterval } from '#server/telemetry/vesselInterval.ts'
import { DRAWN } from '../formulas/analysis/derivedSeries.ts'

/** Stores "not available" over values drawn in an interval that no longer hold. */
export async function takeBackDrawn(
  telemetry: Telemetry,
  interval: VesselInterval,
  holds: (key: SeriesKey, timeUs: number, source: number) => boolean,
): Promise<void> {
  const stored = await telemetry.series.timesOf(interval, DRAWN)
  const scalars = stored.flatMap(({ key, source, timeUs }) =>
    timeUs
      .filter((time) => !holds(key, time, source))
      .map((time) => ({ key, source, timeUs: time, instance: 0, value: null })),
  )
  if (scalars.length === 0) return
  const { vesselNumber } = interval
  await telemetry.appendDerived([{ vesselNumber, scalars, fixes: [], motion: [], ais: [], faults: [] }])
}
