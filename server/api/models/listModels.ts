import { listModels } from '#contract/wire/model.ts'
import { listScope } from '#server/records/listScope.ts'
import * as models from '#server/records/vesselModels.ts'
import { serve } from '../serve.ts'
import { toModel } from './toModel.ts'

export const listModelsRoute = serve(listModels, async ({ db, caller, query: asked }) => {
  const { scope, query } = await listScope(db, caller.scope, asked)
  const { rows, total } = await models.listModels(db, scope, query)
  return { data: rows.flatMap((vessel) => (vessel.model ? [toModel(vessel, vessel.model)] : [])), total }
})
