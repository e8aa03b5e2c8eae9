import type { EChartsCoreOption } from 'echarts/core'
import { createContext } from 'react'

/** Options and size in pixels of a plot, for a component around it that makes a picture of it. */
export interface ChartSource {
  option: EChartsCoreOption
  size(): { width: number; height: number }
}

export const ChartSourceContext = createContext<((source: ChartSource) => void) | null>(null)
