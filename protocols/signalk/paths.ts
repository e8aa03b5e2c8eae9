import type { InstanceFamily } from '#contract/instanceName.ts'
import type { SeriesKey } from '#contract/series.ts'

/** What a Signal K path means to us. Signal K is SI throughout, so values need no conversion. */
export interface PathMeaning {
  key: SeriesKey
  /** Which other paths tell the same thing better: a lower rank wins. */
  rank: number
  /** Engines, batteries and tanks have a name of their own in the path. */
  group: InstanceFamily | null
  /** The name, `port` in `propulsion.port.revolutions`. */
  name: string
}

const VESSEL_PATHS = new Map<string, readonly [SeriesKey, rank?: number]>([
  ['navigation.speedOverGround', ['sog']],
  ['navigation.courseOverGroundTrue', ['cog']],
  ['navigation.speedThroughWater', ['stw']],
  ['navigation.headingTrue', ['heading']],
  ['navigation.rateOfTurn', ['rate_of_turn']],
  ['navigation.leewayAngle', ['leeway']],
  ['navigation.attitude.roll', ['euler_x']],
  ['navigation.attitude.pitch', ['euler_y']],
  ['navigation.attitude.yaw', ['euler_z']],
  ['environment.wind.speedOverGround', ['wind_speed']],
  ['environment.wind.speedTrue', ['wind_speed', 1]],
  ['environment.wind.directionTrue', ['wind_direction']],
  ['environment.outside.temperature', ['air_temperature']],
  ['environment.outside.pressure', ['pressure_fc']],
  ['environment.outside.relativeHumidity', ['humidity_fc']],
  ['environment.outside.humidity', ['humidity_fc', 1]],
  ['environment.water.temperature', ['water_temperature_fc']],
  ['environment.current.drift', ['current_speed']],
  ['environment.current.setTrue', ['current_direction']],
  ['environment.depth.belowTransducer', ['depth_below_transducer']],
  ['environment.depth.belowSurface', ['depth_below_surface']],
])

/** Below `propulsion.<id>`, `electrical.batteries.<id>`, `electrical.ac.<id>` and `tanks.fuel.<id>`. */
const GROUP_PATHS = new Map<string, readonly [SeriesKey, rank?: number]>([
  ['propulsion.revolutions', ['engine_speed']],
  ['propulsion.boostPressure', ['boost_pressure']],
  ['propulsion.drive.trimState', ['tilt_trim']],
  ['propulsion.oilPressure', ['oil_pressure']],
  ['propulsion.oilTemperature', ['oil_temperature']],
  ['propulsion.coolantPressure', ['coolant_pressure']],
  ['propulsion.coolantTemperature', ['coolant_temperature']],
  // The mapper of NMEA 2000 in common use puts the coolant of PGN 127489 here.
  ['propulsion.temperature', ['coolant_temperature', 1]],
  ['propulsion.alternatorVoltage', ['alternator_voltage']],
  ['propulsion.fuel.pressure', ['fuel_pressure']],
  ['propulsion.engineLoad', ['engine_load']],
  ['propulsion.engineTorque', ['engine_torque']],
  ['propulsion.transmission.oilPressure', ['transmission_oil_pressure']],
  ['propulsion.transmission.oilTemperature', ['transmission_oil_temperature']],
  ['propulsion.transmission.gear', ['transmission_gear']],
  ['propulsion.fuel.rate', ['fuel_rate']],
  ['propulsion.fuel.used', ['fuel_consumption']],
  ['propulsion.fuel.averageRate', ['avg_fuel_rate']],
  ['propulsion.fuel.economyRate', ['fuel_economy']],
  ['propulsion.trip.fuelUsed', ['trip_fuel_used']],
  ['batteries.voltage', ['battery_voltage']],
  ['batteries.current', ['battery_current']],
  ['batteries.temperature', ['battery_temperature']],
  ['ac.phase.single.lineNeutralVoltage', ['ac_input_voltage']],
  ['ac.phase.A.lineNeutralVoltage', ['ac_input_voltage', 1]],
  ['alternators.voltage', ['alternator_voltage', 1]],
  ['tanks.currentLevel', ['fuel_level']],
  ['tanks.currentVolume', ['fuel_remaining']],
])

const GROUPS = [
  ['propulsion', 'propulsion.', 'propulsion'],
  ['batteries', 'electrical.batteries.', 'batteries'],
  ['tanks', 'tanks.fuel.', 'tanks'],
  ['ac', 'electrical.ac.', 'ac'],
  // An alternator has the name of the engine that drives it.
  ['alternators', 'electrical.alternators.', 'propulsion'],
] as const satisfies (readonly [string, string, InstanceFamily])[]

/**
 * `electrical.switches.bilgePump.state`, or one of a bank as the mapper of NMEA 2000 names it:
 * `electrical.switches.bank.0.3.state`.
 */
const SWITCH_PATH = /^electrical\.switches\.(bank\.\d{1,3}\.\d{1,2}|[^.]+)\.state$/

/** The name of the switch whose state a path holds, `bank.0.3` for one of a bank; null for every other path. */
export const switchNameOf = (path: string): string | null => SWITCH_PATH.exec(path)?.[1] ?? null

export function meaningOf(path: string): PathMeaning | null {
  const vessel = VESSEL_PATHS.get(path)
  if (vessel) return { key: vessel[0], rank: vessel[1] ?? 0, group: null, name: '' }
  for (const [group, prefix, family] of GROUPS) {
    if (!path.startsWith(prefix)) continue
    const end = path.indexOf('.', prefix.length)
    const meaning = end < 0 ? undefined : GROUP_PATHS.get(`${group}${path.slice(end)}`)
    return meaning
      ? { key: meaning[0], rank: meaning[1] ?? 0, group: family, name: path.slice(prefix.length, end) }
      : null
  }
  return null
}

/** The best path of every series, with `*` where the name of an engine, battery or tank goes. */
export const PATH_OF: ReadonlyMap<SeriesKey, string> = new Map([
  ...[...VESSEL_PATHS].filter(isBest).map(([path, [key]]) => [key, path] as const),
  ...[...GROUP_PATHS].filter(isBest).map(([path, [key]]) => {
    const prefix = GROUPS.find(([group]) => path.startsWith(`${group}.`))
    return [key, `${prefix?.[1]}*${path.slice(prefix?.[0].length)}`] as const
  }),
])

function isBest([, [, rank]]: [string, readonly [SeriesKey, number?]]): boolean {
  return rank === undefined
}

/** Gears by name, as the schema has them; numbers count too. */
export const GEARS = ['Forward', 'Neutral', 'Reverse', 'Fault'] as const
