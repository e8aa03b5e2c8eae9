import { getApiUsage } from '#contract/wire/apiKey.ts'
import { creditsUntilMs, readQuota } from '#server/records/apiCredits.ts'
import { serve } from '../serve.ts'

export const getApiUsageRoute = serve(getApiUsage, async ({ db, clock, caller }) => {
  const nowMs = clock.nowMs()
  const { limit, left } = await readQuota(db, caller.organizationId, nowMs)
  return {
    max_credits: limit,
    remaining_credits: left,
    resets_at: new Date(creditsUntilMs(nowMs)).toISOString(),
  }
})
