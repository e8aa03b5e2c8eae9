import type { Company } from '#contract/organization.ts'
import type { CompanyRow } from '#server/records/companies.ts'

export const toCompany = (row: CompanyRow): Company => ({
  id: row.id,
  name: row.name,
  contact: row.contact,
  country: row.country,
  region: row.region,
  features: { departments: row.departmentsFeature, route_guidance: row.routeGuidanceFeature },
  settings: { has_comfort_speed: row.hasComfortSpeed, force_captain_login: row.forceCaptainLogin },
  created_at: row.createdAt.toISOString(),
})
