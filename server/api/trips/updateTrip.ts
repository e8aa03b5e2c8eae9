import { Problem } from '#contract/wire/errors.ts'
import { updateTrip } from '#contract/wire/trip.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { isCaptainVisible } from '#server/records/captains.ts'
import { assignCaptain, findTrip } from '#server/records/tripLists.ts'
import { serve } from '../serve.ts'
import { moveCaptainFigures } from './moveCaptainFigures.ts'
import { toTrip } from './toTrip.ts'

export const updateTripRoute = serve(
  updateTrip,
  async ({ db, telemetry, background, caller, ip, bus, clock, waiting, params, body }) => {
    const { scope, actor } = caller
    const row = await findTrip(db, scope, params.id)
    if (!row) throw new Problem('not_found')
    if (body.captain_id !== null && !(await isCaptainVisible(db, scope, body.captain_id))) {
      throw new Problem('invalid', 'captain_id: there is no such captain.')
    }
    const { organizationId, id: tripId } = row.trip
    const { changed, move } = await db.transaction(async (tx) => {
      const move = await assignCaptain(tx, tripId, body.captain_id)
      const changed = await findTrip(tx, scope, tripId)
      if (!changed) throw new Problem('not_found')
      await noteAct(tx, {
        ...{ organizationId, actor, ip, act: 'trip.captain', subject: { id: tripId, name: row.vessel.name } },
        before: { captain: row.captain?.name ?? null },
        after: { captain: changed.captain?.name ?? null },
      })
      return { changed, move }
    })
    await moveCaptainFigures({ telemetry, background }, move)
    const { id: vesselId, departmentId } = row.vessel
    bus.publish({ type: 'trip.changed', organizationId, departmentId, vesselId, tripId })
    bus.publish({ type: 'helm.changed', organizationId, departmentId, vesselId })
    return toTrip(changed, clock.nowMs(), waiting)
  },
)
