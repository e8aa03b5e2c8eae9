import { LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { use } from 'echarts/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DAY_MS } from '#contract/time.ts'
import { EChart } from '../../../../charts/EChart.tsx'
import { useFormats } from '../../../../i18n/useFormats.ts'
import { useTokens } from '../../../../ui/useTokens.ts'
import type { HistoryLine } from './historyLines.ts'

use([LineChart, GridComponent, LegendComponent, TooltipComponent])

const WIDTH = { min: 1, avg: 2, max: 1 } as const
const DASH = { min: 'dashed', avg: 'solid', max: 'dotted' } as const
const SLOT = { min: 5, avg: 0, max: 3 } as const
const HEIGHT_PX = 320

interface Props {
  label: string
  unit: string
  lines: readonly HistoryLine[]
}

/** Three lines that differ by dash and width too, so that they can be told apart without colour. */
export function HistoryChart({ label, unit, lines }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { neutral, chart } = useTokens()
  const option = useMemo(() => {
    const text = { color: neutral.text3, fontSize: 11 }
    const times = lines.flatMap(({ points }) => [points[0]?.[0] ?? Infinity, points.at(-1)?.[0] ?? -Infinity])
    const isLong = Math.max(...times) - Math.min(...times) > 2 * DAY_MS
    return {
      grid: { left: 64, right: 12, top: 34, bottom: 24 },
      legend: { top: 0, right: 0, textStyle: { color: neutral.text2, fontSize: 12 }, icon: 'roundRect' },
      tooltip: {
        trigger: 'axis',
        axisPointer: { type: 'line', lineStyle: { color: neutral.text2, type: 'dashed' } },
        backgroundColor: neutral.float,
        borderColor: neutral.borderStrong,
        textStyle: { color: neutral.text1, fontSize: 12 },
        valueFormatter: (value: unknown) => (value === null ? '–' : formats.quantity(Number(value), unit)),
      },
      xAxis: {
        type: 'time',
        axisLabel: {
          ...text,
          hideOverlap: true,
          formatter: (ms: number) => {
            if (!isLong) return formats.time(ms)
            const date = new Date(ms)
            const month = t(`format.month.${date.getMonth() as 0}`)
            return t('format.dayMonth', { day: date.getDate(), month })
          },
        },
        axisPointer: {
          label: { formatter: ({ value }: { value: unknown }) => formats.dateTime(Number(value)) },
        },
        axisTick: { show: false },
        axisLine: { lineStyle: { color: neutral.borderStrong } },
        splitLine: { show: false },
      },
      yAxis: {
        type: 'value',
        scale: true,
        splitNumber: 4,
        axisLabel: {
          ...text,
          formatter: (value: number) =>
            `${formats.number(value, Number.isInteger(value) ? 0 : 1)} ${formats.unit(unit)}`,
        },
        splitLine: { lineStyle: { color: neutral.grid } },
      },
      series: lines.map(({ which, points }) => ({
        name: t(`vesselStatus.${which}`),
        type: 'line',
        data: points,
        showSymbol: points.length < 3,
        symbolSize: 5,
        connectNulls: false,
        sampling: 'minmax',
        lineStyle: { width: WIDTH[which], type: DASH[which], color: chart[SLOT[which]] },
        itemStyle: { color: chart[SLOT[which]] },
      })),
    }
  }, [lines, unit, t, formats, neutral, chart])
  return <EChart label={label} option={option} height={HEIGHT_PX} />
}
