import { z } from 'zod'
import { ROLE_IDS } from '#contract/domain/permissions.ts'
import { UNIT_CHOICES } from '#contract/domain/unitChoice.ts'
import { LANGUAGE_IDS } from '#contract/text/language.ts'
import { oneLine } from '#contract/text/oneLine.ts'
import { Department } from './department.ts'
import { byId, endpoint, page } from './endpoint.ts'
import { expectedValues } from './optimisticLock.ts'
import { Organization } from './organization.ts'
import { PhoneNumber } from './place.ts'
import { Role } from './role.ts'

const ok = z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') })

/** Channels a person takes messages on: a master switch each, and below it rule alerts and alerts of the boat's own bus. */
export const SubscribedNotifications = z.object({
  push_notifications: z.boolean().describe('True if the user receives push messages at all.'),
  email_notifications: z.boolean().describe('True if the user receives emails at all.'),
  sms_notifications: z.boolean().describe('True if the user receives SMS at all.'),
  rule_alert_push_notifications: z.boolean().describe('True for push messages about alerts of rules.'),
  rule_alert_email: z.boolean().describe('True for emails about alerts of rules.'),
  rule_alert_sms: z.boolean().describe('True for SMS about alerts of rules.'),
  n2k_flag_push_notifications: z
    .boolean()
    .describe("True for push messages about alerts of the vessel's own bus."),
  n2k_flag_email: z.boolean().describe("True for emails about alerts of the vessel's own bus."),
  n2k_flag_sms: z.boolean().describe("True for SMS about alerts of the vessel's own bus."),
})
export type SubscribedNotifications = z.infer<typeof SubscribedNotifications>

/** First steps of a new organization, each true once done: a vessel, samples of one, a captain, a second person. */
export const FirstSteps = z.object({
  vessel: z.boolean().describe('True once the organization has a vessel.'),
  data: z.boolean().describe('True once a vessel has sent data.'),
  captain: z.boolean().describe('True once the organization has a captain.'),
  colleague: z.boolean().describe('True once the organization has a second user.'),
})
export type FirstSteps = z.infer<typeof FirstSteps>

/** A further department of a user, with the role there. */
export const Membership = z.object({
  department_id: z.uuid().describe('Identifier of the further department, a UUID.'),
  department: Department.describe('Further department that the user belongs to.'),
  role_id: z.enum(ROLE_IDS).describe("Identifier of the user's role in the further department."),
})
export type Membership = z.infer<typeof Membership>

export const Units = z.object({
  speed: z.enum(UNIT_CHOICES.speed).describe('Unit that the user reads speeds in.'),
  distance: z.enum(UNIT_CHOICES.distance).describe('Unit that the user reads distances in.'),
  volume: z.enum(UNIT_CHOICES.volume).describe('Unit that the user reads volumes in.'),
  temperature: z.enum(UNIT_CHOICES.temperature).describe('Unit that the user reads temperatures in.'),
  length: z.enum(UNIT_CHOICES.length).describe('Unit that the user reads lengths in.'),
})

export const User = z.object({
  id: z.uuid().describe('Identifier of the user, a UUID.'),
  name: z.string().describe('Name of the user.'),
  email: z.email().describe('Email address that the user signs in with.'),
  phone_number: z.string().nullable().describe('Phone number of the user; null if unknown.'),
  profile_picture_url: z
    .string()
    .nullable()
    .describe("Address of the user's picture; null without a picture."),
  company_id: z.uuid().describe("Identifier of the user's organization, a UUID."),
  company: Organization.describe('Organization that the user belongs to.'),
  department_id: z.uuid().describe("Identifier of the user's primary department, a UUID."),
  department: Department.describe('Primary department that the user belongs to.'),
  role_id: z.enum(ROLE_IDS).describe("Identifier of the user's role in the primary department."),
  role: Role.describe('Role of the user in the primary department.'),
  memberships: z.array(Membership).describe('Further departments of the user, with the role in each.'),
  auth_role: z.enum(['super', 'user']).describe('Kind of user: `super` for super users, otherwise `user`.'),
  permissions: z.array(z.string()).describe('Permissions of the user, each as scope:action:id.'),
  support_email: z
    .email()
    .nullable()
    .describe("Email address of the console's support; null if not configured."),
  website_url: z.url().nullable().describe("Address of the product's website; null if not configured."),
  documentation_url: z
    .url()
    .nullable()
    .describe("Address of this installation's own documentation; null without one."),
  unread_messages: z
    .object({
      alert_count: z.int().describe('Number of unread alerts.'),
      announcement_count: z.int().describe('Number of unread announcements.'),
    })
    .describe('Number of unread alerts and announcements.'),
  subscribed_notifications: SubscribedNotifications.describe('Channels on which the user receives messages.'),
  units: Units.describe('Units that the user reads quantities in.'),
  message_language: z.enum(LANGUAGE_IDS).describe('Language of messages to the user: `en`, `it` or `is`.'),
  needs_second_factor: z
    .boolean()
    .describe('True if the organization requires a second factor that the user has not turned on.'),
  first_steps: FirstSteps.nullable().describe(
    'Setup steps of a new organization; null once complete or dismissed.',
  ),
})
export type User = z.infer<typeof User>

