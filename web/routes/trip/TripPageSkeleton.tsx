import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Late } from '../../ui/Late.tsx'
import classes from '../../ui/Page.module.css'
import header from './TripHeader.module.css'

/** Placeholder of header, tabs and the first tab. */
export function TripPageSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={classes.page} role="status" aria-label={t('trip.loading')}>
      <Late>
        <div className={header.header}>
          <Skeleton width={32} height={32} radius={6} />
          <Skeleton className={header.preview ?? ''} width={72} height={72} radius={6} />
          <div className={header.about}>
            <div className={header.title}>
              <Skeleton width={200} height={24} />
            </div>
            <Skeleton className={header.facts ?? ''} width="min(560px, 100%)" height={36} />
          </div>
        </div>
        <Skeleton height={36} />
        <Skeleton height={280} radius={8} />
        <Skeleton height={200} radius={8} />
      </Late>
    </div>
  )
}
