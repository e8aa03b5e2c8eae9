import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './TripPage.module.css'

export function TripPageSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={classes.page} role="status" aria-label={t('trip.loading')}>
      <Skeleton height={200} />
      <Skeleton height={40} />
      <Skeleton height={400} />
    </div>
  )
}
