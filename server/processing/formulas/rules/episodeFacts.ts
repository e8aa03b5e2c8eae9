import { SERIES, toWire } from '#contract/domain/series.ts'
import { MINUTE_US, SECOND_US } from '#contract/domain/time.ts'
import { withoutNoise } from '#contract/domain/units.ts'
import type { AlertFacts, ConditionFacts } from '#contract/wire/alert.ts'
import type { CompiledCondition, CompiledRule } from './compileRule.ts'
import type { Crossing } from './fenceTrack.ts'
import type { Episode } from './ruleFold.ts'

/** Facts that describe an episode in an alert, in units of the wire. */
export function episodeFacts(rule: CompiledRule, { crossing, fenceName, values }: Episode): AlertFacts {
  if (crossing) {
    const held = rule.holdUs > 0 ? { duration_sec: rule.holdUs / SECOND_US } : {}
    return {
      kind: 'geofence',
      fence: fenceName ?? '',
      direction: crossing.direction,
      ...held,
      ...momentOf(crossing),
    }
  }
  // With several groups, the facts show a group whose measured values hold, the first if possible.
  const facts = rule.conditions.map((one, i) => conditionFacts(one, values[i] ?? Number.NaN))
  const first = rule.groups[0] ?? []
  const isFirst = rule.groups.length < 2 || first.every((i) => holds(rule.conditions[i], values[i]))
  const held = rule.groups.find((group) => group.every((i) => holds(rule.conditions[i], values[i])))
  const shown = isFirst ? first : (held ?? first)
  const often = rule.repeat && { times: rule.repeat.times, within_sec: rule.repeat.withinUs / SECOND_US }
  return {
    kind: 'threshold',
    conditions: shown.flatMap((i) => facts[i] ?? []),
    fence: fenceName,
    ...(often ? { repeat: often } : {}),
  }
}

/** A crossing between fixes that lie further apart is reported as having happened between them. */
const SURE_WITHIN_US = MINUTE_US

function momentOf({ beforeUs, afterUs }: Crossing) {
  if (afterUs - beforeUs <= SURE_WITHIN_US) return {}
  const [from, to] = [beforeUs, afterUs].map((us) => new Date(us / 1000).toISOString()) as [string, string]
  return { between: { from, to } }
}

/** True when the value alone does not contradict the condition. */
function holds(condition: CompiledCondition | undefined, value = Number.NaN): boolean {
  if (!condition || condition.type === 'range' || condition.isNoWhenSilent || condition.isAge) return true
  return condition.isAbove ? value > condition.limit : value < condition.limit
}

function conditionFacts(
  { condition, signal, type, isAge }: CompiledCondition,
  value: number,
): ConditionFacts {
  const { variable, operation, value: threshold } = condition
  const isMeasured = !Number.isNaN(value) && !isAge && type !== 'range' && variable.source !== 'vessel-status'
  const isSeries = signal.series !== null && signal.name in SERIES
  const written = isSeries && signal.series ? toWire(signal.series, value) : withoutNoise(value)
  return {
    ...{ source: variable.source ?? 'time-series', type, field: variable.field, operation, threshold },
    value: isMeasured ? written : null,
    period_sec: variable.type === 'instant' ? null : variable.period_sec,
  }
}
