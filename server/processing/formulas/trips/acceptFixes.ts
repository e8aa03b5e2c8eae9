/** Which position fixes are believed: a speed gate that lets go of a wrong anchor. */
import { haversineM } from '#contract/geo.ts'
import { HDOP_MAX } from '../parameters.ts'

export interface GatedFix {
  timeUs: number
  latitudeDeg: number
  longitudeDeg: number
}

/** The last believed fix and the run of fixes that disagree with it. */
export interface FixGate {
  anchor: GatedFix | null
  pending: GatedFix[]
}

export const openGate = (): FixGate => ({ anchor: null, pending: [] })

/**
 * Decides about one fix and moves the gate on. The answer lists what is believed now: the fix itself, nothing, or,
 * when three fixes in a row agree with one another but not with the anchor, all of them, for then the anchor was
 * the outlier. Without that, one bad first fix would reject a whole trip.
 */
export function passGate(gate: FixGate, fix: GatedFix, limitMps: number): GatedFix[] {
  if (!gate.anchor || speedMps(gate.anchor, fix) <= limitMps) return believe(gate, [fix])
  if (fix.timeUs === gate.anchor.timeUs) return []
  const last = gate.pending.at(-1)
  gate.pending = last && speedMps(last, fix) <= limitMps ? [...gate.pending, fix] : [fix]
  return gate.pending.length >= 3 ? believe(gate, gate.pending) : []
}

/** False for what no receiver should have sent: off the globe, the null island, flagged, or too uncertain. */
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

function believe(gate: FixGate, fixes: GatedFix[]): GatedFix[] {
  gate.anchor = fixes.at(-1) ?? gate.anchor
  gate.pending = []
  return fixes
}

const speedMps = (a: GatedFix, b: GatedFix) =>
  haversineM(a.latitudeDeg, a.longitudeDeg, b.latitudeDeg, b.longitudeDeg) / ((b.timeUs - a.timeUs) / 1e6)
