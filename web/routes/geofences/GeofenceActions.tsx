import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Geofence } from '#contract/wire/geofence.ts'
import { usePermission } from '../../api/user.ts'
import { GeofencePopup } from '../../geofences/GeofencePopup.tsx'
import { useStage } from '../../map/stageContext.ts'
import { DeleteGeofenceDialog } from './DeleteGeofenceDialog.tsx'
import { EditGeofenceDialog } from './EditGeofenceDialog.tsx'

/** Popup of a geofence with the actions that the user may take. */
export function GeofenceActions({ geofence, onClose }: { geofence: Geofence; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate({ from: '/geofences' })
  const mayEdit = usePermission('geofence:geofence-edit', geofence.id, geofence.department_id)
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const { map } = useStage()
  const editPoints = () => {
    // The popup closes, and the map has the keys for the points.
    map.getCanvas().focus({ preventScroll: true })
    void navigate({ search: (now) => ({ ...now, 'editing-points': geofence.id }), replace: true })
  }
  return (
    <>
      <GeofencePopup geofence={geofence} onClose={onClose}>
        {mayEdit && (
          <>
            <Button size="xs" variant="default" onClick={() => setDialog('delete')}>
              {t('common.delete')}
            </Button>
            <Button size="xs" variant="default" onClick={() => setDialog('edit')}>
              {t('geofences.editInfo')}
            </Button>
            <Button size="xs" variant="default" onClick={editPoints}>
              {t('geofences.editPoints')}
            </Button>
          </>
        )}
      </GeofencePopup>
      {dialog === 'edit' && <EditGeofenceDialog geofence={geofence} onClose={() => setDialog(null)} />}
      {dialog === 'delete' && <DeleteGeofenceDialog geofence={geofence} onClose={() => setDialog(null)} />}
    </>
  )
}
