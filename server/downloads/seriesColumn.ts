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

/** Degrees in letters: a header of plain ASCII reads the same everywhere. */
const plainUnit = (unit: string) => (unit === 'code' ? '' : unit.replace('°C', 'degC').replace('°', 'deg'))

/**
 * One digit more where a step is no power of ten, so that rounding hides none; but four are enough, since the finest of
 * these steps are there to hold whole limits exactly, and no instrument is as good.
 */
function digitsOf(step: number): number {
  const needed = -Math.log10(step)
  const isPower = Math.abs(needed - Math.round(needed)) < 1e-9
  return isPower ? Math.max(0, Math.round(needed)) : Math.min(4, Math.max(0, Math.ceil(needed) + 1))
}
