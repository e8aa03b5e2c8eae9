import type { BusEvent, BusEventOf } from './events.ts'

/**
 * Connects stages that must not import each other. The bus carries wake-ups, never the only copy of anything:
 * a listener that missed an event finds its data in the stores.
 */
export interface Bus {
  publish(event: BusEvent): void
  /**
   * Time (epoch ms) up to which all events of other processes were received, or reported as missed
   * (`events.missed`).
   */
  receivedUpToMs(nowMs: number): number
  /** Listeners run in the order in which they subscribed; an exception of one does not stop the others. */
  subscribe<Type extends BusEvent['type']>(
    type: Type,
    listener: (event: BusEventOf<Type>) => void,
  ): () => void
}

export function inProcessBus(onError: (error: unknown) => void): Bus {
  const listeners = new Map<BusEvent['type'], Set<(event: never) => void>>()
  return {
    // No other process publishes events.
    receivedUpToMs: (nowMs) => nowMs,
    publish(event) {
      for (const listener of listeners.get(event.type) ?? []) {
        try {
          listener(event as never)
        } catch (error) {
          onError(error)
        }
      }
    },
    subscribe(type, listener) {
      const known = listeners.get(type) ?? new Set()
      listeners.set(type, known.add(listener as (event: never) => void))
      return () => known.delete(listener as (event: never) => void)
    },
  }
}
