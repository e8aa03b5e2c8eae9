import type { PathPoint } from '#contract/wire/timeSeries.ts'
import type { Span } from './tripSpan.ts'

/** Multiple of the usual distance up to which points are joined. */
const GAP = 2.5

/** SOG as SVG paths in a box of 1000 by 100, one for each interval without a gap. */
export function speedPaths(points: readonly PathPoint[], { fromMs, toMs }: Span, top: number): string[] {
  const times = points.map(({ timestamp }) => timestamp)
  const distances = times.slice(1).map((time, index) => time - (times[index] ?? time))
  const usual = [...distances].sort((a, b) => a - b)[Math.floor(distances.length / 2)] ?? 0
  const paths: string[] = []
  let path = ''
  let lastMs: number | null = null
  for (const { timestamp, sog } of points) {
    const joined = lastMs !== null && timestamp - lastMs <= GAP * usual
    if (!joined || sog === null) {
      if (path.includes('L')) paths.push(path)
      path = ''
    }
    if (sog !== null) {
      const x = Math.round(((timestamp - fromMs) / (toMs - fromMs)) * 10_000) / 10
      const y = Math.round((1 - sog / top) * 1000) / 10
      path += `${path === '' ? 'M' : 'L'}${x} ${y}`
    }
    lastMs = timestamp
  }
  if (path.includes('L')) paths.push(path)
  return paths
}

/** Full scale: the fastest point, rounded up to five knots. */
export const topKn = (points: readonly PathPoint[]) =>
  Math.max(5, Math.ceil(points.reduce((most, { sog }) => Math.max(most, sog ?? 0), 0) / 5) * 5)
