import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Geofence, GeofenceShape } from '#contract/wire/geofence.ts'
import { geofencesQuery } from '../../api/geofences.ts'
import { ChartMap } from '../../map/ChartMap.tsx'
import { GeofenceLayer } from '../../map/GeofenceLayer.tsx'
import { viewOf } from '../../searchParameters.ts'
import { CreateGeofenceDialog } from './CreateGeofenceDialog.tsx'
import { DrawShape } from './DrawShape.tsx'
import { EditPoints } from './EditPoints.tsx'
import { GeofenceActions } from './GeofenceActions.tsx'
import { GeofenceFrame } from './GeofenceFrame.tsx'
import { GeofenceList } from './GeofenceList.tsx'
import { GeofenceTools } from './GeofenceTools.tsx'
import { GeofenceView } from './GeofenceView.tsx'
import { useEditableGeofences } from './useEditableGeofences.ts'

/** View before the geofences are loaded. */
const ANYWHERE = { latitudeDeg: 30, longitudeDeg: -20, zoom: 3 }

/** Geofences beside and on the map, to find, view, draw and edit. */
export function Geofences() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/console/geofences' })
  const navigate = useNavigate({ from: '/geofences' })
  const query = useQuery(geofencesQuery)
  const geofences = query.data ?? []
  const editable = useEditableGeofences(geofences)
  // A new object for each click, so that choosing the same geofence again moves the map again.
  const [chosen, setChosen] = useState<Geofence | null>(null)
  const [drawing, setDrawing] = useState<GeofenceShape['type'] | null>(null)
  const [drawn, setDrawn] = useState<GeofenceShape | null>(null)
  // Keeps the edited geofences as they were at the start, whatever other users save or department is selected
  // meanwhile.
  const [edited, setEdited] = useState<readonly Geofence[]>([])
  const isAsked = search['editing-points'] !== undefined
  if (isAsked && edited.length === 0 && editable.length > 0) setEdited(editable)
  if (!isAsked && edited.length > 0) setEdited([])
  const editing = isAsked && edited.length > 0
  const [begin] = useState(() => ({ ...ANYWHERE, ...viewOf(search) }))

  const select = (id: string | null) =>
    void navigate({ search: (now) => ({ ...now, geofence: id ?? undefined }), replace: true })
  const stopEditing = () =>
    void navigate({
      search: (now) => ({ ...now, 'editing-points': undefined }),
      replace: true,
      // The changes are already saved or discarded, so no question is needed.
      ignoreBlocker: true,
    })
  const stopDrawing = () => {
    setDrawing(null)
    setDrawn(null)
  }
  const selected = geofences.find(({ id }) => id === search.geofence)
  const shown = editing ? geofences.filter(({ id }) => !edited.some((fence) => fence.id === id)) : geofences

  return (
    <GeofenceFrame
      panel={
        <GeofenceList
          query={query}
          selectedId={search.geofence ?? null}
          search={search.q ?? ''}
          onSearch={(q) => void navigate({ search: (now) => ({ ...now, q: q || undefined }), replace: true })}
          onChoose={(geofence) => {
            select(null)
            setChosen({ ...geofence })
          }}
        />
      }
    >
      <VisuallyHidden component="h1">{t('nav.geofences')}</VisuallyHidden>
      <ChartMap view={begin} label={t('nav.geofences')}>
        <GeofenceView geofences={geofences} chosen={chosen} onArrived={select} />
        <GeofenceLayer
          geofences={shown}
          selectedId={selected?.id ?? null}
          onSelect={editing || drawing ? () => {} : select}
        />
        {selected && !editing && !drawing && (
          <GeofenceActions key={selected.id} geofence={selected} onClose={() => select(null)} />
        )}
        {drawing && (
          <DrawShape
            key={drawing}
            type={drawing}
            held={drawn !== null}
            onDrawn={setDrawn}
            onCancel={stopDrawing}
          />
        )}
        {editing && (
          <EditPoints geofences={edited} firstId={search['editing-points'] ?? ''} onDone={stopEditing} />
        )}
        {!editing && <GeofenceTools drawing={drawing} onDraw={setDrawing} />}
      </ChartMap>
      {drawn && (
        <CreateGeofenceDialog
          shape={drawn}
          onClose={stopDrawing}
          onCreated={(id) => {
            stopDrawing()
            select(id)
          }}
        />
      )}
    </GeofenceFrame>
  )
}
