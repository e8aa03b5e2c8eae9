import { Button } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unwrappedPosition } from '../mapPosition.ts'
import { useStage } from '../stageContext.ts'
import classes from './Areas.module.css'
import { type AreaBounds, boundsBetween } from './areaBounds.ts'

interface Props {
  onDrawn: (bounds: AreaBounds) => void
  onCancel: () => void
}

/** Least size of an area in CSS pixels: a smaller one is an accidental click. */
const LEAST_PX = 8

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Overlay in which the user draws an area from corner to corner, with a mouse or a finger. */
export function DrawArea({ onDrawn, onCancel }: Props) {
  const { t } = useTranslation()
  const { map } = useStage()
  const begin = useRef<{ x: number; y: number } | null>(null)
  const [box, setBox] = useState<Box | null>(null)
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && onCancel())

  const placeOf = (event: PointerEvent) => {
    const frame = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - frame.left, y: event.clientY - frame.top }
  }
  const move = (event: PointerEvent) => {
    const from = begin.current
    if (!from) return
    const to = placeOf(event)
    setBox({
      ...{ left: Math.min(from.x, to.x), right: Math.max(from.x, to.x) },
      ...{ top: Math.min(from.y, to.y), bottom: Math.max(from.y, to.y) },
    })
  }
  const end = () => {
    begin.current = null
    setBox(null)
    if (!box || box.right - box.left < LEAST_PX || box.bottom - box.top < LEAST_PX) return
    const corner = (x: number, y: number) => unwrappedPosition(map.unproject([x, y]))
    onDrawn(boundsBetween(corner(box.left, box.top), corner(box.right, box.bottom)))
  }
  return (
    <>
      <div
        className={classes.drawing}
        data-drawing
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          begin.current = placeOf(event)
        }}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={() => {
          begin.current = null
          setBox(null)
        }}
      >
        {box && (
          <span
            className={classes.box}
            style={{
              ...{ left: box.left, top: box.top, width: box.right - box.left },
              height: box.bottom - box.top,
            }}
          />
        )}
      </div>
      <div className={classes.drawHint} role="status">
        {t('areas.drawHint')}
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </>
  )
}
