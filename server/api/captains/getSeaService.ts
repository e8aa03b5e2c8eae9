import type { z } from 'zod'
import { Problem } from '#contract/wire/errors.ts'
import { instantUs } from '#contract/wire/instant.ts'
import { getSeaService, type SeaServiceRange } from '#contract/wire/seaService.ts'
import { openCalendar } from '#server/analytics/statistics/periods.ts'
import { seaService } from '#server/downloads/seaService.ts'
import { findCaptain, tripsSailedBy } from '#server/records/captains.ts'
import type { Scope } from '#server/records/scope.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { serve } from '../serve.ts'

export const getSeaServiceRoute = serve(getSeaService, ({ db, caller, params, query }) =>
  readSeaService(db, caller.scope, params.id, query),
)

/** Throws not_found where the caller sees no such captain. */
export async function readSeaService(
  db: Db,
  scope: Scope,
  captainId: string,
  { start_time, end_time, timezone }: z.infer<typeof SeaServiceRange>,
) {
  const row = await findCaptain(db, scope, captainId)
  if (!row) throw new Problem('not_found')
  const range = {
    fromUs: start_time === undefined ? 0 : instantUs(start_time),
    toUs: end_time === undefined ? Number.MAX_SAFE_INTEGER : instantUs(end_time),
  }
  const { id, name } = row.captain
  return seaService({ id, name }, await tripsSailedBy(db, captainId, range), openCalendar(timezone))
}
