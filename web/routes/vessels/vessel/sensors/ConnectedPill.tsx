import { useTranslation } from 'react-i18next'
import pill from '../../../../ui/Pill.module.css'

/** Whether a sensor took part in the newest trip. */
export function ConnectedPill({ connected }: { connected: boolean }) {
  const { t } = useTranslation()
  return (
    <span className={pill.plain} style={{ color: `var(--bn-${connected ? 'st-online' : 'text-3'})` }}>
      <span className={connected ? pill.dot : pill.ring} />
      {t(connected ? 'sensorPage.connected' : 'sensorPage.notConnected')}
    </span>
  )
}
