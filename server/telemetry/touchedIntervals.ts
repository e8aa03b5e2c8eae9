import { HOUR_US } from '#contract/domain/time.ts'

/** Two instants, µs since 1970; both belong to it. */
export interface Interval {
  fromUs: number
  toUs: number
}

/**
 * Intervals with a shorter gap than this (µs) are joined: a boat that reports twice an hour is processed by
 * the day.
 */
const GAP_US = HOUR_US
/**
 * Most intervals that describe one vessel's part of a batch. Above it, intervals are joined over the shortest
 * gaps.
 */
const MOST_INTERVALS = 500

/** Collects instants and answers with the intervals that they touch, however scattered they are. */
export class TouchedIntervals {
  /** Extent of the touched time in each hour since 1970, keyed by the start of the hour. */
  readonly #hours = new Map<number, Interval>()
  #last: Interval | null = null
  #lastHour = Number.NaN

  add(fromUs: number, toUs = fromUs): void {
    const hour = Math.floor(fromUs / HOUR_US)
    // Nearly all samples touch the hour of the sample before.
    const known = hour === this.#lastHour ? this.#last : this.#hours.get(hour)
    if (known) {
      if (fromUs < known.fromUs) known.fromUs = fromUs
      if (toUs > known.toUs) known.toUs = toUs
    } else this.#hours.set(hour, { fromUs, toUs })
    this.#last = known ?? this.#hours.get(hour) ?? null
    this.#lastHour = hour
  }

  /** In order of time, with gaps of more than an hour between them, 500 at most. */
  intervals(): Interval[] {
    const sorted = [...this.#hours.values()].sort((a, b) => a.fromUs - b.fromUs)
    const found = closeGaps(sorted, GAP_US)
    if (found.length <= MOST_INTERVALS) return found
    const gaps = found.slice(1).map(({ fromUs }, i) => fromUs - (found[i]?.toUs ?? fromUs))
    const leastUs = gaps.toSorted((a, b) => b - a)[MOST_INTERVALS - 1] ?? 0
    return closeGaps(found, leastUs)
  }
}

function closeGaps(sorted: readonly Interval[], longestUs: number): Interval[] {
  const joined: Interval[] = []
  for (const { fromUs, toUs } of sorted) {
    const last = joined.at(-1)
    if (last && fromUs - last.toUs <= longestUs) last.toUs = Math.max(last.toUs, toUs)
    else joined.push({ fromUs, toUs })
  }
  return joined
}

/** Index of the interval that contains an instant; the intervals are in order and one contains it. */
export function intervalAt(intervals: readonly Interval[], us: number): number {
  let [low, high] = [0, intervals.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((intervals[middle]?.fromUs ?? 0) <= us) low = middle
    else high = middle - 1
  }
  return low
}
