/** A line over time as columns: times in epoch ms, rising; null where the sensor gave no value. */
export interface Line {
  timeMs: ArrayLike<number>
  value: ArrayLike<number | null>
}

/** Longest distance of neighbours without a gap: 2.5 steps of the requested or sent interval. */
export const longestStepMs = (resolutionMs: number, nominalIntervalMs = 0) =>
  2.5 * Math.max(resolutionMs, nominalIntervalMs)

/** The runs of values without a gap or a null inside, as [first, end) indexes in order. */
export function gapFreeRuns({ timeMs, value }: Line, longestMs: number): [first: number, end: number][] {
  const runs: [number, number][] = []
  let first = -1
  for (let i = 0; i <= timeMs.length; i++) {
    const ends =
      first >= 0 &&
      (i === timeMs.length ||
        (value[i] ?? null) === null ||
        (timeMs[i] as number) - (timeMs[i - 1] as number) > longestMs)
    if (ends) {
      runs.push([first, i])
      first = -1
    }
    if (first < 0 && (value[i] ?? null) !== null) first = i
  }
  return runs
}

/** The line with one null in each gap, a step after the last value, so that a plot draws the gap. */
export function withGaps({ timeMs, value }: Line, resolutionMs: number, nominalIntervalMs = 0) {
  const longest = longestStepMs(resolutionMs, nominalIntervalMs)
  const shown: { timeMs: number[]; value: (number | null)[] } = { timeMs: [], value: [] }
  for (let i = 0; i < timeMs.length; i++) {
    const time = timeMs[i] as number
    const before = timeMs[i - 1]
    if (before !== undefined && time - before > longest) {
      shown.timeMs.push(before + resolutionMs)
      shown.value.push(null)
    }
    shown.timeMs.push(time)
    shown.value.push(value[i] ?? null)
  }
  return shown
}
