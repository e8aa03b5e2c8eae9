import { HOUR_MS } from '#contract/domain/time.ts'
import type { DeviceRejections } from '#contract/wire/device.ts'
import type { Point } from '#contract/wire/statistics.ts'

/** Series of hourly bars for each reason, from the first hour with a rejection to the last, empty hours included. */
export function refusedHours(hours: DeviceRejections['hours']): { reason: string; points: Point[] }[] {
  const times = hours.map(({ hour }) => Date.parse(hour))
  if (times.length === 0) return []
  const firstMs = Math.min(...times)
  const count = (Math.max(...times) - firstMs) / HOUR_MS + 1
  const reasons = [...new Set(hours.map(({ reason }) => reason))].sort()
  return reasons.map((reason) => {
    const points = Array.from({ length: count }, (_, i) => ({ x: firstMs + i * HOUR_MS, y: 0 }))
    for (const one of hours) {
      const point = points[(Date.parse(one.hour) - firstMs) / HOUR_MS]
      if (point && one.reason === reason) point.y += one.count
    }
    return { reason, points }
  })
}
