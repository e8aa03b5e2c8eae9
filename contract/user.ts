import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ROLE_IDS } from './permissions.ts'

export const Company = z.object({
  id: z.uuid(),
  name: z.string(),
  features: z.object({ departments: z.boolean(), route_guidance: z.boolean() }),
  settings: z.object({ has_comfort_speed: z.boolean(), force_captain_login: z.boolean() }),
})
export type Company = z.infer<typeof Company>

/** A null parent_id means the top-level department, which stands for the organization itself. */
export const Department = z.object({
  id: z.uuid(),
  name: z.string(),
  parent_id: z.uuid().nullable(),
  company_id: z.uuid(),
})
export type Department = z.infer<typeof Department>

export const Role = z.object({ id: z.enum(ROLE_IDS), name: z.string(), description: z.string() })

export const User = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.email(),
  phone_number: z.string().nullable(),
  profile_picture_url: z.string().nullable(),
  company_id: z.uuid(),
  company: Company,
  department_id: z.uuid(),
  department: Department,
  role_id: z.enum(ROLE_IDS),
  role: Role,
  /** 'super' marks super users. */
  auth_role: z.enum(['super', 'user']),
  permissions: z.array(z.string()),
  unread_messages: z.object({ alert_count: z.int(), announcement_count: z.int() }),
})
export type User = z.infer<typeof User>

export const getMe = endpoint({ method: 'GET', path: '/api/users/me', access: 'signed-in', output: User })

export const listDepartments = endpoint({
  method: 'GET',
  path: '/api/departments',
  access: 'signed-in',
  output: z.object({ data: z.array(Department), total: z.int() }),
})

/** The organization that the caller is in. */
export const getOrganization = endpoint({
  method: 'GET',
  path: '/api/organization',
  access: 'signed-in',
  output: Company,
})

/** The roles there are, for pickers. */
export const listRoleOptions = endpoint({
  method: 'GET',
  path: '/api/roles/options',
  access: 'signed-in',
  output: z.object({ data: z.array(Role), total: z.int() }),
})

export const updateLastLogin = endpoint({
  method: 'PUT',
  path: '/api/organization/update_last_login',
  access: 'signed-in',
  output: z.object({ ok: z.literal(true) }),
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
  body: z.object({ email, otp: z.string().length(6) }),
  output: z.object({ token: z.string() }),
})

/** What an empty installation offers instead of sign-in: its first organization and super-admin. */
export const getSetup = endpoint({
  method: 'GET',
  path: '/api/setup',
  access: 'anyone',
  output: z.object({ needed: z.boolean(), demo: z.boolean() }),
})
export const createFirstAdmin = endpoint({
  method: 'POST',
  path: '/api/setup',
  access: 'anyone',
  body: z.object({
    organization: z.string().trim().min(1).max(100),
    name: z.string().trim().min(1).max(100),
    email,
    password: z.string().min(8, 'Use at least 8 characters').max(200),
  }),
  output: z.object({ ok: z.literal(true) }),
})
