import { MINUTE_MS } from '#contract/domain/time.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { studioStepS } from '../../../plots/resolution.ts'
import type { Span } from '../../../plots/timeRange.ts'

/** Buckets that the studio requests: from and to in epoch ms, both at bucket boundaries. */
export interface Detail {
  fromMs: number
  toMs: number
  stepMs: number
}

/** Buckets of the whole trip. */
export function wholeOf(trip: Trip): Detail {
  const fromMs = Date.parse(trip.start_time)
  const toMs = Math.max(Date.parse(trip.end_time ?? trip.stats.time_of_last_data_point), fromMs + MINUTE_MS)
  return { fromMs, toMs, stepMs: 1000 * studioStepS((toMs - fromMs) / 1000) }
}

/**
 * Request for finer data when only part of the range is in view: the view plus half its width on each side. Null when
 * that would be no finer. Ends lie on a coarse grid, so that small pans repeat the request.
 */
export function detailOf([from, to]: Span, whole: Detail): Detail | null {
  const stepMs = 1000 * studioStepS((to - from) / 1000)
  if (stepMs >= whole.stepMs) return null
  const margin = (to - from) / 2
  const grid = GRID_STEPS * stepMs
  return {
    fromMs: Math.max(whole.fromMs, Math.floor((from - margin) / grid) * grid),
    toMs: Math.min(whole.toMs, Math.ceil((to + margin) / grid) * grid),
    stepMs,
  }
}

const GRID_STEPS = 60
