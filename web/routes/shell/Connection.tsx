import { IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/useFormats.ts'
import { live } from '../../live/live.ts'
import { useLostSince } from '../../live/lostSince.ts'
import { serverClock } from '../../live/serverClock.ts'
import { Ago } from '../../ui/Ago.tsx'
import { Icon } from '../../ui/Icon.tsx'
import classes from './Shell.module.css'

/** Shows since when the screen may be out of date, while the connection is lost. */
export function Connection() {
  const { t } = useTranslation()
  const formats = useFormats()
  const lostSinceMs = useLostSince()
  if (lostSinceMs === null) return null
  const sinceMs = serverClock.atMs(lostSinceMs)
  return (
    <div className={classes.connection}>
      <Icon of={IconPlugConnectedX} size={16} />
      <span role="status">{t('top.offlineSince', { time: formats.timeSeconds(sinceMs) })}</span>
      <span className={classes.connectionAge}>
        <Ago ms={sinceMs} />
      </span>
      <button type="button" onClick={live.resume}>
        {t('common.tryAgain')}
      </button>
    </div>
  )
}
