import { fieldName, SERIES } from '#contract/domain/series.ts'
import type { Field } from '#server/telemetry/field.ts'
import type { Column } from './table.ts'

/** The column that a series becomes: in wire units, with the digits that its stored steps have. */
export function seriesColumn(
  { key, instance }: Pick<Field, 'key' | 'instance'>,
  suffix = '',
): Column & { kind: 'number' } {
  const { unit, step, factor } = SERIES[key]
  return {
    kind: 'number',
    name: `${fieldName(key, instance)}${suffix}`,
    unit: plainUnit(unit),
    digits: digitsOf(step * factor),
  }
}

/** Writes degrees in letters, because a header of plain ASCII is read correctly everywhere. */
const plainUnit = (unit: string) => (unit === 'code' ? '' : unit.replace('°C', 'degC').replace('°', 'deg'))

/**
 * One digit more when a step is no power of ten, so that rounding hides no step. Four digits are enough:
 * finer steps only serve to store limits exactly, and no instrument is as precise.
 */
function digitsOf(step: number): number {
  const needed = -Math.log10(step)
  const isPower = Math.abs(needed - Math.round(needed)) < 1e-9
  return isPower ? Math.max(0, Math.round(needed)) : Math.min(4, Math.max(0, Math.ceil(needed) + 1))
}
