import { ruleField } from '#contract/domain/ruleFields.ts'
import { fromWire, onGrid, SERIES, type SeriesKey } from '#contract/domain/series.ts'
import { SECOND_US } from '#contract/domain/time.ts'
import { knToMps } from '#contract/domain/units.ts'
import {
  CLEAR_S,
  COOL_DOWN_S,
  type Condition,
  type GeofenceDefinition,
  type ThresholdDefinition,
} from '#contract/wire/rule.ts'
import { LIVE_WINDOW_MS, SAILING_ABOVE_KN } from '#contract/wire/vessel.ts'
import { deviceOf } from '#contract/wire/vesselStatus.ts'
import type { RuleContent } from '#server/records/ruleHistory.ts'
import { LONGEST_HOLD_US } from './longestHold.ts'

/** Input of a condition: samples of a series, or a known property of the vessel. */
export interface Signal {
  /** A key of the catalogue, or the field of another source behind its name: `vessel-status:captain`. */
  name: string
  series: SeriesKey | null
  /** The engine, battery or other instance; null for every instance. */
  instance: number | null
}

/** Total fuel rate of the boat, stored beside the rates of the engines; it belongs to no engine. */
const OF_ALL: SeriesKey = 'fuel_rate'

/** True when a condition evaluates this column of samples. */
export const isSignalOf = ({ name, instance }: Signal, column: { name: string; instance: number }) =>
  name === column.name &&
  (instance === null ? !(name === OF_ALL && column.instance === 0) : instance === column.instance)

export interface CompiledCondition {
  condition: Condition
  signal: Signal
  type: 'instant' | 'vfp' | 'range'
  isAbove: boolean
  /** In the stored unit; of a range the difference. */
  limit: number
  /** Back by the dead band. */
  clearLimit: number
  periodUs: number
  step: number
  isAngle: boolean
  /** True for values that exist at every moment, such as the hour of the day: they never expire. */
  isHeldForEver: boolean
  /** True when the condition concerns the age of the last sample, not its value. */
  isAge: boolean
  /** True when silence counts as "no", as for an engine that is off; otherwise silence means unknown. */
  isNoWhenSilent: boolean
  /** How long a value stays valid; null when its report interval decides. */
  holdUs: number | null
  /** True when the condition must not hold. */
  isNegated: boolean
  /** True when the condition is about the engine (battery, tank) of the alert, false for any. */
  isOfSubject: boolean
}

export interface CompiledRule {
  /** Conditions by group; the rule holds when all conditions of one group hold. */
  groups: readonly (readonly number[])[]
  conditions: readonly CompiledCondition[]
  /** Fences that limit a threshold rule, or the one fence of a geofence rule. */
  fenceIds: readonly string[]
  /** Null of rules that are not limited to fences. */
  area: 'inside' | 'outside' | null
  /** Null of threshold rules. */
  trigger: 'enter' | 'exit' | 'cross' | null
  /** Geofence rules: time that a vessel has to stay on the new side before a crossing counts. */
  holdUs: number
  clearUs: number
  coolDownUs: number
  /** True when no sample decides, so that silence means silence of the whole vessel. */
  usesRecords: boolean
  /** How often the conditions have to come true within how long. */
  repeat: { times: number; withinUs: number } | null
  /** For how long a condition looks back at most. */
  conditionUs: number
  /** How far back samples decide about a moment, µs. */
  memoryUs: number
  /** The same look-back without conditions on age, which query the store; rare samples need a longer one. */
  sampleMemoryUs: number
}

/** At least so many steps of a series make a dead band. */
const DEAD_STEPS = 2
const DEAD_SHARE = 0.02

/** Null for a rule on a series or fence that no longer exists: such a rule can never hold. */
export function compileRule({ type, definition, severity }: RuleLogic): CompiledRule | null {
  const threshold = type === 'threshold' ? (definition as ThresholdDefinition) : null
  const fence = type === 'geofence' ? (definition as GeofenceDefinition) : null
  const all = threshold
    ? [threshold.logic.and, ...(threshold.logic.or ?? []).map(({ and }) => and)]
    : [fence?.and ?? []]
  const compiled = all.flat().map(compileCondition)
  if (compiled.some((one) => one === null)) return null
  const conditions = compiled as CompiledCondition[]
  const isOfSeveral = ({ signal, isNoWhenSilent, isAge }: CompiledCondition) =>
    signal.instance === null && !isNoWhenSilent && !isAge
  const subject = conditions.find(isOfSeveral)
  for (const one of conditions) {
    one.isOfSubject = isOfSeveral(one) && subject !== undefined && deviceTypeOf(one) === deviceTypeOf(subject)
  }
  let next = 0
  const groups = all.map((group) => group.map(() => next++))
  const clearUs = (definition.clear_sec ?? CLEAR_S) * SECOND_US
  const coolDownS =
    definition.cool_down_sec ?? COOL_DOWN_S[severity as keyof typeof COOL_DOWN_S] ?? COOL_DOWN_S.warning
  const isKnownForEver = conditions.length > 0 && conditions.every(({ isHeldForEver }) => isHeldForEver)
  const isLimited = threshold?.geofences.enabled === true && threshold.geofences.ids.length > 0
  // The report interval of a series follows from two reports.
  const conditionUs = Math.max(
    0,
    ...conditions.map(({ type, periodUs }) => periodUs + (type === 'vfp' ? LONGEST_HOLD_US : 0)),
  )
  const often = threshold?.repeat ?? null
  const holdUs = (fence?.duration_sec ?? 0) * SECOND_US
  const sampleUs = Math.max(
    0,
    ...conditions.map(({ isAge, type, periodUs }) =>
      isAge ? 0 : type === 'vfp' ? 1.25 * periodUs : periodUs,
    ),
  )
  const countUs = often ? 2 * often.within_sec * SECOND_US + 2 * LONGEST_HOLD_US : 0
  const repeat = often && { times: often.times, withinUs: often.within_sec * SECOND_US }
  return {
    ...{ groups, conditions, clearUs, coolDownUs: coolDownS * SECOND_US, repeat, conditionUs },
    fenceIds: fence ? fence.geofences.ids : isLimited ? threshold.geofences.ids : [],
    area: isLimited ? threshold.geofences.area_operation : null,
    ...{ trigger: fence?.trigger_on ?? null, holdUs },
    usesRecords: isKnownForEver && !fence && !isLimited,
    // A condition became true only if its value before is known.
    memoryUs: Math.max(conditionUs, holdUs) + countUs,
    sampleMemoryUs: Math.max(sampleUs, holdUs) + countUs + LONGEST_HOLD_US,
  }
}

