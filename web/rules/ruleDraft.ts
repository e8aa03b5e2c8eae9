import { ruleField } from '#contract/domain/ruleFields.ts'
import type { RuleSource } from '#contract/domain/ruleSource.ts'
import {
  type Condition,
  DEFAULT_NOTIFICATIONS,
  MIN_CONDITION_S,
  MOST_FENCE_S,
  type Rule,
  type RuleForm,
  RuleNotifications,
  USUAL_FENCE_S,
} from '#contract/wire/rule.ts'
import type { RuleTemplate } from '#contract/wire/ruleTemplates.ts'
import { fromLimit, limitUnit, toLimit } from './ruleUnits.ts'

export const OPERATIONS = ['more_than', 'less_than', 'increased_by', 'decreased_by'] as const
export type Operation = (typeof OPERATIONS)[number]

/** Condition during editing: limits in the shown unit, null for missing values. */
export interface ConditionDraft {
  key: string
  source: RuleSource
  field: string
  operation: Operation | ''
  value: number | null
  /** True when the condition has a period: always for a change, for a value only when it must last. */
  hasPeriod: boolean
  periodSec: number | null
  deadBand: number | null
}

/** Rule during editing. */
export interface RuleDraft {
  type: RuleForm['type']
  severity: RuleForm['severity']
  department_id: string
  enabled: boolean
  message: string
  /** An empty list means all vessels except the excluded ones. */
  vesselIds: readonly string[]
  excludedIds: readonly string[]
  fenceIds: readonly string[]
  /** Side of the fences on which a threshold rule counts. */
  area: 'inside' | 'outside'
  /** Crossing that triggers a geofence rule. */
  trigger: 'exit' | 'enter' | 'cross'
  /** Seconds on the new side before a crossing counts, in a geofence rule; null counts it at once. */
  fenceSec: number | null
  /** Conditions: all of any one group must hold. */
  groups: readonly (readonly ConditionDraft[])[]
  /** Number of times that a threshold rule must come true, and the time within which. */
  repeat: { times: number; within_sec: number } | null
  clearSec: number | null
  coolDownSec: number | null
  notifications: RuleNotifications
}

let keys = 0
export const newCondition = (): ConditionDraft => ({
  ...{ key: `condition-${++keys}`, source: 'time-series', field: '', operation: 'more_than', value: null },
  ...{ hasPeriod: false, periodSec: null, deadBand: null },
})

export const isChange = (operation: ConditionDraft['operation']) =>
  operation === 'increased_by' || operation === 'decreased_by'

export const newDraft = (type: RuleForm['type'], department_id: string): RuleDraft => ({
  type,
  severity: type === 'threshold' ? 'warning' : 'info',
  department_id,
  enabled: true,
  message: '',
  ...{ vesselIds: [], excludedIds: [], fenceIds: [], area: 'inside', trigger: 'cross' },
  fenceSec: type === 'geofence' ? USUAL_FENCE_S : null,
  groups: type === 'threshold' ? [[newCondition()]] : [[]],
  ...{ repeat: null, clearSec: null, coolDownSec: null },
  notifications: RuleNotifications.parse(DEFAULT_NOTIFICATIONS),
})

/** New rule from a template. */
export const ofTemplate = (template: RuleTemplate, department_id: string, message: string): RuleDraft => {
  const draft = newDraft('threshold', department_id)
  const { and, or = [] } = template
  const groups = [and, ...or.map((group) => group.and)].map((group) => group.map(conditionDraft))
  const { severity, repeat = null } = template
  return { ...draft, severity, message, groups, repeat }
}

/** Moves a draft to another department. Boats, fences and people of the old department are removed. */
export function inDepartment(draft: RuleDraft, department_id: string): RuleDraft {
  const { push_notifications, email, sms, ...others } = draft.notifications
  const nobody = { user_ids: [] }
  return {
    ...{ ...draft, department_id, vesselIds: [], excludedIds: [], fenceIds: [] },
    notifications: {
      ...others,
      push_notifications: { ...push_notifications, ...nobody },
      email: { ...email, ...nobody },
      sms: { ...sms, ...nobody },
      escalation: null,
    },
  }
}

export function draftOf(rule: RuleForm | Rule): RuleDraft {
  const { type, severity, department_id, enabled, message, vessels, notifications } = rule
  const common = {
    ...{ type, severity, department_id, enabled, message: message ?? '', notifications },
    vesselIds: vessels.apply_to_all ? [] : vessels.ids,
    excludedIds: vessels.apply_to_all ? (vessels.excluded_ids ?? []) : [],
    repeat: rule.type === 'threshold' ? (rule.definition.repeat ?? null) : null,
    clearSec: rule.definition.clear_sec ?? null,
    coolDownSec: rule.definition.cool_down_sec ?? null,
  }
  if (rule.type === 'geofence') {
    const { geofences, trigger_on, duration_sec: fenceSec = null, and = [] } = rule.definition
    const groups = [and.map(conditionDraft)]
    return { ...common, fenceIds: geofences.ids, area: 'inside', trigger: trigger_on, fenceSec, groups }
  }
  const { geofences, logic } = rule.definition
  return {
    ...common,
    fenceIds: geofences.enabled ? geofences.ids : [],
    area: geofences.area_operation,
    ...{ trigger: 'cross', fenceSec: null },
    groups: [logic.and, ...(logic.or ?? []).map(({ and }) => and)].map((group) => group.map(conditionDraft)),
  }
}

