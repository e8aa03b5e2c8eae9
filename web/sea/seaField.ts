import { DEG_RAD, wrap360 } from '#contract/domain/units.ts'
import type { Position } from '#contract/geodesy/position.ts'
import { pointsOf, type SeaGrid, type SeaPatch, type SeaSeries } from '#contract/wire/seaForecast.ts'
import type { SeaKind } from '../preferences/preferences.ts'

export type SeaValues = Record<SeaSeries, Float32Array>

interface Kind {
  size: SeaSeries
  direction: SeaSeries
  /** Direction of travel minus the direction of the series, degrees: wind and waves name where they come from. */
  turnDeg: 0 | 180
  /** Wire unit of the size. */
  unit: 'm/s' | 'm'
  /** Size at the end of the colour scale, in that unit; more has the last colour. */
  most: number
}

export const SEA_KINDS_SHOWN: Readonly<Record<SeaKind, Kind>> = {
  wind: { size: 'wind_speed', direction: 'wind_direction', turnDeg: 180, unit: 'm/s', most: 25 },
  waves: { size: 'wave_height', direction: 'wave_direction', turnDeg: 180, unit: 'm', most: 6 },
  current: { size: 'current_speed', direction: 'current_direction', turnDeg: 0, unit: 'm/s', most: 2 },
}

/** Numbers of a point: travel to the east and to the north, share of the scale, and whether there is a value. */
const NUMBERS_PER_POINT = 4

/**
 * Numbers of a patch by step, row and column. All numbers of a gap are 0, so that an interpolated number divided by the
 * interpolated fourth one is a mean of the known points alone.
 */
export function fieldOf(grid: SeaGrid, values: SeaValues, patchIndex: number, kind: SeaKind): Float32Array {
  const { size, direction, turnDeg, most } = SEA_KINDS_SHOWN[kind]
  const points = pointsOf(grid.patches)
  const first = pointsOf(grid.patches.slice(0, patchIndex))
  const patch = grid.patches[patchIndex]
  const count = patch ? patch.rows * patch.columns : 0
  const field = new Float32Array(NUMBERS_PER_POINT * count * grid.steps)
  for (let step = 0; step < grid.steps; step++) {
    for (let point = 0; point < count; point++) {
      const from = step * points + first + point
      const amount = values[size][from] ?? Number.NaN
      if (Number.isNaN(amount)) continue
      const degrees = values[direction][from] ?? Number.NaN
      const travel = (degrees + turnDeg) * DEG_RAD
      const at = NUMBERS_PER_POINT * (step * count + point)
      // A value without a direction has a colour and no arrow.
      field[at] = Number.isNaN(degrees) ? 0 : Math.sin(travel)
      field[at + 1] = Number.isNaN(degrees) ? 0 : Math.cos(travel)
      field[at + 2] = amount / most
      field[at + 3] = 1
    }
  }
  return field
}

export const isRoundWorld = ({ step_deg }: Pick<SeaGrid, 'step_deg'>, { columns }: SeaPatch) =>
  columns * step_deg >= 360

interface SeaHere {
  /** In the wire unit of the kind; null where the grid has a gap. */
  size: number | null
  /** As the series names it, degrees. */
  directionDeg: number | null
  /** Period of waves, s; null for the other kinds. */
  periodS: number | null
}

/** Values of the grid's point nearest to a place, at a step; null outside of the grid. */
export function seaHere(
  grid: SeaGrid,
  values: SeaValues,
  kind: SeaKind,
  step: number,
  { latitudeDeg, longitudeDeg }: Position,
): SeaHere | null {
  const points = pointsOf(grid.patches)
  let first = step * points
  for (const patch of grid.patches) {
    const row = (latitudeDeg - patch.south) / grid.step_deg
    const column = wrap360(longitudeDeg - patch.west) / grid.step_deg
    const isInside = column <= patch.columns - 1 || isRoundWorld(grid, patch)
    if (row >= 0 && row <= patch.rows - 1 && isInside) {
      const at = first + Math.round(row) * patch.columns + (Math.round(column) % patch.columns)
      const { size, direction } = SEA_KINDS_SHOWN[kind]
      const read = (series: SeaSeries) => {
        const value = values[series][at] ?? Number.NaN
        return Number.isNaN(value) ? null : value
      }
      const periodS = kind === 'waves' ? read('wave_period') : null
      return { size: read(size), directionDeg: read(direction), periodS }
    }
    first += patch.rows * patch.columns
  }
  return null
}

export const stepMs = (grid: SeaGrid, step: number) => Date.parse(grid.start_time) + step * grid.step_s * 1000

/** The step nearest to a time, within the grid. */
export function stepAt(grid: SeaGrid, ms: number): number {
  const step = Math.round((ms - Date.parse(grid.start_time)) / (grid.step_s * 1000))
  return Math.max(0, Math.min(grid.steps - 1, step))
}
