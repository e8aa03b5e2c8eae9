import { Button } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconRulerMeasure } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mToNmi } from '#contract/domain/units.ts'
import { compassDigits } from '#contract/geodesy/compass.ts'
import { mercatorX, mercatorY } from '#contract/geodesy/mercator.ts'
import type { Position } from '#contract/geodesy/position.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { FloatingWindow } from '../../ui/FloatingWindow.tsx'
import { positionOf } from '../mapPosition.ts'
import { useStage } from '../stageContext.ts'
import { screenX, screenY, viewportOf } from '../viewport.ts'
import classes from './ChartTools.module.css'
import { type Point, pathOf, useClickedPoints, usePlaces } from './chartPoints.ts'
import { legsOf, lineOf } from './measure.ts'

interface Props {
  begin: Position | null
  onClose: () => void
}

/** Distance and bearing from point to point. Each point is a clicked place or a boat, and the line follows the boat. */
export function MeasureWindow({ begin, onClose }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { map } = useStage()
  const [points, setPoints] = useState<Point[]>(begin ? [begin] : [])
  const places = usePlaces(points)
  const legs = legsOf(places)
  useClickedPoints((point) => setPoints((now) => [...now, point]))
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && onClose())

  const addMiddle = () => setPoints((now) => [...now, positionOf(map.getCenter())])
  const distance = (metres: number) => formats.quantity(mToNmi(metres), 'nmi', 2)
  const bearing = (degrees: number) => t('chartTools.bearing', { degrees: compassDigits(degrees) })
  const ends = (index: number) =>
    [places[index], places[index + 1]]
      .map((place, end) => place?.name ?? t('chartTools.point', { number: index + end + 1 }))
      .join(' → ')
  return (
    <>
      <MeasuredLine points={places} />
      <span className={classes.crosshair} />
      <FloatingWindow
        title={t('chartTools.measure')}
        icon={IconRulerMeasure}
        widthPx={336}
        from={{ rightPx: 64, topPx: 12 }}
        onClose={onClose}
      >
        <div className={classes.body}>
          {legs.length === 0 ? (
            <p className={classes.hint}>{t('chartTools.measureHint')}</p>
          ) : (
            <>
              <div className={classes.total} role="status">
                {distance(legs.reduce((sum, { distanceM }) => sum + distanceM, 0))}
                <small>
                  {legs.length === 1 && legs[0] ? bearing(legs[0].bearingDeg) : t('chartTools.total')}
                </small>
              </div>
              <ol className={classes.legs}>
                {legs.map((leg, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a leg
                  <li key={index}>
                    <span className={classes.ends}>{ends(index)}</span>
                    <span className={classes.figures}>
                      {distance(leg.distanceM)} · {bearing(leg.bearingDeg)}
                    </span>
                  </li>
                ))}
              </ol>
            </>
          )}
          <div className={classes.row}>
            <Button size="xs" variant="default" onClick={addMiddle}>
              {t('chartTools.addMiddle')}
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={points.length === 0}
              onClick={() => setPoints((now) => now.slice(0, -1))}
            >
              {t('chartTools.undo')}
            </Button>
            <Button size="xs" variant="default" disabled={points.length === 0} onClick={() => setPoints([])}>
              {t('chartTools.clear')}
            </Button>
          </div>
        </div>
      </FloatingWindow>
    </>
  )
}

/** Line over the map, drawn again in each frame. */
function MeasuredLine({ points }: { points: readonly Position[] }) {
  const { map } = useStage()
  const paths = useRef<SVGGElement>(null)
  const line = useMemo(() => lineOf(points), [points])
  useEffect(() => {
    const draw = () => {
      const view = viewportOf(map)
      const d = pathOf(view, line)
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
  }, [map, line, points])
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
