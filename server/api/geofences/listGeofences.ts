import { type Geofence, listGeofences } from '#contract/geofence.ts'
import { decodeListQuery } from '#contract/list.ts'
import * as geofences from '#server/records/geofences.ts'
import { listScope } from '#server/records/listScope.ts'
import { serve } from '../serve.ts'

export const listGeofencesRoute = serve(listGeofences, async ({ db, caller, query: raw }) => {
  const { scope, query } = await listScope(db, caller.scope, decodeListQuery(raw))
  const { rows, total } = await geofences.listGeofences(db, scope, query)
  return { data: rows.map(toGeofence), total }
})

const toGeofence = ({ geofence, department }: geofences.GeofenceRecord): Geofence => ({
  id: geofence.id,
  name: geofence.name,
  type: geofence.type as Geofence['type'],
  coordinates: geofence.coordinates,
  radius: geofence.radiusM,
  department_id: geofence.departmentId,
  department,
  is_harbor: geofence.isHarbor,
  color: geofence.color as Geofence['color'],
  modified_at: geofence.modifiedAt.toISOString(),
})
