/**
 * Time at the pointer, shared by plots, path and tables. Each view subscribes and moves its own marks; nothing is
 * rendered for a mouse move.
 */
export interface LinkedCursor {
  /** Epoch ms: the time at the pointer, or else the resting time; null without either. */
  timeMs(): number | null
  /** Null: the pointer left. */
  set(timeMs: number | null): void
  /** Shows this time until the pointer names another, and again once it has left. */
  rest(timeMs: number | null): void
  subscribe(listener: (timeMs: number | null) => void): () => void
}

export function createLinkedCursor(): LinkedCursor {
  let resting: number | null = null
  let held: number | null = null
  const listeners = new Set<(timeMs: number | null) => void>()
  function change(timeMs: number | null) {
    if (timeMs === held) return
    held = timeMs
    for (const listener of listeners) {
      // A listener may have set another time; all listeners have already received that time.
      if (held !== timeMs) return
      listener(timeMs)
    }
  }
  return {
    timeMs: () => held,
    set: (timeMs) => change(timeMs ?? resting),
    rest(timeMs) {
      resting = timeMs
      change(timeMs)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
