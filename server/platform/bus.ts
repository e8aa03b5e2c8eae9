import type { BusEvent, BusEventOf } from './events.ts'

/**
 * Connects stages that must not import each other. The bus carries wake-ups, never the only copy of anything: a
 * listener that missed an event finds the same news in the stores.
 */
export interface Bus {
  publish(event: BusEvent): void
  /** Whatever was told before then was heard here, or it was said (`events.missed`) that it was not; epoch ms. */
  receivedUpToMs(nowMs: number): number
  /** Listeners run in the order they came; one that throws does not keep the others from hearing. */
  subscribe<Type extends BusEvent['type']>(
    type: Type,
    listener: (event: BusEventOf<Type>) => void,
  ): () => void
}

export function inProcessBus(onError: (error: unknown) => void): Bus {
  const listeners = new Map<BusEvent['type'], Set<(event: never) => void>>()
  return {
    // Nobody else tells anything.
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
