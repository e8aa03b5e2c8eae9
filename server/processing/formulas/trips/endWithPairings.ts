import { split } from './applyCorrections.ts'
import type { Session } from './findSessions.ts'
import type { SecondGrid } from './secondGrid.ts'

/**
 * No trip goes on beyond the moment a device was taken off its vessel: what is heard of her afterwards comes from
 * another device, after a time that nobody knows of. `endsUs` are those moments, none of them in the future, so an
 * open trip that was last heard before one of them is over.
 */
export function endWithPairings(
  grid: SecondGrid,
  sessions: readonly Session[],
  endsUs: readonly number[],
): Session[] {
  return [...endsUs]
    .sort((a, b) => a - b)
    .reduce<Session[]>(
      (found, endUs) =>
        found
          .flatMap((session) => split(grid, session, endUs, { endCause: 'unpaired', startCause: 'paired' }))
          .map((session) =>
            session.endUs === null && session.lastRecordUs < endUs
              ? { ...session, endUs: session.lastRecordUs, endCause: 'unpaired' }
              : session,
          ),
      [...sessions],
    )
}
