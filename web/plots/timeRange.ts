export type Span = readonly [fromMs: number, toMs: number]

/** The stretch of time, or of a chart's other axis, that all panes of a chart show: the whole, or a part zoomed into. */
export interface TimeRange {
  get(): Span
  set(span: Span): void
  /** Shows all. */
  reset(): void
  /** Gives the whole anew. One that only grew leaves the part that is looked at alone. */
  cover(whole: Span): void
  /** Brings `factor` times as much into view, keeping `aboutMs` where it is. */
  scale(factor: number, aboutMs?: number): void
  shift(byMs: number): void
  isWhole(): boolean
  subscribe(listener: () => void): () => void
}

const SHORTEST_MS = 5000

/** It never shrinks below `shortest`. */
export function createTimeRange(initial: Span, shortest = SHORTEST_MS): TimeRange {
  let whole = initial
  let span = initial
  const listeners = new Set<() => void>()
  const change = (next: Span) => {
    span = clampSpan(next, whole, shortest)
    for (const listener of listeners) listener()
  }
  return {
    get: () => span,
    set: change,
    reset: () => change(whole),
    cover(next) {
      const looksAtPart = (span[0] > whole[0] || span[1] < whole[1]) && next[0] === whole[0]
      whole = next
      change(looksAtPart ? span : whole)
    },
    scale(factor, aboutMs = (span[0] + span[1]) / 2) {
      change([aboutMs + (span[0] - aboutMs) * factor, aboutMs + (span[1] - aboutMs) * factor])
    },
    shift(byMs) {
      change([span[0] + byMs, span[1] + byMs])
    },
    isWhole: () => span[0] <= whole[0] && span[1] >= whole[1],
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A span moved, and if need be shortened, into the whole; never shorter than `shortest`. */
export function clampSpan([from, to]: Span, [first, last]: Span, shortest = SHORTEST_MS): Span {
  const length = Math.min(last - first, Math.max(shortest, to - from))
  const middle = (from + to) / 2
  const start = Math.min(last - length, Math.max(first, to - from < shortest ? middle - length / 2 : from))
  return [start, start + length]
}
