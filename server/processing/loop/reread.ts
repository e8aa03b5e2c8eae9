/** Reads something again after it has changed. */
export interface Reread {
  changed(): void
  /** Resolves after a read that began no earlier than the last change before the call. Rejects as the read does. */
  refresh(): Promise<void>
}

/** `read` is due from the beginning, and again after it failed. */
export function openReread(read: () => Promise<void>): Reread {
  let isStale = true
  let reading: Promise<void> | null = null

  async function begin() {
    isStale = false
    try {
      await read()
    } catch (error) {
      isStale = true
      throw error
    } finally {
      reading = null
    }
  }

  return {
    changed() {
      isStale = true
    },
    async refresh() {
      // A read under way may have begun before the change; the next one did not.
      for (let reads = 0; reads < 2 && (isStale || reading); reads++) {
        reading ??= begin()
        await reading
      }
    },
  }
}
