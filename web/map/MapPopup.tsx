import { type ReactNode, useEffect, useRef } from 'react'
import classes from './MapPopup.module.css'
import { choosePopupSide, POPUP_GAP_PX, type PopupSide, popupBox } from './popupPlacement.ts'
import { useStage } from './stageContext.ts'
import type { Track } from './track.ts'
import { screenX, screenY, type Viewport, viewportOf } from './viewport.ts'

interface Props {
  label: string
  /** Place in the Mercator square. */
  x: number
  y: number
  /** Places that the popup should not cover. */
  track: Track | null
  children: ReactNode
}

/** Window beside a place on the map, on the side where it covers least; it follows the place when the map moves. */
export function MapPopup({ label, x, y, track, children }: Props) {
  const { map } = useStage()
  const popup = useRef<HTMLDivElement>(null)
  const caret = useRef<HTMLSpanElement>(null)
  const place = useRef({ x, y })
  const side = useRef<PopupSide>('left')

  useEffect(() => {
    place.current = { x, y }
    map.triggerRepaint()
  }, [map, x, y])

  useEffect(() => {
    const at = (view: Viewport) => ({
      x: screenX(view, place.current.x),
      y: screenY(view, place.current.y),
    })
    const size = () => ({ width: popup.current?.offsetWidth ?? 0, height: popup.current?.offsetHeight ?? 0 })
    const choose = () => {
      const view = viewportOf(map)
      const keep = track ? pointsOf(track, view) : []
      const isLand = (point: { x: number; y: number }) =>
        map.getLayer('land') !== undefined &&
        map.queryRenderedFeatures([point.x, point.y], { layers: ['land'] }).length > 0
      side.current = choosePopupSide(at(view), size(), { view, keep, isLand })
      follow()
    }
    const follow = () => {
      const view = viewportOf(map)
      const corner = popupBox(side.current, at(view), size(), view)
      if (popup.current) popup.current.style.translate = `${Math.round(corner.x)}px ${Math.round(corner.y)}px`
      if (caret.current) placeCaret(caret.current, side.current, at(view))
    }
    choose()
    map.on('render', follow)
    map.on('idle', choose)
    return () => {
      map.off('render', follow)
      map.off('idle', choose)
    }
  }, [map, track])

  return (
    <>
      <div ref={popup} className={classes.popup} role="dialog" aria-label={label}>
        {children}
      </div>
      <span ref={caret} className={classes.caret} aria-hidden="true" />
    </>
  )
}

const pointsOf = (track: Track, view: Viewport) =>
  track.points.map((_, index) => ({
    x: screenX(view, track.x[index] ?? 0),
    y: screenY(view, track.y[index] ?? 0),
  }))

function placeCaret(caret: HTMLElement, side: PopupSide, at: { x: number; y: number }) {
  const offset = { left: [-1, 0], right: [1, 0], top: [0, -1], bottom: [0, 1] }[side] as [number, number]
  caret.dataset.side = side
  caret.style.translate = `${at.x + offset[0] * POPUP_GAP_PX}px ${at.y + offset[1] * POPUP_GAP_PX}px`
}
