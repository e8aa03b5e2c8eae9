import { listTrips } from '#contract/wire/trip.ts'
import { listScope } from '#server/records/listScope.ts'
import * as trips from '#server/records/tripLists.ts'
import { serve } from '../serve.ts'
import { toTrip } from './toTrip.ts'

export const listTripsRoute = serve(listTrips, async ({ db, caller, clock, waiting, query: asked }) => {
  const { scope, query } = await listScope(db, caller.scope, asked)
  const { rows, ...page } = await trips.listTrips(db, scope, query)
  return { data: rows.map((row) => toTrip(row, clock.nowMs(), waiting)), ...page }
})
