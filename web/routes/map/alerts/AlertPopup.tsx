import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/useFormats.ts'
import { MapPopup } from '../../../map/MapPopup.tsx'
import type { Track } from '../../../map/track.ts'
import { onlyMoment } from '../../../trips/moment/momentInAddress.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { SeverityIcon } from '../../../ui/SeverityIcon.tsx'
import classes from './AlertPopup.module.css'
import type { FocusedAlert } from './alertFocus.ts'

interface Props {
  focused: FocusedAlert
  x: number
  y: number
  track: Track | null
  onClose: () => void
}

/** Popup of an alert on the map; a selected alert also has links. */
export function AlertPopup({ focused: { alert, pressed }, x, y, track, onClose }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <MapPopup label={alert.text} x={x} y={y} track={track}>
      <div className={classes.alert} data-passing={!pressed || undefined}>
        <SeverityIcon severity={alert.severity} size={16} />
        <div>
          <p className={classes.text}>{alert.text}</p>
          <p className={classes.facts}>
            {t(`severity.${alert.severity}`)} · {t(`alerts.types.${alert.type}`)} ·{' '}
            {formats.timeSeconds(Date.parse(alert.trigger_time))}
          </p>
          {pressed && alert.trip_id && (
            <Link
              className={classes.link}
              to="/trips/$tripId/alerts/$alertId"
              params={{ tripId: alert.trip_id, alertId: alert.id }}
              search={onlyMoment}
            >
              {t('trip.viewAlert')}
            </Link>
          )}
        </div>
        {pressed && <IconButton icon={IconX} label={t('common.close')} size={28} onClick={onClose} />}
      </div>
    </MapPopup>
  )
}
