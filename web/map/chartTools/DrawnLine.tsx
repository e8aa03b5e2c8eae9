import { useEffect, useRef } from 'react'
import { mercatorX, mercatorY } from '#contract/geodesy/mercator.ts'
import type { Position } from '#contract/geodesy/position.ts'
import { useStage } from '../stageContext.ts'
import { screenX, screenY, viewportOf } from '../viewport.ts'
import classes from './ChartTools.module.css'
import { pathOf } from './chartPoints.ts'

interface Props {
  points: readonly Position[]
  /** Line in the view of this moment. */
  lineNow: () => readonly Position[]
}

/** Line with its points over the map, drawn again in each frame. */
export function DrawnLine({ points, lineNow }: Props) {
  const { map } = useStage()
  const paths = useRef<SVGGElement>(null)
  useEffect(() => {
    const draw = () => {
      const view = viewportOf(map)
      const d = pathOf(view, lineNow())
      for (const path of paths.current?.querySelectorAll('path') ?? []) path.setAttribute('d', d)
      for (const [index, circle] of [...(paths.current?.querySelectorAll('circle') ?? [])].entries()) {
        const point = points[index]
        if (!point) continue
        circle.setAttribute('cx', String(screenX(view, mercatorX(point.longitudeDeg))))
        circle.setAttribute('cy', String(screenY(view, mercatorY(point.latitudeDeg))))
      }
    }
    draw()
    map.on('render', draw)
    return () => {
      map.off('render', draw)
    }
  }, [map, lineNow, points])
  return (
    <svg className={classes.overlay} aria-hidden="true">
      <g ref={paths}>
        <path className={classes.casing} />
        <path className={classes.line} />
        {points.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a point
          <circle key={index} className={classes.point} r={5} />
        ))}
      </g>
    </svg>
  )
}

/** Cross at the middle of the map. */
export const Crosshair = () => <span className={classes.crosshair} />
