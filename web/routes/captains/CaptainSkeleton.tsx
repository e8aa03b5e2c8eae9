import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Late } from '../../ui/Late.tsx'
import classes from './CaptainPage.module.css'

/** Placeholder of header, rank and the first tab. */
export function CaptainSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={classes.page} role="status" aria-label={t('captains.loading')}>
      <Late>
        <div className={classes.header}>
          <Skeleton width={40} height={40} radius="xl" />
          <Skeleton width={200} height={26} />
        </div>
        <Skeleton height={78} radius={8} />
        <Skeleton height={36} />
        <Skeleton height={180} radius={8} />
      </Late>
    </div>
  )
}
