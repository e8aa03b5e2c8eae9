import { useEffect, useEffectEvent, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useFormats } from '#web/i18n/useFormats.ts'
import { useTokens } from '#web/ui/useTokens.ts'
import type { LinkedCursor } from './linkedCursor.ts'
import type { Pane } from './pane.ts'
import type { PaneAxis } from './paneAxis.ts'
import { AXIS_PX, paneColumns, panePlot } from './panePlot.ts'
import { paneScale, tickDecimals } from './paneScale.ts'
import { steerPane } from './steerPane.ts'
import type { TimeRange } from './timeRange.ts'

interface Props {
  pane: Pane
  width: number
  height: number
  axis: PaneAxis
  withAxis: boolean
  limit: { value: number; label: string } | null
  suggestedMax?: number | undefined
  cursor: LinkedCursor
  range: TimeRange
  wheelScrolls: boolean
  onPick?: ((timeMs: number) => void) | undefined
}

/** Space for a line of the grid and its number. */
const LINE_PX = 17

const pictures = new WeakMap<Element, (zoom: number) => uPlot>()

/** Canvas of a pane as it is on the screen, drawn at the given scale; null without a pane. */
export async function panePicture(element: Element, zoom: number): Promise<HTMLCanvasElement | null> {
  const plot = pictures.get(element)?.(zoom)
  if (!plot) return null
  // uPlot draws in a microtask after its creation.
  await Promise.resolve()
  return plot.ctx.canvas
}

/** One pane of a plot. It is built again when its structure changes, and only gets new data otherwise. */
export function PaneView(props: Props) {
  const { pane, width, height, axis, withAxis, limit, suggestedMax, cursor, range, wheelScrolls, onPick } =
    props
  const tokens = useTokens()
  const formats = useFormats()
  const holder = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const scale = paneScale({
    min: pane.min,
    max: pane.max,
    suggestedMax,
    mark: limit?.value,
    isAngle: pane.unit === '°',
    steps: Math.max(1, Math.floor((height - (withAxis ? AXIS_PX : 0)) / LINE_PX)),
  })
  const pick = useEffectEvent((timeMs: number) => onPick?.(timeMs))

  const build = useEffectEvent((into: HTMLElement, zoom: number) => {
    const decimals = tickDecimals(scale.ticks)
    const options = panePlot({
      pane,
      scale,
      tokens,
      width,
      height,
      span: range.get(),
      axis,
      withAxis,
      limit,
      writeNumber: (value) => formats.number(value, decimals),
      unit: formats.unit(pane.unit),
      zoom,
    })
    const x = options.scales?.x
    if (x) x.range = () => [...range.get()]
    return new uPlot(options, paneColumns(pane), into)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: rebuilds when the structure of the pane changes
  useEffect(() => {
    if (!holder.current) return
    const next = build(holder.current, 1)
    plot.current = next
    pictures.set(holder.current, (zoom) => build(document.createElement('div'), zoom))
    const release = steerPane(next, { cursor, range, wheelScrolls, onPick: (timeMs) => pick(timeMs) })
    return () => {
      release()
      plot.current = null
      next.destroy()
    }
  }, [
    pane,
    tokens,
    formats,
    axis,
    withAxis,
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

  return <div ref={holder} data-pane />
}
