import { z } from 'zod'
import { endpoint, page } from './endpoint.ts'

/** By name of field. */
const State = z.record(z.string(), z.json())

/** Who did it, by the name they had then: a person, a key of the public API, or the system by itself. */
const AuditActor = z.discriminatedUnion('type', [
  z.object({ type: z.literal('user'), id: z.uuid(), name: z.string() }),
  z.object({ type: z.literal('api-key'), id: z.uuid(), name: z.string() }),
  z.object({ type: z.literal('system') }),
])

/** One administrative act: who did what to whom, when and from where, with what it was before and after. */
export const AuditEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actor: AuditActor,
  /** `noun.verb`, for example `user.create`. */
  act: z.string(),
  subject_id: z.string().nullable(),
  subject_name: z.string().nullable(),
  ip: z.string(),
  before: State.nullable(),
  after: State.nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Newest first. */
export const listAudit = endpoint({
  method: 'GET',
  path: '/api/audit',
  access: 'company:audit-view',
  list: {
    orders: ['at'],
    filters: { at: 'time', user_id: 'id', act: 'text', subject_id: 'text' },
  },
  output: page(AuditEntry),
})
