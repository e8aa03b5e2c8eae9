import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TerraDraw } from 'terra-draw'
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
import { usePenShape } from './usePenShape.tsx'

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
  const drawing = useRef<TerraDraw | null>(null)
  const pen = usePenShape({
    type,
    isOn: isReady && !held && !hasBegun,
    onDrawn,
    onRefused: () => setRefused(true),
  })
  const isPen = pen.count > 0
  const cancel = useEffectEvent(() => !held && !asks && onCancel())
  const { asks, question } = useUnsavedGuard({
    changed: (hasBegun || isPen) && !held,
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
      drawing.current = draw
      setReady(true)
      return () => {
        setReady(false)
        drawing.current = null
        allowClick()
        draw.stop()
        releaseStyle()
      }
    },
    [type],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: another outline may be a better one
  useEffect(() => setRefused(false), [pen.count])
  // The pointer would begin a second shape.
  useEffect(() => drawing.current?.setMode(isPen ? 'static' : MODES[type]), [isPen, type])

  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && cancel()
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  useKeysHere('draw', !held)

  if (!isReady) return null
  if (held) return pen.view
  const hint = pen.steers ? (`geofences.pen.hint.${type}` as const) : (`geofences.drawHint.${type}` as const)
  return (
    <>
      {pen.view}
      <div className={classes.bar} role="status">
        {question}
        <span>{t(isRefused ? 'geofences.drawRefused' : hint)}</span>
        {isPen && <span>{t('geofences.pen.count', { count: pen.count })}</span>}
        <Button size="xs" variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        {isPen && (
          <Button size="xs" disabled={!pen.finish} onClick={pen.finish}>
            {t('geofences.pen.finish')}
          </Button>
        )}
      </div>
    </>
  )
}
