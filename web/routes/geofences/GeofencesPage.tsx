import { usePermission } from '../../api/user.ts'
import { NoAccess } from '../../ui/NoAccess.tsx'
import notice from '../../ui/Notice.module.css'
import { Geofences } from './Geofences.tsx'

export function GeofencesPage() {
  return usePermission('department:geofence-view') ? (
    <Geofences />
  ) : (
    <div className={notice.page}>
      <NoAccess />
    </div>
  )
}
