import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preparing } from '#contract/wire/realtime.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { useTopic } from '../live/useTopic.ts'
import { queryClient } from '../session/queryClient.ts'
import { dayRange } from '../tables/listQuery.ts'

/** Figures over days that no news of trips refetches. */
const OVER_DAYS = [['dashboard'], ['heatmap'], ['captains']]

/**
 * Sentence about the days of a range that the server still prepares; null when these are complete. An open end means all
 * days.
 */
export function usePreparing(days: { from?: string | undefined; to?: string | undefined }): string | null {
  const { t } = useTranslation()
  const formats = useFormats()
  const [spans, setSpans] = useState<readonly Preparing[]>([])
  useTopic('preparing', ({ data }) => setSpans(data))

  const range = dayRange(days)
  const [fromMs, toMs] = [Date.parse(range.start_time), Date.parse(range.end_time)]
  const within = spans.filter(({ from, to }) => from < toMs && to > fromMs)
  const [first, last] = [within.at(0), within.at(-1)]
  const from = first ? formats.date(Math.max(first.from, fromMs)) : null
  const to = last ? formats.date(Math.min(last.to, toMs - 1)) : null
  useEffect(() => {
    // Another day is complete, so figures that were read before lack it.
    if (from && to)
      return () => OVER_DAYS.forEach((queryKey) => void queryClient.invalidateQueries({ queryKey }))
  }, [from, to])
  if (from === null || to === null) return null
  return from === to ? t('analysis.preparingDay', { day: from }) : t('analysis.preparing', { from, to })
}
