/**
 * The catalogue of series: one row for each series, with everything that belongs to it. Labels, Signal K
 * paths, figures and `GET /holy-books/fields-bible` derive from the row, so a new series is one row here and
 * its decoder.
 *
 * Stored values are SI (angles in radians, position in degrees) and go to the column store as integers of
 * `step`; wire = stored × factor + offset. Numbers are never reused: they name the series and its step in
 * stored rows.
 *
 * Values of instruments and limits of people are whole multiples of a step: knots, hundredths of a kelvin,
 * rpm of both buses, thousandths of a litre an hour. Angles come in 0.0001 rad from NMEA 2000 and in tenths
 * of a degree from NMEA 0183. No step fits both, but no limit is compared with an angle.
 */
import type { Language } from '#contract/text/language.ts'
import {
  DEG_RAD,
  KNOT_MPS,
  L_PER_HR_M3PS,
  NAUTICAL_MILE_M,
  SPEED_STEPS_PER_MPS,
  ZERO_CELSIUS_K,
} from './units.ts'

export const SERIES_GROUPS = [
  'Speed',
  'Sensors',
  'Weather',
  'Engine',
  'Fuel',
  'Battery',
  'Depth',
  'Pumps',
  'Switches',
] as const
export type SeriesGroup = (typeof SERIES_GROUPS)[number]

/** How values of a series are combined: a plain quantity, an angle, a state, or a counter that only grows. */
export const SERIES_KINDS = ['quantity', 'angle', 'state', 'counter'] as const
export type SeriesKind = (typeof SERIES_KINDS)[number]
export const AGGREGATIONS = ['avg', 'max', 'min', 'last', 'sum'] as const
export type Aggregation = (typeof AGGREGATIONS)[number]

/**
 * Types of angles. A direction is 0° to 360° and a yaw −180° to 180°; both go round, so neither has a smallest or largest
 * value. A signed angle lies to both sides of zero, and has both: 5° to port is −5°.
 */
export const ANGLES = ['direction', 'yaw', 'signed'] as const
export type Angle = (typeof ANGLES)[number]

/** Units of a series, and the range of its values. */
interface Unit {
  stored: string
  wire: string
  factor?: number
  offset?: number
  /** Resolution of the stored integer, in the stored unit. */
  step: number
  /** Accepted range, in the stored unit. */
  valid: readonly [min: number, max: number]
}

export interface SeriesRow {
  number: number
  group: SeriesGroup
  unit: Unit
  /** Given for angles alone. */
  angle?: Angle
  /** `quantity` without it. */
  kind?: Exclude<SeriesKind, 'angle'>
  /** `avg` without it. */
  aggregation?: Aggregation
  /** True when a vessel may have several (engines, batteries, sensors). */
  instances?: true
  labels: Readonly<Record<Language, string>>
  /**
   * Paths of Signal K, the best first. `*` is the name of an engine, battery or tank; `protocols/signalk/paths.ts` lists
   * the families that have names. Values need no conversion, since Signal K is SI too.
   */
  signalk?: readonly string[]
  /** One English sentence: what is measured, and the meaning of the sign. */
  description: string
}

