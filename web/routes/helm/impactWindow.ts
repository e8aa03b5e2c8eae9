/** Impacts received lately, oldest first: the second of each by the boat's clock, how hard, and when it was received. */
export type ImpactWindow = readonly { ms: number; g: number; receivedMs: number }[]

/** The gauge shows the largest of this time. */
const SHOWN_MS = 3000
/** Impacts are computed every three seconds, a moment after their last second. An older one says nothing of the present. */
export const IMPACT_LIVE_MS = 8000

/** The window with one more impact; one that is not newer changes nothing. */
export function withImpact(known: ImpactWindow, ms: number | null, g: number | null, nowMs: number) {
  const newestMs = known.at(-1)?.ms ?? Number.NEGATIVE_INFINITY
  if (ms === null || g === null || ms <= newestMs) return known
  return [...known.filter((one) => isShown(one, nowMs)), { ms, g, receivedMs: nowMs }]
}

/** The largest impact of the last three seconds by the clock; null when none was received in them. */
export function largestImpact(known: ImpactWindow, nowMs: number): number | null {
  const shown = known.filter((one) => isShown(one, nowMs))
  return shown.length === 0 ? null : Math.max(...shown.map(({ g }) => g))
}

const isShown = ({ ms, receivedMs }: ImpactWindow[number], nowMs: number) =>
  nowMs - receivedMs <= SHOWN_MS && nowMs - ms <= IMPACT_LIVE_MS
