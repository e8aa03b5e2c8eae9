import type { Trip } from '#contract/wire/trip.ts'

/** How many percent of the trip's data were looked at, never 100 before all were; null once only its figures are missing. */
export const analysisProgress = ({ share }: Trip['analysis']): number | null =>
  share >= 1 ? null : Math.max(0, Math.floor(share * 100))
