import { HEAT_STEPS, type HeatmapData } from '#contract/wire/heatmap.ts'

/** How the values of a layer become heat. */
export interface Scale {
  /** A few busy squares must not blank the rest: counts are compared by their logarithm. */
  logarithmic?: boolean
  /** The coldest colour is the 5th percentile instead of 0. */
  floats?: boolean
  /** Small is hot, as with depths. */
  reversed?: boolean
}

export interface Heat {
  intensity: number[]
  /** Which value each fifth of the scale stands for. */
  steps: HeatmapData['data']['steps']
}

const HOTTEST = 0.95
const COLDEST = 0.05
const FAINTEST = 0.05

/** The hottest colour is the 95th percentile and not the maximum, so that one outlier does not blank the map. */
export function scaleCells(values: readonly number[], { logarithmic, floats, reversed }: Scale): Heat {
  if (values.length === 0) return { intensity: [], steps: {} }
  const scaled = logarithmic ? values.map(Math.log1p) : values
  const sorted = Float64Array.from(scaled).sort()
  const high = percentile(sorted, HOTTEST)
  const low = floats ? percentile(sorted, COLDEST) : 0
  const intensity = scaled.map((value) => {
    const share = high === low ? 1 : Math.min(1, Math.max(FAINTEST, (value - low) / (high - low)))
    return reversed ? Math.min(1, Math.max(FAINTEST, 1 - share)) : share
  })
  const steps = Object.fromEntries(
    HEAT_STEPS.map((step, i) => {
      const value = low + ((high - low) * (i + 1)) / HEAT_STEPS.length
      return [step, logarithmic ? Math.expm1(value) : value]
    }),
  )
  return { intensity, steps }
}

/** Between the two ranks around it, by linear interpolation. */
function percentile(sorted: Float64Array, share: number): number {
  const rank = share * (sorted.length - 1)
  const below = sorted[Math.floor(rank)] ?? 0
  const above = sorted[Math.ceil(rank)] ?? below
  return below + (above - below) * (rank - Math.floor(rank))
}
