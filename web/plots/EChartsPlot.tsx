import { AriaComponent } from 'echarts/components'
import { type EChartsCoreOption, type EChartsType, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useContext, useEffect, useRef } from 'react'
import { usePrinting } from '#web/ui/printing.ts'
import { ChartSourceContext } from './plotSource.ts'

use([AriaComponent, SVGRenderer])

/** Named, because ECharts measures its words with it before anything could be inherited. */
const FONT = '"Inter Variable", Inter, system-ui, sans-serif'

interface Props {
  /** Description of the plot for screen readers. */
  label: string
  /** Kept by the caller until it changes. Whoever draws a kind of chart registers the parts of ECharts that it takes. */
  option: EChartsCoreOption
  height: number
  /** Charts of the same group, once connected, show what is hovered together. */
  group?: string
}

/** A chart as ECharts draws it: as wide as its place, redrawn when what it shows changes. */
export function EChartsPlot({ label, option, height, group = '' }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType | null>(null)
  const publish = useContext(ChartSourceContext)

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
    const common = { animation: false, textStyle: { fontFamily: FONT } }
    const aria = { enabled: true, label: { description: label } }
    chart.current?.setOption({ ...common, aria, ...option }, true)
    const size = () => ({ width: box.current?.clientWidth ?? 0, height: box.current?.clientHeight ?? 0 })
    publish?.({ option: { ...common, ...option }, size })
  }, [option, label, publish])

  const printing = usePrinting()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a sheet is as wide as it is, and the screen again afterwards
  useEffect(() => {
    chart.current?.resize()
    // ECharts would draw in the next frame, after the browser has captured the page for the printer.
    chart.current?.getZr().flush()
  }, [printing])

  return <div ref={box} role="img" aria-label={label} style={{ height }} />
}
