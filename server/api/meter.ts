import { creditsOf } from '#contract/credits.ts'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { Problem } from '#contract/errors.ts'
import type { Caller } from '#server/access/caller.ts'
import type { Clock } from '#server/platform/clock.ts'
import { hasCreditsLeft, spendCredits } from '#server/records/apiCredits.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'

/** Stands around every call and counts what it cost. */
export interface Meter {
  /** Throws `API_LIMIT_REACHED` for who has nothing left to spend. */
  admit(caller: Caller): Promise<void>
  count(caller: Caller, endpoint: AnyEndpoint, answer: unknown): Promise<void>
}

/** People call for nothing; keys of the public API spend credits of their organization. What fails costs nothing. */
export const creditMeter = ({ db, clock }: { db: Db; clock: Clock }): Meter => ({
  async admit({ actor, organizationId }) {
    if (actor.type === 'api-key' && !(await hasCreditsLeft(db, organizationId, clock.nowMs())))
      throw new Problem('API_LIMIT_REACHED')
  },
  async count({ actor, organizationId }, endpoint, answer) {
    if (actor.type !== 'api-key') return
    const { apiKeyId } = actor
    await spendCredits(db, { organizationId, apiKeyId }, creditsOf(endpoint, answer), clock.nowMs())
  },
})
