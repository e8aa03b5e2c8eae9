import { Problem } from '#contract/errors.ts'
import { getVessel } from '#contract/vessel.ts'
import { findVessel } from '#server/records/vessels.ts'
import { toVessel } from '#server/records/vesselWire.ts'
import { serve } from '../serve.ts'

export const getVesselRoute = serve(getVessel, async ({ db, caller, clock, params }) => {
  const row = await findVessel(db, caller.scope, params.id)
  if (!row) throw new Problem('not_found')
  return toVessel(row, clock.nowMs())
})
