import { expect, test } from 'vitest'
import { DEFAULT_NOTIFICATIONS, RuleForm } from '#contract/wire/rule.ts'
import { RULE_TEMPLATES } from '#contract/wire/ruleTemplates.ts'
import {
  draftOf,
  formOf,
  inDepartment,
  isComplete,
  newCondition,
  newDraft,
  ofTemplate,
  problemsOfCondition,
  problemsOfDraft,
} from './ruleDraft.ts'

const DEPARTMENT = '20000000-0000-4000-8000-000000000000'
const FENCE = '30000000-0000-4000-8000-000000000000'
const rule = (and: object[], more: object = {}) =>
  RuleForm.parse({
    ...{ type: 'threshold', severity: 'critical', department_id: DEPARTMENT, ...more },
    definition: { geofences: { enabled: false, ids: [], area_operation: 'inside' }, logic: { and } },
  })

test('edits a limit in degrees and bar, and sends it in kelvin and pascal', () => {
  const hot = rule([
    { variable: { type: 'instant', field: 'coolant_temperature' }, operation: 'more_than', value: 368.15 },
    { variable: { type: 'instant', field: 'oil_pressure' }, operation: 'less_than', value: 150_000 },
  ])
  const draft = draftOf(hot)
  expect(draft.groups[0]?.map(({ value }) => value)).toEqual([95, 1.5])
  expect(formOf(draft)).toEqual(hot)
})

test('converts a change without the zero offset, and sends a drop as negative', () => {
  const falling = rule([
    {
      variable: { type: 'range', field: 'coolant_temperature', period_sec: 30 },
      operation: 'less_than',
      value: -10,
    },
  ])
  const draft = draftOf(falling)
  expect(draft.groups[0]?.[0]).toMatchObject({ operation: 'decreased_by', value: 10, periodSec: 30 })
  expect(formOf(draft)).toEqual(falling)
})

test('edits silence in minutes', () => {
  const quiet = rule([
    {
      variable: { type: 'instant', source: 'vessel-status', field: 'age' },
      operation: 'more_than',
      value: 7200,
    },
  ])
  const draft = draftOf(quiet)
  expect(draft.groups[0]?.[0]?.value).toBe(120)
  expect(formOf(draft)).toEqual(quiet)
})

test('keeps every field of a rule through the form', () => {
  const held = {
    variable: { type: 'vfp', field: 'sog', period_sec: 20 },
    operation: 'more_than',
    value: 8,
    dead_band: 0.5,
  }
  const full = RuleForm.parse({
    ...rule([held]),
    message: 'Slow down',
    definition: {
      geofences: { enabled: true, ids: [FENCE], area_operation: 'outside' },
      logic: { and: [held], or: [{ and: [held, held] }] },
      ...{ repeat: { times: 4, within_sec: 5400 }, clear_sec: 30, cool_down_sec: 0 },
    },
    vessels: { apply_to_all: true, ids: [], excluded_ids: [FENCE] },
    notifications: {
      ...DEFAULT_NOTIFICATIONS,
      quiet_hours: { from: '22:00', until: '06:00' },
      max_per_hour: 3,
      escalation: { after_sec: 600, user_ids: [FENCE] },
    },
  })
  expect(formOf(draftOf(full))).toEqual(full)
  const guard = RuleForm.parse({
    ...{ type: 'geofence', severity: 'info', department_id: DEPARTMENT },
    definition: { geofences: { ids: [FENCE] }, trigger_on: 'exit', duration_sec: 0, and: [held] },
  })
  expect(formOf(draftOf(guard))).toEqual(guard)
})

test('fills a new rule with the defaults of its type', () => {
  const threshold = formOf(newDraft('threshold', DEPARTMENT))
  expect(threshold).toMatchObject({
    ...{ severity: 'warning', enabled: true, vessels: { apply_to_all: true, ids: [] } },
    definition: { geofences: { enabled: false, area_operation: 'inside' } },
    notifications: {
      ...{ email: { enabled: false }, sms: { enabled: false }, push_notifications: { enabled: false } },
      ...{ helm: { enabled: true }, console: { enabled: true } },
    },
  })
  const fence = formOf(newDraft('geofence', DEPARTMENT))
  expect(fence).toMatchObject({ severity: 'info', definition: { trigger_on: 'cross', duration_sec: 10 } })
})

test('keeps an old geofence rule without a time to stay until the user sets one', () => {
  const old = RuleForm.parse({
    ...{ type: 'geofence', severity: 'info', department_id: DEPARTMENT },
    definition: { geofences: { ids: [FENCE] }, trigger_on: 'exit' },
  })
  const draft = draftOf(old)
  expect(formOf(draft)).toEqual(old)
  const problem = (fenceSec: number) => problemsOfDraft({ ...draft, fenceSec }).fenceSec
  expect([0, 3600].map(problem)).toEqual([undefined, undefined])
  expect(problem(3601)).toBe('Duration must be between 0 and 3600 seconds')
})

test('clears vessels, geofences and people when the department changes', () => {
  const draft = newDraft('threshold', DEPARTMENT)
  const chosen = {
    ...draft,
    vesselIds: [FENCE],
    fenceIds: [FENCE],
    notifications: {
      ...draft.notifications,
      email: { enabled: true, apply_to_all: false, user_ids: [FENCE] },
      escalation: { after_sec: 60, user_ids: [FENCE] },
    },
  }
  expect(inDepartment(chosen, FENCE)).toMatchObject({
    ...{ department_id: FENCE, vesselIds: [], fenceIds: [] },
    notifications: { email: { enabled: true, user_ids: [] }, escalation: null },
  })
})

test('names missing fields in the agreed words', () => {
  const empty = { ...newCondition(), operation: '' as const }
  expect(problemsOfCondition(empty)).toEqual({
    field: 'Field is required',
    operation: 'Operation is required',
    value: 'You must specify a threshold value',
  })
  const sog = { ...newCondition(), field: 'sog', value: 5 }
  const period = (change: object) => problemsOfCondition({ ...sog, ...change }).period
  expect(period({ operation: 'increased_by' })).toBe('You must specify a number for duration')
  expect(period({ hasPeriod: true })).toBe('Duration must be a number')
  expect(period({ hasPeriod: true, periodSec: 4 })).toBe('Duration must be at least 5 seconds')
  expect(period({ hasPeriod: true, periodSec: 5 })).toBeUndefined()
  expect(problemsOfDraft(newDraft('geofence', ''))).toMatchObject({
    department_id: 'Department is required',
    fence: 'Geofence is required',
  })
  expect(isComplete({ ...newDraft('threshold', DEPARTMENT), groups: [[sog]] })).toBe(true)
})

test('fills a whole rule from every template, in units that people read', () => {
  for (const template of RULE_TEMPLATES) {
    const draft = ofTemplate(template, DEPARTMENT, template.id)
    expect(isComplete(draft), template.id).toBe(true)
    expect(RuleForm.parse(formOf(draft)).definition).toMatchObject({ logic: { and: template.and } })
  }
  const hot = ofTemplate(RULE_TEMPLATES[0] as never, DEPARTMENT, 'Overheating')
  expect(hot.groups[0]?.[0]).toMatchObject({ value: 95, periodSec: 10 })
})
