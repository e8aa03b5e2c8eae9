import { Problem } from '#contract/errors.ts'
import { updateTrip } from '#contract/trip.ts'
import { isCaptainVisible } from '#server/records/captains.ts'
import { assignCaptain, findTrip } from '#server/records/tripLists.ts'
import { serve } from '../serve.ts'
import { toTrip } from './toTrip.ts'

export const updateTripRoute = serve(
  updateTrip,
  async ({ db, caller, bus, clock, waiting, params, body }) => {
    const { scope } = caller
    const row = await findTrip(db, scope, params.id)
    if (!row) throw new Problem('not_found')
    if (body.captain_id !== null && !(await isCaptainVisible(db, scope, body.captain_id))) {
      throw new Problem('invalid', 'captain_id: there is no such captain.')
    }
    await assignCaptain(db, row.trip.id, body.captain_id)
    const changed = await findTrip(db, scope, row.trip.id)
    if (!changed) throw new Problem('not_found')
    const { companyId, id: tripId } = row.trip
    const { id: vesselId, departmentId } = row.vessel
    bus.publish({ type: 'trip.changed', companyId, departmentId, vesselId, tripId })
    return toTrip(changed, clock.nowMs(), waiting)
  },
)
