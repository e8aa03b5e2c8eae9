import { radToDeg } from '#contract/domain/units.ts'
import { isoOf } from '#contract/wire/instant.ts'
import type { Levelling, SensorMounting } from '#contract/wire/sensorMounting.ts'
import { levellingOf } from '#server/processing/formulas/impacts/levelling.ts'
import type { MountingRow, SensorRest } from '#server/records/sensorMountings.ts'
import type { Axes } from './findRest.ts'

export function toMounting(row: MountingRow, creator: string | null): SensorMounting {
  const { id, validFromUs, place, xAxis: x_axis, zAxis: z_axis, levelling } = row
  return {
    ...{ id, place, x_axis, z_axis },
    valid_from: validFromUs === 0 ? null : isoOf(validFromUs),
    levelling: levelling && toLevelling({ x_axis, z_axis }, levelling),
    created_at: row.createdAt.toISOString(),
    created_by: creator,
  }
}

export function toLevelling({ x_axis, z_axis }: Axes, rest: SensorRest): Levelling {
  const { rollRad, pitchRad, gravityErrorG } = levellingOf(x_axis, z_axis, rest)
  return {
    level_from: new Date(rest.fromUs / 1000).toISOString(),
    roll: radToDeg(rollRad),
    pitch: radToDeg(pitchRad),
    gravity_error: gravityErrorG,
  }
}
