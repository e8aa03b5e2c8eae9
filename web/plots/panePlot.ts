import uPlot from 'uplot'
import type { Tokens } from '#web/ui/tokens.ts'
import { brokenLine } from './brokenLine.ts'
import type { Pane } from './pane.ts'
import type { PaneAxis } from './paneAxis.ts'
import { ARROWS_PX, drawDirections } from './paneDirections.ts'
import type { PaneScale } from './paneScale.ts'

export const GUTTER_PX = 56
export const AXIS_PX = 24
/** Value in a plot of dots. */
const DOT_PX = 4
/** Height of a line of text in a pane. */
const LABEL_PX = 15
/** Space for one tick of the axis. */
const TICK_PX = 84

interface Options {
  pane: Pane
  scale: PaneScale
  tokens: Tokens
  width: number
  height: number
  span: readonly [fromMs: number, toMs: number]
  axis: PaneAxis
  /** True for the lowest pane, which has the axis of all panes. */
  withAxis: boolean
  limit: { value: number; label: string } | null
  writeNumber: (value: number) => string
  /** Unit of the pane in the reader's language. */
  unit: string
  /** Scale of a picture: lines and letters grow with it. */
  zoom?: number
}

/** One pane drawn by uPlot: hatched gaps, bands, lines and a limit, without uPlot's legend and zoom. */
export function panePlot(options: Options): uPlot.Options {
  const { pane, scale, tokens, width, height, span, withAxis, axis: along, writeNumber } = options
  const { zoom = 1 } = options
  const { neutral } = tokens
  const gutter = GUTTER_PX * zoom
  const axis = {
    stroke: neutral.text3,
    font: `${11 * zoom}px "Inter Variable", sans-serif`,
    ticks: { show: false },
    grid: { stroke: neutral.grid, width: zoom },
  }
  const stepOf = (plot: uPlot) =>
    along.step(
      (plot.scales.x?.max ?? 0) - (plot.scales.x?.min ?? 0),
      (plot.width - gutter) / (TICK_PX * zoom),
    )
  return {
    width: width * zoom,
    height: height * zoom,
    ms: 1,
    padding: [(pane.directions ? ARROWS_PX : 6) * zoom, 0, withAxis ? 0 : 5 * zoom, 0],
    legend: { show: false },
    scales: {
      x: { time: true, range: () => [span[0], span[1]] },
      y: { range: () => [scale.min, scale.max] },
    },
    axes: [
      {
        ...axis,
        size: withAxis ? AXIS_PX * zoom : 0,
        gap: 8 * zoom,
        splits: (plot, _axis, min, max) => along.ticks(min, max, stepOf(plot)),
        values: (plot, ticks) =>
          ticks.map((tick) => {
            // The edge would cut off the last tick.
            const fits = plot.valToPos(tick, 'x') < plot.width - gutter - (TICK_PX * zoom) / 3
            return withAxis && fits ? along.write(tick, stepOf(plot)) : ''
          }),
      },
      {
        ...axis,
        size: gutter,
        gap: 8 * zoom,
        splits: () => scale.ticks,
        values: (_plot, ticks) =>
          ticks.map((tick) =>
            tick === scale.max && unitFits(options) ? topTick(options) : writeNumber(tick),
          ),
      },
    ],
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: false },
      points: {
        size: 8,
        width: 1.5,
        fill: (plot, index) => String(plotStroke(plot, index)),
        stroke: () => neutral.surface1,
        show: (_plot, index) => {
          const point = document.createElement('div')
          point.hidden = isEdge(pane, index)
          return point
        },
      },
    },
    series: [{}, ...pane.series.flatMap((series) => seriesOptions(series, tokens, zoom))],
    bands: bandOptions(pane, tokens),
    hooks: {
      drawAxes: [(plot) => drawGround(plot, options)],
      draw: [
        (plot) => drawUnit(plot, options),
        (plot) => drawLimit(plot, options),
        (plot) => drawDirections(plot, pane, tokens, ratioOf(options)),
      ],
    },
  }
}

/** Columns in the order of `seriesOptions`: the line, then the edges of its band. */
export function paneColumns(pane: Pane): uPlot.AlignedData {
  return [
    pane.times,
    ...pane.series.flatMap(({ values, band }) => (band ? [values, band.high, band.low] : [values])),
  ]
}

const colourOf = (tokens: Tokens, slot: number) =>
  tokens.chart[slot % tokens.chart.length] ?? tokens.neutral.text2

/** Pixels of the canvas for one CSS pixel of the pane. */
const ratioOf = ({ zoom = 1 }: Options) => uPlot.pxRatio * zoom

const { stepped, bars } = uPlot.paths

