import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Late } from '../../../ui/Late.tsx'
import classes from './VesselPage.module.css'

/** Placeholder of header, tabs and the first tab. */
export function VesselPageSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={classes.page} role="status" aria-label={t('vessel.loading')}>
      <Late>
        <div className={classes.header}>
          <Skeleton className={classes.picture ?? ''} height={72} radius={6} />
          <div className={classes.about}>
            <Skeleton width={200} height={28} mb={6} />
            <Skeleton width="min(560px, 100%)" height={40} />
          </div>
        </div>
        <Skeleton height={36} />
        <Skeleton height={280} radius={8} />
      </Late>
    </div>
  )
}
