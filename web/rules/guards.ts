import { parseField } from '#contract/domain/series.ts'
import {
  type Condition,
  DEFAULT_NOTIFICATIONS,
  type RuleForm,
  RuleNotifications,
  USUAL_FENCE_S,
} from '#contract/wire/rule.ts'
import type { VesselStatusGroups } from '#contract/wire/vesselStatus.ts'

export const GUARDS = ['drift', 'bilge', 'shore', 'battery'] as const
export type Guard = (typeof GUARDS)[number]

/** Readings of a boat that a guard can watch. */
export interface Guardable {
  switches: { field: string; label: string | null }[]
  /** Fields of the AC inputs that have voltage now. */
  liveInputs: string[]
  hasInputs: boolean
  batteries: string[]
  /** Usual limit for a low battery, V: 12, 24 or 48, by the highest voltage of the batteries. */
  usualLowV: number
}

/** Voltage below which shore power counts as absent: a dead socket still shows a few volts. */
const DEAD_BELOW_V = 80
const LOW_V = { 12: 12, 24: 24, 48: 48 } as const

export function guardable(status: VesselStatusGroups): Guardable {
  const values = Object.values(status)
    .flat()
    .flatMap((device) => device.fields.map(({ key, value }) => ({ field: key, value, label: device.label })))
  const of = (...keys: string[]) => values.filter(({ field }) => keys.includes(parseField(field)?.key ?? ''))
  const inputs = of('ac_input_voltage')
  const batteries = of('battery_voltage')
  const highest = Math.max(0, ...batteries.map(({ value }) => value))
  return {
    switches: of('switch', 'further_switch').map(({ field, label }) => ({ field, label })),
    liveInputs: inputs.filter(({ value }) => value > DEAD_BELOW_V).map(({ field }) => field),
    hasInputs: inputs.length > 0,
    batteries: batteries.map(({ field }) => field),
    usualLowV: highest > 36 ? LOW_V[48] : highest > 18 ? LOW_V[24] : LOW_V[12],
  }
}

interface Vessel {
  id: string
  departmentId: string
}
interface Wanted {
  severity: RuleForm['severity']
  message: string | null
  /** Users who get push messages and mails. */
  notify: readonly string[]
}

const notifying = (user_ids: readonly string[]) => {
  const to = { enabled: user_ids.length > 0, apply_to_all: false, user_ids: [...user_ids] }
  return RuleNotifications.parse({ ...DEFAULT_NOTIFICATIONS, push_notifications: to, email: to })
}

const common = ({ id, departmentId }: Vessel, { severity, message, notify }: Wanted) => ({
  ...{ severity, message, department_id: departmentId, enabled: true },
  vessels: { apply_to_all: false, ids: [id] },
  notifications: notifying(notify),
})

const ENGINE_OFF: Condition = {
  variable: { type: 'instant', source: 'vessel-status', field: 'engine_running' },
  operation: 'less_than',
  value: 0.5,
}

/** Rule for leaving the circle around the boat's place, with any engine state or only with the engine off. */
export const driftRule = (vessel: Vessel, wanted: Wanted, fenceId: string, engineOff: boolean): RuleForm => ({
  type: 'geofence',
  ...common(vessel, wanted),
  definition: {
    geofences: { ids: [fenceId] },
    ...{ trigger_on: 'exit', duration_sec: USUAL_FENCE_S },
    ...(engineOff ? { and: [ENGINE_OFF] } : {}),
  },
})

const threshold = (vessel: Vessel, wanted: Wanted, and: Condition[], or: Condition[][] = []): RuleForm => ({
  type: 'threshold',
  ...common(vessel, wanted),
  definition: {
    geofences: { enabled: false, ids: [], area_operation: 'inside' },
    logic: { and, ...(or.length > 0 ? { or: or.map((group) => ({ and: group })) } : {}) },
  },
})
const held = (
  field: string,
  operation: Condition['operation'],
  value: number,
  period_sec: number,
): Condition => ({ variable: { type: 'vfp', field, period_sec }, operation, value })

export const bilgeRule = (vessel: Vessel, wanted: Wanted, field: string, minutes: number) =>
  threshold(vessel, wanted, [held(field, 'more_than', 0.5, minutes * 60)])

/**
 * Rule for the loss of shore power. Without a live AC input, the rule watches for a falling battery voltage while the
 * engine is off.
 */
export function shoreRule(vessel: Vessel, wanted: Wanted, liveInputs: readonly string[]): RuleForm {
  const [first = null, ...others] = liveInputs.map((field) => [held(field, 'less_than', DEAD_BELOW_V, 30)])
  const fallen: Condition = {
    variable: { type: 'range', field: 'battery_voltage', period_sec: 600 },
    operation: 'less_than',
    value: -0.6,
  }
  return threshold(vessel, wanted, first ?? [fallen, ENGINE_OFF], others)
}

export const batteryRule = (vessel: Vessel, wanted: Wanted, volts: number) =>
  threshold(vessel, wanted, [held('battery_voltage', 'less_than', volts, 120)])
