/**
 * The moment that the pointer means, wherever it is: on a chart, on the path, in a table. Whoever shows a moment
 * listens here and moves its own marks; nothing is rendered anew per mouse move.
 */
export interface LinkedCursor {
  /** Epoch ms, null when nothing is meant. */
  timeMs(): number | null
  /** `by` names who set it, so that the setter may leave out its own echo. */
  set(timeMs: number | null, by: string): void
  subscribe(listener: (timeMs: number | null, by: string) => void): () => void
}

export function createLinkedCursor(): LinkedCursor {
  let held: number | null = null
  const listeners = new Set<(timeMs: number | null, by: string) => void>()
  return {
    timeMs: () => held,
    set(timeMs, by) {
      if (timeMs === held) return
      held = timeMs
      for (const listener of listeners) {
        // One who heard of it may have set another moment, of which all have been told by now.
        if (held !== timeMs) return
        listener(timeMs, by)
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
