/** Recent impacts, oldest first: the second by the boat's clock, the strength, and the time of arrival. */
export type ImpactWindow = readonly { ms: number; g: number; receivedMs: number }[]

/** Time for which the gauge shows an impact, ms. */
const SHOWN_MS = 3000
/** Maximum age of an impact: impacts are computed every three seconds, shortly after their last second. */
export const IMPACT_LIVE_MS = 8000

/** Adds an impact to the window; an impact that is not newer changes nothing. */
export function withImpact(known: ImpactWindow, ms: number | null, g: number | null, nowMs: number) {
  const newestMs = known.at(-1)?.ms ?? Number.NEGATIVE_INFINITY
  if (ms === null || g === null || ms <= newestMs) return known
  return [...known.filter((one) => isShown(one, nowMs)), { ms, g, receivedMs: nowMs }]
}

/** Largest impact of the last three seconds by the clock; null when none arrived. */
export function largestImpact(known: ImpactWindow, nowMs: number): number | null {
  const shown = known.filter((one) => isShown(one, nowMs))
  return shown.length === 0 ? null : Math.max(...shown.map(({ g }) => g))
}

const isShown = ({ ms, receivedMs }: ImpactWindow[number], nowMs: number) =>
  nowMs - receivedMs <= SHOWN_MS && nowMs - ms <= IMPACT_LIVE_MS
