import english from '../../i18n/en.json' with { type: 'json' }

const words = english.audit.act
type Named = keyof typeof words

/** The acts that have a name in the languages of the console, as the log writes them. */
export const ACTS = [
  'user.create',
  'user.update',
  'user.delete',
  'user.picture',
  'user.notifications',
  'user.switch-organization',
  'user.switch-role',
  'department.create',
  'department.update',
  'department.delete',
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
  'comment.create',
  'comment.delete',
  'sensor.update',
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

export const isNamedAct = (act: string): boolean => wordOf(act) in words
/** `user.switch-role` → `audit.act.user_switch_role`: a dot in a key would begin another level of it. */
export const actKey = (act: string) => `audit.act.${wordOf(act) as Named}` as const
const wordOf = (act: string) => act.replaceAll(/[.-]/g, '_')
