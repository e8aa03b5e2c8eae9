import { SPEED_STEPS_PER_MPS } from '#contract/domain/units.ts'

/**
 * Column of a quarter-hour of a trip: figures that add up, and two maxima. Scaled integers make sums exact and
 * independent of the order of adding. The table, its writer and its reader are made from this.
 */
export interface QuarterHourColumn {
  /** Stored integer = value / step. */
  step: number
  combine: 'sum' | 'max'
}

const MS = { step: 0.001, combine: 'sum' } as const
const MM = { step: 0.001, combine: 'sum' } as const
/** A hundredth of a millilitre, m³. */
const FUEL = { step: 1e-8, combine: 'sum' } as const
const COUNT = { step: 1, combine: 'sum' } as const

export const QUARTER_HOUR_COLUMNS = {
  trips: COUNT,
  distance_m: MM,
  idle_s: MS,
  accel_s: MS,
  cruising_s: MS,
  decel_s: MS,
  idle_m3: FUEL,
  accel_m3: FUEL,
  cruising_m3: FUEL,
  decel_m3: FUEL,
  fuel_m3: FUEL,
  fuel_s: MS,
  fuel_m: MM,
  co2_kg: { step: 1e-5, combine: 'sum' },
  nox_g: { step: 0.001, combine: 'sum' },
  /** ∫ SOG over the time with values, and that time. */
  sog_m: MM,
  sog_s: MS,
  /** Columns of both speeds over moving seconds with a safety speed. */
  moving_m: MM,
  rog_m: MM,
  rog_s: MS,
  below_s: MS,
  around_s: MS,
  above_s: MS,
  moving_s: MS,
  /** ∫ of each second's largest impact over moving time. */
  impact_gs: { step: 0.001, combine: 'sum' },
  impact_s: MS,
  impact_0_s: MS,
  impact_1_s: MS,
  impact_2_s: MS,
  impact_3_s: MS,
  impact_4_s: MS,
  impact_5_s: MS,
  impact_6_s: MS,
  events: COUNT,
  event_peaks_g: { step: 0.001, combine: 'sum' },
  red_events: COUNT,
  eco_s: MS,
  eco_known_s: MS,
  /** −1 where nothing was measured. */
  highest_sog_mps: { step: 1 / SPEED_STEPS_PER_MPS, combine: 'max' },
  max_impact_g: { step: 0.001, combine: 'max' },
} as const satisfies Record<string, QuarterHourColumn>

export type QuarterHourColumnName = keyof typeof QUARTER_HOUR_COLUMNS
export const QUARTER_HOUR_NAMES = Object.keys(QUARTER_HOUR_COLUMNS) as QuarterHourColumnName[]

/** Fuel, time and distance by whole knots of SOG, outside of accelerations; `cruise` names the share of cruising. */
export const BIN_NAMES = ['bin_s', 'bin_m3', 'bin_m', 'cruise_s', 'cruise_m3', 'cruise_m'] as const
export type BinName = (typeof BIN_NAMES)[number]
export const BIN_STEPS: Readonly<Record<BinName, number>> = {
  bin_s: MS.step,
  bin_m3: FUEL.step,
  bin_m: MM.step,
  cruise_s: MS.step,
  cruise_m3: FUEL.step,
  cruise_m: MM.step,
}
