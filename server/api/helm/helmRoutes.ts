import { Problem } from '#contract/wire/errors.ts'
import { getHelm, listTripHelm, takeHelm } from '#contract/wire/helm.ts'
import { LIVE_WINDOW_MS } from '#contract/wire/vessel.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { findCaptain } from '#server/records/captains.ts'
import { helmSpans, insertTurn, tripUnderWay } from '#server/records/helm.ts'
import { assignCaptain, visibleTrip } from '#server/records/tripLists.ts'
import { findVessel } from '#server/records/vessels.ts'
import { type Routes, serve } from '../serve.ts'
import { moveCaptainFigures } from '../trips/moveCaptainFigures.ts'
import { readHelm, toSpan } from './readHelm.ts'

export const helmRoutes: Routes = [
  serve(getHelm, async ({ db, telemetry, caller, clock, language, params: { id } }) => {
    if (!(await findVessel(db, caller.scope, id))) throw new Problem('not_found')
    return readHelm({ db, telemetry }, id, { nowMs: clock.nowMs(), language, units: caller.units })
  }),
  serve(
    takeHelm,
    async ({ db, telemetry, background, bus, caller, ip, clock, language, params, body }) => {
      const { id: vesselId } = params
      const { organizationId, userId, actor, scope } = caller
      const nowMs = clock.nowMs()
      const row = await findVessel(db, scope, vesselId)
      if (!row) throw new Problem('not_found')
      const { captain_id: captainId } = body
      const assigned = await db.transaction(async (tx) => {
        const taking = captainId === null ? null : await findCaptain(tx, scope, captainId)
        if (captainId !== null && !taking)
          throw new Problem('invalid', 'captain_id: there is no such captain.')
        const trip = await tripUnderWay(tx, vesselId, (nowMs - LIVE_WINDOW_MS) * 1000)
        await insertTurn(tx, { vesselId, captainId, fromUs: nowMs * 1000, createdBy: userId })
        const move = trip && (await assignCaptain(tx, trip.id, captainId))
        const subject = { id: vesselId, name: row.vessel.name }
        const after = { captain: taking?.captain.name ?? null }
        await noteAct(tx, { organizationId, actor, ip, act: 'vessel.helm', subject, after })
        return { tripId: trip?.id, move }
      })
      const { tripId, move } = assigned
      await moveCaptainFigures({ telemetry, background }, move)
      const { departmentId } = row.vessel
      const place = { organizationId, departmentId, vesselId }
      bus.publish({ type: 'helm.changed', ...place })
      if (tripId !== undefined) bus.publish({ type: 'trip.changed', ...place, tripId })
      return readHelm({ db, telemetry }, vesselId, { nowMs, language, units: caller.units })
    },
    { example: { body: { captain_id: '$CAPTAIN_ID' } } },
  ),
  serve(listTripHelm, async ({ db, caller, params }) => {
    const row = await visibleTrip(db, caller.scope, params.id)
    const { vesselId, startUs, endUs } = row.trip
    const spans = await helmSpans(db, { vesselId, startUs, endUs, captain: row.captain })
    return { data: spans.map(toSpan) }
  }),
]
