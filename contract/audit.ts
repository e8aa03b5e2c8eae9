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

/** What leaves a line, as `noun.verb`. */
export const ACTS = [
  'user.create',
  'user.update',
  'user.delete',
  'user.picture',
  'user.notifications',
  'user.password',
  'user.password-reset',
  'user.second-factor-on',
  'user.second-factor-off',
  'user.backup-codes',
  'user.switch-organization',
  'user.switch-role',
  'department.create',
  'department.update',
  'department.delete',
  'api-key.create',
  'api-key.update',
  'api-key.delete',
  'chart.create',
  'chart.delete',
  'area.create',
  'area.stop',
  'area.resume',
  'area.delete',
  'captain.create',
  'captain.update',
  'captain.delete',
  'vessel.helm',
  'alert.acknowledge',
  'alert.assign',
  'alert.silence',
  'alert.comment',
  'webhook.create',
  'webhook.update',
  'webhook.delete',
  'webhook.rotate',
  'message.retry',
  'geofence.create',
  'geofence.update',
  'geofence.delete',
  'rule.create',
  'rule.update',
  'rule.delete',
  'trip.captain',
  'trip.split',
  'trip.merge',
  'trip.trim',
  'trip.undo',
  'trip.delete',
  'share-link.create',
  'share-link.revoke',
  'share-link.open',
  'installation.test-mail',
  'export.create',
  'export.download',
  'export.delete',
  'report-schedule.create',
  'report-schedule.update',
  'report-schedule.delete',
  'comment.create',
  'comment.delete',
  'sensor.update',
  'sensor.mount',
  'sensor.unmount',
  'vessel.create',
  'vessel.update',
  'vessel.delete',
  'vessel.picture',
  'vessel.device-label',
  'vessel.model',
  'vessel.log',
  'vessel.log-date',
  'vessel.log-columns',
  'vessel.log-remove',
  'vessel.pair',
  'vessel.unpair',
  'vessel.transfer',
  'device.renew',
  'device.revoke',
  'vessel.source',
  'organization.create',
  'organization.update',
  'organization.delete',
] as const
export type ActName = (typeof ACTS)[number]

/** One administrative act: who did what to whom, when and from where, with what it was before and after. */
export const AuditEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actor: AuditActor,
  /** One of `ACTS`, or what one was called in an earlier version. */
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
