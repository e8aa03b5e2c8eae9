import { split } from './applyCorrections.ts'
import type { Voyage } from './findVoyages.ts'
import type { SecondGrid } from './secondGrid.ts'

/**
 * No trip goes on beyond the moment a device was taken off its vessel: what is heard of her afterwards comes from
 * another device, after a time that nobody knows of. `endsUs` are those moments, none of them in the future, so an
 * open trip that was last heard before one of them is over.
 */
export function endWithPairings(
  grid: SecondGrid,
  voyages: readonly Voyage[],
  endsUs: readonly number[],
): Voyage[] {
  return [...endsUs]
    .sort((a, b) => a - b)
    .reduce<Voyage[]>(
      (found, endUs) =>
        found
          .flatMap((voyage) => split(grid, voyage, endUs, { endCause: 'unpaired', startCause: 'paired' }))
          .map((voyage) =>
            voyage.endUs === null && voyage.lastRecordUs < endUs
              ? { ...voyage, endUs: voyage.lastRecordUs, endCause: 'unpaired' }
              : voyage,
          ),
      [...voyages],
    )
}
