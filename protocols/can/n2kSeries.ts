import type { SeriesKey } from '#contract/domain/series.ts'
import { L_PER_HR_M3PS } from '#contract/domain/units.ts'

/**
 * The NMEA 2000 messages whose fields are series without conversion. A row is a field by canboat's name, the
 * series, and how many of canboat's units make one stored unit. canboat gives pressures in Pa and
 * temperatures in K for every field. Engine speed is in rpm, flow in L/h, volume in L, ratios in %.
 */
export interface PlainPgn {
  fast?: true
  /** The field that numbers engines or batteries from 0; absent for quantities that a vessel has once. */
  instance?: 'instance'
  fields: readonly (readonly [field: string, key: SeriesKey, perStored: number])[]
}

const PERCENT = 100
const RPM = 60
const LITRE = 1000

export const PLAIN_PGNS: Readonly<Record<number, PlainPgn>> = {
  127251: { fields: [['rate', 'rate_of_turn', 1]] },
  127257: {
    fields: [
      ['yaw', 'euler_z', 1],
      ['pitch', 'euler_y', 1],
      ['roll', 'euler_x', 1],
    ],
  },
  127488: {
    instance: 'instance',
    fields: [
      ['speed', 'engine_speed', RPM],
      ['boostPressure', 'boost_pressure', 1],
      ['tiltTrim', 'tilt_trim', PERCENT],
    ],
  },
  127489: {
    fast: true,
    instance: 'instance',
    fields: [
      ['oilPressure', 'oil_pressure', 1],
      ['oilTemperature', 'oil_temperature', 1],
      ['temperature', 'coolant_temperature', 1],
      ['alternatorPotential', 'alternator_voltage', 1],
      ['fuelRate', 'fuel_rate', L_PER_HR_M3PS],
      ['totalEngineHours', 'engine_hours', 1],
      ['coolantPressure', 'coolant_pressure', 1],
      ['fuelPressure', 'fuel_pressure', 1],
      ['engineLoad', 'engine_load', PERCENT],
      ['engineTorque', 'engine_torque', PERCENT],
    ],
  },
  127493: {
    instance: 'instance',
    fields: [
      ['transmissionGear', 'transmission_gear', 1],
      ['oilPressure', 'transmission_oil_pressure', 1],
      ['oilTemperature', 'transmission_oil_temperature', 1],
    ],
  },
  127496: {
    fast: true,
    fields: [
      ['timeToEmpty', 'time_to_empty', 1],
      ['distanceToEmpty', 'distance_to_empty', 1],
      ['estimatedFuelRemaining', 'fuel_remaining', LITRE],
      ['tripRunTime', 'trip_run_time', 1],
    ],
  },
  127497: {
    fast: true,
    instance: 'instance',
    fields: [
      ['tripFuelUsed', 'trip_fuel_used', LITRE],
      ['fuelRateAverage', 'avg_fuel_rate', L_PER_HR_M3PS],
      ['fuelRateEconomy', 'fuel_economy', L_PER_HR_M3PS],
      ['instantaneousFuelEconomy', 'inst_fuel_rate', L_PER_HR_M3PS],
    ],
  },
  127508: {
    instance: 'instance',
    fields: [
      ['voltage', 'battery_voltage', 1],
      ['current', 'battery_current', 1],
      ['temperature', 'battery_temperature', 1],
    ],
  },
  128000: { fields: [['leewayAngle', 'leeway', 1]] },
}

/** Codes of the enumerations that decide about the meaning of a message, as numbered on the bus. */
export const REFERENCE_TRUE = 0
export const REFERENCE_MAGNETIC = 1
export const WIND_TRUE_NORTH = 0
export const WIND_MAGNETIC_NORTH = 1
export const WIND_TRUE_BOAT = 3
export const WIND_TRUE_WATER = 4
/** Kind of a source of direct current. */
export const DC_BATTERY = 0
export const TANK_FUEL = 0
export const TANK_GASOLINE = 6
export const SOURCE_SEA = 0
export const SOURCE_OUTSIDE = 1
export const PRESSURE_ATMOSPHERIC = 0
export const PRESSURE_WATER = 1
