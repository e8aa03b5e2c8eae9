import { getTimes } from 'suncalc'
import { DAY_MS } from '#contract/domain/time.ts'
import type { Position } from '#contract/geodesy/position.ts'

/**
 * End of the night at a place, ms since 1970, or 0 while the sun is up. Night is the time from sunset to sunrise. A polar
 * night ends a day from now, so that the sun is asked again.
 */
export function nightEndMs(nowMs: number, { latitudeDeg, longitudeDeg }: Position): number {
  const days = [-1, 0, 1].map((day) => getTimes(new Date(nowMs + day * DAY_MS), latitudeDeg, longitudeDeg))
  const times = (name: 'sunrise' | 'sunset') => days.flatMap((day) => day[name]?.getTime() ?? [])
  const lastBefore = (name: 'sunrise' | 'sunset') => Math.max(...times(name).filter((at) => at <= nowMs))
  const [rose, set] = [lastBefore('sunrise'), lastBefore('sunset')]
  const isDown = rose === set ? Boolean(days[1]?.alwaysDown) : set > rose
  if (!isDown) return 0
  return Math.min(nowMs + DAY_MS, ...times('sunrise').filter((at) => at > nowMs))
}
