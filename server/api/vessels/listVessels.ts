import { listVessels } from '#contract/wire/vessel.ts'
import { listScope } from '#server/records/listScope.ts'
import * as vessels from '#server/records/vessels.ts'
import { toVessel } from '#server/records/vesselWire.ts'
import { serve } from '../serve.ts'

export const listVesselsRoute = serve(listVessels, async ({ db, caller, clock, query: asked }) => {
  const { scope, query } = await listScope(db, caller.scope, asked)
  const { rows, ...page } = await vessels.listVessels(db, scope, query)
  return { data: rows.map((row) => toVessel(row, clock.nowMs())), ...page }
})
