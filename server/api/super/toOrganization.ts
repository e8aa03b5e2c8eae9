import type { Organization } from '#contract/organization.ts'
import { creditsLeft } from '#server/records/apiCredits.ts'
import type { CompanyRow } from '#server/records/companies.ts'
import { toCompany } from '../organization/toCompany.ts'

export const toOrganization = (
  { company, trips }: { company: CompanyRow; trips: number },
  nowMs: number,
): Organization => ({
  ...toCompany(company),
  last_login: company.lastLoginAt?.toISOString() ?? null,
  statistics: { number_of_trips: trips },
  public_api_info: {
    max_credits: company.apiCreditsADay,
    remaining_credits: creditsLeft(company, nowMs),
  },
})
