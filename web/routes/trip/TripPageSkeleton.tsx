import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Late } from '../../ui/Late.tsx'
import header from './TripHeader.module.css'
import classes from './TripPage.module.css'

/** The shape of head, tabs and the first tab. */
export function TripPageSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={classes.page} role="status" aria-label={t('trip.loading')}>
      <Late>
        <div className={header.header}>
          <Skeleton className={header.preview ?? ''} width={72} height={72} radius={6} />
          <div className={header.about}>
            <Skeleton width={220} height={24} />
            <Skeleton width="min(560px, 100%)" height={36} mt={4} />
          </div>
        </div>
        <Skeleton height={36} />
        <Skeleton height={280} radius={8} />
        <Skeleton height={200} radius={8} />
      </Late>
    </div>
  )
}
