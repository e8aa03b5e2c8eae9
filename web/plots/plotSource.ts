import type { EChartsCoreOption } from 'echarts/core'
import { createContext } from 'react'

/** Options and size of a plot in pixels, for a component around the plot that makes a picture of it. */
export interface ChartSource {
  option: EChartsCoreOption
  size(): { width: number; height: number }
}

export const ChartSourceContext = createContext<((source: ChartSource) => void) | null>(null)
