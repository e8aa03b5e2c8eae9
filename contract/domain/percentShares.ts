/** One decimal, as screens and documents show shares. */
const STEPS_A_PERCENT = 10

/**
 * Percentages with one decimal that add up to exactly 100.0, by the method of largest remainders: `[1, 1, 1]` →
 * `[33.4, 33.3, 33.3]`. A part that is there is at least 0.1, so a rare one never looks like none. All are zero when the
 * whole is zero.
 */
export function percentShares(parts: readonly number[]): number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0)
  if (!(whole > 0)) return parts.map(() => 0)
  const all = 100 * STEPS_A_PERCENT
  const exact = parts.map((part) => (part / whole) * all)
  const steps = exact.map((share) => (share > 0 ? Math.max(1, Math.floor(share)) : 0))
  let left = all - steps.reduce((sum, share) => sum + share, 0)
  const byRemainder = exact
    .map((share, at) => ({ at, remainder: share - (steps[at] as number) }))
    .sort((a, b) => b.remainder - a.remainder || a.at - b.at)
  for (const { at } of byRemainder) {
    if (left <= 0) break
    steps[at] = (steps[at] as number) + 1
    left--
  }
  // Parts that were raised to the least step took it from the largest part.
  const largest = steps.indexOf(Math.max(...steps))
  if (left < 0) steps[largest] = (steps[largest] as number) + left
  return steps.map((share) => share / STEPS_A_PERCENT)
}
