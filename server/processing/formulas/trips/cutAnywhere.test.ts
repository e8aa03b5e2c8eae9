/** Reads recordings in parts: each part with its context gives the same result as within the whole. */
import { expect, test } from 'vitest'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { luckOf, patchyTrack } from '#server/testing/patchyTrack.ts'
import { DAY_US, toMovement } from '#server/testing/playMovement.ts'
import { lowerBound } from '../lowerBound.ts'
import { cutMovement } from './cutMovement.ts'
import { AFTERMATH_US, readMovement } from './readMovement.ts'
import { type SecondGrid, secondGrid } from './secondGrid.ts'
import { atOnce } from './stages.ts'

/** Recordings with frozen positions, a stuck SOG and holes where a part once differed; `TRIP_SEEDS=700` tries so many. */
const SEEDS = process.env.TRIP_SEEDS
  ? Array.from({ length: Number(process.env.TRIP_SEEDS) }, (_, i) => Number(process.env.TRIP_SEED ?? 1) + i)
  : [20, 112, 117, 154, 231, 269, 364, 636]

test.each(SEEDS)(
  'computes the same speeds and marks from the whole and from any part of recording %i',
  async (seed) => {
    const movement = toMovement(patchyTrack(seed))
    const whole = atOnce(secondGrid(movement, null))
    const luck = luckOf(seed + 5)
    const stored: Pick<Telemetry['positions'], 'movement'> = {
      movement: async (all) => all.map(({ fromUs, toUs }) => cutMovement(movement, fromUs, toUs)),
    }
    const lengthUs = (movement.timeUs.at(-1) ?? 0) - DAY_US
    for (let part = 0; part < 8; part++) {
      const fromUs = DAY_US + Math.floor(luck() * lengthUs)
      const toUs = fromUs + (600 + 1800 * luck()) * 1e6
      const [read] = await readMovement({ positions: stored }, [
        { vesselNumber: 1, fromUs, toUs: toUs + AFTERMATH_US },
      ])
      const grid = read ? atOnce(secondGrid(read, null)) : null
      const columns = [
        'sogMps',
        'sogDerived',
        'derivedStepM',
        'latitudeDeg',
        'jump',
        'sogStuck',
        'frozen',
      ] as const
      for (const column of columns) {
        const within = (one: SecondGrid) => [
          ...one[column].slice(lowerBound(one.timeUs, fromUs), lowerBound(one.timeUs, toUs)),
        ]
        expect({ part, column, values: grid ? within(grid) : [] }).toEqual({
          part,
          column,
          values: within(whole),
        })
      }
    }
  },
)
