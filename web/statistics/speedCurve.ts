import { BarChart } from 'echarts/charts'
import { GridComponent, MarkAreaComponent, MarkLineComponent, TooltipComponent } from 'echarts/components'
import { type EChartsCoreOption, use } from 'echarts/core'
import { toShown } from '#contract/domain/unitChoice.ts'
import type { Point } from '#contract/wire/statistics.ts'
import type { Formats } from '#contract/words/formats.ts'
import { niceStep } from '../plots/paneScale.ts'
import { plotStyle } from '../plots/plotStyle.ts'
import type { Tokens } from '../ui/tokens.ts'

use([BarChart, GridComponent, TooltipComponent, MarkAreaComponent, MarkLineComponent])

interface Row {
  name: string
  unit: string
  slot: number
  /** x is the middle of a bin of one knot. */
  points: readonly Point[]
}

interface Given {
  rows: readonly Row[]
  /** kn */
  eco: { sog: number; from: number; to: number; label: string } | null
  tokens: Tokens
  formats: Formats
}

const ROW_PX = 92
const GAP_PX = 16
const TOP_PX = 20
const LEFT_PX = 52
const MOST_TICKS = 9

/** Rows of bars over one axis of speed, a bar for each knot, with the eco speed as a band across all rows. */
export function speedCurve({ rows: given, eco: givenEco, tokens, formats }: Given): EChartsCoreOption {
  const { neutral, chart, status } = tokens
  const { factor, unit: speedUnit } = formats.shown('kn')
  const half = factor / 2
  const rows = given.map((row) => {
    const own = formats.shown(row.unit)
    const points = row.points.map(({ x, y }) => ({ x: x * factor, y: y === null ? null : toShown(own, y) }))
    return { ...row, unit: own.unit, points }
  })
  const eco = givenEco && {
    ...{ label: givenEco.label, sog: givenEco.sog * factor },
    ...{ from: givenEco.from * factor, to: givenEco.to * factor },
  }
  const edges = rows.flatMap(({ points }) => points.flatMap(({ x }) => [x - half, x + half]))
  const lowest = Math.min(...edges, eco?.from ?? Number.POSITIVE_INFINITY)
  const highest = Math.max(...edges, eco?.to ?? 0)
  const interval = Math.max(1, niceStep((highest - lowest) / MOST_TICKS))
  const from = Math.floor(lowest / interval) * interval
  const to = Math.ceil(highest / interval) * interval
  const style = plotStyle({ neutral })
  const last = rows.length - 1
  return {
    grid: rows.map((_, index) => ({
      left: LEFT_PX,
      right: 12,
      top: TOP_PX + index * (ROW_PX + GAP_PX),
      height: ROW_PX,
    })),
    axisPointer: { link: [{ xAxisIndex: 'all' }] },
    tooltip: {
      ...style.tooltip,
      axisPointer: { ...style.tooltip.axisPointer, label: { show: false } },
      formatter: (hovered: unknown) => binWords(hovered, rows, { formats, half, speedUnit }),
    },
    xAxis: rows.map((_, gridIndex) => ({
      ...style.xAxis,
      type: 'value',
      gridIndex,
      min: from,
      max: to,
      interval,
      axisLine: { show: true, onZero: false, lineStyle: { color: neutral.borderStrong } },
      axisLabel: {
        ...style.axisText,
        show: gridIndex === last,
        formatter: (speed: number) => (speed === to ? '' : formats.quantity(speed, speedUnit, 0)),
      },
    })),
    yAxis: rows.map(({ unit }, gridIndex) => ({
      ...style.yAxis,
      type: 'value',
      gridIndex,
      min: 0,
      splitNumber: 3,
      axisTick: { show: false },
      axisLabel: {
        ...style.axisText,
        formatter: (value: number) => topWithUnit(value, unit, rows, gridIndex),
      },
    })),
    series: rows.map(({ name, slot, points }, index) => ({
      type: 'bar',
      name,
      xAxisIndex: index,
      yAxisIndex: index,
      barCategoryGap: '14%',
      barMaxWidth: 48,
      itemStyle: { color: chart[slot], opacity: 0.86, borderRadius: [2, 2, 0, 0] },
      data: points.map(({ x, y }) => [x, y]),
      ...(eco ? ecoBand(eco, status.online, index === 0) : {}),
    })),
  }

  function topWithUnit(value: number, unit: string, all: readonly Row[], row: number) {
    const largest = Math.max(0, ...(all[row]?.points.map(({ y }) => y ?? 0) ?? []))
    const written = formats.number(value, Number.isInteger(value) ? 0 : 1)
    return value > 0 && value >= largest ? `${written} ${formats.unit(unit)}` : written
  }
}

const ecoBand = (eco: NonNullable<Given['eco']>, colour: string, labelled: boolean) => ({
  markArea: {
    silent: true,
    itemStyle: { color: colour, opacity: 0.14 },
    data: [[{ xAxis: eco.from }, { xAxis: eco.to }]],
  },
  markLine: {
    silent: true,
    symbol: 'none',
    lineStyle: { color: colour, type: 'solid', width: 1 },
    label: { show: labelled, formatter: eco.label, color: colour, fontSize: 11, distance: 4 },
    data: [{ xAxis: eco.sog }],
  },
})

/** Text of the tooltip: the bin, then a line with the value of each row. */
function binWords(
  hovered: unknown,
  rows: readonly Row[],
  { formats, half, speedUnit }: { formats: Formats; half: number; speedUnit: string },
): string {
  const [first] = Array.isArray(hovered) ? (hovered as { value?: unknown }[]) : []
  const x = Array.isArray(first?.value) ? Number(first.value[0]) : Number.NaN
  if (Number.isNaN(x)) return ''
  const lines = rows.map(({ name, unit, points }) => {
    const y = points.find((point) => point.x === x)?.y
    return `${name} <b>${unit === 'min' ? formats.duration(y) : formats.quantity(y, unit)}</b>`
  })
  // Bins of a knot have round ends only in knots.
  const decimals = half === 0.5 ? 0 : 1
  const bin = `${formats.number(x - half, decimals)}–${formats.quantity(x + half, speedUnit, decimals)}`
  return [bin, ...lines].join('<br>')
}
