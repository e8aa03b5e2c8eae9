import type { ImpactEvent } from '#contract/wire/impact.ts'
import { IMPACT_PEAKS_G, type ImpactSearch } from '../../../searchParameters.ts'

/** Range of the shown peaks, g, ends included. */
export interface ImpactRange {
  min: number
  max: number
}

export const rangeOf = ({
  min = IMPACT_PEAKS_G.min,
  max = IMPACT_PEAKS_G.max,
}: ImpactSearch): ImpactRange => ({
  min,
  max,
})

/** The top end is open: 6 g means 6 g and above. */
export const isInRange = (g: number, { min, max }: ImpactRange) =>
  g >= min && (g <= max || max === IMPACT_PEAKS_G.max)

export const isWhole = ({ min, max }: ImpactRange) => min === IMPACT_PEAKS_G.min && max === IMPACT_PEAKS_G.max

export interface ImpactBin {
  /** Lower edge, g; the last bin has no upper edge. */
  from: number
  to: number
  count: number
}

/** Number of events with a peak in each step of the filter. */
export function impactBins(events: readonly Pick<ImpactEvent, 'peak_impact'>[]): ImpactBin[] {
  const { min, max, step } = IMPACT_PEAKS_G
  const bins = Array.from({ length: (max - min) / step }, (_, index) => ({
    from: min + index * step,
    to: min + (index + 1) * step,
    count: 0,
  }))
  for (const { peak_impact } of events) {
    const bin = bins[Math.min(bins.length - 1, Math.floor((peak_impact - min) / step))]
    if (bin) bin.count++
  }
  return bins
}
