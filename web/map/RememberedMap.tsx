import { type CSSProperties, useEffect, useState } from 'react'
import { mercatorX, mercatorY, nearestCopy, worldPx } from '#contract/geodesy/mercator.ts'
import classes from './ChartMap.module.css'
import type { Seen } from './mapMemory.ts'
import { positionOf } from './mapPosition.ts'
import type { MapStage } from './mapStage.ts'
import type { MapView } from './mapView.ts'

/** Same duration as the fade of names, ms. */
const FADE_MS = 150

/** Picture of the map as last seen, shown in place until the map has drawn itself. */
export function RememberedMap({
  seen,
  begin,
  stage,
}: {
  seen: Seen
  begin: MapView
  stage: MapStage | null
}) {
  const [at, setAt] = useState(begin)
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (!stage || isOver) return
    const { map } = stage
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = () => setAt({ ...positionOf(map.getCenter()), zoom: map.getZoom() })
    const look = () => {
      if (map.loaded()) timer ??= setTimeout(() => setIsOver(true), FADE_MS)
    }
    follow()
    map.on('move', follow)
    map.on('render', look)
    return () => {
      clearTimeout(timer)
      map.off('move', follow)
      map.off('render', look)
    }
  }, [stage, isOver])
  if (isOver) return null
  return (
    <img
      className={classes.remembered}
      style={placedAt(seen, at)}
      src={seen.picture}
      alt=""
      data-map
      decoding="sync"
    />
  )
}

/** Moves the picture so that its land lies where the map draws the same land. */
function placedAt({ view, width, height }: Seen, at: MapView): CSSProperties {
  const scale = worldPx(at.zoom)
  const x = mercatorX(at.longitudeDeg)
  const right = (nearestCopy(mercatorX(view.longitudeDeg), x) - x) * scale
  const down = (mercatorY(view.latitudeDeg) - mercatorY(at.latitudeDeg)) * scale
  return {
    width,
    height,
    transform: `translate(-50%, -50%) translate(${right}px, ${down}px) scale(${scale / worldPx(view.zoom)})`,
  }
}
