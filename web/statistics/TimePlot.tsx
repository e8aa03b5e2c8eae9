import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, MarkLineComponent, TooltipComponent } from 'echarts/components'
import { use } from 'echarts/core'
import { useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { toShown } from '#contract/domain/unitChoice.ts'
import type { Point } from '#contract/wire/statistics.ts'
import { dayMonthYear } from '#web/i18n/dayMonth.ts'
import { useFormats } from '#web/i18n/useFormats.ts'
import { EChartsPlot } from '#web/plots/EChartsPlot.tsx'
import { isAlone, withDayGaps } from '#web/plots/gapsInLines.ts'
import { plotStyle } from '#web/plots/plotStyle.ts'
import { calendarTicks } from '#web/plots/timeTicks.ts'
import { useTokens } from '#web/ui/useTokens.ts'
import { axisTop } from './axisTop.ts'
import { DaysShown } from './daysShown.ts'

use([BarChart, LineChart, GridComponent, LegendComponent, MarkLineComponent, TooltipComponent])

export interface TimeSeries {
  name: string
  points: readonly Point[]
  /** A bar for each trip, or a line through points, interrupted where a day has no point. */
  kind: 'bar' | 'line'
  slot: number
}

interface Props {
  label: string
  /** Unit of the API, drawn in the reader's unit. */
  unit: string
  series: readonly TimeSeries[]
  /** Line across the plot at a target or a limit. */
  mark?: { value: number; label: string } | undefined
  /** Bars above this value have the colour of a too hard impact. */
  redAbove?: number
  height?: number
}

const BAR_PX = 4
const MOST_TICKS = 6

/** Plot of trip figures over the starts of the trips. */
export function TimePlot({ label, unit, series, mark, redAbove, height = 200 }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { neutral, chart, impact } = useTokens()
  const { fromMs, toMs } = useContext(DaysShown)
  const option = useMemo(() => {
    const style = plotStyle({ neutral })
    const isTime = unit === 'min'
    const own = formats.shown(unit)
    const axisUnit = formats.unit(unit)
    const times = series.flatMap(({ points }) => points.map(({ x }) => x))
    const firstMs = fromMs ?? times.reduce((least, x) => Math.min(least, x), Number.POSITIVE_INFINITY)
    const lastMs = toMs ?? times.reduce((most, x) => Math.max(most, x), Number.NEGATIVE_INFINITY)
    const drawn = (y: number) => toShown(own, y)
    return {
      // Minutes have many digits.
      grid: { left: isTime ? 84 : 60, right: 16, top: series.length > 1 ? 32 : 16, bottom: 24 },
      legend: {
        show: series.length > 1,
        top: 0,
        right: 16,
        itemWidth: 14,
        itemHeight: 8,
        icon: 'rect',
        selectedMode: false,
        textStyle: { color: neutral.text2, fontSize: 11 },
      },
      tooltip: {
        ...style.tooltip,
        valueFormatter: (value: unknown) =>
          value === null
            ? '–'
            : isTime
              ? formats.duration(Number(value))
              : formats.quantity(Number(value), own.unit),
      },
      xAxis: {
        ...style.xAxis,
        type: 'time',
        // Otherwise the days of bar plots and line plots would not align.
        containShape: false,
        min: fromMs,
        max: toMs,
        axisLabel: {
          ...style.axisText,
          hideOverlap: true,
          customValues: calendarTicks(firstMs, lastMs, MOST_TICKS),
          formatter: (ms: number) => dayMonthYear(t, ms),
        },
        axisPointer: {
          label: { formatter: ({ value }: { value: unknown }) => formats.dateTime(Number(value)) },
        },
      },
      yAxis: {
        ...style.yAxis,
        type: 'value',
        splitNumber: 4,
        min: 0,
        // Extends the axis to the target, even when all values are lower.
        ...(mark && { max: ({ max }: { max: number }) => axisTop(max, drawn(mark.value)) }),
        axisLabel: {
          ...style.axisText,
          formatter: (value: number) =>
            `${formats.number(value, Math.min(2, decimalsIn(value)))} ${axisUnit}`,
        },
      },
      series: series.map(({ name, points: given, kind, slot }, index) => {
        const points = kind === 'line' ? withDayGaps(given) : given
        const ys = points.map(({ y }) => y)
        return {
          name,
          type: kind,
          ...(kind === 'bar'
            ? {
                barWidth: BAR_PX,
                itemStyle: { color: chart[slot], opacity: 0.86, borderRadius: [2, 2, 0, 0] },
              }
            : {
                symbol: 'none',
                symbolSize: 5,
                lineStyle: { width: 1.75, color: chart[slot] },
                itemStyle: { color: chart[slot] },
              }),
          data: points.map(({ x, y }, at) => {
            const value = [x, y === null ? null : drawn(y)]
            if (kind === 'line') return isAlone(ys, at) ? { value, symbol: 'circle' } : value
            const isRed = redAbove !== undefined && y !== null && y > redAbove
            return isRed ? { value, itemStyle: { color: impact.high } } : value
          }),
          ...(mark && index === 0
            ? {
                markLine: {
                  silent: true,
                  symbol: 'none',
                  lineStyle: { color: impact.high, type: 'dotted', width: 1.5 },
                  label: {
                    formatter: mark.label,
                    position: 'insideEndTop',
                    color: neutral.text2,
                    fontSize: 11,
                    // Background for the label, because bars pass behind it.
                    backgroundColor: neutral.surface1,
                    padding: [1, 4],
                    borderRadius: 3,
                  },
                  data: [{ yAxis: drawn(mark.value) }],
                },
              }
            : {}),
        }
      }),
    }
  }, [series, unit, mark, redAbove, fromMs, toMs, t, formats, neutral, chart, impact])
  return <EChartsPlot label={label} option={option} height={height} />
}

/** Number of decimals that distinguish neighbouring ticks. */
const decimalsIn = (value: number) => (String(value).split('.')[1] ?? '').length
