/**
 * Times before which nothing of a vessel is stored, as far as a search has shown. An import that goes backwards would else
 * search everything stored for what precedes each of its days.
 */
export class Beginnings {
  /** µs, by vessel. */
  readonly #beforeUs = new Map<number, number>()
  /** For each running search the first times stored meanwhile, by vessel; null after `forgetAll`. */
  readonly #searches = new Set<{ firstUs: Map<number, number> | null }>()

  /** True where nothing of the vessel is stored before this moment. */
  precedesAll(vesselNumber: number, us: number): boolean {
    return us <= (this.#beforeUs.get(vesselNumber) ?? Number.NEGATIVE_INFINITY)
  }

  /** To be called before data is stored, and again after it. */
  noteStored(vesselNumber: number, fromUs: number): void {
    const beforeUs = this.#beforeUs.get(vesselNumber)
    if (beforeUs !== undefined && fromUs < beforeUs) this.#beforeUs.set(vesselNumber, fromUs)
    for (const { firstUs } of this.#searches)
      firstUs?.set(vesselNumber, Math.min(fromUs, firstUs.get(vesselNumber) ?? fromUs))
  }

  /** Data of unknown times may have been stored. */
  forgetAll(): void {
    this.#beforeUs.clear()
    for (const search of this.#searches) search.firstUs = null
  }

  /** Runs a search that returns the vessels of which nothing at all is stored before a moment. */
  async learn(search: () => Promise<readonly { vesselNumber: number; beforeUs: number }[]>): Promise<void> {
    const meanwhile = { firstUs: new Map<number, number>() as Map<number, number> | null }
    this.#searches.add(meanwhile)
    try {
      for (const { vesselNumber, beforeUs } of await search()) {
        if (meanwhile.firstUs === null) return
        const storedUs = meanwhile.firstUs.get(vesselNumber) ?? beforeUs
        if (!this.precedesAll(vesselNumber, beforeUs))
          this.#beforeUs.set(vesselNumber, Math.min(beforeUs, storedUs))
      }
    } finally {
      this.#searches.delete(meanwhile)
    }
  }
}
