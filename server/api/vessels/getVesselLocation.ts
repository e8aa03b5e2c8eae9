import { Problem } from '#contract/wire/errors.ts'
import { getVesselLocation } from '#contract/wire/vessel.ts'
import { listFleet } from '#server/records/vessels.ts'
import { toMapVessel } from '#server/records/vesselWire.ts'
import { serve } from '../serve.ts'

export const getVesselLocationRoute = serve(getVesselLocation, async ({ db, caller, clock, params }) => {
  const [row] = await listFleet(db, caller.scope, [params.id])
  if (!row) throw new Problem('not_found')
  return toMapVessel(row, clock.nowMs())
})
