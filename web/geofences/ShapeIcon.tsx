import { IconCircle, IconLine, IconPolygon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Geofence } from '#contract/wire/geofence.ts'
import { geofenceColour } from '../map/geofenceColours.ts'
import { useTokens } from '../ui/useTokens.ts'

export const SHAPE_ICONS = { circle: IconCircle, polygon: IconPolygon, line: IconLine } as const

/** Icon of a geofence's kind, in the colour of the geofence. */
export function ShapeIcon({ geofence: { type, color } }: { geofence: Pick<Geofence, 'type' | 'color'> }) {
  const { t } = useTranslation()
  const Shape = SHAPE_ICONS[type]
  const label = `${t(`geofences.types.${type}`)}, ${t(`geofences.colours.${color}`)}`
  return (
    <span
      role="img"
      aria-label={label}
      style={{ display: 'grid', color: geofenceColour(useTokens(), color) }}
    >
      <Shape size={18} stroke={1.75} aria-hidden="true" />
    </span>
  )
}
