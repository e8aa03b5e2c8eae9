import { useTranslation } from 'react-i18next'
import { GEOFENCE_TYPES, type GeofenceShape } from '#contract/wire/geofence.ts'
import { usePermission } from '../../api/user.ts'
import { SHAPE_ICONS } from '../../geofences/ShapeIcon.tsx'
import { MapTools, Tool, ToolGroup, ZoomTools } from '../../map/MapTools.tsx'

type Kind = GeofenceShape['type']

/** Zoom buttons, and a tool for each kind of geofence for users with the permission. */
export function GeofenceTools({
  drawing,
  onDraw,
}: {
  drawing: Kind | null
  onDraw: (type: Kind | null) => void
}) {
  const { t } = useTranslation()
  const mayDraw = usePermission('department:geofence-create')
  return (
    <MapTools>
      {mayDraw && (
        <ToolGroup>
          {GEOFENCE_TYPES.map((type) => (
            <Tool
              key={type}
              label={t(`geofences.draw.${type}`)}
              icon={SHAPE_ICONS[type]}
              pressed={drawing === type}
              onClick={() => onDraw(drawing === type ? null : type)}
            />
          ))}
        </ToolGroup>
      )}
      <ZoomTools />
    </MapTools>
  )
}
