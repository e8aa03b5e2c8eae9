import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { usePins } from '../../api/pins.ts'
import classes from './TripsPage.module.css'

/** Offers to remove pins of deleted trips, because each takes one of the few places. */
export function GonePins({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation()
  const { forget } = usePins()
  if (ids.length === 0) return null
  return (
    <div className={classes.gone} role="status">
      {t('trips.pinsGone', { count: ids.length })}
      <Button variant="default" size="sm" onClick={() => forget(ids)}>
        {t('trips.unpinGone')}
      </Button>
    </div>
  )
}
