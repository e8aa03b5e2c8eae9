import { AriaComponent } from 'echarts/components'
import { type EChartsCoreOption, type EChartsType, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useContext, useEffect, useRef } from 'react'
import { usePrinting } from '#web/ui/printing.ts'
import { ChartSourceContext } from './plotSource.ts'

use([AriaComponent, SVGRenderer])

/** Set explicitly, because ECharts measures its text with this font, which it cannot inherit. */
const FONT = '"Inter Variable", Inter, system-ui, sans-serif'

interface Props {
  /** Description of the plot for screen readers. */
  label: string
  /** Kept by the caller until it changes. The caller registers the parts of ECharts that the plot needs. */
  option: EChartsCoreOption
  height: number
  /** Connected plots of the same group show the hovered item together. */
  group?: string
}

/** Plot drawn by ECharts, as wide as its place, and redrawn when its content changes. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: measures again for the sheet and for the screen afterwards
  useEffect(() => {
    chart.current?.resize()
    // ECharts would draw in the next frame, after the browser has captured the page for the printer.
    chart.current?.getZr().flush()
  }, [printing])

  return <div ref={box} role="img" aria-label={label} style={{ height }} />
}
