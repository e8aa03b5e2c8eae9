import type { WireGeofence } from '#contract/wire/geofence.ts'
import { positionToWire } from '#contract/wire/wirePosition.ts'
import type { GeofenceRecord } from '#server/records/geofences.ts'

export const toGeofence = ({ geofence, department }: GeofenceRecord): WireGeofence => ({
  id: geofence.id,
  name: geofence.name,
  type: geofence.type as WireGeofence['type'],
  coordinates: geofence.coordinates.map(positionToWire),
  radius: geofence.radiusM,
  department_id: geofence.departmentId,
  department,
  is_harbor: geofence.isHarbor,
  color: geofence.color as WireGeofence['color'],
  modified_at: geofence.modifiedAt.toISOString(),
})
