import { Skeleton } from '@mantine/core'
import { Late } from '../../ui/Late.tsx'
import classes from './TripPanel.module.css'

/** Placeholder of the page while the trip is loading. */
export function TripMapSkeleton() {
  return (
    <Late>
      <div className={classes.skeleton}>
        <div className={classes.skeletonPanel}>
          <Skeleton width="60%" height={20} />
          <Skeleton height={128} radius={6} />
          <Skeleton width="40%" height={14} />
          <Skeleton width="80%" height={14} />
          <Skeleton width="70%" height={14} />
          <Skeleton width="75%" height={14} />
        </div>
        <Skeleton className={classes.skeletonMap} radius={0} />
      </div>
    </Late>
  )
}
