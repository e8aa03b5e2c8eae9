import { listMapVessels } from '#contract/wire/vessel.ts'
import { listScope } from '#server/records/listScope.ts'
import { listFleetPages } from '#server/records/vessels.ts'
import { toMapVessel } from '#server/records/vesselWire.ts'
import { serve } from '../serve.ts'

export const listMapVesselsRoute = serve(listMapVessels, async ({ db, caller, clock, query: asked }) => {
  const { scope, query } = await listScope(db, caller.scope, asked)
  const nowMs = clock.nowMs()
  const { rows, ...page } = await listFleetPages(db, scope, query)
  return { data: rows.map((row) => toMapVessel(row, nowMs)), server_time: nowMs, ...page }
})
