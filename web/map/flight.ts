const LONGEST_MS = 800

/** How long the map may take to get somewhere: not at all for whoever asks for less motion. */
export const flight = (durationMs: number) => ({
  duration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : Math.min(LONGEST_MS, durationMs),
})
