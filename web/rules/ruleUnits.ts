import type { RuleField } from '#contract/domain/ruleFields.ts'
import { fromShown, type ShownUnit, toShown } from '#contract/domain/unitChoice.ts'
import { BAR_PA, withoutNoise, ZERO_CELSIUS_K } from '#contract/domain/units.ts'

const SHOWN: Readonly<Record<string, ShownUnit>> = {
  K: { unit: '°C', factor: 1, offset: -ZERO_CELSIUS_K },
  Pa: { unit: 'bar', factor: 1 / BAR_PA, offset: 0 },
}
const MINUTES: ShownUnit = { unit: 'min', factor: 1 / 60, offset: 0 }

/** Unit in which the limit of a field is set; silence is counted in minutes. */
export function limitUnit(field: Pick<RuleField, 'unit' | 'source'> | null): ShownUnit {
  const unit = field?.unit ?? ''
  if (field?.source === 'vessel-status' && unit === 's') return MINUTES
  return SHOWN[unit] ?? { unit, factor: 1, offset: 0 }
}

export const toLimit = (unit: ShownUnit, value: number, isDifference: boolean) =>
  withoutNoise(toShown(unit, value, isDifference))

export const fromLimit = (unit: ShownUnit, limit: number, isDifference: boolean) =>
  withoutNoise(fromShown(unit, limit, isDifference))
