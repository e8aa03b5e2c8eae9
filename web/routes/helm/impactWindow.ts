/** Impacts heard lately, oldest first: when the second of each was, by the boat's clock, and how hard. */
export interface ImpactWindow {
  impacts: readonly { ms: number; g: number }[]
  /** When the newest was heard, by this browser's clock. */
  heardMs: number
}

export const NO_IMPACTS: ImpactWindow = { impacts: [], heardMs: Number.NEGATIVE_INFINITY }

/** The gauge shows the largest of this time. */
const SHOWN_MS = 3000
/** Seconds of motion come four at a time. A sensor that is silent for longer than two such times feels nothing. */
const SILENT_MS = 10_000

/** What was known with one more; what is not newer changes nothing. */
export function withImpact(known: ImpactWindow, ms: number | null, g: number | null, nowMs: number) {
  const newestMs = known.impacts.at(-1)?.ms ?? Number.NEGATIVE_INFINITY
  if (ms === null || g === null || ms <= newestMs) return known
  return { impacts: [...known.impacts.filter((one) => one.ms > ms - SHOWN_MS), { ms, g }], heardMs: nowMs }
}

/** The largest impact of the three seconds before the newest; null while the sensors are silent. */
export function largestImpact({ impacts, heardMs }: ImpactWindow, nowMs: number): number | null {
  if (impacts.length === 0 || nowMs - heardMs > SILENT_MS) return null
  const newestMs = impacts.at(-1)?.ms ?? 0
  return Math.max(...impacts.filter(({ ms }) => ms > newestMs - SHOWN_MS).map(({ g }) => g))
}
