/** Organizations, which a user and a department hold as `company`, and what super users do with them. */
import { z } from 'zod'
import { byId, endpoint, page } from './endpoint.ts'
import { oneLine } from './oneLine.ts'
import { ROLE_IDS } from './permissions.ts'
import { Country, Region } from './place.ts'
import { wasOf } from './was.ts'

const Features = z.object({ departments: z.boolean(), route_guidance: z.boolean() })
const Settings = z.object({ has_comfort_speed: z.boolean(), force_captain_login: z.boolean() })

/** The organization that a user is in, as far as everybody in it may know. */
export const Organization = z.object({
  id: z.uuid(),
  name: z.string(),
  contact: z.string().nullable(),
  country: z.string().nullable(),
  region: z.string().nullable(),
  /** IANA name; quiet hours of rules are in it. Null: UTC. */
  time_zone: z.string().nullable(),
  features: Features,
  settings: Settings,
  created_at: z.iso.datetime(),
})
export type Organization = z.infer<typeof Organization>

/** An organization as super users see it. */
export const CountedOrganization = Organization.extend({
  last_login: z.iso.datetime().nullable(),
  statistics: z.object({ number_of_trips: z.int() }),
  /** Credits of the public API for a day, which ends at midnight GMT. */
  public_api_info: z.object({ max_credits: z.int(), remaining_credits: z.int() }),
})
export type CountedOrganization = z.infer<typeof CountedOrganization>

const name = oneLine().min(1, 'Organization name is required').max(50, 'Maximum 50 symbols')
const contact = (message: string) => z.email(message).max(254)

/** What an organization may be given a day. */
export const USUAL_CREDITS = 10_000
const MOST_CREDITS = 100_000_000
const CREDITS = 'Credits must be a whole number from 0 to 100,000,000'

/** Changing country clears region; which regions there are depends on the country. */
export const OrganizationForm = z.object({
  name,
  contact: contact('Contact email is required'),
  country: Country,
  region: Region.default(''),
  features: Features.partial().optional(),
  settings: Settings.partial().optional(),
  public_api_info: z
    .object({ max_credits: z.int(CREDITS).min(0, CREDITS).max(MOST_CREDITS, CREDITS) })
    .optional(),
})
export type OrganizationForm = z.infer<typeof OrganizationForm>
/** What is not given stays as it is. */
const OrganizationEdit = OrganizationForm.extend({ region: Region })
  .partial()
  .extend({ was: wasOf(OrganizationForm) })
export type OrganizationEdit = z.infer<typeof OrganizationEdit>

export const OrganizationSettingsForm = z.object({
  name,
  contact: contact('Contact email address is required'),
  time_zone: z.string().max(100).nullable().optional(),
  settings: Settings.pick({ force_captain_login: true }).partial().optional(),
})
export type OrganizationSettingsForm = z.infer<typeof OrganizationSettingsForm>
/** What is not given stays as it is. */
const OrganizationSettingsEdit = OrganizationSettingsForm.partial().extend({
  was: wasOf(OrganizationSettingsForm),
})
export type OrganizationSettingsEdit = z.infer<typeof OrganizationSettingsEdit>

export const getOrganization = endpoint({
  method: 'GET',
  path: '/api/organization',
  access: 'signed-in',
  output: Organization,
})
export const updateOrganization = endpoint({
  method: 'PUT',
  path: '/api/organization',
  access: 'company:company-edit',
  body: OrganizationSettingsEdit,
  output: Organization,
})
export const updateLastLogin = endpoint({
  method: 'PUT',
  path: '/api/organization/update_last_login',
  access: 'signed-in',
  output: z.object({ ok: z.literal(true) }),
})

export const listOrganizations = endpoint({
  method: 'GET',
  path: '/api/super/organizations',
  access: 'super',
  list: {
    orders: ['name', 'created_at', 'last_login', 'country', 'trips'],
    usual: ['name', 'asc'],
    filters: { id: 'id', name: 'text' },
  },
  output: page(CountedOrganization),
})
export const getSuperOrganization = endpoint({
  method: 'GET',
  path: '/api/super/organizations/:id',
  access: 'super',
  params: byId,
  output: CountedOrganization,
})
export const createOrganization = endpoint({
  method: 'POST',
  path: '/api/super/organizations',
  access: 'super-admin',
  body: OrganizationForm,
  output: CountedOrganization,
})
export const updateSuperOrganization = endpoint({
  method: 'PUT',
  path: '/api/super/organizations/:id',
  access: 'super-admin',
  params: byId,
  body: OrganizationEdit,
  output: CountedOrganization,
})
/** Refused with `conflict` while it has users, vessels or captains, and for the organization one is in. */
export const deleteOrganization = endpoint({
  method: 'DELETE',
  path: '/api/super/organizations/:id',
  access: 'super-admin',
  params: byId,
  output: z.object({ ok: z.literal(true) }),
})

/** Moves the caller into another organization, at its top level, with the role that makes them super. */
export const switchOrganization = endpoint({
  method: 'PUT',
  path: '/api/super/switch-organization',
  access: 'super',
  body: z.object({ new_company_id: z.uuid() }),
  output: z.object({ ok: z.literal(true) }),
  problems: ['not_found'],
})
/**
 * Lets the caller look through the eyes of another role in a department of the organization they are in. A super-viewer
 * can take viewing roles only. Being super stays, so that the way back is open.
 */
export const switchRole = endpoint({
  method: 'PUT',
  path: '/api/super/user-role',
  access: 'super',
  body: z.object({
    role_id: z.enum(ROLE_IDS, 'Role is required'),
    department_id: z.uuid('Department is required'),
  }),
  output: z.object({ ok: z.literal(true) }),
  problems: ['not_found'],
})
