import { BarChart as Bars } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { use } from 'echarts/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DAY_MS } from '#contract/domain/time.ts'
import { toShown } from '#contract/domain/unitChoice.ts'
import type { Point } from '#contract/wire/statistics.ts'
import { dayMonth } from '#web/i18n/dayMonth.ts'
import { useFormats } from '#web/i18n/useFormats.ts'
import { useTokens } from '#web/ui/useTokens.ts'
import classes from './BarPlot.module.css'
import { EChartsPlot } from './EChartsPlot.tsx'
import { isAlone } from './gapsInLines.ts'
import { plotStyle } from './plotStyle.ts'

use([Bars, GridComponent, TooltipComponent])

interface Props {
  /** Description of the plot for screen readers. */
  label: string
  /** Unit of the API, drawn in the reader's unit; a `count` has no unit. */
  unit: string
  /**
   * True when bars are hours, which axis and tooltip show; a legend stands above the bars, and the caller registers
   * it.
   */
  hourly?: boolean
  /** Stacked in this order; all series have points at the same x, epoch ms. */
  series: readonly { name: string; points: readonly Point[] }[]
  /** Line over the bars, at the same x, interrupted at missing values; the caller registers the line. */
  line?: { name: string; points: readonly Point[] }
  /** Colour of a bar, by its value in the unit of the API. */
  colourOf?: (y: number) => string
  /** Plots of the same group show the hovered day together. */
  group: string
}

/** One bar for each hour, day, week or month. */
export function BarPlot({ label, unit, series, line, colourOf, group, hourly = false }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { neutral, chart: colours } = useTokens()

  const option = useMemo(() => {
    const style = plotStyle({ neutral })
    const days = series[0]?.points.map(({ x }) => x) ?? []
    const isTime = unit === 'min'
    const isCount = unit === 'count'
    const own = formats.shown(unit)
    const isOfADay = hourly && (days.at(-1) ?? 0) - (days[0] ?? 0) < 2 * DAY_MS
    const averages = line?.points.map(({ y }) => y) ?? []
    const drawn = (y: number | null) => (y === null ? null : toShown(own, y))
    const axisUnit = isCount ? '' : ` ${formats.unit(unit)}`
    return {
      color: colours.map((colour) => colour),
      // Space for the minutes of a fleet, which have many digits.
      grid: { left: isTime ? 84 : 60, right: 16, top: hourly ? 32 : 12, bottom: 24 },
      ...(hourly && {
        legend: {
          ...{ type: 'scroll', top: 0, right: 0, icon: 'roundRect' },
          textStyle: { color: neutral.text2, fontSize: 12 },
        },
      }),
      tooltip: {
        ...style.tooltip,
        confine: true,
        axisPointer: { type: 'shadow', shadowStyle: { color: neutral.surface3, opacity: 0.5 } },
        valueFormatter: (value: unknown) =>
          value === null || value === undefined
            ? '–'
            : isTime
              ? formats.minutes(Number(value))
              : isCount
                ? formats.number(Number(value))
                : formats.quantity(Number(value), own.unit),
      },
      xAxis: {
        ...style.xAxis,
        type: 'category',
        data: days,
        axisLabel: {
          ...style.axisText,
          hideOverlap: true,
          formatter: (x: string) => (isOfADay ? formats.time(Number(x)) : dayMonth(t, Number(x))),
        },
        axisPointer: {
          label: {
            formatter: ({ value }: { value: unknown }) =>
              (hourly ? formats.dateTime : formats.date)(Number(value)),
          },
        },
      },
      yAxis: {
        ...style.yAxis,
        type: 'value',
        splitNumber: 4,
        minInterval: isTime || isCount ? 1 : 0,
        axisLabel: {
          ...style.axisText,
          formatter: (value: number) =>
            `${formats.number(value, Number.isInteger(value) ? 0 : 1)}${axisUnit}`,
        },
      },
      series: [
        ...series.map(({ name, points }) => ({
          type: 'bar',
          name,
          stack: 'all',
          barMaxWidth: 32,
          itemStyle: { opacity: 0.86, borderRadius: [2, 2, 0, 0] },
          emphasis: { itemStyle: { opacity: 1 } },
          data: points.map(({ y }) =>
            colourOf && y !== null ? { value: drawn(y), itemStyle: { color: colourOf(y) } } : drawn(y),
          ),
        })),
        ...(line
          ? [
              {
                type: 'line',
                name: line.name,
                symbol: 'none',
                symbolSize: 5,
                lineStyle: { width: 1.75 },
                data: averages.map((y, at) =>
                  isAlone(averages, at) ? { value: drawn(y), symbol: 'circle' } : drawn(y),
                ),
              },
            ]
          : []),
      ],
    }
  }, [series, line, colourOf, unit, hourly, t, formats, neutral, colours])

  const named = [...series, ...(line ? [line] : [])]
  return (
    <>
      {!hourly && named.length > 1 && (
        <ul className={classes.key}>
          {named.map(({ name }, slot) => (
            <li key={name}>
              <i
                className={line?.name === name ? classes.line : classes.bar}
                style={{ background: colours[slot % colours.length] }}
              />
              {name}
            </li>
          ))}
        </ul>
      )}
      <EChartsPlot label={label} option={option} height={200} group={group} />
    </>
  )
}
