import { BarChart as Bars } from 'echarts/charts'
import { AriaComponent, GridComponent, TooltipComponent } from 'echarts/components'
import { type EChartsType, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import type { Point } from '#contract/statistics.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { useTokens } from '../ui/useTokens.ts'

use([Bars, GridComponent, TooltipComponent, AriaComponent, SVGRenderer])

interface Props {
  /** What it shows, for screen readers. */
  label: string
  unit: string
  /** Stacked upon each other in this order; the points of all stand at the same x, epoch ms. */
  series: readonly { name: string; points: readonly Point[] }[]
  /** Charts of the same group show the hovered day together. */
  group: string
}

/** One bar for each day, week or month. */
export function BarChart({ label, unit, series, group }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType | null>(null)
  const formats = useFormats()
  const { neutral, chart: colours } = useTokens()

  useEffect(() => {
    if (!box.current) return
    const drawn = init(box.current, null, { renderer: 'svg' })
    drawn.group = group
    chart.current = drawn
    const resize = new ResizeObserver(() => drawn.resize())
    resize.observe(box.current)
    return () => {
      resize.disconnect()
      drawn.dispose()
    }
  }, [group])

  useEffect(() => {
    const axisText = { color: neutral.text3, fontSize: 11 }
    const days = series[0]?.points.map(({ x }) => formats.date(x)) ?? []
    chart.current?.setOption(
      {
        animation: false,
        aria: { enabled: true, label: { description: label } },
        textStyle: { fontFamily: 'inherit' },
        color: colours.map((colour) => colour),
        grid: { left: 44, right: 8, top: 20, bottom: 24 },
        tooltip: {
          trigger: 'axis',
          axisPointer: { type: 'shadow', shadowStyle: { color: neutral.surface3, opacity: 0.5 } },
          backgroundColor: neutral.float,
          borderColor: neutral.borderStrong,
          textStyle: { color: neutral.text1, fontSize: 12 },
          valueFormatter: (value: unknown) => formats.quantity(Number(value), unit),
        },
        xAxis: {
          type: 'category',
          data: days,
          axisLabel: { ...axisText, hideOverlap: true },
          axisTick: { show: false },
          axisLine: { lineStyle: { color: neutral.borderStrong } },
        },
        yAxis: {
          type: 'value',
          name: unit,
          nameTextStyle: { ...axisText, align: 'right' },
          splitNumber: 4,
          axisLabel: axisText,
          splitLine: { lineStyle: { color: neutral.grid } },
        },
        series: series.map(({ name, points }) => ({
          type: 'bar',
          name,
          stack: 'all',
          barMaxWidth: 32,
          itemStyle: { opacity: 0.86, borderRadius: [2, 2, 0, 0] },
          emphasis: { itemStyle: { opacity: 1 } },
          data: points.map(({ y }) => y),
        })),
      },
      true,
    )
  }, [series, label, unit, formats, neutral, colours])

  return <div ref={box} role="img" aria-label={label} style={{ height: 200 }} />
}
