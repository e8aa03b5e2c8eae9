import type { Clock } from '#server/platform/clock.ts'

export const fixedClock = (ms: number): Clock & { set(ms: number): void } => {
  let now = ms
  return {
    nowMs: () => now,
    set(next) {
      now = next
    },
  }
}
