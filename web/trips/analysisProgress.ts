import type { Trip } from '#contract/wire/trip.ts'

/**
 * Analysed share of the trip's data in percent, below 100 until all were analysed; null when only the figures are
 * missing.
 */
export const analysisProgress = ({ share }: Trip['analysis']): number | null =>
  share >= 1 ? null : Math.max(0, Math.floor(share * 100))
