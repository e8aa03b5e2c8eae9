import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { mercatorX, mercatorY, nearestCopy, worldPx } from '#contract/geodesy/mercator.ts'
import classes from './ChartMap.module.css'
import type { Seen } from './mapMemory.ts'
import { positionOf } from './mapPosition.ts'
import type { MapStage } from './mapStage.ts'
import type { MapView } from './mapView.ts'
import { REMEMBERED_LAYER, rememberedLayer } from './rememberedLayer.ts'

/** Same duration as the fade of names, ms. */
const FADE_MS = 150

/**
 * Picture of the map as last seen, in place until the map has drawn itself. Before there is a map it covers its place;
 * then it is a layer of the map, so that the fleet is above it.
 */
export function RememberedMap({
  seen,
  begin,
  stage,
  isWhole,
}: {
  seen: Seen
  begin: MapView
  stage: MapStage | null
  /** True when the style of the map has the base map. */
  isWhole: boolean
}) {
  const [at, setAt] = useState(begin)
  const [state, setState] = useState<'before' | 'inMap' | 'over'>('before')
  const image = useRef<HTMLImageElement>(null)
  const whole = useRef(isWhole)
  whole.current = isWhole
  const isOver = state === 'over'
  useEffect(() => {
    if (!stage || !image.current || isOver) return
    const { map } = stage
    let remove = () => {}
    let isClosed = false
    const drawIn = async (shown: HTMLImageElement) => {
      await shown.decode()
      const picture = await createImageBitmap(shown)
      if (!isClosed) remove = stage.add(rememberedLayer(seen, picture))
    }
    drawIn(image.current).catch(() => setState('over'))
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = () => setAt({ ...positionOf(map.getCenter()), zoom: map.getZoom() })
    const look = () => {
      if (!map.getLayer(REMEMBERED_LAYER) || !map.isSourceLoaded(REMEMBERED_LAYER)) return
      setState('inMap')
      if (whole.current && map.loaded()) timer ??= setTimeout(() => setState('over'), FADE_MS)
    }
    follow()
    map.on('move', follow)
    map.on('render', look)
    // The last frame may come before the last tile is ready.
    map.on('idle', look)
    return () => {
      isClosed = true
      clearTimeout(timer)
      map.off('move', follow)
      map.off('render', look)
      map.off('idle', look)
      remove()
    }
  }, [stage, seen, isOver])
  if (isOver) return null
  return (
    <img
      ref={image}
      className={classes.remembered}
      style={placedAt(seen, at)}
      src={seen.picture}
      alt=""
      data-map
      hidden={state === 'inMap'}
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
