import type { CaptainChange } from '#server/records/tripLists.ts'
import type { Services } from '../serve.ts'

/**
 * Moves the figures of a trip to its new captain, after the transaction that assigned the captain and before
 * the answer. The analysis that follows does so too. So a column store that is away, or an analysis that
 * still reads the earlier captain, only delays the move.
 */
export async function moveCaptainFigures(
  { telemetry, background }: Pick<Services, 'telemetry' | 'background'>,
  change: CaptainChange | null,
): Promise<void> {
  if (!change) return
  const moved = telemetry.quarterHours.setCaptain(change, change.captainNumber ?? 0)
  background.run('moving figures to another captain', () => moved)
  await moved.catch(() => undefined)
}
