import type { Point } from '#contract/wire/statistics.ts'
import type { Interval } from '../../replay/player.ts'

/** Two ways to name a moment of a trip: by its time, epoch ms, and by a place on the axis of a plot. */
export interface MomentAxis {
  at(timeMs: number): number
  timeMs(at: number): number
}

export const TIME_AXIS: MomentAxis = { at: (timeMs) => timeMs, timeMs: (at) => at }

/** Axis of the distance sailed, nmi, from the time at which each chunk of it began. */
export function sailedMiles(starts: readonly Point[], trip: Interval, distanceNmi: number): MomentAxis {
  const known = starts.flatMap(({ x, y }) => (y === null ? [] : [[x, y] as const]))
  const lastNmi = Math.max(distanceNmi, known.at(-1)?.[0] ?? 0)
  const course = [[0, trip.fromMs] as const, ...known, [lastNmi, trip.toMs] as const]
  const timesFirst = course.map(([nmi, timeMs]) => [timeMs, nmi] as const)
  return { at: (timeMs) => valueAt(timesFirst, timeMs), timeMs: (nmi) => valueAt(course, nmi) }
}

/** Value at a place between two points of a line that never falls; beyond its ends that of the end. */
function valueAt(line: readonly (readonly [x: number, y: number])[], at: number): number {
  const next = line.findIndex(([x]) => x >= at)
  const [toX, toY] = line.at(next) ?? [0, 0]
  const [fromX, fromY] = line[next - 1] ?? [toX, toY]
  return next < 0 || toX === fromX ? toY : fromY + ((at - fromX) / (toX - fromX)) * (toY - fromY)
}
