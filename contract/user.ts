import { z } from 'zod'
import { Department } from './department.ts'
import { byId, endpoint, page } from './endpoint.ts'
import { LANGUAGE_IDS } from './language.ts'
import { oneLine } from './oneLine.ts'
import { Organization } from './organization.ts'
import { ROLE_IDS } from './permissions.ts'
import { PhoneNumber } from './place.ts'
import { Role } from './role.ts'
import { UNIT_CHOICES } from './unitChoice.ts'
import { wasOf } from './was.ts'

const ok = z.object({ ok: z.literal(true) })

/** Channels a person takes messages on: a master switch each, and below it rule alerts and alerts of the boat's own bus. */
export const SubscribedNotifications = z.object({
  push_notifications: z.boolean(),
  email_notifications: z.boolean(),
  sms_notifications: z.boolean(),
  rule_alert_push_notifications: z.boolean(),
  rule_alert_email: z.boolean(),
  rule_alert_sms: z.boolean(),
  n2k_flag_push_notifications: z.boolean(),
  n2k_flag_email: z.boolean(),
  n2k_flag_sms: z.boolean(),
})
export type SubscribedNotifications = z.infer<typeof SubscribedNotifications>

/**
 * What a new organization needs before it sees anything, each true once it is there: a vessel, samples of one, a captain,
 * a second person.
 */
export const FirstSteps = z.object({
  vessel: z.boolean(),
  data: z.boolean(),
  captain: z.boolean(),
  colleague: z.boolean(),
})
export type FirstSteps = z.infer<typeof FirstSteps>

/** A further department that somebody belongs to, and what they are there. */
export const Membership = z.object({
  department_id: z.uuid(),
  department: Department,
  role_id: z.enum(ROLE_IDS),
})
export type Membership = z.infer<typeof Membership>

export const Units = z.object({
  speed: z.enum(UNIT_CHOICES.speed),
  distance: z.enum(UNIT_CHOICES.distance),
  volume: z.enum(UNIT_CHOICES.volume),
  temperature: z.enum(UNIT_CHOICES.temperature),
  length: z.enum(UNIT_CHOICES.length),
})

export const User = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.email(),
  phone_number: z.string().nullable(),
  profile_picture_url: z.string().nullable(),
  company_id: z.uuid(),
  company: Organization,
  department_id: z.uuid(),
  department: Department,
  role_id: z.enum(ROLE_IDS),
  role: Role,
  /** Further departments; department_id and role_id are the primary ones. */
  memberships: z.array(Membership),
  /** 'super' marks super users, whatever role they look through at the moment. */
  auth_role: z.enum(['super', 'user']),
  permissions: z.array(z.string()),
  /** Whom to write to about the console; null where nobody gave an address. */
  support_email: z.email().nullable(),
  /** The product’s website and documentation of this installation’s own; null where whoever runs it gave none. */
  website_url: z.url().nullable(),
  documentation_url: z.url().nullable(),
  unread_messages: z.object({ alert_count: z.int(), announcement_count: z.int() }),
  subscribed_notifications: SubscribedNotifications,
  /** What they read quantities in. */
  units: Units,
  /** Language of mails, SMS and pushes to them. */
  message_language: z.enum(LANGUAGE_IDS),
  /** Null for whoever may not make vessels, once all is there, and for whoever has put it away. */
  first_steps: FirstSteps.nullable(),
})
export type User = z.infer<typeof User>

export const getMe = endpoint({ method: 'GET', path: '/api/users/me', access: 'signed-in', output: User })

const name = oneLine()
  .min(1, 'Name must be at least 1 character.')
  .max(50, 'Name must be at most 50 characters.')
const phone_number = PhoneNumber.nullable().optional()

const place = {
  role_id: z.enum(ROLE_IDS, 'Role is required.'),
  department_id: z.uuid('Department is required.'),
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
  name,
  email: z.email('Invalid email address.').max(254),
  phone_number,
  ...place,
  memberships: memberships.optional(),
})
export const UserForm = UserFields.refine(placedOnce, TWICE)
export type UserForm = z.infer<typeof UserForm>
/** Whoever edits another person may not change the address they sign in with. */
export const UserEditForm = UserFields.omit({ email: true }).refine(placedOnce, TWICE)
export type UserEditForm = z.infer<typeof UserEditForm>
/** What is not given stays as it is. */
const EditFields = UserFields.omit({ email: true })
const UserEdit = EditFields.partial().extend({ was: wasOf(EditFields) })
export type UserEdit = z.infer<typeof UserEdit>
export const ProfileForm = z.object({
  name: oneLine().min(1, 'Name is required').max(50, 'Name must be at most 50 characters.'),
  phone_number,
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
  last_login: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  /** When pairing by code works again after ten wrong codes; null where it is not locked. */
  pairing_locked_until: z.iso.datetime().nullable(),
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
 * The new person gets a mail with a link to the console; where mails do not leave, the answer has the address of a page
 * on which they choose a password, for the inviter to hand over. Throws EMAIL_ALREADY_IN_USE_AT_COMPANY.
 */
export const createUser = endpoint({
  method: 'POST',
  path: '/api/users',
  access: 'department:user-create',
  problems: ['EMAIL_ALREADY_IN_USE_AT_COMPANY'],
  body: UserForm,
  output: ListedUser.extend({ invitation_path: z.string().nullable() }),
})
/**
 * Invites a person again who has never signed in: sends the mail, or where mails do not leave answers a new link to hand
 * over and ends the one before. Throws `conflict` for a person who has signed in.
 */
export const renewInvitation = endpoint({
  method: 'POST',
  path: '/api/users/:id/invitation',
  access: 'user:user-edit',
  problems: ['conflict', 'TOO_MANY_ATTEMPTS'],
  params: byId,
  output: z.object({ invitation_path: z.string().nullable() }),
})
/** Lets a person pair again at once whom ten wrong codes have locked for fifteen minutes. Five of an organization an hour. */
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
/** Nobody deletes themselves. */
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
  body: z.object({ encoded_profile_picture: z.string().max(14_000_000) }),
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

/** Sends a sign-in code; the answer is the same whether or not the address is known. */
export const requestCode = endpoint({
  method: 'POST',
  path: '/api/auth/signin/otp',
  access: 'anyone',
  body: z.object({ email }),
  output: z.object({ ok: z.literal(true) }),
})

/** A correct code answers a token that `POST /identity/exchange` turns into a session, once. */
export const verifyCode = endpoint({
  method: 'POST',
  path: '/api/auth/signin/verify-otp',
  access: 'anyone',
  problems: ['INVALID_OTP'],
  body: z.object({ email, otp: z.string().length(6) }),
  output: z.object({ token: z.string() }),
})

/** What an empty installation offers instead of sign-in: its first organization and super-admin. */
export const getSetup = endpoint({
  method: 'GET',
  path: '/api/setup',
  access: 'anyone',
  output: z.object({
    needed: z.boolean(),
    demo: z.boolean(),
    /** Whether mails reach people: codes, invitations and links for a forgotten password. */
    mail: z.boolean(),
    /** Where else one may sign in, by its name. */
    provider: z.string().nullable(),
  }),
})
export const createFirstAdmin = endpoint({
  method: 'POST',
  path: '/api/setup',
  access: 'anyone',
  body: z.object({
    organization: oneLine().min(1).max(100),
    name: oneLine().min(1).max(100),
    email,
    password: z.string().min(6, 'Use at least 6 characters').max(200),
  }),
  output: z.object({ ok: z.literal(true) }),
})
