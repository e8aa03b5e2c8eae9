/** Organizations, which users and departments have as `company`, and the calls of super users on them. */
import { z } from 'zod'
import { ROLE_IDS } from '#contract/domain/permissions.ts'
import { oneLine } from '#contract/text/oneLine.ts'
import { byId, endpoint, page } from './endpoint.ts'
import { expectedValues } from './optimisticLock.ts'
import { Country, Region } from './place.ts'

const Features = z.object({
  departments: z.boolean().describe('True if the organization uses departments.'),
  route_guidance: z.boolean().describe('True if the organization uses route guidance.'),
})
/** Fewest characters of a password: the default, and the most that an organization can require. */
export const USUAL_PASSWORD_LENGTH = 6
export const MOST_PASSWORD_LENGTH = 64
const PASSWORD_LENGTH = 'Length must be a whole number from 6 to 64'

const Settings = z.object({
  has_comfort_speed: z.boolean().describe('True if the organization calls the safety speed "comfort speed".'),
  force_captain_login: z.boolean().describe('True if every trip needs a captain.'),
})

/** Rules of an organization for the credentials of its users. */
export const SignInRules = z.object({
  require_second_factor: z
    .boolean()
    .describe('True if users of the organization need a second factor to use the console.'),
  min_password_length: z
    .int(PASSWORD_LENGTH)
    .min(USUAL_PASSWORD_LENGTH, PASSWORD_LENGTH)
    .max(MOST_PASSWORD_LENGTH, PASSWORD_LENGTH)
    .describe('Fewest characters of a new password, 6 to 64.'),
})

/** Organization of a user, with the fields that all its members may see. */
export const Organization = z.object({
  id: z.uuid().describe('Identifier of the organization, a UUID.'),
  name: z.string().describe('Name of the organization.'),
  contact: z.string().nullable().describe('Email address for contact; null if unknown.'),
  country: z.string().nullable().describe('English name of the country; null if unknown.'),
  region: z.string().nullable().describe('Region within the country; null if unknown.'),
  time_zone: z
    .string()
    .nullable()
    .describe("IANA name of the organization's time zone, at most 100 characters; null for UTC."),
  features: Features.describe('Optional features that are switched on.'),
  settings: Settings.describe('Settings of the organization as a whole.'),
  ...SignInRules.shape,
  created_at: z.iso.datetime().describe('Time of creation, ISO 8601 in UTC.'),
})
export type Organization = z.infer<typeof Organization>

/** An organization as super users see it. */
export const CountedOrganization = Organization.extend({
  last_login: z.iso
    .datetime()
    .nullable()
    .describe('Time of the last sign-in of any user, ISO 8601 in UTC; null before the first.'),
  statistics: z
    .object({ number_of_trips: z.int().describe('Number of all trips of the organization.') })
    .describe('Figures of the organization for super users.'),
  public_api_info: z
    .object({
      max_credits: z.int().describe('Credits of the organization per day, 0 to 100,000,000.'),
      remaining_credits: z.int().describe('Credits that remain until midnight UTC.'),
    })
    .describe('Daily credits of the public API; the day ends at midnight UTC.'),
})
export type CountedOrganization = z.infer<typeof CountedOrganization>

const name = oneLine().min(1, 'Organization name is required').max(50, 'Maximum 50 symbols')
const contact = (message: string) => z.email(message).max(254)

/** Credits of an organization per day: the default, then the maximum. */
export const USUAL_CREDITS = 10_000
const MOST_CREDITS = 100_000_000
const CREDITS = 'Credits must be a whole number from 0 to 100,000,000'

/** Changing country clears region; which regions there are depends on the country. */
export const OrganizationForm = z.object({
  name: name.describe('Name of the organization, 1 to 50 characters.'),
  contact: contact('Contact email is required').describe(
    'Email address for contact, at most 254 characters.',
  ),
  country: Country.describe('English name of the country, as the form offers it.'),
  region: Region.default('').describe('Region of the country; empty for none.'),
  features: Features.partial().optional().describe('Optional features that are switched on.'),
  settings: Settings.partial().optional().describe('Settings of the organization as a whole.'),
  public_api_info: z
    .object({
      max_credits: z
        .int(CREDITS)
        .min(0, CREDITS)
        .max(MOST_CREDITS, CREDITS)
        .describe('Credits of the organization per day, 0 to 100,000,000.'),
    })
    .optional()
    .describe('Daily credits of the public API; the day ends at midnight UTC.'),
})
export type OrganizationForm = z.infer<typeof OrganizationForm>
/** Fields that are absent stay unchanged. */
const OrganizationEdit = OrganizationForm.extend({
  region: Region.describe('Region of the country; empty for none.'),
})
  .partial()
  .extend({
    expected: expectedValues(OrganizationForm).describe(
      'Values of the changed fields as the sender last read them. The call fails with `conflict` if another user changed one of these fields since.',
    ),
  })
export type OrganizationEdit = z.infer<typeof OrganizationEdit>

export const OrganizationSettingsForm = z.object({
  name: name.describe('Name of the organization, 1 to 50 characters.'),
  contact: contact('Contact email address is required').describe(
    'Email address for contact, at most 254 characters.',
  ),
  time_zone: z
    .string()
    .max(100)
    .nullable()
    .optional()
    .describe("IANA name of the organization's time zone, at most 100 characters; null for UTC."),
  settings: Settings.pick({ force_captain_login: true })
    .partial()
    .optional()
    .describe('Settings of the organization as a whole.'),
  ...SignInRules.partial().shape,
})
export type OrganizationSettingsForm = z.infer<typeof OrganizationSettingsForm>
/** Fields that are absent stay unchanged. */
const OrganizationSettingsEdit = OrganizationSettingsForm.partial().extend({
  expected: expectedValues(OrganizationSettingsForm).describe(
    'Values of the changed fields as the sender last read them. The call fails with `conflict` if another user changed one of these fields since.',
  ),
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
  problems: ['OWN_SECOND_FACTOR_FIRST'],
})
/** The users that a required second factor would stop, for those who may require it. */
export const listWithoutSecondFactor = endpoint({
  method: 'GET',
  path: '/api/organization/without_second_factor',
  access: 'company:company-edit',
  output: z.object({
    count: z.int().describe('Number of users of the organization without a second factor.'),
    names: z.array(z.string()).describe('Names of up to 100 of these users, sorted.'),
    includes_you: z.boolean().describe('True if the caller has no second factor.'),
  }),
})
export const updateLastLogin = endpoint({
  method: 'PUT',
  path: '/api/organization/update_last_login',
  access: 'signed-in',
  output: z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') }),
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
  output: z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') }),
})

/** Moves the caller into another organization, at its top level, with the role that makes them super. */
export const switchOrganization = endpoint({
  method: 'PUT',
  path: '/api/super/switch-organization',
  access: 'super',
  body: z.object({
    new_company_id: z.uuid().describe('Identifier of the organization to switch to, a UUID.'),
  }),
  output: z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') }),
  problems: ['not_found'],
})
/**
 * Lets the caller view through another role in a department of the present organization. A super-viewer can
 * take viewing roles only. The caller stays a super user and can return.
 */
export const switchRole = endpoint({
  method: 'PUT',
  path: '/api/super/user-role',
  access: 'super',
  body: z.object({
    role_id: z.enum(ROLE_IDS, 'Role is required').describe('Identifier of the role to act in.'),
    department_id: z
      .uuid('Department is required')
      .describe('Identifier of the department to act in, a UUID.'),
  }),
  output: z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') }),
  problems: ['not_found'],
})
