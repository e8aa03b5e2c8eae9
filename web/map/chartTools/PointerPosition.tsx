import type { MapMouseEvent } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Position } from '#contract/geodesy/position.ts'
import { POSITION_FORMATS, setPreference, usePreference } from '../../preferences/preferences.ts'
import { positionOf } from '../mapPosition.ts'
import { useStage } from '../stageContext.ts'
import classes from './ChartTools.module.css'
import { writePosition } from './positionText.ts'
import { useLetters } from './useLetters.ts'

/** Current or last position of the pointer on the map; a click changes the format. */
export function PointerPosition() {
  const { map } = useStage()
  const { t } = useTranslation()
  const letters = useLetters()
  const format = usePreference('position-format')
  const readout = useRef<HTMLButtonElement>(null)
  const last = useRef<Position | null>(null)

  useEffect(() => {
    // Updates the element directly instead of through React: a pointer moves a hundred times a second.
    const write = () => {
      if (!readout.current) return
      readout.current.hidden = last.current === null
      readout.current.textContent = last.current && writePosition(last.current, format, letters)
    }
    const follow = ({ lngLat }: MapMouseEvent) => {
      last.current = positionOf(lngLat)
      write()
    }
    write()
    map.on('mousemove', follow)
    return () => {
      map.off('mousemove', follow)
    }
  }, [map, format, letters])

  const next = POSITION_FORMATS[(POSITION_FORMATS.indexOf(format) + 1) % POSITION_FORMATS.length]
  return (
    <button
      ref={readout}
      type="button"
      hidden
      className={classes.readout}
      title={t('chartTools.otherFormat')}
      onClick={() => next && setPreference('position-format', next)}
    />
  )
}
