import { MINUTE_MS } from '#contract/domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import { noteEmptied, vesselsToEmpty } from '#server/records/vessels.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'

/** Whatever was on its way when she was deleted has arrived by then, or never will. */
const SETTLED_MS = MINUTE_MS

/** Removes the samples of vessels that were deleted; an interrupted run begins again with those that are left. */
export async function emptyDeletedVessels({
  db,
  telemetry,
  clock,
}: {
  db: Db
  telemetry: Telemetry
  clock: Clock
}): Promise<void> {
  const nowMs = clock.nowMs()
  for (const { id, number } of await vesselsToEmpty(db, new Date(nowMs - SETTLED_MS))) {
    await telemetry.removeVessel(number)
    await noteEmptied(db, id, new Date(nowMs))
  }
}
