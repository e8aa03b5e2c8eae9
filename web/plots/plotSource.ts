import type { EChartsCoreOption } from 'echarts/core'
import { createContext } from 'react'

/** What a chart draws, and in how many pixels, for whatever around it makes a picture of it. */
export interface ChartSource {
  option: EChartsCoreOption
  size(): { width: number; height: number }
}

export const ChartSourceContext = createContext<((source: ChartSource) => void) | null>(null)
