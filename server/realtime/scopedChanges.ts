import { isVisible, type Scope } from '#server/records/scope.ts'
import type { Source } from './broadcast.ts'

/** Organization and department of a change, which decide its recipients. */
interface Place {
  organizationId: string
  departmentId: string
}

/** Trips, or alerts, that began, changed or ended since the last publishing. */
export class ScopedChanges {
  #changed = new Map<string, Place>()

  note(id: string, place: Place): void {
    this.#changed.set(id, place)
  }

  clear(): void {
    this.#changed.clear()
  }

  /** Sends ids alone: subscribers then request the content. At the start nothing has changed. */
  sourceFor(scope: Scope): Source<string[]> {
    return {
      changed: () => [...this.#changed].flatMap(([id, place]) => (isVisible(scope, place) ? id : [])),
      read: (keys) => [...(keys ?? [])],
    }
  }
}
