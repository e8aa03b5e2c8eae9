import type { BodyOf } from '#contract/wire/endpoint.ts'
import type { updateSuperOrganization } from '#contract/wire/organization.ts'
import type { OrganizationRow } from '#server/records/organizations.ts'

/** Row of an organization from a form, by the names of the columns; absent fields stay absent. */
export function toOrganizationRow(form: BodyOf<typeof updateSuperOrganization>) {
  const { name, contact, country, region, features, settings, public_api_info } = form
  const row: Partial<{ [Name in keyof OrganizationRow]: OrganizationRow[Name] | undefined }> = {
    name,
    contact,
    country,
    region: region ?? (country === undefined ? undefined : ''),
    departmentsFeature: features?.departments,
    routeGuidanceFeature: features?.route_guidance,
    hasComfortSpeed: settings?.has_comfort_speed,
    forceCaptainLogin: settings?.force_captain_login,
    apiCreditsADay: public_api_info?.max_credits,
  }
  return Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== undefined),
  ) as Partial<OrganizationRow>
}
