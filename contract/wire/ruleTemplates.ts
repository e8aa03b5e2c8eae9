import type { RuleSource } from '#contract/domain/ruleSource.ts'
import { HOUR_S } from '#contract/domain/time.ts'
import { BAR_PA, ZERO_CELSIUS_K } from '#contract/domain/units.ts'
import type { Condition, RuleForm } from './rule.ts'

/** A rule that many operators want, with limits that suit most boats; everything in it can be changed before it is made. */
export interface RuleTemplate {
  id: (typeof TEMPLATE_IDS)[number]
  severity: RuleForm['severity']
  and: Condition[]
  or?: { and: Condition[] }[]
  /** True for a template that needs a choice of geofences. */
  inFences?: true
  repeat?: { times: number; within_sec: number }
}

export const TEMPLATE_IDS = [
  'overheating',
  'low_oil_pressure',
  'hot_oil',
  'over_revving',
  'no_cooling_water',
  'alternator',
  'battery_low',
  'battery_hot',
  'shore_power_lost',
  'bilge_pump',
  'bilge_cycles',
  'fuel_low',
  'fuel_loss',
  'shallow',
  'shoaling',
  'harbour_speed',
  'too_fast',
  'hard_impact',
  'heeling',
  'strong_wind',
  'night_departure',
  'no_captain',
  'adrift',
  'idling',
  'gone_quiet',
  'rough_trip',
] as const

const celsius = (degrees: number) => degrees + ZERO_CELSIUS_K
const bar = (pressure: number) => Math.round(pressure * BAR_PA)

interface Timing {
  /** Period over which the value must hold, s. */
  heldFor?: number
  /** Changed within so long, s. */
  within?: number
  source?: RuleSource
}
function condition(
  operation: Condition['operation'],
  field: string,
  value: number,
  { heldFor, within, source }: Timing = {},
): Condition {
  const variable = { ...(source ? { source } : {}), field }
  if (heldFor) return { variable: { type: 'vfp', ...variable, period_sec: heldFor }, operation, value }
  if (within) return { variable: { type: 'range', ...variable, period_sec: within }, operation, value }
  return { variable: { type: 'instant', ...variable }, operation, value }
}
const above = (field: string, value: number, timing?: Timing) => condition('more_than', field, value, timing)
const below = (field: string, value: number, timing?: Timing) => condition('less_than', field, value, timing)
const fell = (field: string, by: number, within: number) => condition('less_than', field, -by, { within })
const is = (field: string) => above(field, 0.5, { source: 'vessel-status' })
const isNot = (field: string) => below(field, 0.5, { source: 'vessel-status' })

export const RULE_TEMPLATES: readonly RuleTemplate[] = [
  {
    id: 'overheating',
    severity: 'critical',
    and: [above('coolant_temperature', celsius(95), { heldFor: 10 })],
  },
  {
    id: 'low_oil_pressure',
    severity: 'critical',
    and: [below('oil_pressure', bar(1.5), { heldFor: 5 }), is('engine_running')],
  },
  { id: 'hot_oil', severity: 'warning', and: [above('oil_temperature', celsius(120), { heldFor: 30 })] },
  { id: 'over_revving', severity: 'warning', and: [above('engine_speed', 4000, { heldFor: 10 })] },
  {
    id: 'no_cooling_water',
    severity: 'critical',
    and: [below('sea_water_pump_pressure', bar(0.1), { heldFor: 15 }), is('engine_running')],
  },
  {
    id: 'alternator',
    severity: 'warning',
    and: [below('alternator_voltage', 13, { heldFor: 60 }), is('engine_running')],
  },
  { id: 'battery_low', severity: 'warning', and: [below('battery_voltage', 12, { heldFor: 120 })] },
  {
    id: 'battery_hot',
    severity: 'critical',
    and: [above('battery_temperature', celsius(55), { heldFor: 30 })],
  },
  {
    id: 'shore_power_lost',
    severity: 'warning',
    and: [fell('battery_voltage', 0.6, 600), isNot('engine_running')],
  },
  { id: 'bilge_pump', severity: 'critical', and: [above('switch_1', 0.5, { heldFor: 120 })] },
  {
    id: 'bilge_cycles',
    severity: 'warning',
    and: [above('switch_1', 0.5)],
    repeat: { times: 4, within_sec: HOUR_S },
  },
  { id: 'fuel_low', severity: 'warning', and: [below('fuel_level', 20, { heldFor: 120 })] },
  { id: 'fuel_loss', severity: 'critical', and: [fell('fuel_level', 5, 900), isNot('engine_running')] },
  { id: 'shallow', severity: 'critical', and: [below('depth_below_transducer', 2), above('sog', 1)] },
  { id: 'shoaling', severity: 'warning', and: [fell('depth_below_transducer', 5, 30), above('sog', 3)] },
  { id: 'harbour_speed', severity: 'warning', and: [above('sog', 6, { heldFor: 10 })], inFences: true },
  { id: 'too_fast', severity: 'warning', and: [above('sog', 40, { heldFor: 10 })] },
  { id: 'hard_impact', severity: 'critical', and: [above('impact', 4)] },
  {
    id: 'heeling',
    severity: 'warning',
    and: [above('euler_x', 35)],
    or: [{ and: [below('euler_x', -35)] }],
  },
  { id: 'strong_wind', severity: 'warning', and: [above('wind_speed', 15, { heldFor: 60 })] },
  {
    id: 'night_departure',
    severity: 'warning',
    and: [above('hour', 22, { source: 'vessel-status' }), is('sailing')],
    or: [{ and: [below('hour', 6, { source: 'vessel-status' }), is('sailing')] }],
  },
  { id: 'no_captain', severity: 'warning', and: [is('sailing'), isNot('captain')] },
  { id: 'adrift', severity: 'critical', and: [above('sog', 1, { heldFor: 60 }), isNot('engine_running')] },
  { id: 'idling', severity: 'info', and: [below('sog', 0.5, { heldFor: 1800 }), is('engine_running')] },
  { id: 'gone_quiet', severity: 'warning', and: [above('age', 7200, { source: 'vessel-status' })] },
  { id: 'rough_trip', severity: 'info', and: [above('red_impacts', 20, { source: 'statistics' })] },
]
