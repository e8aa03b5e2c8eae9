import { eq } from 'drizzle-orm'
import { Problem } from '#contract/wire/errors.ts'
import { getVesselStatistics } from '#contract/wire/vessel.ts'
import { tripFigures } from '#server/records/tripFigures.ts'
import { findVessel } from '#server/records/vessels.ts'
import { trips } from '#server/stores/relational/schema.ts'
import { serve } from '../serve.ts'

export const getVesselStatisticsRoute = serve(getVesselStatistics, async ({ db, caller, params }) => {
  const found = await findVessel(db, caller.scope, params.id)
  if (!found) throw new Problem('not_found')
  return tripFigures(db, eq(trips.vesselId, found.vessel.id))
})
