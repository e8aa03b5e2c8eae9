/** Time comes in as an argument, so that tests hold it. */
export interface Clock {
  nowMs(): number
}

export const systemClock: Clock = { nowMs: () => Date.now() }

export const fixedClock = (ms: number): Clock & { set(ms: number): void } => {
  let now = ms
  return {
    nowMs: () => now,
    set(next) {
      now = next
    },
  }
}
