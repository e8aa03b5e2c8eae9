import { expect, test } from 'vitest'
import { GeofenceDefinition, Rule, RuleNotifications, ThresholdDefinition } from './rule.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const anywhere = { enabled: false, ids: [], area_operation: 'inside' }
const condition = (variable: object, value: unknown = 1) => ({ variable, operation: 'more_than', value })
const threshold = (...and: object[]) => ThresholdDefinition.safeParse({ geofences: anywhere, logic: { and } })

test('accepts a value, a held value or a change, over 5 seconds at least', () => {
  expect(threshold(condition({ type: 'instant', field: 'sog' })).success).toBe(true)
  expect(threshold(condition({ type: 'vfp', field: 'sog', period_sec: 5 })).success).toBe(true)
  const short = threshold(condition({ type: 'range', field: 'sog', period_sec: 4 }))
  expect(short.error?.issues[0]?.message).toBe('Duration must be at least 5 seconds')
  expect(threshold(condition({ type: 'vfp', field: 'sog' })).success).toBe(false)
  expect(threshold(condition({ type: 'mean', field: 'sog' })).success).toBe(false)
  expect(threshold().success).toBe(false)
})

test('reports what is missing in the words of the form', () => {
  const messages = threshold({ variable: { type: 'instant', field: '' } }).error?.issues.map(
    ({ message }) => message,
  )
  expect(messages).toEqual([
    'Field is required',
    'Operation is required',
    'You must specify a threshold value',
  ])
})

test('accepts exactly one fence in a fence rule', () => {
  const about = (ids: string[]) =>
    GeofenceDefinition.safeParse({ geofences: { ids }, trigger_on: 'cross' }).success
  expect([about([]), about([ID]), about([ID, ID])]).toEqual([false, true, false])
})

test('accepts a time to stay of up to an hour in a fence rule', () => {
  const lasting = (duration_sec?: number) =>
    GeofenceDefinition.safeParse({ geofences: { ids: [ID] }, trigger_on: 'exit', duration_sec }).success
  expect([undefined, 0, 3600, 3601, -1].map(lasting)).toEqual([true, true, true, false, false])
})

test('accepts the definition of the rule’s own type and no other', () => {
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

test('reads missing switches of stored notifications as off', () => {
  const channelOff = { enabled: false, user_ids: [] }
  const kept = { push_notifications: channelOff, email: channelOff, sms: channelOff }
  expect(
    RuleNotifications.parse({ ...kept, helm: { enabled: true }, console: { enabled: true } }),
  ).toMatchObject({
    email: { apply_to_all: false },
    helm: { enabled: true, show_native_alert_banner: false, requires_acknowledgement: false },
  })
})
