import { useTranslation } from 'react-i18next'
import pill from '../../../../ui/Pill.module.css'

/** Shows whether a sensor sent data during the latest trip. */
export function ConnectedPill({ connected }: { connected: boolean }) {
  const { t } = useTranslation()
  return (
    <span className={pill.plain} style={{ color: `var(--tf-${connected ? 'st-online' : 'text-3'})` }}>
      <span className={connected ? pill.dot : pill.ring} />
      {t(connected ? 'sensorPage.connected' : 'sensorPage.notConnected')}
    </span>
  )
}
