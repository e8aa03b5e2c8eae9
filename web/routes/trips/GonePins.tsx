import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { usePins } from '../../api/pins.ts'
import classes from './TripsPage.module.css'

/** Pins take one of the few places each, so those of trips that are gone can be given up. */
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
