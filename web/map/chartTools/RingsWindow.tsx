import { Button, Select } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconTargetArrow } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mToNmi, NAUTICAL_MILE_M } from '#contract/domain/units.ts'
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
import { legsOf, lineOf, ringOf } from './measure.ts'

interface Props {
  begin: Position | null
  onClose: () => void
}

const EVERY_NMI = [0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 25, 50, 100]
const COUNTS = [1, 2, 3, 4, 5, 6]

/** Range rings around a place or a boat, with range and bearing from there to the last clicked point. */
export function RingsWindow({ begin, onClose }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { map } = useStage()
  const [points, setPoints] = useState<Point[]>(begin ? [begin] : [])
  const [everyNmi, setEveryNmi] = useState(1)
  const [count, setCount] = useState(3)
  // The first click sets the centre; each further click replaces the target.
  useClickedPoints((point) => setPoints(([middle]) => (middle ? [middle, point] : [point])))
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && onClose())
  const [middle] = usePlaces(points.slice(0, 1))
  const [target] = usePlaces(points.slice(1))
  const [leg] = middle && target ? legsOf([middle, target]) : []
  const distance = (nmi: number, decimals: number) => formats.quantity(nmi, 'nmi', decimals)
  const addMiddle = () => {
    setPoints([positionOf(map.getCenter())])
  }
  return (
    <>
      {middle && (
        <Rings
          middle={middle}
          target={target ?? null}
          ringsNmi={Array.from({ length: count }, (_, index) => everyNmi * (index + 1))}
          nameOf={(nmi) => distance(nmi, Number.isInteger(nmi) ? 0 : 2)}
        />
      )}
      {!middle && <span className={classes.crosshair} />}
      <FloatingWindow
        title={t('chartTools.rings')}
        icon={IconTargetArrow}
        widthPx={336}
        from={{ rightPx: 64, topPx: 12 }}
        onClose={onClose}
      >
        <div className={classes.body}>
          <div className={classes.choices}>
            <Select
              size="xs"
              label={t('chartTools.ringEvery')}
              allowDeselect={false}
              value={String(everyNmi)}
              onChange={(next) => next && setEveryNmi(Number(next))}
              data={EVERY_NMI.map((nmi) => ({
                value: String(nmi),
                label: distance(nmi, Number.isInteger(nmi) ? 0 : 2),
              }))}
            />
            <Select
              size="xs"
              label={t('chartTools.ringCount')}
              allowDeselect={false}
              value={String(count)}
              onChange={(next) => next && setCount(Number(next))}
              data={COUNTS.map(String)}
            />
          </div>
          {leg ? (
            <div className={classes.total} role="status">
              {distance(mToNmi(leg.distanceM), 2)}
              <small>
                {t('chartTools.rangeTo', { name: target?.name ?? t('chartTools.aPlace') })} ·{' '}
                {t('chartTools.bearing', { degrees: compassDigits(leg.bearingDeg) })}
              </small>
            </div>
          ) : (
            <p className={classes.hint}>{t(middle ? 'chartTools.rangeHint' : 'chartTools.ringsHint')}</p>
          )}
          <div className={classes.row}>
            <Button size="xs" variant="default" onClick={addMiddle}>
              {t('chartTools.addMiddle')}
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

interface RingsProps {
  middle: Position
  target: Position | null
  ringsNmi: readonly number[]
  nameOf: (nmi: number) => string
}

/** Rings over the map, drawn again in each frame. */
function Rings({ middle: { latitudeDeg, longitudeDeg }, target, ringsNmi, nameOf }: RingsProps) {
  const { map } = useStage()
  const drawing = useRef<SVGSVGElement>(null)
  const key = ringsNmi.join()
  const rings = useMemo(
    () =>
      key.split(',').map((nmi) => {
        const line = ringOf({ latitudeDeg, longitudeDeg }, Number(nmi) * NAUTICAL_MILE_M)
        return { nmi: Number(nmi), line, north: line[0] as Position }
      }),
    [latitudeDeg, longitudeDeg, key],
  )
  const way = useMemo(
    () =>
      target
        ? lineOf([
            { latitudeDeg, longitudeDeg },
            { latitudeDeg: target.latitudeDeg, longitudeDeg: target.longitudeDeg },
          ])
        : [],
    [latitudeDeg, longitudeDeg, target?.latitudeDeg, target?.longitudeDeg, target],
  )
  useEffect(() => {
    const draw = () => {
      const view = viewportOf(map)
      const svg = drawing.current
      if (!svg) return
      const lines = [...rings.map(({ line }) => line), ...(way.length > 0 ? [way] : [])]
      for (const [index, group] of [...svg.querySelectorAll('g')].entries()) {
        const d = pathOf(view, lines[index] ?? [])
        for (const path of group.querySelectorAll('path')) path.setAttribute('d', d)
        const north = rings[index]?.north
        const name = group.querySelector('text')
        if (!north || !name) continue
        name.setAttribute('x', String(screenX(view, mercatorX(north.longitudeDeg))))
        name.setAttribute('y', String(screenY(view, mercatorY(north.latitudeDeg)) - 4))
      }
      const centre = svg.querySelector('circle')
      centre?.setAttribute('cx', String(screenX(view, mercatorX(longitudeDeg))))
      centre?.setAttribute('cy', String(screenY(view, mercatorY(latitudeDeg))))
    }
    draw()
    map.on('render', draw)
    return () => {
      map.off('render', draw)
    }
  }, [map, rings, way, latitudeDeg, longitudeDeg])
  return (
    <svg ref={drawing} className={classes.overlay} aria-hidden="true">
      {rings.map(({ nmi }) => (
        <g key={nmi}>
          <path className={classes.ringCasing} />
          <path className={classes.ring} />
          <text className={classes.ringName}>{nameOf(nmi)}</text>
        </g>
      ))}
      {way.length > 0 && (
        <g>
          <path className={classes.casing} />
          <path className={classes.line} />
        </g>
      )}
      <circle className={classes.point} r={4} />
    </svg>
  )
}