function seriesOptions(series: Pane['series'][number], tokens: Tokens, zoom: number): uPlot.Series[] {
  const colour = colourOf(tokens, series.slot)
  const line: uPlot.Series = {
    stroke: colour,
    width: (series.area ? 1.25 : 1.75) * zoom,
    points: { show: false },
    ...(series.dash.length > 0 ? { dash: series.dash.map((px) => px * zoom), width: 1.5 * zoom } : {}),
    ...(series.area ? { fill: `${colour}40` } : {}),
    ...(series.states && stepped ? { paths: stepped({ align: 1 }) } : {}),
    ...(series.unit === '°' ? { paths: brokenLine } : {}),
    ...(series.form === 'points'
      ? { paths: () => null, points: { show: true, size: DOT_PX * zoom, width: 0, fill: colour } }
      : {}),
    ...(series.form === 'bars' && bars
      ? { paths: bars({ size: [0.8, 24 * zoom] }), fill: `${colour}C2`, width: 0 }
      : {}),
  }
  const edge: uPlot.Series = { stroke: 'transparent', width: 0, points: { show: false } }
  return series.band ? [line, edge, edge] : [line]
}

function bandOptions(pane: Pane, tokens: Tokens): uPlot.Band[] {
  let column = 1
  return pane.series.flatMap(({ band, slot }) => {
    const line = column
    column += band ? 3 : 1
    return band
      ? [{ series: [line + 1, line + 2] as [number, number], fill: `${colourOf(tokens, slot)}33` }]
      : []
  })
}

/** True for the columns that are the edges of a band. */
function isEdge(pane: Pane, index: number): boolean {
  let column = 1
  for (const { band } of pane.series) {
    if (index === column) return false
    column += band ? 3 : 1
  }
  return true
}

function plotStroke(plot: uPlot, index: number) {
  const stroke = plot.series[index]?.stroke
  return typeof stroke === 'function' ? stroke(plot, index) : (stroke ?? 'transparent')
}

/** Hatching where nothing was measured, and the zero line. */
function drawGround(plot: uPlot, options: Options) {
  const { pane, scale, tokens } = options
  const { ctx: context, bbox } = plot
  const ratio = ratioOf(options)
  context.save()
  context.beginPath()
  context.rect(bbox.left, bbox.top, bbox.width, bbox.height)
  context.clip()
  const hatch = context.createPattern(hatching(tokens.neutral.borderStrong, ratio), 'repeat')
  for (const [from, to] of pane.gaps) {
    const left = plot.valToPos(from, 'x', true)
    const right = plot.valToPos(to, 'x', true)
    if (hatch) context.fillStyle = hatch
    context.fillRect(left, bbox.top, right - left, bbox.height)
  }
  if (scale.min <= 0 && scale.max > 0) {
    const zero = Math.round(plot.valToPos(0, 'y', true)) - 0.5
    context.strokeStyle = tokens.neutral.borderStrong
    context.lineWidth = ratio
    context.beginPath()
    context.moveTo(bbox.left, zero)
    context.lineTo(bbox.left + bbox.width, zero)
    context.stroke()
  }
  context.restore()
}

function hatching(colour: string, ratio: number): HTMLCanvasElement {
  const tile = document.createElement('canvas')
  const side = Math.round(8 * ratio)
  tile.width = side
  tile.height = side
  const context = tile.getContext('2d')
  if (!context) return tile
  context.strokeStyle = colour
  context.lineWidth = ratio
  context.beginPath()
  for (const offset of [-side, 0, side]) {
    context.moveTo(offset - 1, side + 1)
    context.lineTo(offset + side + 1, -1)
  }
  context.stroke()
  return tile
}

const topTick = ({ scale, unit, writeNumber }: Options) => `${writeNumber(scale.max)} ${unit}`
/** Number of letters that fit in the gutter. */
const GUTTER_LETTERS = 8
const unitFits = (options: Options) => topTick(options).length <= GUTTER_LETTERS

/** A unit that does not fit beside the top tick stands at the top of the pane. */
function drawUnit(plot: uPlot, options: Options) {
  if (unitFits(options)) return
  const { ctx: context, bbox } = plot
  const ratio = ratioOf(options)
  context.save()
  context.fillStyle = options.tokens.neutral.text3
  context.font = `${11 * ratio}px "Inter Variable", sans-serif`
  context.textAlign = 'left'
  context.textBaseline = 'top'
  context.fillText(options.unit, bbox.left + 6 * ratio, bbox.top + 3 * ratio)
  context.restore()
}

function drawLimit(plot: uPlot, options: Options) {
  const { limit, tokens } = options
  if (!limit) return
  const { ctx: context, bbox } = plot
  const ratio = ratioOf(options)
  const y = Math.round(plot.valToPos(limit.value, 'y', true)) - 0.5
  context.save()
  context.strokeStyle = tokens.impact.high
  context.fillStyle = tokens.impact.high
  context.lineWidth = ratio
  context.setLineDash([2 * ratio, 3 * ratio])
  context.beginPath()
  context.moveTo(bbox.left, y)
  context.lineTo(bbox.left + bbox.width, y)
  context.stroke()
  context.font = `${11 * ratio}px "Inter Variable", sans-serif`
  context.textAlign = 'left'
  context.textBaseline = 'alphabetic'
  const hasRoomAbove = y - LABEL_PX * ratio > bbox.top
  context.fillText(limit.label, bbox.left + 6 * ratio, y + (hasRoomAbove ? -4 : 13) * ratio)
  context.restore()
}
