import { type ReactNode, useEffect, useRef } from 'react'
import classes from './ChartMap.module.css'
import { useStage } from './stageContext.ts'
import { screenX, screenY, viewportOf } from './viewport.ts'

interface Props {
  /** Place in the Mercator square. */
  x: number
  y: number
  children: ReactNode
}

/** Keeps its content centred on a place while the map moves. */
export function MapMark({ x, y, children }: Props) {
  const { map } = useStage()
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const follow = () => {
      const view = viewportOf(map)
      if (mark.current) mark.current.style.translate = `${screenX(view, x)}px ${screenY(view, y)}px`
    }
    follow()
    map.on('render', follow)
    return () => {
      map.off('render', follow)
    }
  }, [map, x, y])
  return (
    <div ref={mark} className={classes.mark}>
      {children}
    </div>
  )
}

/** Start of a trip. */
export function StartRing({ x, y }: { x: number; y: number }) {
  return (
    <MapMark x={x} y={y}>
      <span className={classes.startRing} />
    </MapMark>
  )
}
