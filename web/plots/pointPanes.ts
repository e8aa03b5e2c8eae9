import type { Point } from '#contract/wire/statistics.ts'
import { buildPanes, type ChosenSeries, type Pane } from './pane.ts'

/** Points that the server has summed up, with the look of their line. */
export interface PointSeries extends Omit<ChosenSeries, 'shows' | 'factor' | 'dash' | 'area'> {
  points: readonly Point[]
  factor?: number
  dash?: number[]
  area?: boolean
}

/** Panes of such points, one for each unit; x and `step` are epoch ms and ms, or nmi. */
export function pointPanes(given: readonly PointSeries[], step: number): Pane[] {
  const chosen = given.map(({ points, ...series }): ChosenSeries & { points: readonly Point[] } => ({
    factor: 1,
    dash: [],
    area: false,
    ...series,
    shows: 'avg',
    points,
  }))
  const entries = chosen.map(({ field, unit, points }) => ({
    field,
    unit,
    unique_id: '',
    device_number: 1,
    instance: 0,
    aggregation: 'avg',
    series: points.map(({ x, y }) => ({ time: x, value: y })),
  }))
  return buildPanes(entries, chosen, step)
}

/** Running total of the values up to each point. */
export function runningTotal(points: readonly Point[]): Point[] {
  let total = 0
  return points.map(({ x, y }) => {
    total += y ?? 0
    return { x, y: total }
  })
}
