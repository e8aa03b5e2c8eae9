import { getApiUsage } from '#contract/apiKey.ts'
import { creditsOfToday } from '#server/records/apiCredits.ts'
import { serve } from '../serve.ts'

export const getApiUsageRoute = serve(getApiUsage, async ({ db, clock, caller }) => {
  const { most, left, untilMs } = await creditsOfToday(db, caller.organizationId, clock.nowMs())
  return { max_credits: most, remaining_credits: left, resets_at: new Date(untilMs).toISOString() }
})