function conditionDraft({ variable, operation, value, dead_band }: Condition): ConditionDraft {
  const source = variable.source ?? 'time-series'
  const unit = limitUnit(ruleField(source, variable.field))
  const falls = variable.type === 'range' && operation === 'less_than'
  return {
    ...newCondition(),
    ...{ source, field: variable.field },
    operation: variable.type === 'range' ? (falls ? 'decreased_by' : 'increased_by') : operation,
    value: toLimit(unit, falls ? -value : value, variable.type === 'range'),
    hasPeriod: variable.type !== 'instant',
    periodSec: variable.type === 'instant' ? null : variable.period_sec,
    deadBand: dead_band == null ? null : toLimit(unit, dead_band, true),
  }
}

/** Form that is sent to the server, which refuses an incomplete draft: see `problemsOfDraft`. */
export function formOf(draft: RuleDraft): RuleForm {
  const { type, severity, department_id, enabled, message, vesselIds, fenceIds, notifications } = draft
  const isAll = vesselIds.length === 0
  const excluded = isAll && draft.excludedIds.length > 0 ? { excluded_ids: [...draft.excludedIds] } : {}
  const [and = [], ...others] = draft.groups.map((group) => group.map(toCondition))
  const common = {
    ...{ severity, department_id, enabled, message: message.trim() || null, notifications },
    vessels: { apply_to_all: isAll, ids: [...vesselIds], ...excluded },
  }
  const pauses = {
    ...(draft.clearSec === null ? {} : { clear_sec: draft.clearSec }),
    ...(draft.coolDownSec === null ? {} : { cool_down_sec: draft.coolDownSec }),
  }
  if (type === 'geofence') {
    const crossing = { geofences: { ids: [...fenceIds] }, trigger_on: draft.trigger }
    const held = draft.fenceSec === null ? {} : { duration_sec: draft.fenceSec }
    const while_ = and.length > 0 ? { and } : {}
    return { ...common, type, definition: { ...crossing, ...held, ...while_, ...pauses } }
  }
  const geofences = { enabled: fenceIds.length > 0, ids: [...fenceIds], area_operation: draft.area }
  const or = others.length > 0 ? { or: others.map((group) => ({ and: group })) } : {}
  const often = draft.repeat ? { repeat: draft.repeat } : {}
  return { ...common, type, definition: { geofences, logic: { and, ...or }, ...often, ...pauses } }
}

function toCondition(draft: ConditionDraft): Condition {
  const { source, field, operation, value, hasPeriod, periodSec, deadBand } = draft
  const unit = limitUnit(ruleField(source, field))
  const change = isChange(operation)
  const wire = fromLimit(unit, value ?? 0, change)
  const variable = { ...(source === 'time-series' ? {} : { source }), field }
  return {
    variable:
      change || hasPeriod
        ? { type: change ? 'range' : 'vfp', ...variable, period_sec: periodSec ?? 0 }
        : { type: 'instant', ...variable },
    operation: operation === 'less_than' || operation === 'decreased_by' ? 'less_than' : 'more_than',
    value: operation === 'decreased_by' ? -wire : wire,
    ...(deadBand === null ? {} : { dead_band: fromLimit(unit, deadBand, true) }),
  }
}

export interface ConditionProblems {
  field?: string
  operation?: string
  value?: string
  period?: string
}

/** Problems of a condition, in English as in the contract. */
export function problemsOfCondition(draft: ConditionDraft): ConditionProblems {
  const { field, operation, value, hasPeriod, periodSec } = draft
  const problems: ConditionProblems = {}
  if (!field) problems.field = 'Field is required'
  if (!operation) problems.operation = 'Operation is required'
  if (value === null) problems.value = 'You must specify a threshold value'
  if (isChange(operation) && periodSec === null) problems.period = 'You must specify a number for duration'
  else if (hasPeriod && periodSec === null) problems.period = 'Duration must be a number'
  else if ((hasPeriod || isChange(operation)) && (periodSec ?? 0) < MIN_CONDITION_S)
    problems.period = 'Duration must be at least 5 seconds'
  return problems
}

export interface DraftProblems {
  department_id?: string
  fence?: string
  fenceSec?: string
  escalation?: string
  conditions: Readonly<Record<string, ConditionProblems>>
}

export function problemsOfDraft(draft: RuleDraft): DraftProblems {
  const all = draft.groups.flat()
  const conditions = all.flatMap((one) => {
    const problems = problemsOfCondition(one)
    return Object.keys(problems).length > 0 ? [[one.key, problems] as const] : []
  })
  const { escalation } = draft.notifications
  const isFenceSec = draft.fenceSec === null || (draft.fenceSec >= 0 && draft.fenceSec <= MOST_FENCE_S)
  return {
    ...(isFenceSec ? {} : { fenceSec: 'Duration must be between 0 and 3600 seconds' }),
    ...(draft.department_id ? {} : { department_id: 'Department is required' }),
    ...(draft.type === 'geofence' && draft.fenceIds.length === 0 ? { fence: 'Geofence is required' } : {}),
    ...(escalation && escalation.user_ids.length === 0 ? { escalation: 'Choose at least one person' } : {}),
    conditions: Object.fromEntries(conditions),
  }
}

export const isComplete = (draft: RuleDraft): boolean => {
  const { conditions, ...others } = problemsOfDraft(draft)
  return Object.keys(conditions).length === 0 && Object.keys(others).length === 0
}
