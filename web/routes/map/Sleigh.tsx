import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mercatorX, mercatorY } from '#contract/geodesy/mercator.ts'
import { MapMark } from '../../map/MapMark.tsx'
import classes from './Sleigh.module.css'
import { sleighAt } from './sleighAt.ts'

/** Sleigh on the fleet map, in December of the reader's calendar. */
export function Sleigh() {
  const { t } = useTranslation()
  const [now, setNow] = useState(() => new Date())
  const place = sleighAt(now)
  // The timer runs only while the sleigh is visible.
  useInterval(() => setNow(new Date()), 1000, { autoInvoke: place !== null })
  if (!place) return null
  return (
    <MapMark x={mercatorX(place.longitudeDeg)} y={mercatorY(place.latitudeDeg)}>
      <svg
        className={classes.sleigh}
        style={{ rotate: `${(place.courseDeg - 270) / 2}deg` }}
        viewBox="0 0 56 28"
        width="56"
        height="28"
        role="img"
        aria-label={t('map.sleigh')}
      >
        <title>{t('map.sleigh')}</title>
        {/* The reins, the reindeer, the sleigh and what it carries. */}
        <path className={classes.line} d="M17 13.5 C22 14.5 27 14.5 32 14" />
        <path
          className={classes.deer}
          d="M4.5 8 L7.5 10 C8.5 11.6 9.6 12 12 12 H16 C17.6 12 18.3 13 18 14.6 L19.4 20 M16.4 15.6 L17 20.4 M9.6 15 L7 20 M11.4 15.4 L11 20.4 M8 11.4 C8.2 13.8 9 15.4 11 15.6 H16.4 M6 8.6 L5.4 4.6 M5.7 6.6 L3.6 5.2 M7 9 L8.4 5 M7.8 6.8 L9.8 6.2"
        />
        <circle className={classes.nose} cx="4" cy="8.4" r="1.3" />
        <path
          className={classes.body}
          d="M33 12 C34 16 36 18.4 40 18.4 H48 C51 18.4 52 15 51.4 9 C50 12 47.6 13 44 13 H38 C36 13 34.6 13 33 12 Z"
        />
        <circle className={classes.sack} cx="46" cy="9.6" r="3.6" />
        <path
          className={classes.line}
          d="M31 20 C31 23 34 23 36 23 H50 C53 23 54 21.6 53.6 19.6 M38 18.4 V23 M47 18.4 V23"
        />
      </svg>
    </MapMark>
  )
}
