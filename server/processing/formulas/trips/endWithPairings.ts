import { split } from './applyCorrections.ts'
import type { Voyage } from './findVoyages.ts'
import type { SecondGrid } from './secondGrid.ts'

/**
 * Ends trips at the moments when a device was taken off its vessel (`endsUs`). Later readings come from
 * another device, after an interval of unknown length. No moment is in the future, so an open trip with its
 * last reading before one of them has ended.
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
