import { z } from 'zod'
import { endpoint, page } from './endpoint.ts'

/** Refers to itself; the description of the API names it and allows any value, since JSON has no narrower type. */
export const JsonValue = z.json().describe('Any JSON value: text, number, boolean, null, list or object.')
/** State of a record, keyed by the name of the field. */
const State = z.record(z.string(), JsonValue)

/** Actor of an entry, under the name at that time: a user, a key of the public API, or the system itself. */
const AuditActor = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('user').describe('Type of actor: always `user`, a signed-in user.'),
    id: z.uuid().describe('Identifier of the user or API key, a UUID.'),
    name: z.string().describe('Name that the user or API key had at that time.'),
  }),
  z.object({
    type: z.literal('api-key').describe('Type of actor: always `api-key`, a program with a key.'),
    id: z.uuid().describe('Identifier of the user or API key, a UUID.'),
    name: z.string().describe('Name that the user or API key had at that time.'),
  }),
  z.object({ type: z.literal('system').describe('Type of actor: always `system`, the server itself.') }),
])

/** Actions that write an entry, as `noun.verb`. */
export const ACTS = [
  'sign-in.refused',
  'access.refused',
  'user.create',
  'user.invite',
  'user.pairing-lock-end',
  'user.update',
  'user.delete',
  'user.picture',
  'user.notifications',
  'user.password',
  'user.password-reset',
  'user.second-factor-on',
  'user.second-factor-off',
  'user.backup-codes',
  'user.session-end',
  'user.switch-organization',
  'user.switch-role',
  'department.create',
  'department.update',
  'department.delete',
  'api-key.create',
  'api-key.update',
  'api-key.delete',
  'chart.create',
  'chart.retry',
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
  'trip.ashore',
  'trip.at_sea',
  'trip.undo',
  'trip.detail',
  'trip.delete',
  'watch-note.create',
  'wall-link.create',
  'wall-link.end',
  'share-link.create',
  'share-link.revoke',
  'share-link.open',
  'installation.test-mail',
  'bridge.create',
  'bridge.end',
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
  'vessel.expected-back',
  'vessel.delete',
  'vessel.picture',
  'vessel.device-label',
  'vessel.model',
  'vessel.log',
  'vessel.log-date',
  'vessel.log-columns',
  'vessel.log-weeks',
  'vessel.log-retry',
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

/** One administrative act: actor, act, subject, time and address, with the state before and after. */
export const AuditEntry = z.object({
  id: z.string().describe('Identifier of the entry in the audit log.'),
  at: z.iso.datetime().describe('Time of the action, ISO 8601 in UTC.'),
  actor: AuditActor.describe('User, program or system process that acted.'),
  act: z.string().describe('Name of the action as noun.verb, for example `user.create`.'),
  subject_id: z.string().nullable().describe('Identifier of the changed object; null if it has none.'),
  subject_name: z
    .string()
    .nullable()
    .describe('Name that the changed object had at that time; null if it had none.'),
  ip: z.string().describe('IP address of the caller.'),
  before: State.nullable().describe(
    'Changed fields with their values before the action; null for a new object.',
  ),
  after: State.nullable().describe(
    'Changed fields with their values after the action; null for a deleted object.',
  ),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/audit',
  access: 'company:audit-view',
  list: {
    orders: ['at'],
    usual: ['at', 'desc'],
    filters: { at: 'time', user_id: 'id', act: 'text', subject_id: 'text' },
  },
  output: page(AuditEntry),
})
