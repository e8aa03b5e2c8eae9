/**
 * Time at the pointer, shared by plots, path and tables. Each view subscribes and moves its own marks; nothing is
 * rendered for a mouse move.
 */
export interface LinkedCursor {
  /** Epoch ms: the time at the pointer, or else the resting time; null without either. */
  timeMs(): number | null
  /** `by` names the caller, so that a listener can ignore its own changes. Null: the pointer left. */
  set(timeMs: number | null, by: string): void
  /** Shows this time until the pointer names another, and again once it has left. */
  rest(timeMs: number | null): void
  subscribe(listener: (timeMs: number | null, by: string) => void): () => void
}

export const RESTING = 'rest'

export function createLinkedCursor(): LinkedCursor {
  let resting: number | null = null
  let held: number | null = null
  const listeners = new Set<(timeMs: number | null, by: string) => void>()
  function change(timeMs: number | null, by: string) {
    if (timeMs === held) return
    held = timeMs
    for (const listener of listeners) {
      // A listener may have set another time; all listeners have already received that time.
      if (held !== timeMs) return
      listener(timeMs, by)
    }
  }
  return {
    timeMs: () => held,
    set: (timeMs, by) => change(timeMs ?? resting, by),
    rest(timeMs) {
      resting = timeMs
      change(timeMs, RESTING)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
