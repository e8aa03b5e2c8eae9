import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time.ts'

const STEPS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12, 24, 48, 96, 168].map((hours) => hours * HOUR_MS),
]

/** Distance of time ticks so that at most `most` fit, on round seconds, minutes or hours. */
export function tickStepMs(spanMs: number, most: number): number {
  const least = spanMs / Math.max(1, most)
  return STEPS_MS.find((step) => step >= least) ?? STEPS_MS[STEPS_MS.length - 1] ?? HOUR_MS
}

/** Ticks on round moments of the local clock. `offsetMs` is what local time is ahead of UTC. */
export function timeTicks(fromMs: number, toMs: number, stepMs: number, offsetMs: number): number[] {
  const first = Math.ceil((fromMs + offsetMs) / stepMs) * stepMs - offsetMs
  const ticks: number[] = []
  for (let tick = first; tick <= toMs; tick += stepMs) ticks.push(tick)
  return ticks
}
