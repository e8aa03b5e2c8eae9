import { z } from 'zod'
import { isSuper, ROLE_IDS, type RoleId } from '#contract/domain/permissions.ts'
import { oneLine } from '#contract/text/oneLine.ts'
import { byId, endpoint, page } from './endpoint.ts'

/** A key of the public API as it is shown: the whole of it was seen once, when it was made. */
export const ApiKey = z.object({
  id: z.uuid().describe('Identifier of the API key, a UUID.'),
  name: z.string().describe('Name of the API key.'),
  first_digits: z.string().describe('First characters of the secret key, for recognition.'),
  last_digits: z.string().describe('Last characters of the secret key, for recognition.'),
  department_id: z
    .uuid()
    .describe(
      'Identifier of the department that the key can reach, a UUID; departments below it are included.',
    ),
  role_id: z.enum(ROLE_IDS).describe('Identifier of the role that the key has.'),
  created_at: z.iso.datetime().describe('Time of creation, ISO 8601 in UTC.'),
  last_used: z.iso
    .datetime()
    .nullable()
    .describe("Time of the key's last call, ISO 8601 in UTC; null before the first."),
  used_credits_total: z.int().describe('Number of credits that the key has spent since its creation.'),
})
export type ApiKey = z.infer<typeof ApiKey>

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api/public-api-keys',
  access: 'department:api-key-view',
  list: {
    orders: ['name', 'created_at', 'last_used', 'used_credits_total'],
    usual: ['created_at', 'desc'],
    filters: { id: 'id', name: 'text', role_id: ROLE_IDS, department_id: 'department' },
  },
  output: page(ApiKey),
})

/** Roles that a key may have: a program works for one organization, so the super roles are excluded. */
export const KEY_ROLE_IDS: readonly RoleId[] = ROLE_IDS.filter((id) => !isSuper(id))

export const ApiKeyForm = z.object({
  name: oneLine()
    .min(1, 'Name is required')
    .max(50, 'Maximum 50 symbols')
    .describe('Name of the API key, 1 to 50 characters.'),
  department_id: z
    .uuid('Department is required')
    .describe('Identifier of the department that the key shall reach, a UUID.'),
  role_id: z
    .enum(KEY_ROLE_IDS, 'Role is required')
    .describe('Identifier of the role that the key shall have.'),
})
export type ApiKeyForm = z.infer<typeof ApiKeyForm>

export const createApiKey = endpoint({
  method: 'POST',
  path: '/api/public-api-keys/v2',
  access: 'department:api-key-create',
  body: ApiKeyForm,
  /** With the whole secret, this once. */
  output: ApiKey.extend({ key: z.string().describe('The secret key itself, shown only in this answer.') }),
  problems: ['invalid'],
})
export const updateApiKey = endpoint({
  method: 'PUT',
  path: '/api/public-api-keys/v2/:id',
  access: 'department:api-key-edit',
  params: byId,
  body: ApiKeyForm,
  output: ApiKey,
})
export const deleteApiKey = endpoint({
  method: 'DELETE',
  path: '/api/public-api-keys/:id',
  access: 'department:api-key-delete',
  params: byId,
  output: z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') }),
})

/** Credits of all keys of the organization: the daily limit, and the rest of today. */
export const getApiUsage = endpoint({
  method: 'GET',
  path: '/api/public-api-keys/usage',
  access: 'department:api-key-view',
  output: z.object({
    max_credits: z.int().describe('Credits of the organization per day, 0 or more.'),
    remaining_credits: z.int().describe('Credits that remain until the end of the day, 0 or more.'),
    resets_at: z.iso
      .datetime()
      .describe('Time when the daily credits start again: the next midnight in UTC, ISO 8601.'),
  }),
})
