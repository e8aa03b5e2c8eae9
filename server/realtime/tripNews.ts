import type { BusEventOf } from '#server/platform/events.ts'
import { isVisible, type Scope } from '#server/records/scope.ts'
import type { Source } from './channel.ts'

type TripEvent = BusEventOf<'trip.started'>

/** Trips that started, changed or ended since the last publishing. */
export class TripNews {
  #news = new Map<string, TripEvent>()

  note(event: TripEvent): void {
    this.#news.set(event.tripId, event)
  }

  clear(): void {
    this.#news.clear()
  }

  /** Ids are all there is to tell: who hears one asks for the trip. At the start nothing has changed. */
  sourceFor(scope: Scope): Source<string[]> {
    return {
      news: () =>
        [...this.#news.values()].filter((event) => isVisible(scope, event)).map(({ tripId }) => tripId),
      read: (keys) => [...(keys ?? [])],
    }
  }
}
