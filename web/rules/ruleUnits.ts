import type { RuleField } from '#contract/ruleFields.ts'
import { BAR_PA, withoutNoise, ZERO_CELSIUS_K } from '#contract/units.ts'

/** A unit that people set limits in, and how a number of the wire becomes one of it. */
interface ShownUnit {
  unit: string
  factor: number
  offset: number
}

const SHOWN: Readonly<Record<string, ShownUnit>> = {
  K: { unit: '°C', factor: 1, offset: -ZERO_CELSIUS_K },
  Pa: { unit: 'bar', factor: 1 / BAR_PA, offset: 0 },
}
const MINUTES: ShownUnit = { unit: 'min', factor: 1 / 60, offset: 0 }

/** What a limit of a field is set in; silence is counted in minutes. */
export function shownUnit(field: Pick<RuleField, 'unit' | 'source'> | null): ShownUnit {
  const unit = field?.unit ?? ''
  if (field?.source === 'vessel-status' && unit === 's') return MINUTES
  return SHOWN[unit] ?? { unit, factor: 1, offset: 0 }
}

/** A difference knows no zero: 10 K more are 10 °C more. */
export const toShown = ({ factor, offset }: ShownUnit, value: number, isDifference: boolean) =>
  withoutNoise(value * factor + (isDifference ? 0 : offset))

export const toWire = ({ factor, offset }: ShownUnit, value: number, isDifference: boolean) =>
  withoutNoise((value - (isDifference ? 0 : offset)) / factor)
