import type { Source } from './channel.ts'

/** What has news for a helm since the last telling: of her alone, or of all vessels of an organization. */
export class HelmNews {
  #vessels = new Set<string>()
  #organizations = new Set<string>()

  note({ vesselId }: { vesselId: string }): void {
    this.#vessels.add(vesselId)
  }

  noteAll({ organizationId }: { organizationId: string }): void {
    this.#organizations.add(organizationId)
  }

  clear(): void {
    this.#vessels.clear()
    this.#organizations.clear()
  }

  /** That there is news is all there is to tell: who hears it asks for the helm. */
  sourceFor(vesselId: string, organizationId: string): Source<string[]> {
    return {
      news: () => (this.#vessels.has(vesselId) || this.#organizations.has(organizationId) ? [vesselId] : []),
      read: (keys) => [...(keys ?? [])],
    }
  }
}
