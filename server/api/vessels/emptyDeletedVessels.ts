import { MINUTE_MS } from '#contract/domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import { noteEmptied, vesselsToEmpty } from '#server/records/vessels.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'

/** After this time all data that was on its way at the deletion has arrived. */
const SETTLED_MS = MINUTE_MS

/** Removes the samples of deleted vessels; after an interruption the next run continues with the rest. */
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
