import type { Vessel } from '#contract/wire/vessel.ts'
import type { BoatShape } from './loftHull.ts'

/** Measures of a drawn boat without measurements of her own: length, and beam as a share of the length. */
const USUAL_LENGTH_M = 10
const BEAM_OF_LENGTH = 0.3

export function boatShapeOf(
  vessel: { kind: Vessel['kind']; specs: Pick<Vessel['specs'], 'length' | 'beam_overall'> } | undefined,
): BoatShape {
  const lengthM = vessel?.specs.length ?? USUAL_LENGTH_M
  return {
    lengthM,
    beamM: vessel?.specs.beam_overall ?? lengthM * BEAM_OF_LENGTH,
    kind: vessel?.kind ?? 'motor',
  }
}
