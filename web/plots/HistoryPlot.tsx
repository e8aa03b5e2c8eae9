import { LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, MarkLineComponent, TooltipComponent } from 'echarts/components'
import { use } from 'echarts/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DAY_MS } from '#contract/domain/time.ts'
import { toShown } from '#contract/domain/unitChoice.ts'
import { dayMonthYear } from '#web/i18n/dayMonth.ts'
import { useFormats } from '#web/i18n/useFormats.ts'
import { usePhone } from '#web/ui/usePhone.ts'
import { useTokens } from '#web/ui/useTokens.ts'
import { EChartsPlot } from './EChartsPlot.tsx'
import { isAlone } from './gapsInLines.ts'
import { type HistoryLine, historyScale } from './historyLines.ts'
import { plotStyle } from './plotStyle.ts'
import { calendarTicks } from './timeTicks.ts'

use([LineChart, GridComponent, LegendComponent, MarkLineComponent, TooltipComponent])

const WIDTH = { min: 1, avg: 2, max: 1 } as const
const DASH = { min: 'dashed', avg: 'solid', max: 'dotted' } as const
const SLOT = { min: 5, avg: 0, max: 3 } as const
const HEIGHT_PX = 320
const MOST_TICKS = { wide: 8, phone: 5 } as const

interface Props {
  label: string
  unit: string
  lines: readonly HistoryLine[]
  /** Range of the time axis; without a range, the axis spans the lines. */
  range?: { fromMs: number; toMs: number }
  /** Value marked by a horizontal line. */
  limit?: { value: number; label: string } | null
  /** Time marked by a vertical line. */
  momentMs?: number | null
  heightPx?: number
}

/**
 * Plot of minimum, mean and maximum, whose lines also differ in dash and width for readers who do not see the
 * colours.
 */
export function HistoryPlot({
  label,
  unit,
  lines: given,
  range,
  limit: givenLimit = null,
  momentMs = null,
  heightPx = HEIGHT_PX,
}: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { neutral, chart, impact } = useTokens()
  const phone = usePhone()
  const option = useMemo(() => {
    const style = plotStyle({ neutral })
    const own = formats.shown(unit)
    const limit = givenLimit && { ...givenLimit, value: toShown(own, givenLimit.value) }
    const lines = given.map(({ which, points }) => ({
      which,
      points: points.map(([ms, value]): [number, number | null] => [
        ms,
        value === null ? null : toShown(own, value),
      ]),
    }))
    const times = lines.flatMap(({ points }) => [points[0]?.[0] ?? Infinity, points.at(-1)?.[0] ?? -Infinity])
    const [fromMs, toMs] = range ? [range.fromMs, range.toMs] : [Math.min(...times), Math.max(...times)]
    const scale = historyScale(
      lines.flatMap(({ points }) => points.map(([, value]) => value)),
      limit?.value ?? null,
    )
    const isLong = toMs - fromMs > 2 * DAY_MS
    return {
      grid: { left: 64, right: 12, top: 34, bottom: 24 },
      legend: { top: 0, right: 0, textStyle: { color: neutral.text2, fontSize: 12 }, icon: 'roundRect' },
      tooltip: {
        ...style.tooltip,
        valueFormatter: (value: unknown) =>
          value === null ? '–' : formats.quantity(Number(value), own.unit),
      },
      xAxis: {
        ...style.xAxis,
        type: 'time',
        ...(range && { min: fromMs, max: toMs }),
        axisLabel: {
          ...style.axisText,
          hideOverlap: true,
          customValues: calendarTicks(fromMs, toMs, phone ? MOST_TICKS.phone : MOST_TICKS.wide),
          formatter: (ms: number) => (isLong ? dayMonthYear(t, ms) : formats.time(ms)),
        },
        axisPointer: {
          label: { formatter: ({ value }: { value: unknown }) => formats.dateTime(Number(value)) },
        },
      },
      yAxis: {
        ...style.yAxis,
        type: 'value',
        scale: true,
        ...(scale && { min: scale.min, max: scale.max, interval: scale.stepSize }),
        splitNumber: 4,
        axisLabel: {
          ...style.axisText,
          formatter: (value: number) =>
            `${formats.number(value, scale ? scale.decimals : Number.isInteger(value) ? 0 : 1)} ${formats.unit(unit)}`,
        },
      },
      series: lines.map(({ which, points }, at) => {
        const values = points.map(([, value]) => value)
        return {
          name: t(`vesselStatus.${which}`),
          type: 'line',
          data: points.map((point, at) => (isAlone(values, at) ? { value: point, symbol: 'circle' } : point)),
          symbol: 'none',
          symbolSize: 5,
          connectNulls: false,
          sampling: 'minmax',
          lineStyle: { width: WIDTH[which], type: DASH[which], color: chart[SLOT[which]] },
          itemStyle: { color: chart[SLOT[which]] },
          ...((limit || momentMs !== null) && at === 0
            ? {
                markLine: {
                  silent: true,
                  symbol: 'none',
                  lineStyle: { color: impact.high, type: 'dotted', width: 1.5 },
                  // At the start of the line, because the legend is at its end.
                  label: { position: 'insideStartTop', color: neutral.text2 },
                  data: [
                    ...(limit ? [{ yAxis: limit.value, label: { formatter: limit.label } }] : []),
                    ...(momentMs === null ? [] : [{ xAxis: momentMs, label: { show: false } }]),
                  ],
                },
              }
            : {}),
        }
      }),
    }
  }, [given, range, unit, givenLimit, momentMs, phone, t, formats, neutral, chart, impact])
  return <EChartsPlot label={label} option={option} height={heightPx} />
}
