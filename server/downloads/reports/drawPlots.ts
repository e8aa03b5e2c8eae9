/** Plots of documents, as vectors: drawn by the console's library, in its light colours. */
import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import type { Point } from '#contract/wire/statistics.ts'

use([BarChart, LineChart, PieChart, GridComponent, SVGRenderer])

/** Copies of the console's colours for paper, whose tokens are not available here. */
export const INK = {
  text: '#0e1b29',
  quiet: '#566779',
  line: '#c3ced9',
  grid: '#e4eaf0',
  paper: '#ffffff',
  series: ['#057188', '#BF7C01', '#5E0B35'],
  impact: { low: '#178550', mid: '#AD7A00', high: '#D3293A' },
} as const

const AXIS_TEXT = { color: INK.quiet, fontSize: 6.5, fontFamily: 'Inter' }

export interface Bars {
  /** Size in the document, pt. */
  width: number
  height: number
  /** Stacked values; null for a missing one. */
  series: readonly { name: string; values: readonly (number | null)[] }[]
  line?: { name: string; values: readonly (number | null)[] }
  colourOf?: (value: number) => string
  /** A name for each bar. */
  names: readonly string[]
  /** Formats a value for the axis. */
  axis: (value: number) => string
  /** Whole steps only. */
  whole?: boolean
}

/** One bar for each day, week or month. */
export function drawBars({
  width,
  height,
  series,
  line,
  colourOf,
  names,
  axis,
  whole = false,
}: Bars): string {
  return draw(width, height, {
    color: INK.series,
    // Minutes have many digits.
    grid: { left: whole ? 46 : 38, right: 4, top: 6, bottom: 14 },
    xAxis: {
      type: 'category',
      data: names,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: INK.line, width: 0.5 } },
      axisLabel: { ...AXIS_TEXT, hideOverlap: true, margin: 4 },
    },
    yAxis: {
      type: 'value',
      splitNumber: 3,
      minInterval: whole ? 1 : 0,
      splitLine: { lineStyle: { color: INK.grid, width: 0.5 } },
      axisLabel: { ...AXIS_TEXT, margin: 4, formatter: axis },
    },
    series: [
      ...series.map(({ name, values }) => ({
        ...{ type: 'bar', name, stack: 'all', barMaxWidth: 18, barCategoryGap: '30%' },
        data: values.map((value) =>
          colourOf && value !== null ? { value, itemStyle: { color: colourOf(value) } } : value,
        ),
      })),
      ...(line
        ? [
            {
              ...{ type: 'line', name: line.name, connectNulls: true, symbolSize: 3 },
              showSymbol: line.values.filter((value) => value !== null).length === 1,
              lineStyle: { width: 1.1 },
              data: line.values,
            },
          ]
        : []),
    ],
  })
}

/** A ring of parts, from the top clockwise. */
export const drawRing = (sizePt: number, parts: readonly { value: number; colour: string }[]): string =>
  draw(sizePt, sizePt, {
    series: [
      {
        ...{ type: 'pie', radius: ['58%', '98%'], silent: true, label: { show: false } },
        itemStyle: { borderColor: INK.paper, borderWidth: 1 },
        data: parts.map(({ value, colour }) => ({ value, itemStyle: { color: colour } })),
      },
    ],
  })

function draw(width: number, height: number, option: object): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height })
  chart.setOption({ animation: false, textStyle: { fontFamily: 'Inter' }, ...option })
  const svg = chart.renderToSVGString()
  chart.dispose()
  return svg
}

export const valuesOf = (points: readonly Point[], turn: (y: number) => number) =>
  points.map(({ y }) => (y === null ? null : turn(y)))
