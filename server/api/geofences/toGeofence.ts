import type { Geofence } from '#contract/wire/geofence.ts'
import type { GeofenceRecord } from '#server/records/geofences.ts'

export const toGeofence = ({ geofence, department }: GeofenceRecord): Geofence => ({
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