export const getMe = endpoint({ method: 'GET', path: '/api/users/me', access: 'signed-in', output: User })

const name = oneLine()
  .min(1, 'Name must be at least 1 character.')
  .max(50, 'Name must be at most 50 characters.')
const phone_number = PhoneNumber.nullable().optional()

const place = {
  role_id: z.enum(ROLE_IDS, 'Role is required.').describe("Identifier of the user's role in the department."),
  department_id: z.uuid('Department is required.').describe("Identifier of the user's department, a UUID."),
}
/** Further departments besides the primary one, each once; left out they stay as they are. */
const memberships = z.array(z.object(place)).max(50)
/** Whether a person is in each department once. */
export const placedOnce = ({
  department_id,
  memberships = [],
}: {
  department_id: string
  memberships?: { department_id: string }[] | undefined
}) => new Set([department_id, ...memberships.map((one) => one.department_id)]).size === memberships.length + 1
const TWICE = { error: 'Each department can be chosen once.', path: ['memberships'] }

const UserFields = z.object({
  name: name.describe('Name of the user, 1 to 50 characters.'),
  email: z
    .email('Invalid email address.')
    .max(254)
    .describe('Email address for the sign-in, at most 254 characters.'),
  phone_number: phone_number.describe('Phone number of the user, 5 to 15 digits; null or empty for none.'),
  ...place,
  memberships: memberships
    .optional()
    .describe('Further departments with the role in each, at most 50; unchanged if absent.'),
})
export const UserForm = UserFields.refine(placedOnce, TWICE)
export type UserForm = z.infer<typeof UserForm>
/** Form for editing another user, whose sign-in address cannot be changed. */
export const UserEditForm = UserFields.omit({ email: true }).refine(placedOnce, TWICE)
export type UserEditForm = z.infer<typeof UserEditForm>
/** Fields that are absent stay unchanged. */
const EditFields = UserFields.omit({ email: true })
const UserEdit = EditFields.partial().extend({
  expected: expectedValues(EditFields).describe(
    'Values of the changed fields as the sender last read them. The call fails with `conflict` if another user changed one of these fields since.',
  ),
})
export type UserEdit = z.infer<typeof UserEdit>
export const ProfileForm = z.object({
  name: oneLine()
    .min(1, 'Name is required')
    .max(50, 'Name must be at most 50 characters.')
    .describe('Name of the user, 1 to 50 characters.'),
  phone_number: phone_number.describe('Phone number of the user, 5 to 15 digits; null or empty for none.'),
})
export type ProfileForm = z.infer<typeof ProfileForm>

/** A person as colleagues see them. */
export const ListedUser = User.pick({
  id: true,
  name: true,
  email: true,
  phone_number: true,
  profile_picture_url: true,
  company_id: true,
  department_id: true,
  department: true,
  role_id: true,
  role: true,
  memberships: true,
  auth_role: true,
  subscribed_notifications: true,
}).extend({
  last_login: z.iso
    .datetime()
    .nullable()
    .describe("Time of the user's last sign-in, ISO 8601 in UTC; null before the first."),
  created_at: z.iso.datetime().describe('Time of creation, ISO 8601 in UTC.'),
  pairing_locked_until: z.iso
    .datetime()
    .nullable()
    .describe('End of the pairing lock after ten wrong codes, ISO 8601 in UTC; null if not locked.'),
})
export type ListedUser = z.infer<typeof ListedUser>

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users',
  access: 'department:user-view',
  list: {
    orders: ['name', 'email', 'role', 'created_at'],
    usual: ['name', 'asc'],
    filters: {
      id: 'id',
      name: 'text',
      email: 'text',
      role_id: ROLE_IDS,
      auth_role: ['user', 'super'],
      department_id: 'department',
    },
  },
  output: page(ListedUser),
})
export const getUser = endpoint({
  method: 'GET',
  path: '/api/users/:id',
  access: 'user:user-view',
  params: byId,
  output: ListedUser,
})
/**
 * The new person gets a mail with a link to the console. Without mail the answer has the address of a page
 * for choosing a password, for the inviter to pass on. Throws EMAIL_ALREADY_IN_USE_AT_COMPANY.
 */
export const createUser = endpoint({
  method: 'POST',
  path: '/api/users',
  access: 'department:user-create',
  problems: ['EMAIL_ALREADY_IN_USE_AT_COMPANY'],
  body: UserForm,
  output: ListedUser.extend({
    invitation_path: z
      .string()
      .nullable()
      .describe('Path of the invitation page to hand over; null if an email was sent.'),
  }),
})
/**
 * Renews the invitation of a person who has never signed in: sends the mail, or without mail answers a new
 * link and ends the one before. Throws `conflict` for a person who has signed in.
 */
