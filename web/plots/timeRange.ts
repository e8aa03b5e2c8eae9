export type Span = readonly [fromMs: number, toMs: number]

/** Visible range of all panes of a plot, in time or along another axis: the whole, or a zoomed part. */
export interface TimeRange {
  get(): Span
  set(span: Span): void
  /** Shows all. */
  reset(): void
  /** Replaces the whole range. If the whole only grew, a zoomed part stays. */
  cover(whole: Span): void
  /** Multiplies the visible length by `factor`, keeping `aboutMs` at its place. */
  scale(factor: number, aboutMs?: number): void
  shift(byMs: number): void
  isWhole(): boolean
  subscribe(listener: () => void): () => void
}

const SHORTEST_MS = 5000

/** The range never becomes shorter than `shortest`. */
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

/** Range moved, and shortened if necessary, to fit into the whole; at least `shortest`. */
export function clampSpan([from, to]: Span, [first, last]: Span, shortest = SHORTEST_MS): Span {
  const length = Math.min(last - first, Math.max(shortest, to - from))
  const middle = (from + to) / 2
  const start = Math.min(last - length, Math.max(first, to - from < shortest ? middle - length / 2 : from))
  return [start, start + length]
}
