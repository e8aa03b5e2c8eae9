import type { Source } from './channel.ts'

/** Vessels whose helm changed hands, or whose trip began or ended, since the last telling. */
export class HelmNews {
  #news = new Set<string>()

  note({ vesselId }: { vesselId: string }): void {
    this.#news.add(vesselId)
  }

  clear(): void {
    this.#news.clear()
  }

  /** That there is news is all there is to tell: who hears it asks for the helm. */
  sourceFor(vesselId: string): Source<string[]> {
    return {
      news: () => (this.#news.has(vesselId) ? [vesselId] : []),
      read: (keys) => [...(keys ?? [])],
    }
  }
}