const KN = {
  stored: 'm/s',
  wire: 'kn',
  factor: 1 / KNOT_MPS,
  step: 1 / SPEED_STEPS_PER_MPS,
  valid: [0, 100 * KNOT_MPS],
} as const
const MPS = { stored: 'm/s', wire: 'm/s', step: 0.001, valid: [0, 150] } as const
const DEGREE = { stored: 'rad', wire: '°', factor: 1 / DEG_RAD, step: 0.0001, valid: [-6.3, 6.3] } as const
/** Beyond 90° no rudder goes; the value is of a sensor that is out of its linkage. */
const RUDDER = { ...DEGREE, valid: [-Math.PI / 2, Math.PI / 2] } as const
const POSITION = { stored: '°', wire: '°', step: 1e-7, valid: [-180, 180] } as const
const G = { stored: 'g', wire: 'g', step: 0.001, valid: [-120, 120] } as const
const METRE = { stored: 'm', wire: 'm', step: 0.001, valid: [0, 100] } as const
const DEPTH = { stored: 'm', wire: 'm', step: 0.01, valid: [0.001, 12_000] } as const
const SECOND = { stored: 's', wire: 's', step: 0.01, valid: [0, 120] } as const
const PERCENT = { stored: 'ratio', wire: '%', factor: 100, step: 0.0001, valid: [0, 1.25] } as const
const SIGNED_PERCENT = { ...PERCENT, valid: [-1.25, 1.25] } as const
const PRESSURE = { stored: 'Pa', wire: 'Pa', step: 10, valid: [0, 10_000_000] } as const
const FUEL_PRESSURE = { ...PRESSURE, valid: [-50_000, 10_000_000] } as const
const KELVIN = { stored: 'K', wire: 'K', step: 0.01, valid: [200, 1400] } as const
const CELSIUS = { stored: 'K', wire: '°C', offset: -ZERO_CELSIUS_K, step: 0.01, valid: [200, 400] } as const
const VOLT = { stored: 'V', wire: 'V', step: 0.01, valid: [0, 100] } as const
/** Voltage of the shore, a generator or an inverter: volts of a grid, not of a battery. */
const GRID_VOLT = { ...VOLT, valid: [0, 700] } as const
const AMPERE = { stored: 'A', wire: 'A', step: 0.01, valid: [-2000, 2000] } as const
const RPM = { stored: 'Hz', wire: 'rpm', factor: 60, step: 1 / 480, valid: [0, 10_000 / 60] } as const
const FUEL_RATE = {
  stored: 'm³/s',
  wire: 'L/hr',
  factor: L_PER_HR_M3PS,
  step: 0.001 / L_PER_HR_M3PS,
  valid: [0, 2000 / L_PER_HR_M3PS],
} as const
const FUEL_PER_MILE = { stored: 'L/nmi', wire: 'L/nmi', step: 0.001, valid: [0, 10_000] } as const
const LITRE = { stored: 'm³', wire: 'L', factor: 1000, step: 0.0001, valid: [0, 100_000] } as const
const HOUR = { stored: 's', wire: 'hr', factor: 1 / 3600, step: 1, valid: [0, 2_000_000_000] } as const
const MILES = {
  stored: 'm',
  wire: 'nmi',
  factor: 1 / NAUTICAL_MILE_M,
  step: 1,
  valid: [0, 2_000_000_000],
} as const

const ON_OFF = { stored: 'code', wire: 'code', step: 1, valid: [0, 1] } as const

