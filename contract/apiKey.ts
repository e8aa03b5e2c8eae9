import { z } from 'zod'
import { endpoint, page } from './endpoint.ts'
import { ROLE_IDS } from './permissions.ts'

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
    filters: { id: 'id', name: 'text', role_id: ROLE_IDS, department_id: 'department' },
  },
  output: page(ApiKey),
})
