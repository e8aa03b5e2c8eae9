import { Problem } from '#contract/wire/errors.ts'
import { listTripHelm } from '#contract/wire/helm.ts'
import { helmSpans } from '#server/records/helm.ts'
import { findTrip } from '#server/records/tripLists.ts'
import { serve } from '../serve.ts'
import { toSpan } from './readHelm.ts'

export const listTripHelmRoute = serve(listTripHelm, async ({ db, caller, params }) => {
  const row = await findTrip(db, caller.scope, params.id)
  if (!row) throw new Problem('not_found')
  const { vesselId, startUs, endUs } = row.trip
  const spans = await helmSpans(db, { vesselId, startUs, endUs, captain: row.captain })
  return { data: spans.map(toSpan) }
})
