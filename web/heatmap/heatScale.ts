import type { HeatmapData } from '#contract/heatmap.ts'
import type { HeatLayer } from '../preferences/preferences.ts'

export interface HeatMark {
  value: number
  /** Where on the scale, 0 cold to 1 hot. */
  share: number
}

/** The steps as marks along the scale from cold to hot; of depths the small ones are hot. */
export function heatMarks(layer: HeatLayer, steps: HeatmapData['data']['steps']): HeatMark[] {
  const count = Object.keys(steps).length
  return Object.entries(steps)
    .map(([step, value]) => {
      const share = Number(step) / count
      return { value, share: layer === 'water_depth' ? 1 - share : share }
    })
    .sort((a, b) => a.share - b.share)
}

/** As few decimals as tell the marks apart. */
export function markDecimals(marks: readonly HeatMark[]): number {
  const values = marks.map(({ value }) => value)
  const whole = values.every((value) => Math.abs(value - Math.round(value)) < 0.01)
  const most = Math.max(...values.map(Math.abs))
  return whole || most >= 50 ? 0 : most >= 5 ? 1 : 2
}
