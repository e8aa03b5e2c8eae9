/** Tracks of positions alone, as receivers without SOG send them, with the errors that receivers have. */

import { DEG_RAD, knToMps } from '#contract/domain/units.ts'
import { EARTH_RADIUS_M, haversineM } from '#contract/geodesy/geo.ts'
import { DAY_US, type MovementRow } from './playMovement.ts'

/** Part of a track: so long at a speed, turning at a rate. */
export interface Leg {
  seconds: number
  kn: number
  /** To starboard, degrees a second. */
  turn?: number
}

export interface Errors {
  /** Standard deviation of each fix, independent of the others, m. */
  white?: number
  /** Standard deviation of a slow wander, m, and the time in which it forgets itself, s. */
  wander?: number
  wanderS?: number
  /** Coordinates are rounded to this, degrees. */
  roundDeg?: number
}

export interface Track {
  rows: MovementRow[]
  /** Way through the true positions, m: all of it, and from fix to fix. */
  pathM: number
  chordM: number
}

const STEPS_A_SECOND = 10

/** `everyS` is the time to the next fix at a time, s; at least a tenth. A seed repeats its errors. */
export function playTrack(
  legs: readonly Leg[],
  everyS: number | ((atS: number) => number),
  { white = 0, wander = 0, wanderS = 60, roundDeg = 1e-7 }: Errors = {},
  seed = 1,
): Track {
  const noise = gauss(seed)
  const track: Track = { rows: [], pathM: 0, chordM: 0 }
  let [latitudeDeg, longitudeDeg, heading] = [64, -22, 0.3]
  let last: [latitudeDeg: number, longitudeDeg: number] | null = null
  let error: [east: number, north: number] = [wander * noise(), wander * noise()]
  let [nextS, lastS, fromS] = [0, 0, 0]
  const round = (deg: number) => Math.round(deg / roundDeg) * roundDeg
  for (const { seconds, kn, turn = 0 } of legs) {
    const stepM = knToMps(kn) / STEPS_A_SECOND
    for (let step = 0; step < seconds * STEPS_A_SECOND; step++) {
      const atS = fromS + step / STEPS_A_SECOND
      if (atS >= nextS - 1e-6) {
        const kept = Math.exp(-(atS - lastS) / wanderS)
        const fresh = wander * Math.sqrt(1 - kept * kept)
        error = [error[0] * kept + fresh * noise(), error[1] * kept + fresh * noise()]
        track.rows.push({
          timeUs: DAY_US + Math.round(atS * 1e6),
          latitudeDeg: round(latitudeDeg + northDeg(error[1] + white * noise())),
          longitudeDeg: round(longitudeDeg + eastDeg(error[0] + white * noise(), latitudeDeg)),
        })
        if (last) track.chordM += haversineM(...last, latitudeDeg, longitudeDeg)
        last = [latitudeDeg, longitudeDeg]
        lastS = atS
        nextS = atS + Math.max(0.1, typeof everyS === 'number' ? everyS : everyS(atS))
      }
      heading += (turn * DEG_RAD) / STEPS_A_SECOND
      longitudeDeg += eastDeg(stepM * Math.sin(heading), latitudeDeg)
      latitudeDeg += northDeg(stepM * Math.cos(heading))
      track.pathM += stepM
    }
    fromS += seconds
  }
  return track
}

const northDeg = (metres: number) => metres / EARTH_RADIUS_M / DEG_RAD
const eastDeg = (metres: number, latitudeDeg: number) => northDeg(metres) / Math.cos(latitudeDeg * DEG_RAD)

/** Normally distributed numbers, the same for the same seed. */
function gauss(seed: number): () => number {
  let state = seed >>> 0 || 1
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
  return () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
}