/** Part of a rule version that decides about episodes; words and recipients do not. */
export type RuleLogic = Pick<RuleContent, 'type' | 'definition' | 'severity'>

const deviceTypeOf = ({ signal }: CompiledCondition) =>
  signal.series ? deviceOf(signal.series, 1).type : null

function compileCondition(condition: Condition): CompiledCondition | null {
  const { variable, operation, value, dead_band } = condition
  const field = ruleField(variable.source, variable.field)
  if (!field || (variable.type !== 'instant' && !field.hasPeriods)) return null
  const isAbove = operation === 'more_than'
  const compiled: CompiledCondition = {
    condition,
    signal: { name: `${field.source}:${variable.field}`, series: field.series, instance: 0 },
    type: variable.type,
    ...{ isAbove, limit: value, clearLimit: value, step: 1e-9, isAngle: false, isOfSubject: false },
    periodUs: variable.type === 'instant' ? 0 : variable.period_sec * SECOND_US,
    ...{ isHeldForEver: false, isAge: false, isNoWhenSilent: false, holdUs: null, isNegated: false },
  }
  if (field.source === 'statistics') return compiled
  if (field.source === 'vessel-status') return ofVessel(compiled, variable.field, field.series)
  const key = field.series as SeriesKey
  const { step, factor, kind } = SERIES[key]
  const isWhole = variable.type !== 'range' && !field.isSwitch
  const limit = isWhole ? onGrid(key, fromWire(key, value)) : value / factor
  const given = dead_band === null || dead_band === undefined ? null : dead_band / factor
  // A gear, a sea state or a switch does not tremble: another state is another one.
  const usual = kind === 'state' ? 0 : Math.max(DEAD_SHARE * Math.abs(value / factor), DEAD_STEPS * step)
  const deadBand = given ?? usual
  return {
    ...compiled,
    signal: { name: key, series: key, instance: field.instance },
    ...{ limit, step, isAngle: kind === 'angle' },
    clearLimit: isAbove ? limit - deadBand : limit + deadBand,
  }
}

function ofVessel(compiled: CompiledCondition, field: string, series: SeriesKey | null): CompiledCondition {
  const { isAbove } = compiled
  const yes = { isAbove: true, isNegated: !isAbove, isNoWhenSilent: true }
  if (field === 'offline')
    return { ...compiled, ...yes, ...ageOver(LIVE_WINDOW_MS / 1000), signal: RECORDS, isNoWhenSilent: false }
  if (field === 'sailing') {
    const limits = { limit: SAILING_MPS, clearLimit: SAILING_MPS, step: SERIES.sog.step }
    const signal: Signal = { name: 'sog', series: 'sog', instance: 0 }
    return { ...compiled, ...yes, ...limits, signal, holdUs: LIVE_WINDOW_MS * 1000 }
  }
  if (field === 'engine_running') {
    const signal: Signal = { name: 'engine_speed', series: 'engine_speed', instance: null }
    return { ...compiled, ...yes, limit: 0, clearLimit: 0, step: SERIES.engine_speed.step, signal }
  }
  if (field === 'captain') return { ...compiled, limit: 0.5, clearLimit: 0.5, isHeldForEver: true }
  if (field === 'hour') return { ...compiled, isHeldForEver: true }
  const signal = series ? { name: series, series, instance: null } : RECORDS
  return { ...compiled, ...ageOver(compiled.limit), signal }
}

/** Times at which any record of a vessel was received. */
export const RECORDS: Signal = { name: 'records', series: null, instance: 0 }
const SAILING_MPS = knToMps(SAILING_ABOVE_KN)
const ageOver = (limit: number) => ({ limit, clearLimit: limit, isAge: true, periodUs: limit * SECOND_US })
