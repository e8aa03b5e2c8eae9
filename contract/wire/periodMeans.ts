import type { Point } from './statistics.ts'

/**
 * Mean of the days in each period, so that daily values can stand beside weeks and months. `begins` lists the start of
 * each period, ascending. Null when no day has a value.
 */
export function periodMeans(days: readonly Point[], begins: readonly number[]): Point[] {
  let next = 0
  return begins.map((x, i) => {
    const end = begins[i + 1] ?? Number.POSITIVE_INFINITY
    let sum = 0
    let count = 0
    for (let day = days[next]; day && day.x < end; day = days[++next]) {
      if (day.y === null || day.x < x) continue
      sum += day.y
      count++
    }
    return { x, y: count > 0 ? sum / count : null }
  })
}
