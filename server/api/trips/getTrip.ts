import { Problem } from '#contract/wire/errors.ts'
import { getTrip } from '#contract/wire/trip.ts'
import { findTrip } from '#server/records/tripLists.ts'
import { serve } from '../serve.ts'
import { toTrip } from './toTrip.ts'

/** A link to a trip that was merged into another opens that one. */
export const getTripRoute = serve(getTrip, async ({ db, caller, clock, waiting, params }) => {
  const row = await findTrip(db, caller.scope, params.id)
  if (!row) throw new Problem('not_found')
  return toTrip(row, clock.nowMs(), waiting)
})
