import type { SubscribedNotifications } from '#contract/user.ts'

/** The ways in which alerts reach a person: the master switch of each and the two below it. */
export const CHANNELS = {
  email: { master: 'email_notifications', rules: 'rule_alert_email', n2k: 'n2k_flag_email' },
  sms: { master: 'sms_notifications', rules: 'rule_alert_sms', n2k: 'n2k_flag_sms' },
  push: {
    master: 'push_notifications',
    rules: 'rule_alert_push_notifications',
    n2k: 'n2k_flag_push_notifications',
  },
} as const satisfies Record<string, Record<'master' | 'rules' | 'n2k', keyof SubscribedNotifications>>
export type Channel = keyof typeof CHANNELS

/** Turning a master sets both below it. */
export function turnMaster(
  now: SubscribedNotifications,
  channel: Channel,
  on: boolean,
): SubscribedNotifications {
  const { master, rules, n2k } = CHANNELS[channel]
  return { ...now, [master]: on, [rules]: on, [n2k]: on }
}

/** The master is on while any below it is. */
export function turnOne(
  now: SubscribedNotifications,
  channel: Channel,
  which: 'rules' | 'n2k',
  on: boolean,
): SubscribedNotifications {
  const { master, rules, n2k } = CHANNELS[channel]
  const next = { ...now, [CHANNELS[channel][which]]: on }
  return { ...next, [master]: next[rules] || next[n2k] }
}

export const isMasterOn = (now: SubscribedNotifications, channel: Channel) =>
  now[CHANNELS[channel].rules] || now[CHANNELS[channel].n2k]
