import { Button } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconRulerMeasure } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { compassDigits } from '#contract/compass.ts'
import { mToNmi } from '#contract/units.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { useVessels, vesselStates } from '../../live/vesselStates.ts'
import { FloatingWindow } from '../../ui/FloatingWindow.tsx'
import { mercatorX, mercatorY } from '../mercator.ts'
import { useStage } from '../stageContext.ts'
import { screenX, screenY, type Viewport, viewportOf } from '../viewport.ts'
import classes from './ChartTools.module.css'
import { legsOf, lineOf } from './measure.ts'
import type { Position } from './positionText.ts'

interface Place extends Position {
  /** Of the boat that is there. */
  name: string | null
}

/** A place, or a boat wherever she is. */
type Point = Position | { vesselId: string }

interface Props {
  begin: Position | null
  onClose: () => void
}

/** As near as a click must be to a boat to mean her. */
const REACH_PX = 20

/** Distance and bearing from point to point, each a place that is clicked or a boat, with which the line then moves. */
export function MeasureWindow({ begin, onClose }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { map, takeClicks } = useStage()
  const [points, setPoints] = useState<Point[]>(begin ? [begin] : [])
  const vessels = useVessels((states) => states.all())
  const places = useMemo(() => {
    const byId = new Map(vessels.map((vessel) => [vessel.id, vessel]))
    return points.flatMap((point): Place[] => {
      if (!('vesselId' in point)) return [{ ...point, name: null }]
      const vessel = byId.get(point.vesselId)
      return vessel?.lat == null || vessel.lon === null
        ? []
        : [{ lat: vessel.lat, lon: vessel.lon, name: vessel.name }]
    })
  }, [points, vessels])
  const legs = useMemo(() => legsOf(places), [places])
  const add = useEffectEvent((point: Point) => setPoints((now) => [...now, point]))
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && onClose())

  useEffect(() => {
    const container = map.getContainer()
    container.dataset.measuring = ''
    const release = takeClicks(({ lngLat, point }) => {
      const vesselId = vesselAt(viewportOf(map), point)
      const { lat, lng } = lngLat.wrap()
      add(vesselId === null ? { lat, lon: lng } : { vesselId })
    })
    return () => {
      delete container.dataset.measuring
      release()
    }
  }, [map, takeClicks])

  const addMiddle = () => {
    const { lat, lng } = map.getCenter().wrap()
    setPoints((now) => [...now, { lat, lon: lng }])
  }
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
                  // biome-ignore lint/suspicious/noArrayIndexKey: a leg is its place in the line
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

/** The line over the map, drawn anew with each of its frames. */
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
        circle.setAttribute('cx', String(screenX(view, mercatorX(point.lon))))
        circle.setAttribute('cy', String(screenY(view, mercatorY(point.lat))))
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
          // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place in the line
          <circle key={index} className={classes.point} r={5} />
        ))}
      </g>
    </svg>
  )
}

/** The line stays whole over 180°: each point is drawn in the copy of the world that is nearest to the one before. */
function pathOf(view: Viewport, line: readonly Position[]): string {
  let before: number | null = null
  return line
    .map(({ lat, lon }) => {
      let x = screenX(view, mercatorX(lon))
      if (before !== null) x -= Math.round((x - before) / view.scale) * view.scale
      before = x
      return `${x.toFixed(1)} ${screenY(view, mercatorY(lat)).toFixed(1)}`
    })
    .reduce((d, point, index) => `${d}${index === 0 ? 'M' : 'L'}${point}`, '')
}

function vesselAt(view: Viewport, at: { x: number; y: number }): string | null {
  let nearest: string | null = null
  let least = REACH_PX
  for (const { id, lat, lon } of vesselStates.values()) {
    if (lat === null || lon === null) continue
    const away = Math.hypot(screenX(view, mercatorX(lon)) - at.x, screenY(view, mercatorY(lat)) - at.y)
    if (away <= least) [nearest, least] = [id, away]
  }
  return nearest
}
