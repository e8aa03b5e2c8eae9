/**
 * Time at the pointer, shared by plots, path and tables. Each view subscribes and moves its own marks; nothing is
 * rendered for a mouse move.
 */
export interface LinkedCursor {
  /** Epoch ms, null without a cursor. */
  timeMs(): number | null
  /** `by` names the caller, so that a listener can ignore its own changes. */
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
        // A listener may have set another time; all listeners have already received that time.
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
