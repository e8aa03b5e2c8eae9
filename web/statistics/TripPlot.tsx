import { Select } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Point } from '#contract/wire/statistics.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { TimePlot } from './TimePlot.tsx'

interface Props {
  title: string
  unit: string
  /** One point for each trip that has the figure. */
  points: readonly Point[]
  /** Averages by the number of days of their window; without them there is no choice of window. */
  averages?: Readonly<Record<string, readonly Point[]>>
  /** Name of the averages, if they are of something other than the bars. */
  averageName?: string
  mark?: { value: number; label: string } | undefined
  redAbove?: number
}

const DEFAULT_DAYS = '3'

/** One figure of each trip as a bar, with a moving average over some days. */
export function TripPlot({ title, unit, points, averages, averageName, mark, redAbove }: Props) {
  const { t } = useTranslation()
  const [days, setDays] = useState(DEFAULT_DAYS)
  const average = averages?.[days] ?? averages?.[DEFAULT_DAYS]
  const series = useMemo(
    () => [
      { name: title, points, kind: 'bar' as const, slot: 0 },
      ...(average
        ? [{ name: averageName ?? t('tripFigures.average'), points: average, kind: 'line' as const, slot: 1 }]
        : []),
    ],
    [title, points, average, averageName, t],
  )
  return (
    <Panel
      title={title}
      aside={
        averages && (
          <Select
            size="xs"
            w={104}
            aria-label={t('tripFigures.window', { figure: title })}
            allowDeselect={false}
            data={Object.keys(averages).map((count) => ({
              value: count,
              label: t('tripFigures.days', { days: count }),
            }))}
            value={average === averages[days] ? days : DEFAULT_DAYS}
            onChange={(chosen) => setDays(chosen ?? DEFAULT_DAYS)}
          />
        )
      }
    >
      {points.length > 0 ? (
        <TimePlot
          label={title}
          unit={unit}
          series={series}
          mark={mark}
          {...(redAbove === undefined ? {} : { redAbove })}
        />
      ) : (
        <Notice icon={IconChartBar} title={t('tripFigures.noData')} />
      )}
    </Panel>
  )
}
