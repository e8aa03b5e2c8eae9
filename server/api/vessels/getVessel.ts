import { Problem } from '#contract/wire/errors.ts'
import { getVessel } from '#contract/wire/vessel.ts'
import { findVessel } from '#server/records/vessels.ts'
import { toVessel } from '#server/records/vesselWire.ts'
import { serve } from '../serve.ts'

export const getVesselRoute = serve(getVessel, async ({ db, caller, clock, params }) => {
  const row = await findVessel(db, caller.scope, params.id)
  if (!row) throw new Problem('not_found')
  return toVessel(row, clock.nowMs())
})
