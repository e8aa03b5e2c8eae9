import { z } from 'zod'
import { byId, endpoint, page } from './endpoint.ts'
import { oneLine } from './oneLine.ts'
import { isSuper, ROLE_IDS, type RoleId } from './permissions.ts'

/** A key of the public API as it is shown: the whole of it was seen once, when it was made. */
export const ApiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  first_digits: z.string(),
  last_digits: z.string(),
  department_id: z.uuid(),
  role_id: z.enum(ROLE_IDS),
  created_at: z.iso.datetime(),
  last_used: z.iso.datetime().nullable(),
  used_credits_total: z.int(),
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

/** What a key may be: a program works for one organization, so none of the roles above all. */
export const KEY_ROLE_IDS: readonly RoleId[] = ROLE_IDS.filter((id) => !isSuper(id))

export const ApiKeyForm = z.object({
  name: oneLine().min(1, 'Name is required').max(50, 'Maximum 50 symbols'),
  department_id: z.uuid('Department is required'),
  role_id: z.enum(KEY_ROLE_IDS, 'Role is required'),
})
export type ApiKeyForm = z.infer<typeof ApiKeyForm>

export const createApiKey = endpoint({
  method: 'POST',
  path: '/api/public-api-keys/v2',
  access: 'department:api-key-create',
  body: ApiKeyForm,
  /** With the whole secret, this once. */
  output: ApiKey.extend({ key: z.string() }),
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
  output: z.object({ ok: z.literal(true) }),
})

/** What all keys of the organization may spend in a day, and have left of it. */
export const getApiUsage = endpoint({
  method: 'GET',
  path: '/api/public-api-keys/usage',
  access: 'department:api-key-view',
  output: z.object({
    max_credits: z.int(),
    remaining_credits: z.int(),
    /** The next midnight GMT. */
    resets_at: z.iso.datetime(),
  }),
})
