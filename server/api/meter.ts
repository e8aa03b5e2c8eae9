import { creditsOf, leastCreditsOf, type Priced } from '#contract/wire/credits.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { KeyCaller } from '#server/access/caller.ts'
import type { Clock } from '#server/platform/clock.ts'
import {
  countForKey,
  creditsUntilMs,
  putBackCredits,
  type Quota,
  readQuota,
  takeCredits,
} from '#server/records/apiCredits.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'

/** Cost of a call, and the credits that remain of the day after it. */
export interface Spent extends Quota {
  spent: number
  /** Seconds until there are new ones. */
  resetS: number
  /** True where the call was refused because too little was left. */
  isOver: boolean
}

const resetS = (nowMs: number) => Math.ceil((creditsUntilMs(nowMs) - nowMs) / 1000)

/** Wraps every call of a program and counts its cost. */
export interface Meter {
  /**
   * Runs the call and returns its answer; `report` receives the cost, whatever the result. Throws
   * `API_LIMIT_REACHED` when too few credits are left, before the call runs.
   */
  charge<Answer>(
    caller: KeyCaller,
    endpoint: Priced,
    work: () => Promise<Answer>,
    report: (spent: Spent) => void,
  ): Promise<Answer>
  /**
   * Charges once for a file, however often it is fetched. `owe` notes the payment in the same transaction,
   * and returns false when it was paid before. Throws and reports as `charge` does.
   */
  chargeOnce(
    caller: KeyCaller,
    credits: number,
    owe: (tx: Tx) => Promise<boolean>,
    report: (spent: Spent) => void,
  ): Promise<void>
  /** Takes credits for streamed data; false when too few are left. */
  spend(caller: KeyCaller, credits: number): Promise<boolean>
}

/**
 * Keys of the public API spend credits of their organization. Each call first takes its least cost; the rest
 * of its cost is taken before the answer leaves. A failed call costs nothing.
 */
export const creditMeter = ({ db, clock }: { db: Db; clock: Clock }): Meter => {
  const spentOf = async (
    organizationId: string,
    takenMs: number,
    spent: number,
    isOver: boolean,
    left: Quota | null = null,
  ): Promise<Spent> => ({
    ...(left ?? (await readQuota(db, organizationId, takenMs))),
    ...{ spent, resetS: resetS(takenMs), isOver },
  })
  return {
    async chargeOnce({ actor, organizationId }, credits, owe, report) {
      const takenMs = clock.nowMs()
      let spent = 0
      let isOver = false
      try {
        const isOwed = await db.transaction(async (tx) => {
          if (!(await owe(tx))) return false
          isOver = (await takeCredits(tx, organizationId, credits, takenMs)) === null
          if (isOver) throw new Problem('API_LIMIT_REACHED')
          return true
        })
        if (isOwed) spent = credits
        await countForKey(db, actor.apiKeyId, spent, takenMs)
      } finally {
        report(await spentOf(organizationId, takenMs, spent, isOver))
      }
    },
    async charge({ actor, organizationId }, endpoint, work, report) {
      const takenMs = clock.nowMs()
      let spent = 0
      let left: Quota | null = null
      let isOver = false
      const take = async (credits: number) => {
        if (credits === 0) return
        left = await takeCredits(db, organizationId, credits, takenMs)
        isOver = left === null
        if (isOver) throw new Problem('API_LIMIT_REACHED')
        spent += credits
      }
      try {
        await take(leastCreditsOf(endpoint))
        const answer = await work()
        await take(creditsOf(endpoint, answer) - spent)
        await countForKey(db, actor.apiKeyId, spent, takenMs)
        return answer
      } catch (error) {
        if (spent > 0) await putBackCredits(db, organizationId, spent, takenMs)
        spent = 0
        left = null
        throw error
      } finally {
        report(await spentOf(organizationId, takenMs, spent, isOver, left))
      }
    },
    async spend({ actor, organizationId }, credits) {
      const nowMs = clock.nowMs()
      if (!(await takeCredits(db, organizationId, credits, nowMs))) return false
      await countForKey(db, actor.apiKeyId, credits, nowMs)
      return true
    },
  }
}
