import type { Source } from './broadcast.ts'

/** Changes for a helm since the last publishing: of one vessel alone, or of all vessels of an organization. */
export class HelmChanges {
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

  /** Sends only that something has changed: subscribers then request the helm. */
  sourceFor(vesselId: string, organizationId: string): Source<string[]> {
    return {
      changed: () =>
        this.#vessels.has(vesselId) || this.#organizations.has(organizationId) ? [vesselId] : [],
      read: (keys) => [...(keys ?? [])],
    }
  }
}
