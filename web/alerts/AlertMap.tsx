import { useTranslation } from 'react-i18next'
import { mercatorX, mercatorY } from '#contract/geodesy/mercator.ts'
import type { Alert } from '#contract/wire/alert.ts'
import { ChartMap } from '../map/ChartMap.tsx'
import { MapMark } from '../map/MapMark.tsx'
import { useMapLook } from '../map/mapLook.ts'
import { mapColours } from '../map/palette.ts'
import { SeverityIcon } from '../ui/SeverityIcon.tsx'
import classes from './AlertPanel.module.css'

/** Zoom that shows a harbour or a strait around the place. */
const ZOOM = 11

/** Map of the place where the alert was triggered, with a marker of its severity. */
export function AlertMap({ alert: { severity, latitudeDeg, longitudeDeg } }: { alert: Alert }) {
  const { t } = useTranslation()
  const { severity: colours } = mapColours(useMapLook())
  if (latitudeDeg === null || longitudeDeg === null)
    return <p className={classes.noPlace}>{t('alerts.noPlace')}</p>
  return (
    <div className={classes.map}>
      <ChartMap label={t('alerts.map')} view={{ latitudeDeg, longitudeDeg, zoom: ZOOM }}>
        <MapMark x={mercatorX(longitudeDeg)} y={mercatorY(latitudeDeg)}>
          <span
            className={classes.mark}
            style={{ [`--tf-sev-${severity}`]: colours[severity] } as React.CSSProperties}
          >
            <SeverityIcon severity={severity} size={24} />
          </span>
        </MapMark>
      </ChartMap>
    </div>
  )
}
