import { MINUTE_MS } from '#contract/domain/time.ts'
import type { BoardCritical } from '#contract/wire/board.ts'

/** An alert that arrived this long before the board was opened still takes the screen. */
const BEFORE_OPENING_MS = 10 * MINUTE_MS

/** Critical alerts that take the screen: they arrived while it was open or just before, and nobody set them aside there. */
export const newCritical = (
  critical: readonly BoardCritical[],
  openedMs: number,
  aside: ReadonlySet<string>,
): BoardCritical[] =>
  critical.filter(
    ({ id, received_at }) => !aside.has(id) && Date.parse(received_at) > openedMs - BEFORE_OPENING_MS,
  )

/** The alerts that are set aside, without those that no longer wait, so that the set does not grow. */
export function keepWaiting(
  aside: ReadonlySet<string>,
  critical: readonly BoardCritical[],
): ReadonlySet<string> {
  const kept = critical.flatMap(({ id }) => (aside.has(id) ? [id] : []))
  return kept.length === aside.size ? aside : new Set(kept)
}
