import type { Organization } from '#contract/wire/organization.ts'
import type { OrganizationRow } from '#server/records/organizations.ts'

export const toOrganization = (row: OrganizationRow): Organization => ({
  id: row.id,
  name: row.name,
  contact: row.contact,
  country: row.country,
  region: row.region,
  time_zone: row.timeZone,
  features: { departments: row.departmentsFeature, route_guidance: row.routeGuidanceFeature },
  settings: { has_comfort_speed: row.hasComfortSpeed, force_captain_login: row.forceCaptainLogin },
  require_second_factor: row.requireSecondFactor,
  min_password_length: row.minPasswordLength,
  created_at: row.createdAt.toISOString(),
})
