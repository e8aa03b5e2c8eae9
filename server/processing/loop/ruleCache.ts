import {
  type RuleHistory,
  ruleSegments,
  type Segment,
} from '#server/processing/formulas/rules/ruleSegments.ts'
import { ruleHistory, versionStamps } from '#server/records/ruleHistory.ts'
import type { DirectoryEntry } from '#server/records/vesselDirectory.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'

/** Longest delay until a changed rule is found; another process may have written it. */
const LOOK_EVERY_MS = 1000

/** Which rules are in force for which vessel when, kept in memory and read again once a version changed. */
export class RuleCache {
  readonly #db: Db
  #stamps = new Map<string, string>()
  readonly #histories = new Map<string, Promise<RuleHistory>>()
  readonly #segments = new Map<number, { stamp: string; segments: readonly Segment[] }>()
  #lookedMs = Number.NEGATIVE_INFINITY
  #looking: Promise<void> | null = null

  constructor(db: Db) {
    this.#db = db
  }

  async refresh(nowMs: number): Promise<void> {
    if (nowMs - this.#lookedMs < LOOK_EVERY_MS && nowMs >= this.#lookedMs) return this.#looking ?? undefined
    this.#lookedMs = nowMs
    this.#looking = this.#look().catch((error: unknown) => {
      // The next attempt queries again.
      this.#lookedMs = Number.NEGATIVE_INFINITY
      throw error
    })
    return this.#looking
  }

  async #look() {
    const stamps = await versionStamps(this.#db)
    for (const [id, stamp] of stamps) if (this.#stamps.get(id) !== stamp) this.#histories.delete(id)
    this.#stamps = stamps
  }

  /** In the order of their rules and their time. */
  async segmentsOf(vessel: DirectoryEntry): Promise<readonly Segment[]> {
    const stamp = this.#stamps.get(vessel.organizationId) ?? ''
    const known = this.#segments.get(vessel.number)
    if (known?.stamp === stamp) return known.segments
    const segments = ruleSegments(await this.#historyOf(vessel.organizationId), vessel)
    this.#segments.set(vessel.number, { stamp, segments })
    return segments
  }

  #historyOf(organizationId: string): Promise<RuleHistory> {
    const known = this.#histories.get(organizationId)
    if (known) return known
    const history = ruleHistory(this.#db, organizationId).catch((error: unknown) => {
      // A failed read is dropped, so the next attempt queries again.
      if (this.#histories.get(organizationId) === history) this.#histories.delete(organizationId)
      throw error
    })
    this.#histories.set(organizationId, history)
    return history
  }
}
