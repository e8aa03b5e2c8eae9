import { Skeleton } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DateRangePicker } from '../forms/DateRangePicker.tsx'
import { StillPreparing } from '../preparing/StillPreparing.tsx'
import { usePreparing } from '../preparing/usePreparing.ts'
import { Late } from '../ui/Late.tsx'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { Notice } from '../ui/Notice.tsx'
import classes from './Analytics.module.css'
import { DaysShown } from './daysShown.ts'
import type { useDays } from './useStatistics.ts'

interface Props<Answer> {
  title: string
  days: ReturnType<typeof useDays>
  query: { data: Answer | undefined; error: Error | null; isPlaceholderData: boolean; refetch: () => unknown }
  failed: string
  /** Number of trips in the answer. */
  trips: (answer: Answer) => number
  children: (answer: Answer) => ReactNode
}

/** Frame of figures over a range of days: the choice of days, then the figures or why there are none. */
export function AnalyticsPage<Answer>({ title, days, query, failed, trips, children }: Props<Answer>) {
  const { t } = useTranslation()
  const { data, error } = query
  const { from, to } = days.days
  const { start_time, end_time } = days.range
  const preparing = usePreparing(days.days)
  const shown = useMemo(
    () => ({ fromMs: from ? Date.parse(start_time) : null, toMs: to ? Date.parse(end_time) : null }),
    [from, to, start_time, end_time],
  )
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h2>{title}</h2>
        <DateRangePicker from={from} to={to} onChange={days.choose} />
      </header>
      <StillPreparing sentence={preparing} />
      {error && (!data || query.isPlaceholderData) ? (
        <LoadFailed sentence={failed} error={error} onRetry={query.refetch} />
      ) : !data ? (
        <Late>
          <div className={classes.grid} role="status" aria-label={t('tripFigures.loading')}>
            <Skeleton height={76} className={classes.wide ?? ''} radius={8} />
            <Skeleton height={260} radius={8} />
            <Skeleton height={260} radius={8} />
          </div>
        </Late>
      ) : trips(data) === 0 ? (
        preparing === null && (
          <Notice icon={IconCalendarOff} title={t('reports.none')} hint={t('reports.noneHint')} />
        )
      ) : (
        <div className={classes.grid} data-stale={query.isPlaceholderData || undefined}>
          <DaysShown value={shown}>{children(data)}</DaysShown>
        </div>
      )}
    </div>
  )
}
