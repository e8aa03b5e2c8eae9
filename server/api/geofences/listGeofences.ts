import { listGeofences } from '#contract/wire/geofence.ts'
import * as geofences from '#server/records/geofences.ts'
import { listScope } from '#server/records/listScope.ts'
import { serve } from '../serve.ts'
import { toGeofence } from './toGeofence.ts'

export const listGeofencesRoute = serve(listGeofences, async ({ db, caller, query: asked }) => {
  const { scope, query } = await listScope(db, caller.scope, asked)
  const { rows, ...page } = await geofences.listGeofences(db, scope, query)
  return { data: rows.map(toGeofence), ...page }
})
