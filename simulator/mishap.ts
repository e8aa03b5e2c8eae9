import { keepsConsort } from './consort.ts'
import type { Boat } from './fleet.ts'
import { chance } from './random.ts'

/**
 * Mishaps that occur now and then. A propeller strikes a rock, the bow runs onto one, a rope fouls a propeller in deep
 * water, or the boat alongside comes too close.
 */
export type MishapKind = 'strike' | 'grounding' | 'fouled' | 'nudge'

export interface Mishap {
  kind: MishapKind
  /** When it happens, in seconds after the start of the track. */
  atS: number
}

/** One voyage in four has a mishap, and most voyages beside a consort. */
const SHARE = 1 / 4
const SHARE_BESIDE = 0.8
/** Earliest time of a mishap after departure, s. */
const EARLIEST_S = 300
const LATEST_S = 1800

/** Mishap of this voyage, and the second from which it happens as soon as the place is right for it. */
export function mishapOf(boat: Boat, voyageSeed: number): Mishap | null {
  const beside = boat.hull.kind === 'rib' && boat.receivesAis && keepsConsort(voyageSeed)
  if (chance(voyageSeed, 101) > (beside ? SHARE_BESIDE : SHARE)) return null
  const atS = EARLIEST_S + (LATEST_S - EARLIEST_S) * chance(voyageSeed, 102)
  const alone: MishapKind[] = ['strike', 'grounding', 'fouled']
  return { kind: beside ? 'nudge' : (alone[Math.floor(3 * chance(voyageSeed, 103))] ?? 'fouled'), atS }
}

/** Seconds before the hit in which the sea floor rises to the rock. */
export const RISE_S = 8
/** A propeller that was stopped turns freely again after this long. */
export const HELD_S = 4
/** Time for which the engine is derated, s. */
export const HELD_BACK_S = 20

interface Place {
  speedMps: number
  shoreM: number
  depthM: number
  engineHz: number
}

/** Rocks lie along the shore, ropes drift in deep water, and either matters only to a propeller that is working. */
export function isPlaceFor(kind: MishapKind, { speedMps, shoreM, depthM, engineHz }: Place): boolean {
  if (kind === 'nudge') return speedMps > 3
  const works = speedMps > 2.5 && engineHz * 60 > WORKING_RPM
  return works && (kind === 'fouled' ? depthM > 10 : shoreM < 1200)
}

const WORKING_RPM = 1300

interface Course {
  /** Depth over the rock; nothing where no rock is. */
  topM?: number
  /** Shares of speed and of shaft speed that remain. */
  keepsWay: number
  keepsRpm: number
  push: readonly [x: number, y: number, z: number]
}

/** The blades hit from below, the stem from ahead, a rope jerks at the stern, and the consort lies to starboard. */
export const MISHAPS: Readonly<Record<MishapKind, Course>> = {
  strike: { topM: 1.8, keepsWay: 0.8, keepsRpm: 0.4, push: [0.1, 0.1, 0.98] },
  grounding: { topM: 1.1, keepsWay: 0.4, keepsRpm: 1, push: [-0.9, 0.1, 0.35] },
  fouled: { keepsWay: 0.85, keepsRpm: 0.35, push: [0.92, 0.1, 0.25] },
  nudge: { keepsWay: 1, keepsRpm: 1, push: [-0.2, -0.93, 0.2] },
}
