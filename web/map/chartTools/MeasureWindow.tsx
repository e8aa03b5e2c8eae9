import { Button } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconRulerMeasure } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mToNmi } from '#contract/domain/units.ts'
import { compassDigits } from '#contract/geodesy/compass.ts'
import type { Position } from '#contract/geodesy/position.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { useKeysHere } from '../../keys/keysHere.ts'
import { FloatingWindow } from '../../ui/FloatingWindow.tsx'
import { usePhone } from '../../ui/usePhone.ts'
import { positionOf } from '../mapPosition.ts'
import { useStage } from '../stageContext.ts'
import classes from './ChartTools.module.css'
import { type Point, useClickedPoints, usePlaces } from './chartPoints.ts'
import { Crosshair, DrawnLine } from './DrawnLine.tsx'
import { legsOf, lineOf } from './measure.ts'
import { useFocusOnMap } from './useFocusOnMap.ts'
import { usePen } from './usePen.ts'

interface Props {
  begin: Position | null
  onClose: () => void
}

/** Distance and bearing from point to point. Each point is a clicked place or a boat, and the line follows the boat. */
export function MeasureWindow({ begin, onClose }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { map } = useStage()
  const phone = usePhone()
  const [points, setPoints] = useState<Point[]>(begin ? [begin] : [])
  const places = usePlaces(points)
  const legs = legsOf(places)
  useClickedPoints((point) => setPoints((now) => [...now, point]))
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && onClose())

  const addMiddle = () => setPoints((now) => [...now, positionOf(map.getCenter())])
  const undo = () => setPoints((now) => now.slice(0, -1))
  usePen((key) => {
    if (key === 'Enter' || key === ' ') addMiddle()
    else if (key === 'Backspace') undo()
    else return false
    return true
  })
  useFocusOnMap()
  useKeysHere('pen')
  const lineNow = useCallback(() => lineOf(places), [places])
  const distance = (metres: number) => formats.quantity(mToNmi(metres), 'nmi', 2)
  const bearing = (degrees: number) => t('chartTools.bearing', { degrees: compassDigits(degrees) })
  const ends = (index: number) =>
    [places[index], places[index + 1]]
      .map((place, end) => place?.name ?? t('chartTools.point', { number: index + end + 1 }))
      .join(' → ')
  return (
    <>
      <DrawnLine points={places} lineNow={lineNow} />
      <Crosshair />
      <FloatingWindow
        title={t('chartTools.measure')}
        icon={IconRulerMeasure}
        widthPx={336}
        from={{ rightPx: 64, topPx: 12 }}
        onClose={onClose}
      >
        <div className={classes.body}>
          {legs.length === 0 ? (
            <>
              <p className={classes.hint}>{t('chartTools.measureHint')}</p>
              {!phone && <p className={classes.hint}>{t('chartTools.measureKeys')}</p>}
              {points.length > 0 && <p role="status">{t('chartTools.point', { number: points.length })}</p>}
            </>
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
            <Button size="xs" variant="default" disabled={points.length === 0} onClick={undo}>
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
