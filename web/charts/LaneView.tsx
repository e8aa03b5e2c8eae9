import { useEffect, useEffectEvent, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useFormats } from '../i18n/useFormats.ts'
import { useTokens } from '../ui/useTokens.ts'
import type { Lane } from './lane.ts'
import type { LaneAxis } from './laneAxis.ts'
import { AXIS_PX, laneColumns, lanePlot } from './lanePlot.ts'
import { laneScale, tickDecimals } from './laneScale.ts'
import type { LinkedCursor } from './linkedCursor.ts'
import { steerLane } from './steerLane.ts'
import type { TimeRange } from './timeRange.ts'

interface Props {
  lane: Lane
  width: number
  height: number
  axis: LaneAxis
  withAxis: boolean
  /** Kept free above the lane. */
  headPx: number
  limit: { value: number; label: string } | null
  suggestedMax?: number | undefined
  cursor: LinkedCursor
  range: TimeRange
  wheelScrolls: boolean
  onPick?: ((timeMs: number) => void) | undefined
}

/** Room that a line of the grid and its number take. */
const LINE_PX = 17

const pictures = new WeakMap<Element, (zoom: number) => uPlot>()

/** The lane of an element as it is on the screen, drawn so many times as large; null where there is none. */
export async function lanePicture(element: Element, zoom: number): Promise<HTMLCanvasElement | null> {
  const plot = pictures.get(element)?.(zoom)
  if (!plot) return null
  // It is drawn once the code that made it has ended.
  await Promise.resolve()
  return plot.ctx.canvas
}

/** One lane of a chart. It is built anew when its shape changes and only fed when its data do. */
export function LaneView(props: Props) {
  const {
    lane,
    width,
    height,
    axis,
    withAxis,
    headPx,
    limit,
    suggestedMax,
    cursor,
    range,
    wheelScrolls,
    onPick,
  } = props
  const tokens = useTokens()
  const formats = useFormats()
  const holder = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const scale = laneScale({
    min: lane.min,
    max: lane.max,
    suggestedMax,
    mark: limit?.value,
    isAngle: lane.unit === '°',
    steps: Math.max(1, Math.floor((height - headPx - (withAxis ? AXIS_PX : 0)) / LINE_PX)),
  })
  const pick = useEffectEvent((timeMs: number) => onPick?.(timeMs))

  const build = useEffectEvent((into: HTMLElement, zoom: number) => {
    const decimals = tickDecimals(scale.ticks)
    const options = lanePlot({
      lane,
      scale,
      tokens,
      width,
      height,
      span: range.get(),
      axis,
      withAxis,
      headPx,
      limit,
      writeNumber: (value) => formats.number(value, decimals),
      unit: formats.unit(lane.unit),
      zoom,
    })
    const x = options.scales?.x
    if (x) x.range = () => [...range.get()]
    return new uPlot(options, laneColumns(lane), into)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the lane's drawing is made from
  useEffect(() => {
    if (!holder.current) return
    const next = build(holder.current, 1)
    plot.current = next
    pictures.set(holder.current, (zoom) => build(document.createElement('div'), zoom))
    const release = steerLane(next, { cursor, range, wheelScrolls, onPick: (timeMs) => pick(timeMs) })
    return () => {
      release()
      plot.current = null
      next.destroy()
    }
  }, [
    lane,
    tokens,
    formats,
    axis,
    withAxis,
    headPx,
    limit?.value,
    limit?.label,
    scale.ticks.length,
    cursor,
    range,
    wheelScrolls,
  ])

  useEffect(() => {
    const current = plot.current
    if (current && (current.width !== width || current.height !== height)) current.setSize({ width, height })
  }, [width, height])

  return <div ref={holder} data-lane />
}
