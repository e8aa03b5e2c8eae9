import { listLiveTrips } from '#contract/wire/trip.ts'
import { listScope } from '#server/records/listScope.ts'
import { listTrips } from '#server/records/tripLists.ts'
import { serve } from '../serve.ts'
import { toTrip } from './toTrip.ts'

export const listLiveTripsRoute = serve(
  listLiveTrips,
  async ({ db, caller, clock, waiting, query: asked }) => {
    const { scope, query } = await listScope(db, caller.scope, asked)
    const nowMs = clock.nowMs()
    const { rows, ...page } = await listTrips(db, scope, query, nowMs)
    return { data: rows.map((row) => toTrip(row, nowMs, waiting)), ...page }
  },
)
