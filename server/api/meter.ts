import { creditsOf } from '#contract/credits.ts'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { Problem } from '#contract/errors.ts'
import type { Caller } from '#server/access/caller.ts'
import type { Clock } from '#server/platform/clock.ts'
import { countForKey, putBackCredits, takeCredits } from '#server/records/apiCredits.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'

/** Stands around every call and counts what it cost. */
export interface Meter {
  /**
   * Does the call and answers what it answers. Throws `API_LIMIT_REACHED` for who has too little left to spend, whatever
   * the call would have answered.
   */
  charge<Answer>(caller: Caller, endpoint: AnyEndpoint, work: () => Promise<Answer>): Promise<Answer>
}

/** What any call costs at the least. */
const ADMISSION = 1

/**
 * People call for nothing; keys of the public API spend credits of their organization. Each call takes one before
 * anything is done, and what an answer costs beyond it before it is sent. What fails costs nothing.
 */
export const creditMeter = ({ db, clock }: { db: Db; clock: Clock }): Meter => ({
  async charge({ actor, organizationId }, endpoint, work) {
    if (actor.type !== 'api-key') return work()
    const takenMs = clock.nowMs()
    const take = async (credits: number) => {
      if (credits > 0 && !(await takeCredits(db, organizationId, credits, takenMs))) {
        throw new Problem('API_LIMIT_REACHED')
      }
    }
    await take(ADMISSION)
    try {
      const answer = await work()
      const credits = creditsOf(endpoint, answer)
      await take(credits - ADMISSION)
      await countForKey(db, actor.apiKeyId, credits, takenMs)
      return answer
    } catch (error) {
      await putBackCredits(db, organizationId, ADMISSION, takenMs)
      throw error
    }
  },
})
