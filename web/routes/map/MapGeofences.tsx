import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Geofence } from '#contract/wire/geofence.ts'
import { geofencesQuery } from '../../api/geofences.ts'
import { usePermission } from '../../api/user.ts'
import { lazyPart } from '../../loading/parts.ts'
import { GeofenceLayer } from '../../map/GeofenceLayer.tsx'
import { usePreference } from '../../preferences/preferences.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'

const GeofencePopup = lazyPart(() =>
  import('../../geofences/GeofencePopup.tsx').then((loaded) => loaded.GeofencePopup),
)

/** Geofences over a map, read-only; a click shows the name and a link to the geofences page. */
export function MapGeofences() {
  const shown = usePreference('geofences')
  const allowed = usePermission('department:geofence-view')
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const { data = [] } = useQuery({ ...geofencesQuery, enabled: shown && allowed })
  if (!shown || !allowed) return null
  const selected = data.find(({ id }) => id === selectedId)
  return (
    <>
      <GeofenceLayer geofences={data} selectedId={selectedId} onSelect={setSelectedId} />
      {selected && (
        <Suspense>
          <Popup key={selected.id} geofence={selected} onClose={() => setSelectedId(null)} />
        </Suspense>
      )}
    </>
  )
}

function Popup({ geofence, onClose }: { geofence: Geofence; onClose: () => void }) {
  const { t } = useTranslation()
  const mayEdit = usePermission('geofence:geofence-edit', geofence.id, geofence.department_id)
  return (
    <GeofencePopup geofence={geofence} onClose={onClose}>
      {mayEdit && (
        <ButtonLink to="/geofences" search={{ geofence: geofence.id }} size="xs" variant="default">
          {t('geofences.edit')}
        </ButtonLink>
      )}
    </GeofencePopup>
  )
}
