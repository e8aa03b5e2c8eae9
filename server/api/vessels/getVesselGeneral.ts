import { Problem } from '#contract/wire/errors.ts'
import { getVesselGeneral } from '#contract/wire/vessel.ts'
import { findVessel } from '#server/records/vessels.ts'
import { toVessel } from '#server/records/vesselWire.ts'
import { serve } from '../serve.ts'

export const getVesselGeneralRoute = serve(getVesselGeneral, async ({ db, caller, clock, params }) => {
  const row = await findVessel(db, caller.scope, params.id)
  if (!row) throw new Problem('not_found')
  const { live, system_settings } = toVessel(row, clock.nowMs())
  return { ...live, rog: system_settings.safety_speed_limit }
})
