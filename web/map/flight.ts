const LONGEST_MS = 800

/** Duration of a map movement in ms; zero for users who prefer reduced motion. */
export const flight = (durationMs: number) => ({
  duration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : Math.min(LONGEST_MS, durationMs),
})
