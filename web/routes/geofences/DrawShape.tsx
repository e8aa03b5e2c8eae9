import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { wrap180 } from '#contract/domain/units.ts'
import type { GeofenceShape } from '#contract/wire/geofence.ts'
import { useUnsavedGuard } from '../../forms/useUnsavedGuard.tsx'
import { useKeysHere } from '../../keys/keysHere.ts'
import { geofenceColour } from '../../map/geofenceColours.ts'
import { useMapLook } from '../../map/mapLook.ts'
import { unwrappedPosition } from '../../map/mapPosition.ts'
import { mapColours } from '../../map/palette.ts'
import { useOverlay, useStage } from '../../map/stageContext.ts'
import classes from './Geofences.module.css'
import { preventTapClick } from './preventTapClick.ts'
import { createShapeDrawing, drawnShape, MODES } from './shapeDrawing.ts'

interface Props {
  type: GeofenceShape['type']
  /** True while the user names a drawn shape; no other drawing starts meanwhile. */
  held: boolean
  onDrawn: (shape: GeofenceShape) => void
  onCancel: () => void
}

/** Lets the user draw one shape on the map, with instructions. */
export function DrawShape({ type, held, onDrawn, onCancel }: Props) {
  const { t } = useTranslation()
  const stage = useStage()
  const look = useMapLook()
  const finish = useEffectEvent(onDrawn)
  const [isRefused, setRefused] = useState(false)
  /** True when the style of the map is loaded; drawing is impossible before. */
  const [isReady, setReady] = useState(false)
  /** True when the user has set corners, which would be lost. */
  const [hasBegun, setBegun] = useState(false)
  const cancel = useEffectEvent(() => !held && !asks && onCancel())
  const { asks, question } = useUnsavedGuard({
    changed: hasBegun && !held,
    within: ({ pathname }) => pathname === '/geofences',
  })

  useOverlay(
    (map) => {
      // Delays a new base map, which would remove the corners.
      const releaseStyle = stage.holdStyle()
      // Centres the drawing's world on the view, so that ±180° is far from the shape.
      const turnDeg = wrap180(unwrappedPosition(map.getCenter()).longitudeDeg)
      const draw = createShapeDrawing(map, geofenceColour(mapColours(look), 'BLUE'), turnDeg, () =>
        setRefused(true),
      )
      setRefused(false)
      draw.start()
      draw.setMode(MODES[type])
      draw.on('change', () => setBegun(draw.getSnapshot().length > 0))
      let hasEnded = false
      const allowClick = preventTapClick(map.getCanvasContainer(), () => hasEnded)
      draw.on('finish', (id) => {
        hasEnded = true
        const feature = draw.getSnapshotFeature(id)
        // Keeps the finished shape on the map while the user names it.
        draw.setMode('static')
        if (feature) finish(drawnShape(type, feature, turnDeg))
      })
      setReady(true)
      return () => {
        setReady(false)
        allowClick()
        draw.stop()
        releaseStyle()
      }
    },
    [type],
  )

  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && cancel()
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  useKeysHere('draw', !held)

  if (held || !isReady) return null
  return (
    <div className={classes.bar} role="status">
      {question}
      <span>{t(isRefused ? 'geofences.drawRefused' : `geofences.drawHint.${type}`)}</span>
      <Button size="xs" variant="default" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
    </div>
  )
}
