import { getApiUsage } from '#contract/apiKey.ts'
import { creditsLeft, creditsUntilMs } from '#server/records/apiCredits.ts'
import { findOrganization } from '#server/records/organizations.ts'
import { serve } from '../serve.ts'

export const getApiUsageRoute = serve(getApiUsage, async ({ db, clock, caller }) => {
  const organization = await findOrganization(db, caller.organizationId)
  if (!organization) throw new Error('whoever calls is in an organization')
  const nowMs = clock.nowMs()
  return {
    max_credits: organization.apiCreditsADay,
    remaining_credits: creditsLeft(organization, nowMs),
    resets_at: new Date(creditsUntilMs(nowMs)).toISOString(),
  }
})