export const renewInvitation = endpoint({
  method: 'POST',
  path: '/api/users/:id/invitation',
  access: 'user:user-edit',
  problems: ['conflict', 'TOO_MANY_ATTEMPTS'],
  params: byId,
  output: z.object({
    invitation_path: z
      .string()
      .nullable()
      .describe('Path of the invitation page to hand over; null if an email was sent.'),
  }),
})
/**
 * Ends the lock of a person after ten wrong codes, so that the person can pair at once. At most five an hour
 * in an organization.
 */
export const endPairingLock = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/pairing-lock',
  access: 'user:user-edit',
  problems: ['too_many'],
  params: byId,
  output: ok,
})
export const updateUser = endpoint({
  method: 'PUT',
  path: '/api/users/:id',
  access: 'user:user-edit',
  params: byId,
  body: UserEdit,
  output: ListedUser,
})
/** Deletes a user; users cannot delete themselves. */
export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/users/:id',
  access: 'user:user-delete',
  params: byId,
  output: ok,
})
export const updateMe = endpoint({
  method: 'PUT',
  path: '/api/users/me',
  access: 'signed-in',
  body: ProfileForm,
  output: User,
})
/** A JPEG, PNG or WebP of at most 10 MB and at least 250 × 250 pixels, as base64 or a data URL; kept re-encoded. */
export const updateMyPicture = endpoint({
  method: 'PUT',
  path: '/api/users/me/image',
  access: 'signed-in',
  body: z.object({
    encoded_profile_picture: z
      .string()
      .max(14_000_000)
      .describe('Picture as base64 or a data URL: JPEG, PNG or WebP, at most 10 MB.'),
  }),
  output: User,
})
export const deleteMyPicture = endpoint({
  method: 'DELETE',
  path: '/api/users/me/image',
  access: 'signed-in',
  output: User,
})
export const updateNotifications = endpoint({
  method: 'PUT',
  path: '/api/users/user_subscribed_notifications',
  access: 'signed-in',
  body: SubscribedNotifications,
  output: SubscribedNotifications,
})
export const updateUnits = endpoint({
  method: 'PUT',
  path: '/api/users/me/units',
  access: 'signed-in',
  body: Units,
  output: Units,
})
/** Opening the announcements resets their count; the path is spelled as clients know it. */
export const readAnnouncements = endpoint({
  method: 'PUT',
  path: '/api/users/read_unread_announcments',
  access: 'signed-in',
  output: ok,
})
/** Puts the first steps away for good. */
export const dismissFirstSteps = endpoint({
  method: 'PUT',
  path: '/api/users/me/dismiss_first_steps',
  access: 'signed-in',
  output: ok,
})
export const readAlerts = endpoint({
  method: 'PUT',
  path: '/api/users/read_unread_alerts',
  access: 'signed-in',
  output: ok,
})

const email = z.email('Must be a valid email').max(254)

/** Sends a sign-in code; the answer does not depend on whether the address is known. */
export const requestCode = endpoint({
  method: 'POST',
  path: '/api/auth/signin/otp',
  access: 'anyone',
  body: z.object({ email: email.describe('Email address to sign in with.') }),
  output: z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') }),
})

/** A correct code answers a token that `POST /identity/exchange` turns into a session, once. */
export const verifyCode = endpoint({
  method: 'POST',
  path: '/api/auth/signin/verify-otp',
  access: 'anyone',
  problems: ['INVALID_OTP'],
  body: z.object({
    email: email.describe('Email address to sign in with.'),
    otp: z.string().length(6).describe('Sign-in code from the email, six characters.'),
  }),
  output: z.object({ token: z.string().describe('Token for one exchange into a session.') }),
})

/** Setup of an empty installation, in place of sign-in: its first organization and super-admin. */
export const getSetup = endpoint({
  method: 'GET',
  path: '/api/setup',
  access: 'anyone',
  output: z.object({
    needed: z.boolean().describe('True while the installation has no user yet.'),
    demo: z.boolean().describe('True for a demo installation.'),
    mail: z.boolean().describe('True if the server can send emails to people.'),
    provider: z.string().nullable().describe('Name of the external sign-in provider; null without one.'),
  }),
})
export const createFirstAdmin = endpoint({
  method: 'POST',
  path: '/api/setup',
  access: 'anyone',
  problems: ['PASSWORD_BREACHED'],
  body: z.object({
    organization: oneLine().min(1).max(100).describe('Name of the first organization, 1 to 100 characters.'),
    name: oneLine().min(1).max(100).describe('Name of the first administrator, 1 to 100 characters.'),
    email: email.describe('Email address of the first administrator.'),
    password: z
      .string()
      .min(6, 'Use at least 6 characters')
      .max(200)
      .describe('Password of the first administrator, 6 to 200 characters.'),
  }),
  output: z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') }),
})
