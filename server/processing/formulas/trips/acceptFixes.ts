/** Outlier filter for position fixes: a speed gate that lets go of a wrong anchor. */
import type { Fix } from '#contract/domain/reading.ts'
import { haversineM } from '#contract/geodesy/geo.ts'
import type { Position } from '#contract/geodesy/position.ts'
import { HDOP_MAX } from '../parameters.ts'

/** A fix that the outlier filter accepted. */
export interface AcceptedFix extends Position {
  timeUs: number
  /** True when the filter let go of a wrong anchor just before this fix. */
  jump: boolean
}

/** Last accepted fix and the run of fixes that disagree with it. */
export interface OutlierFilter {
  anchor: AcceptedFix | null
  /** A fix of the run is accepted once the run has three. */
  pending: AcceptedFix[]
}

export const newOutlierFilter = (): OutlierFilter => ({ anchor: null, pending: [] })

/**
 * Decides about one fix and updates the filter. Returns the fixes accepted now: this fix, none, or three.
 *
 * Three are accepted when three fixes in a row agree with one another but not with the anchor: then the
 * anchor was the outlier. Otherwise one bad first fix would reject a whole trip.
 */
export function passOutlierFilter(
  outlierFilter: OutlierFilter,
  { timeUs, latitudeDeg, longitudeDeg }: Pick<Fix, 'timeUs' | keyof Position>,
  limitMps: number,
): AcceptedFix[] {
  const fix = { timeUs, latitudeDeg, longitudeDeg, jump: false }
  if (!outlierFilter.anchor || speedMps(outlierFilter.anchor, fix) <= limitMps)
    return accept(outlierFilter, [fix])
  if (fix.timeUs === outlierFilter.anchor.timeUs) return []
  const last = outlierFilter.pending.at(-1)
  outlierFilter.pending = last && speedMps(last, fix) <= limitMps ? [...outlierFilter.pending, fix] : [fix]
  const [first, ...others] = outlierFilter.pending
  return first && others.length >= 2 ? accept(outlierFilter, [{ ...first, jump: true }, ...others]) : []
}

/** False for an impossible fix: off the globe, at 0° N 0° E, flagged as invalid, or too uncertain. */
export function isPlausible(
  latitudeDeg: number,
  longitudeDeg: number,
  hdop: number,
  valid: boolean,
): boolean {
  return (
    valid &&
    Math.abs(latitudeDeg) <= 90 &&
    Math.abs(longitudeDeg) <= 180 &&
    !(latitudeDeg === 0 && longitudeDeg === 0) &&
    !(hdop > HDOP_MAX)
  )
}

function accept(outlierFilter: OutlierFilter, fixes: AcceptedFix[]): AcceptedFix[] {
  outlierFilter.anchor = fixes.at(-1) ?? outlierFilter.anchor
  outlierFilter.pending = []
  return fixes
}

const speedMps = (a: AcceptedFix, b: AcceptedFix) =>
  haversineM(a.latitudeDeg, a.longitudeDeg, b.latitudeDeg, b.longitudeDeg) / ((b.timeUs - a.timeUs) / 1e6)
