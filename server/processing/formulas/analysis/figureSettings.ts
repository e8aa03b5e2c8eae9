import { onGrid } from '#contract/domain/series.ts'
import type { TripToAnalyse } from '#server/records/tripAnalysis.ts'
import { type FigureSettings, staticSafetySpeedMps } from './bucketFigures.ts'
import type { EcoBand } from './ecoBand.ts'
import { fuelSettings } from './fuelSettings.ts'

/** Settings that measure the figures of a trip, as the vessel is set today. */
export const figureSettings = (trip: TripToAnalyse, ecoBand: EcoBand | null): FigureSettings => ({
  impactLimitG: onGrid('impact', trip.impactLimitG),
  rogMps: staticSafetySpeedMps(trip.safetySpeedLimitMps, trip.topSpeedMps),
  fuel: fuelSettings(trip),
  ecoBand,
})