export const SERIES_ROWS = {
  sog: {
    number: 10,
    group: 'Speed',
    unit: KN,
    labels: { en: 'Speed over ground', it: 'Velocità sul fondo', is: 'Hraði yfir botn' },
    signalk: ['navigation.speedOverGround'],
    description: 'Speed of the vessel over the ground.',
  },
  rog: {
    number: 11,
    group: 'Speed',
    unit: KN,
    labels: { en: 'Safety speed', it: 'Velocità di sicurezza', is: 'Öryggishraði' },
    description: 'Safety speed: the speed limit that is set for the vessel.',
  },
  eco_sog: {
    number: 12,
    group: 'Speed',
    unit: KN,
    labels: { en: 'Eco speed', it: 'Velocità eco', is: 'Vistvænn hraði' },
    description: 'Speed over ground at which the vessel burns least fuel per mile.',
  },
  'in_eco_speed_ratio._30s': {
    number: 4,
    group: 'Speed',
    unit: { stored: 'ratio', wire: 'ratio', step: 0.0001, valid: [0, 1] },
    labels: { en: 'Eco compliance', it: 'Rispetto della velocità eco', is: 'Hlutfall á vistvænum hraða' },
    description: 'Share of the last 30 seconds inside the eco speed band.',
  },
  latitude: {
    number: 5,
    group: 'Speed',
    unit: { ...POSITION, valid: [-90, 90] },
    labels: { en: 'Latitude', it: 'Latitudine', is: 'Breiddargráða' },
    description: 'Latitude of the vessel, positive to the north.',
  },
  longitude: {
    number: 6,
    group: 'Speed',
    unit: POSITION,
    labels: { en: 'Longitude', it: 'Longitudine', is: 'Lengdargráða' },
    description: 'Longitude of the vessel, positive to the east.',
  },
  cog: {
    number: 7,
    group: 'Speed',
    unit: DEGREE,
    angle: 'direction',
    aggregation: 'last',
    labels: { en: 'Course over ground', it: 'Rotta sul fondo', is: 'Stefna yfir botn' },
    signalk: ['navigation.courseOverGroundTrue'],
    description: 'Direction of the movement over the ground, clockwise from true north.',
  },
  stw: {
    number: 13,
    group: 'Speed',
    unit: KN,
    labels: { en: 'Speed through water', it: 'Velocità sull’acqua', is: 'Hraði gegnum sjó' },
    signalk: ['navigation.speedThroughWater'],
    description: 'Speed of the vessel through the water.',
  },
  heading: {
    number: 9,
    group: 'Speed',
    unit: DEGREE,
    angle: 'direction',
    aggregation: 'last',
    labels: { en: 'Heading', it: 'Prora', is: 'Stefni' },
    signalk: ['navigation.headingTrue'],
    description: 'Direction of the bow, clockwise from true north.',
  },

  impact: {
    number: 20,
    group: 'Sensors',
    unit: G,
    aggregation: 'max',
    instances: true,
    labels: { en: 'Impact', it: 'Impatto', is: 'Högg' },
    description: 'Strength of the impact: sideways, forward and upward acceleration together.',
  },
  impact_x: {
    number: 21,
    group: 'Sensors',
    unit: G,
    aggregation: 'max',
    instances: true,
    labels: { en: 'Impact X', it: 'Impatto X', is: 'Högg X' },
    description: 'Acceleration forward, without gravity.',
  },
  impact_y: {
    number: 22,
    group: 'Sensors',
    unit: G,
    aggregation: 'max',
    instances: true,
    labels: { en: 'Impact Y', it: 'Impatto Y', is: 'Högg Y' },
    description: 'Acceleration to starboard, without gravity.',
  },
  impact_z: {
    number: 23,
    group: 'Sensors',
    unit: G,
    aggregation: 'max',
    instances: true,
    labels: { en: 'Impact Z', it: 'Impatto Z', is: 'Högg Z' },
    description: 'Acceleration upward, without gravity.',
  },
  euler_x: {
    number: 24,
    group: 'Sensors',
    unit: DEGREE,
    angle: 'signed',
    instances: true,
    labels: { en: 'Roll', it: 'Rollio', is: 'Velta' },
    signalk: ['navigation.attitude.roll'],
    description: 'Roll of the hull, positive to starboard.',
  },
  euler_y: {
    number: 25,
    group: 'Sensors',
    unit: DEGREE,
    angle: 'signed',
    instances: true,
    labels: { en: 'Pitch', it: 'Beccheggio', is: 'Dýfa' },
    signalk: ['navigation.attitude.pitch'],
    description: 'Pitch of the hull, positive with the bow up.',
  },
  euler_z: {
    number: 26,
    group: 'Sensors',
    unit: DEGREE,
    angle: 'yaw',
    instances: true,
    labels: { en: 'Yaw', it: 'Imbardata', is: 'Stefnusnúningur' },
    signalk: ['navigation.attitude.yaw'],
    description: 'Yaw of the hull, positive clockwise from above.',
  },
  rate_of_turn: {
    number: 27,
    group: 'Sensors',
    unit: { stored: 'rad/s', wire: 'rad/s', step: 1e-6, valid: [-10, 10] },
    labels: { en: 'Rate of turn', it: 'Velocità di accostata', is: 'Snúningshraði skrokks' },
    signalk: ['navigation.rateOfTurn'],
    description: 'Rate of turn of the hull, positive to starboard.',
  },
  leeway: {
    number: 28,
    group: 'Sensors',
    unit: DEGREE,
    angle: 'signed',
    labels: { en: 'Leeway', it: 'Scarroccio', is: 'Drift' },
    signalk: ['navigation.leewayAngle'],
    description: 'Angle between heading and track through the water, positive to starboard.',
  },
  rudder_angle: {
    number: 29,
    group: 'Sensors',
    unit: RUDDER,
    angle: 'signed',
    labels: { en: 'Rudder angle', it: 'Angolo del timone', is: 'Stýrisstaða' },
    signalk: ['steering.rudderAngle'],
    description: 'Angle of the rudder, positive to starboard.',
  },

  wind_speed: {
    number: 40,
    group: 'Weather',
    unit: MPS,
    labels: { en: 'Wind speed', it: 'Velocità del vento', is: 'Vindhraði' },
    signalk: ['environment.wind.speedOverGround', 'environment.wind.speedTrue'],
    description: 'Speed of the true wind, as measured on board.',
  },
  wave_height: {
    number: 41,
    group: 'Weather',
    unit: METRE,
    labels: { en: 'Wave height', it: 'Altezza delle onde', is: 'Ölduhæð' },
    description: 'Significant height of the waves.',
  },
  air_temperature: {
    number: 42,
    group: 'Weather',
    unit: CELSIUS,
    labels: { en: 'Air temperature', it: 'Temperatura dell’aria', is: 'Lofthiti' },
    signalk: ['environment.outside.temperature'],
    description: 'Temperature of the outside air.',
  },
  sea_state: {
    number: 43,
    group: 'Weather',
    unit: { stored: 'code', wire: 'code', step: 1, valid: [0, 9] },
    kind: 'state',
    aggregation: 'max',
    labels: { en: 'Sea state', it: 'Stato del mare', is: 'Sjólag' },
    description: 'Sea state on the Douglas scale, 0 to 9.',
  },
  pressure_fc: {
    number: 44,
    group: 'Weather',
    unit: { stored: 'Pa', wire: 'hPa', factor: 0.01, step: 10, valid: [80_000, 120_000] },
    labels: { en: 'Pressure', it: 'Pressione', is: 'Loftþrýstingur' },
    signalk: ['environment.outside.pressure'],
    description: 'Atmospheric pressure at sea level.',
  },
  cloud_cover_fc: {
    number: 45,
    group: 'Weather',
    unit: PERCENT,
    labels: { en: 'Cloud cover', it: 'Nuvolosità', is: 'Skýjahula' },
    description: 'Share of the sky under clouds, from the forecast.',
  },
  humidity_fc: {
    number: 46,
    group: 'Weather',
    unit: PERCENT,
    labels: { en: 'Humidity', it: 'Umidità', is: 'Rakastig' },
    signalk: ['environment.outside.relativeHumidity', 'environment.outside.humidity'],
    description: 'Relative humidity of the outside air.',
  },
  ice_cover_fc: {
    number: 47,
    group: 'Weather',
    unit: PERCENT,
    labels: { en: 'Ice cover', it: 'Copertura di ghiaccio', is: 'Ísþekja' },
    description: 'Share of the water under ice, from the forecast.',
  },
  current_speed: {
    number: 48,
    group: 'Weather',
    unit: MPS,
    labels: { en: 'Current speed', it: 'Velocità della corrente', is: 'Straumhraði' },
    signalk: ['environment.current.drift'],
    description: 'Speed of the water current.',
  },
  current_direction: {
    number: 49,
    group: 'Weather',
    unit: DEGREE,
    angle: 'direction',
    labels: { en: 'Current direction', it: 'Direzione della corrente', is: 'Straumstefna' },
    signalk: ['environment.current.setTrue'],
    description: 'Direction that the current flows to, clockwise from true north.',
  },
  gust_fc: {
    number: 50,
    group: 'Weather',
    unit: MPS,
    aggregation: 'max',
    labels: { en: 'Gust', it: 'Raffica', is: 'Vindhviða' },
    description: 'Speed of the wind in gusts.',
  },
  precipitation_fc: {
    number: 51,
    group: 'Weather',
    unit: { stored: 'mm/h', wire: 'mm/h', step: 0.01, valid: [0, 500] },
    labels: { en: 'Precipitation', it: 'Precipitazioni', is: 'Úrkoma' },
    description: 'Rate of rain and snow, from the forecast.',
  },
  snow_depth_fc: {
    number: 52,
    group: 'Weather',
    unit: METRE,
    labels: { en: 'Snow depth', it: 'Altezza della neve', is: 'Snjódýpt' },
    description: 'Depth of the lying snow, from the forecast.',
  },
  sea_level_fc: {
    number: 53,
    group: 'Weather',
    unit: { ...METRE, valid: [-20, 20] },
    labels: { en: 'Sea level', it: 'Livello del mare', is: 'Sjávarhæð' },
    description: 'Height of the water above mean sea level, from the forecast.',
  },
  visibility: {
    number: 54,
    group: 'Weather',
    unit: { stored: 'm', wire: 'km', factor: 0.001, step: 1, valid: [0, 200_000] },
    labels: { en: 'Visibility', it: 'Visibilità', is: 'Skyggni' },
    description: 'Distance at which objects are visible.',
  },
  swell_height: {
    number: 55,
    group: 'Weather',
    unit: METRE,
    labels: { en: 'Swell height', it: 'Altezza del mare lungo', is: 'Hæð undiröldu' },
    description: 'Significant height of the main swell.',
  },
  swell_direction: {
    number: 56,
    group: 'Weather',
    unit: DEGREE,
    angle: 'direction',
    labels: { en: 'Swell direction', it: 'Direzione del mare lungo', is: 'Stefna undiröldu' },
    description: 'Direction that the main swell comes from, clockwise from true north.',
  },
  swell_period: {
    number: 57,
    group: 'Weather',
    unit: SECOND,
    labels: { en: 'Swell period', it: 'Periodo del mare lungo', is: 'Sveiflutími undiröldu' },
    description: 'Period of the main swell.',
  },
  secondary_swell_height_fc: {
    number: 58,
    group: 'Weather',
    unit: METRE,
    labels: {
      en: 'Secondary swell height',
      it: 'Altezza del mare lungo secondario',
      is: 'Hæð annarrar undiröldu',
    },
    description: 'Significant height of the second swell, from the forecast.',
  },
  secondary_swell_direction_fc: {
    number: 59,
    group: 'Weather',
    unit: DEGREE,
    angle: 'direction',
    labels: {
      en: 'Secondary swell direction',
      it: 'Direzione del mare lungo secondario',
      is: 'Stefna annarrar undiröldu',
    },
    description: 'Direction that the second swell comes from, clockwise from true north.',
  },
  secondary_swell_period_fc: {
    number: 60,
    group: 'Weather',
    unit: SECOND,
    labels: {
      en: 'Secondary swell period',
      it: 'Periodo del mare lungo secondario',
      is: 'Sveiflutími annarrar undiröldu',
    },
    description: 'Period of the second swell, from the forecast.',
  },
  wind_wave_height_fc: {
    number: 61,
    group: 'Weather',
    unit: METRE,
    labels: { en: 'Wind wave height', it: 'Altezza delle onde di vento', is: 'Hæð vindöldu' },
    description: 'Significant height of the waves that the local wind raises, from the forecast.',
  },
  wind_wave_direction_fc: {
    number: 62,
    group: 'Weather',
    unit: DEGREE,
    angle: 'direction',
    labels: { en: 'Wind wave direction', it: 'Direzione delle onde di vento', is: 'Stefna vindöldu' },
    description: 'Direction that the wind waves come from, clockwise from true north.',
  },
  wind_wave_period_fc: {
    number: 63,
    group: 'Weather',
    unit: SECOND,
    labels: { en: 'Wind wave period', it: 'Periodo delle onde di vento', is: 'Sveiflutími vindöldu' },
    description: 'Period of the wind waves, from the forecast.',
  },
  water_temperature_fc: {
    number: 64,
    group: 'Weather',
    unit: CELSIUS,
    labels: { en: 'Water temperature', it: 'Temperatura dell’acqua', is: 'Sjávarhiti' },
    signalk: ['environment.water.temperature'],
    description: 'Temperature of the water at the surface.',
  },
  wave_height_fc: {
    number: 65,
    group: 'Weather',
    unit: METRE,
    labels: { en: 'Wave height (forecast)', it: 'Altezza delle onde (previsione)', is: 'Ölduhæð (spá)' },
    description: 'Significant height of the waves, from the forecast.',
  },
  wave_direction: {
    number: 66,
    group: 'Weather',
    unit: DEGREE,
    angle: 'direction',
    labels: { en: 'Wave direction', it: 'Direzione delle onde', is: 'Öldustefna' },
    description: 'Direction that the waves come from, clockwise from true north.',
  },
  wave_period: {
    number: 67,
    group: 'Weather',
    unit: SECOND,
    labels: { en: 'Wave period', it: 'Periodo delle onde', is: 'Sveiflutími öldu' },
    description: 'Period of the waves.',
  },
  wind_speed_fc: {
    number: 68,
    group: 'Weather',
    unit: MPS,
    labels: { en: 'Wind speed (forecast)', it: 'Velocità del vento (previsione)', is: 'Vindhraði (spá)' },
    description: 'Speed of the wind, from the forecast.',
  },
  wind_direction: {
    number: 69,
    group: 'Weather',
    unit: DEGREE,
    angle: 'direction',
    labels: { en: 'Wind direction', it: 'Direzione del vento', is: 'Vindátt' },
    signalk: ['environment.wind.directionTrue'],
    description: 'Direction that the true wind comes from, clockwise from true north.',
  },

  engine_speed: {
    number: 80,
    group: 'Engine',
    unit: RPM,
    instances: true,
    labels: { en: 'Engine speed', it: 'Giri motore', is: 'Snúningshraði vélar' },
    signalk: ['propulsion.*.revolutions'],
    description: "Revolutions of the engine's crankshaft.",
  },
  boost_pressure: {
    number: 81,
    group: 'Engine',
    unit: PRESSURE,
    instances: true,
    labels: { en: 'Boost pressure', it: 'Pressione di sovralimentazione', is: 'Þrýstingur forþjöppu' },
    signalk: ['propulsion.*.boostPressure'],
    description: 'Pressure of the charge air behind the turbocharger.',
  },
  tilt_trim: {
    number: 82,
    group: 'Engine',
    unit: SIGNED_PERCENT,
    instances: true,
    labels: { en: 'Tilt/trim', it: 'Assetto motore', is: 'Halli drifs' },
    signalk: ['propulsion.*.drive.trimState'],
    description: 'Trim of the drive or outboard, as a share of its way, positive with the bow up.',
  },
  oil_pressure: {
    number: 83,
    group: 'Engine',
    unit: PRESSURE,
    instances: true,
    labels: { en: 'Oil pressure', it: 'Pressione dell’olio', is: 'Olíuþrýstingur' },
    signalk: ['propulsion.*.oilPressure'],
    description: 'Pressure of the engine oil.',
  },
  oil_temperature: {
    number: 84,
    group: 'Engine',
    unit: KELVIN,
    instances: true,
    labels: { en: 'Oil temperature', it: 'Temperatura dell’olio', is: 'Olíuhiti' },
    signalk: ['propulsion.*.oilTemperature'],
    description: 'Temperature of the engine oil.',
  },
  coolant_pressure: {
    number: 85,
    group: 'Engine',
    unit: PRESSURE,
    instances: true,
    labels: { en: 'Coolant pressure', it: 'Pressione del refrigerante', is: 'Kælivatnsþrýstingur' },
    signalk: ['propulsion.*.coolantPressure'],
    description: 'Pressure of the engine coolant.',
  },
  coolant_temperature: {
    number: 86,
    group: 'Engine',
    unit: KELVIN,
    instances: true,
    labels: { en: 'Coolant temperature', it: 'Temperatura del refrigerante', is: 'Kælivatnshiti' },
    signalk: ['propulsion.*.coolantTemperature', 'propulsion.*.temperature'],
    description: 'Temperature of the engine coolant.',
  },
  alternator_voltage: {
    number: 87,
    group: 'Engine',
    unit: VOLT,
    instances: true,
    labels: { en: 'Alternator voltage', it: 'Tensione dell’alternatore', is: 'Spenna rafals' },
    signalk: ['propulsion.*.alternatorVoltage', 'electrical.alternators.*.voltage'],
    description: "Voltage of the engine's alternator.",
  },
  fuel_pressure: {
    number: 88,
    group: 'Engine',
    unit: FUEL_PRESSURE,
    instances: true,
    labels: { en: 'Fuel pressure', it: 'Pressione del carburante', is: 'Eldsneytisþrýstingur' },
    signalk: ['propulsion.*.fuel.pressure'],
    description: 'Pressure of the fuel at the engine.',
  },
  engine_load: {
    number: 89,
    group: 'Engine',
    unit: PERCENT,
    instances: true,
    labels: { en: 'Load', it: 'Carico', is: 'Álag' },
    signalk: ['propulsion.*.engineLoad'],
    description: 'Load of the engine, as a share of what it can give at this speed.',
  },
  engine_torque: {
    number: 90,
    group: 'Engine',
    unit: SIGNED_PERCENT,
    instances: true,
    labels: { en: 'Torque', it: 'Coppia', is: 'Vægi' },
    signalk: ['propulsion.*.engineTorque'],
    description: 'Torque of the engine, as a share of its reference torque.',
  },
  transmission_oil_pressure: {
    number: 91,
    group: 'Engine',
    unit: PRESSURE,
    instances: true,
    labels: {
      en: 'Transmission oil pressure',
      it: 'Pressione dell’olio dell’invertitore',
      is: 'Olíuþrýstingur gírs',
    },
    signalk: ['propulsion.*.transmission.oilPressure'],
    description: 'Pressure of the transmission oil.',
  },
  transmission_oil_temperature: {
    number: 92,
    group: 'Engine',
    unit: KELVIN,
    instances: true,
    labels: {
      en: 'Transmission oil temperature',
      it: 'Temperatura dell’olio dell’invertitore',
      is: 'Olíuhiti gírs',
    },
    signalk: ['propulsion.*.transmission.oilTemperature'],
    description: 'Temperature of the transmission oil.',
  },
  transmission_gear: {
    number: 93,
    group: 'Engine',
    unit: { stored: 'code', wire: 'code', step: 1, valid: [0, 3] },
    kind: 'state',
    aggregation: 'last',
    instances: true,
    labels: { en: 'Transmission gear', it: 'Marcia', is: 'Gír' },
    signalk: ['propulsion.*.transmission.gear'],
    description: 'Gear of the transmission: 0 forward, 1 neutral, 2 reverse, 3 fault.',
  },
  engine_hours: {
    number: 94,
    group: 'Engine',
    unit: HOUR,
    kind: 'counter',
    aggregation: 'last',
    instances: true,
    labels: { en: 'Engine hours', it: 'Ore motore', is: 'Vélarstundir' },
    signalk: ['propulsion.*.runTime'],
    description: 'Hours that the engine has run in its life, as its own counter reports them.',
  },

  fuel_rate: {
    number: 123,
    group: 'Fuel',
    unit: FUEL_RATE,
    instances: true,
    labels: { en: 'Fuel rate', it: 'Consumo orario', is: 'Eyðsla á klukkustund' },
    signalk: ['propulsion.*.fuel.rate'],
    description: 'Fuel that the engine burns per hour.',
  },
  fuel_rate_l_nm: {
    number: 111,
    group: 'Fuel',
    unit: FUEL_PER_MILE,
    labels: { en: 'Fuel rate per mile', it: 'Consumo al miglio', is: 'Eyðsla á sjómílu' },
    description: 'Fuel that all engines burn per nautical mile.',
  },
  fuel_consumption: {
    number: 112,
    group: 'Fuel',
    unit: LITRE,
    kind: 'counter',
    aggregation: 'last',
    instances: true,
    labels: { en: 'Fuel consumption', it: 'Consumo di carburante', is: 'Eldsneytisnotkun' },
    signalk: ['propulsion.*.fuel.used'],
    description: 'Fuel that the engine has burnt in its life, a counter.',
  },
  time_to_empty: {
    number: 113,
    group: 'Fuel',
    unit: HOUR,
    labels: { en: 'Time to empty', it: 'Autonomia in ore', is: 'Tími í tóman tank' },
    description: 'Time until the fuel is used up at the present rate.',
  },
  distance_to_empty: {
    number: 114,
    group: 'Fuel',
    unit: MILES,
    labels: { en: 'Distance to empty', it: 'Autonomia in miglia', is: 'Vegalengd í tóman tank' },
    description: 'Distance until the fuel is used up at the present rate.',
  },
  fuel_remaining: {
    number: 115,
    group: 'Fuel',
    unit: LITRE,
    aggregation: 'last',
    instances: true,
    labels: { en: 'Fuel remaining', it: 'Carburante rimanente', is: 'Eldsneyti eftir' },
    signalk: ['tanks.fuel.*.currentVolume'],
    description: 'Volume of fuel in the tank.',
  },
  trip_run_time: {
    number: 116,
    group: 'Fuel',
    unit: HOUR,
    kind: 'counter',
    aggregation: 'last',
    instances: true,
    labels: { en: 'Trip run time', it: 'Ore di moto del viaggio', is: 'Gangtími í ferð' },
    description: "Running time that the engine's display counts for the trip.",
  },
  trip_fuel_used: {
    number: 117,
    group: 'Fuel',
    unit: LITRE,
    kind: 'counter',
    aggregation: 'last',
    instances: true,
    labels: { en: 'Trip fuel used', it: 'Carburante usato nel viaggio', is: 'Eldsneyti notað í ferð' },
    signalk: ['propulsion.*.trip.fuelUsed'],
    description: "Fuel that the engine's display counts for the trip.",
  },
  avg_fuel_rate: {
    number: 124,
    group: 'Fuel',
    unit: FUEL_RATE,
    instances: true,
    labels: { en: 'Average fuel rate', it: 'Consumo orario medio', is: 'Meðaleyðsla á klukkustund' },
    signalk: ['propulsion.*.fuel.averageRate'],
    description: "Mean fuel rate that the engine's display shows for the trip.",
  },
  fuel_economy: {
    number: 125,
    group: 'Fuel',
    unit: FUEL_RATE,
    instances: true,
    labels: { en: 'Fuel economy rate', it: 'Consumo orario economico', is: 'Sparneytni' },
    signalk: ['propulsion.*.fuel.economyRate'],
    description: "Economy fuel rate that the engine's display shows for the trip.",
  },
  inst_fuel_rate: {
    number: 126,
    group: 'Fuel',
    unit: FUEL_RATE,
    instances: true,
    labels: { en: 'Instant fuel rate', it: 'Consumo orario istantaneo', is: 'Eyðsla á hverri stundu' },
    description: "Momentary fuel rate that the engine's display shows.",
  },
  co2_emissions: {
    number: 121,
    group: 'Fuel',
    unit: { stored: 'kg', wire: 'kg', step: 0.0001, valid: [0, 200_000] },
    aggregation: 'sum',
    labels: { en: 'CO₂ emissions', it: 'Emissioni di CO₂', is: 'CO₂-losun' },
    description: 'Mass of carbon dioxide from the burnt fuel.',
  },
  /** Level of a fuel tank as the bus gives it; with the tank's capacity it becomes fuel_remaining. */
  fuel_level: {
    number: 122,
    group: 'Fuel',
    unit: PERCENT,
    aggregation: 'last',
    instances: true,
    labels: { en: 'Fuel level', it: 'Livello del carburante', is: 'Staða í eldsneytistanki' },
    signalk: ['tanks.fuel.*.currentLevel'],
    description: 'Level of the fuel tank, as a share of its capacity.',
  },

  battery_voltage: {
    number: 130,
    group: 'Battery',
    unit: VOLT,
    instances: true,
    labels: { en: 'Battery voltage', it: 'Tensione della batteria', is: 'Spenna rafgeymis' },
    signalk: ['electrical.batteries.*.voltage'],
    description: 'Voltage of the battery.',
  },
  battery_current: {
    number: 131,
    group: 'Battery',
    unit: AMPERE,
    instances: true,
    labels: { en: 'Battery current', it: 'Corrente della batteria', is: 'Straumur rafgeymis' },
    signalk: ['electrical.batteries.*.current'],
    description: 'Current of the battery, positive while it is charged.',
  },
  battery_temperature: {
    number: 132,
    group: 'Battery',
    unit: KELVIN,
    instances: true,
    labels: { en: 'Battery temperature', it: 'Temperatura della batteria', is: 'Hiti rafgeymis' },
    signalk: ['electrical.batteries.*.temperature'],
    description: 'Temperature of the battery.',
  },

  battery_charge: {
    number: 134,
    group: 'Battery',
    unit: PERCENT,
    aggregation: 'last',
    instances: true,
    labels: { en: 'Battery charge', it: 'Carica della batteria', is: 'Hleðsla rafgeymis' },
    signalk: ['electrical.batteries.*.capacity.stateOfCharge'],
    description: 'Charge of the battery, as a share of its capacity.',
  },

  /** Alternating current from the shore; the lowest of its lines, so that a failing one shows. */
  ac_input_voltage: {
    number: 133,
    group: 'Battery',
    unit: GRID_VOLT,
    instances: true,
    labels: { en: 'AC input voltage', it: 'Tensione d’ingresso CA', is: 'Spenna riðstraumsinntaks' },
    signalk: [
      'electrical.ac.*.phase.single.lineNeutralVoltage',
      'electrical.ac.*.phase.A.lineNeutralVoltage',
    ],
    description: 'Voltage of the alternating current that comes aboard, of its lowest line.',
  },

  depth_below_transducer: {
    number: 140,
    group: 'Depth',
    unit: DEPTH,
    labels: {
      en: 'Depth below transducer',
      it: 'Profondità sotto il trasduttore',
      is: 'Dýpi undir botnstykki',
    },
    signalk: ['environment.depth.belowTransducer'],
    description: 'Depth of the water below the transducer.',
  },
  depth_below_surface: {
    number: 141,
    group: 'Depth',
    unit: DEPTH,
    labels: { en: 'Depth below surface', it: 'Profondità dalla superficie', is: 'Dýpi frá yfirborði' },
    signalk: ['environment.depth.belowSurface'],
    description: 'Depth of the water below the surface.',
  },

  sea_water_pump_pressure: {
    number: 150,
    group: 'Pumps',
    unit: PRESSURE,
    instances: true,
    labels: {
      en: 'Sea water pump outlet pressure',
      it: 'Pressione di mandata della pompa acqua mare',
      is: 'Þrýstingur frá sjódælu',
    },
    description: 'Pressure at the outlet of the sea water pump.',
  },

  /** 1 is on. People decide what the switch controls (a bilge pump, shore power). */
  switch: {
    number: 160,
    group: 'Switches',
    unit: ON_OFF,
    kind: 'state',
    aggregation: 'max',
    instances: true,
    labels: { en: 'Switch', it: 'Interruttore', is: 'Rofi' },
    description: 'State of a switch, 1 on and 0 off.',
  },
  /**
   * An instance has eight bits, which nine banks of 28 switches fill. The switch shown as 253 is the first of
   * these.
   */
  further_switch: {
    number: 161,
    group: 'Switches',
    unit: ON_OFF,
    kind: 'state',
    aggregation: 'max',
    instances: true,
    labels: { en: 'Switch', it: 'Interruttore', is: 'Rofi' },
    description: 'State of a switch with a number from 253 on, 1 on and 0 off.',
  },
} as const satisfies Readonly<Record<string, SeriesRow>>
