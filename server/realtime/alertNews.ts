import type { BusEventOf } from '#server/platform/events.ts'
import { isVisible, type Scope } from '#server/records/scope.ts'
import type { Source } from './channel.ts'

type AlertEvent = BusEventOf<'alert.raised'>

/** Alerts that were raised or changed since the last publishing. */
export class AlertNews {
  #news = new Map<string, AlertEvent>()

  note(event: AlertEvent): void {
    this.#news.set(event.alertId, event)
  }

  clear(): void {
    this.#news.clear()
  }

  /** Ids are all there is to tell: who hears one asks for what they show of alerts. */
  sourceFor(scope: Scope): Source<string[]> {
    return {
      news: () =>
        [...this.#news.values()].filter((event) => isVisible(scope, event)).map(({ alertId }) => alertId),
      read: (keys) => [...(keys ?? [])],
    }
  }
}
