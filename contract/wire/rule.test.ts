import { expect, test } from 'vitest'
import { GeofenceDefinition, Rule, RuleNotifications, ThresholdDefinition } from './rule.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const anywhere = { enabled: false, ids: [], area_operation: 'inside' }
const condition = (variable: object, value: unknown = 1) => ({ variable, operation: 'more_than', value })
const threshold = (...and: object[]) => ThresholdDefinition.safeParse({ geofences: anywhere, logic: { and } })

test('a condition looks at a value, at one that was held or at how much it changed, for 5 seconds at least', () => {
  expect(threshold(condition({ type: 'instant', field: 'sog' })).success).toBe(true)
  expect(threshold(condition({ type: 'vfp', field: 'sog', period_sec: 5 })).success).toBe(true)
  const short = threshold(condition({ type: 'range', field: 'sog', period_sec: 4 }))
  expect(short.error?.issues[0]?.message).toBe('Duration must be at least 5 seconds')
  expect(threshold(condition({ type: 'vfp', field: 'sog' })).success).toBe(false)
  expect(threshold(condition({ type: 'mean', field: 'sog' })).success).toBe(false)
  expect(threshold().success).toBe(false)
})

test('says what is missing in the words of the form', () => {
  const messages = threshold({ variable: { type: 'instant', field: '' } }).error?.issues.map(
    ({ message }) => message,
  )
  expect(messages).toEqual([
    'Field is required',
    'Operation is required',
    'You must specify a threshold value',
  ])
})

test('a fence rule is about exactly one fence', () => {
  const about = (ids: string[]) =>
    GeofenceDefinition.safeParse({ geofences: { ids }, trigger_on: 'cross' }).success
  expect([about([]), about([ID]), about([ID, ID])]).toEqual([false, true, false])
})

test('a fence rule may ask for a time to stay of up to an hour', () => {
  const lasting = (duration_sec?: number) =>
    GeofenceDefinition.safeParse({ geofences: { ids: [ID] }, trigger_on: 'exit', duration_sec }).success
  expect([undefined, 0, 3600, 3601, -1].map(lasting)).toEqual([true, true, true, false, false])
})

test('a rule holds the definition of its own type and no other', () => {
  const channelOff = { enabled: false, user_ids: [] }
  const rule = {
    ...{
      id: ID,
      version: 1,
      severity: 'info',
      department_id: ID,
      department: { id: ID, name: 'Top' },
      enabled: true,
    },
    ...{ message: null, created_at: '2026-06-18T09:00:00Z', created_by: null },
    vessels: { apply_to_all: true, ids: [] },
    notifications: {
      ...{ push_notifications: channelOff, email: channelOff, sms: channelOff },
      ...{ helm: { enabled: true }, console: { enabled: true } },
    },
    definition: { geofences: { ids: [ID] }, trigger_on: 'cross' },
  }
  expect(Rule.safeParse({ ...rule, type: 'geofence' }).success).toBe(true)
  expect(Rule.safeParse({ ...rule, type: 'threshold' }).success).toBe(false)
})

test('notifications that were kept without every switch have the rest off', () => {
  const channelOff = { enabled: false, user_ids: [] }
  const kept = { push_notifications: channelOff, email: channelOff, sms: channelOff }
  expect(
    RuleNotifications.parse({ ...kept, helm: { enabled: true }, console: { enabled: true } }),
  ).toMatchObject({
    email: { apply_to_all: false },
    helm: { enabled: true, show_native_alert_banner: false, requires_acknowledgement: false },
  })
})
