import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '#web/toasts/toast.ts'
import { useSeriesName } from './useSeriesName.ts'

interface Lost {
  /** Series that were loaded and have no data. */
  empty: readonly string[]
  failed: readonly string[]
}

/** Shows which series of a plot have no data or failed to load, and removes them from the plot. */
export function useDropSeries({ empty, failed }: Lost, onDrop: (fields: readonly string[]) => void): void {
  const { t } = useTranslation()
  const nameOf = useSeriesName()
  const drop = useEffectEvent(() => {
    for (const field of empty) toast.showText(t('chart.noDataFor', { name: nameOf(field) }), 'info')
    for (const field of failed) toast.showText(t('chart.failedFor', { name: nameOf(field) }), 'failure')
    if (empty.length + failed.length > 0) onDrop([...empty, ...failed])
  })
  const lost = `${empty.join()};${failed.join()}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each new missing series
  useEffect(() => drop(), [lost])
}
