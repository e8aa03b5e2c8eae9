import { fetchVesselStatus } from '#contract/vessel.ts'
import { listFleet } from '#server/records/vessels.ts'
import { toMapVessel } from '#server/records/vesselWire.ts'
import { serve } from '../serve.ts'

export const fetchVesselStatusRoute = serve(fetchVesselStatus, async ({ db, caller, clock, body }) => {
  const rows = await listFleet(db, caller.scope, body.vessel_ids)
  const nowMs = clock.nowMs()
  return {
    data: rows.map((row) => {
      const { id, status, last_updated } = toMapVessel(row, nowMs)
      return { vessel_id: id, status, last_updated }
    }),
  }
})
