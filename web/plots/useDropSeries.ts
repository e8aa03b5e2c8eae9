import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '#web/toasts/toast.ts'
import { useSeriesName } from './useSeriesName.ts'

interface Lost {
  /** Read, and there was nothing. */
  empty: readonly string[]
  failed: readonly string[]
}

/** Says which series of a chart turned out to have no data or could not be read, and takes them out of it. */
export function useDropSeries({ empty, failed }: Lost, onDrop: (fields: readonly string[]) => void): void {
  const { t } = useTranslation()
  const nameOf = useSeriesName()
  const drop = useEffectEvent(() => {
    for (const field of empty) toast.say(t('chart.noDataFor', { name: nameOf(field) }), 'info')
    for (const field of failed) toast.say(t('chart.failedFor', { name: nameOf(field) }), 'failure')
    if (empty.length + failed.length > 0) onDrop([...empty, ...failed])
  })
  const lost = `${empty.join()};${failed.join()}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is lost
  useEffect(() => drop(), [lost])
}
