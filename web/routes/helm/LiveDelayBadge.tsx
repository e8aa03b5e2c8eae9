import { useTranslation } from 'react-i18next'
import { Ago } from '../../ui/Ago.tsx'
import classes from './Helm.module.css'
import type { LiveDelay } from './liveDelay.ts'

/** Age of the shown data; each state has its own shape. */
export function LiveDelayBadge({ delay }: { delay: LiveDelay }) {
  const { t } = useTranslation()
  return (
    <span className={classes.badge} data-state={delay.state} role="status">
      <i aria-hidden="true" />
      {delay.state === 'waiting' && <span className={classes.unseen}>{t('helm.waiting')}</span>}
      {delay.state === 'live' && t('helm.live')}
      {delay.state === 'delayed' && t('helm.delayed', { seconds: delay.seconds })}
      {delay.state === 'old' && (
        <span>
          {t('helm.lastUpdated')} <Ago ms={delay.lastMs} />
        </span>
      )}
    </span>
  )
}
