/** Distance of positions without SOG: speeds, rates, ways and errors of receivers against each other. */
import { describe, expect, test } from 'vitest'
import { knToMps } from '#contract/domain/units.ts'
import { toMovement } from '#server/testing/playMovement.ts'
import { type Leg, playTrack } from '#server/testing/playTrack.ts'
import { DERIVED_MOVING_ABOVE_MPS } from '../parameters.ts'
import { findVoyages } from './findVoyages.ts'
import { measureTrip } from './measureTrip.ts'
import { secondGrid } from './secondGrid.ts'
import { atOnce } from './stages.ts'

const KNOTS = [3, 5, 8, 12, 25, 60]
/** Time from one fix to the next, s, and how long such a boat sails. */
const RATES = [
  [0.1, 300],
  [1, 900],
  [5, 600],
  [10, 900],
  [30, 1200],
  [60, 2400],
  [300, 4800],
] as const
const WAYS: Record<string, (kn: number) => Leg[]> = {
  'a straight way': (kn) => [{ seconds: 600, kn }],
  'sharp corners': (kn) => [
    { seconds: 150, kn },
    { seconds: 3, kn, turn: 30 },
    { seconds: 150, kn },
    { seconds: 3, kn, turn: -30 },
  ],
  weaving: (kn) => [
    { seconds: 20, kn, turn: 4.5 },
    { seconds: 20, kn, turn: -4.5 },
  ],
  circles: (kn) => [{ seconds: 600, kn, turn: 1.5 }],
}

/** Slow wander of three metres is a large error: a boat at three knots makes as much way in two seconds. */
const mostOff = (kn: number, noiseM: number, way: string) =>
  noiseM < 3 || kn >= 8 ? 0.01 : way === 'weaving' ? 0.08 : 0.02

describe.each(Object.keys(WAYS))('%s', (way) => {
  test.each([0, 1, 3])(
    'measures the distance to a hundredth with errors of %i m, at every speed and rate',
    (noiseM) => {
      for (const [everyS, seconds] of RATES)
        for (const kn of KNOTS) {
          const legs = WAYS[way]?.(kn) ?? []
          const onceS = legs.reduce((sum, leg) => sum + leg.seconds, 0)
          const all = Array.from({ length: Math.ceil(seconds / onceS) }, () => legs).flat()
          const { rows, pathM, chordM } = playTrack(all, everyS, { wander: noiseM, wanderS: 60 }, 5)
          const grid = atOnce(secondGrid(toMovement(rows), null))
          const measures = findVoyages(grid, null, Number.MAX_SAFE_INTEGER).map((one) =>
            measureTrip(grid, one),
          )
          const where = { everyS, kn }
          // A circle between two fixes is a boat that hardly moves.
          const isMoving = chordM / seconds > DERIVED_MOVING_ABOVE_MPS
          expect({ ...where, trips: measures.length }).toEqual({ ...where, trips: isMoving ? 1 : 0 })
          // The path between distant fixes is unknown, so the sum of true chords is expected.
          const trueM = everyS <= 1 ? pathM : chordM
          const offM = Math.abs((measures[0]?.distanceM ?? 0) - (isMoving ? trueM : 0))
          expect({
            ...where,
            isRight: offM <= mostOff(kn, noiseM, way) * trueM + knToMps(kn),
            offM,
            trueM,
          }).toMatchObject({ isRight: true })
        }
    },
  )
})
