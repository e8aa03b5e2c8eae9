import type { CountedOrganization } from '#contract/wire/organization.ts'
import { creditsLeft } from '#server/records/apiCredits.ts'
import type { OrganizationRow } from '#server/records/organizations.ts'
import { toOrganization } from '../organization/toOrganization.ts'

export const toCountedOrganization = (
  { organization, trips }: { organization: OrganizationRow; trips: number },
  nowMs: number,
): CountedOrganization => ({
  ...toOrganization(organization),
  last_login: organization.lastLoginAt?.toISOString() ?? null,
  statistics: { number_of_trips: trips },
  public_api_info: {
    max_credits: organization.apiCreditsADay,
    remaining_credits: creditsLeft(organization, nowMs),
  },
})
