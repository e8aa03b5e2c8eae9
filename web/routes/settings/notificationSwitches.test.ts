import { expect, test } from 'vitest'
import { isMasterOn, turnMaster, turnOne } from './notificationSwitches.ts'

const none = {
  push_notifications: false,
  email_notifications: false,
  sms_notifications: false,
  rule_alert_push_notifications: false,
  rule_alert_email: false,
  rule_alert_sms: false,
  n2k_flag_push_notifications: false,
  n2k_flag_email: false,
  n2k_flag_sms: false,
}

test('a master switch sets both of its sub-switches and touches no other channel', () => {
  const on = turnMaster(none, 'email', true)
  expect(on).toEqual({ ...none, email_notifications: true, rule_alert_email: true, n2k_flag_email: true })
  expect(turnMaster(on, 'email', false)).toEqual(none)
})

test('a master shows on while any of its sub-switches is', () => {
  const both = turnMaster(none, 'push', true)
  const one = turnOne(both, 'push', 'rules', false)
  expect(isMasterOn(one, 'push')).toBe(true)
  expect(one.push_notifications).toBe(true)
  const neither = turnOne(one, 'push', 'n2k', false)
  expect(isMasterOn(neither, 'push')).toBe(false)
  expect(neither).toEqual(none)
})
