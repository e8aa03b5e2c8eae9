/**
 * The catalogue of series: the one table that says what may be measured, in which unit it is stored and sent, how
 * finely, and what is too absurd to believe. `GET /holy-books/fields-bible` is this table.
 *
 * Stored values are SI (angles in radians, position in degrees) and travel to the column store as integers of
 * `step`; wire = stored × factor + offset. Numbers are never reused: they name the series and its step in stored rows.
 *
 * A step is chosen so that what instruments send and people set as limits are whole numbers of it: knots, hundredths of
 * a kelvin, rpm of both buses, thousandths of a litre an hour. Angles come in 0.0001 rad from NMEA 2000 and in tenths of
 * a degree from NMEA 0183, which no step holds both; nothing is compared with them.
 */
import {
  DEG_RAD,
  KNOT_MPS,
  L_PER_HR_M3PS,
  NAUTICAL_MILE_M,
  SPEED_STEPS_PER_MPS,
  withoutNoise,
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

export interface Series {
  number: number
  key: SeriesKey
  group: SeriesGroup
  label: string
  kind: SeriesKind
  storedUnit: string
  /** The unit on the wire. */
  unit: string
  factor: number
  offset: number
  /** Resolution of the stored integer, in the stored unit. */
  step: number
  aggregation: Aggregation
  /** What a device may send, in the stored unit; outside it a value is refused. */
  valid: readonly [min: number, max: number]
  /** True when a vessel may have several (engines, batteries, sensors). */
  instances: boolean
}

interface Unit {
  stored: string
  wire: string
  factor?: number
  offset?: number
  step: number
  valid: readonly [number, number]
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
/** Of the shore, a generator or an inverter: volts of a grid, not of a battery. */
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

type Row = readonly [number, SeriesGroup, string, Unit, SeriesKind?, Aggregation?, 'each'?]

const rows = {
  sog: [10, 'Speed', 'Speed over ground', KN],
  rog: [11, 'Speed', 'Safety speed', KN],
  eco_sog: [12, 'Speed', 'Eco speed', KN],
  'in_eco_speed_ratio._30s': [
    4,
    'Speed',
    'Eco compliance',
    { stored: 'ratio', wire: 'ratio', step: 0.0001, valid: [0, 1] },
  ],
  latitude: [5, 'Speed', 'Latitude', { ...POSITION, valid: [-90, 90] }],
  longitude: [6, 'Speed', 'Longitude', POSITION],
  cog: [7, 'Speed', 'Course over ground', DEGREE, 'angle', 'last'],
  stw: [13, 'Speed', 'Speed through water', KN],
  heading: [9, 'Speed', 'Heading', DEGREE, 'angle', 'last'],

  impact: [20, 'Sensors', 'Impact', G, 'quantity', 'max', 'each'],
  impact_x: [21, 'Sensors', 'Impact X', G, 'quantity', 'max', 'each'],
  impact_y: [22, 'Sensors', 'Impact Y', G, 'quantity', 'max', 'each'],
  impact_z: [23, 'Sensors', 'Impact Z', G, 'quantity', 'max', 'each'],
  euler_x: [24, 'Sensors', 'Roll', DEGREE, 'angle', 'avg', 'each'],
  euler_y: [25, 'Sensors', 'Pitch', DEGREE, 'angle', 'avg', 'each'],
  euler_z: [26, 'Sensors', 'Yaw', DEGREE, 'angle', 'avg', 'each'],
  rate_of_turn: [
    27,
    'Sensors',
    'Rate of turn',
    { stored: 'rad/s', wire: 'rad/s', step: 1e-6, valid: [-10, 10] },
  ],
  leeway: [28, 'Sensors', 'Leeway', DEGREE, 'angle', 'avg'],

  wind_speed: [40, 'Weather', 'Wind speed', MPS],
  wave_height: [41, 'Weather', 'Wave height', METRE],
  air_temperature: [42, 'Weather', 'Air temperature', CELSIUS],
  sea_state: [
    43,
    'Weather',
    'Sea state',
    { stored: 'code', wire: 'code', step: 1, valid: [0, 9] },
    'state',
    'max',
  ],
  pressure_fc: [
    44,
    'Weather',
    'Pressure',
    { stored: 'Pa', wire: 'hPa', factor: 0.01, step: 10, valid: [80_000, 120_000] },
  ],
  cloud_cover_fc: [45, 'Weather', 'Cloud cover', PERCENT],
  humidity_fc: [46, 'Weather', 'Humidity', PERCENT],
  ice_cover_fc: [47, 'Weather', 'Ice cover', PERCENT],
  current_speed: [48, 'Weather', 'Current speed', MPS],
  current_direction: [49, 'Weather', 'Current direction', DEGREE, 'angle', 'avg'],
  gust_fc: [50, 'Weather', 'Gust', MPS, 'quantity', 'max'],
  precipitation_fc: [
    51,
    'Weather',
    'Precipitation',
    { stored: 'mm/h', wire: 'mm/h', step: 0.01, valid: [0, 500] },
  ],
  snow_depth_fc: [52, 'Weather', 'Snow depth', METRE],
  sea_level_fc: [53, 'Weather', 'Sea level', { ...METRE, valid: [-20, 20] }],
  visibility: [
    54,
    'Weather',
    'Visibility',
    { stored: 'm', wire: 'km', factor: 0.001, step: 1, valid: [0, 200_000] },
  ],
  swell_height: [55, 'Weather', 'Swell height', METRE],
  swell_direction: [56, 'Weather', 'Swell direction', DEGREE, 'angle', 'avg'],
  swell_period: [57, 'Weather', 'Swell period', SECOND],
  secondary_swell_height_fc: [58, 'Weather', 'Secondary swell height', METRE],
  secondary_swell_direction_fc: [59, 'Weather', 'Secondary swell direction', DEGREE, 'angle', 'avg'],
  secondary_swell_period_fc: [60, 'Weather', 'Secondary swell period', SECOND],
  wind_wave_height_fc: [61, 'Weather', 'Wind wave height', METRE],
  wind_wave_direction_fc: [62, 'Weather', 'Wind wave direction', DEGREE, 'angle', 'avg'],
  wind_wave_period_fc: [63, 'Weather', 'Wind wave period', SECOND],
  water_temperature_fc: [64, 'Weather', 'Water temperature', CELSIUS],
  wave_height_fc: [65, 'Weather', 'Wave height (forecast)', METRE],
  wave_direction: [66, 'Weather', 'Wave direction', DEGREE, 'angle', 'avg'],
  wave_period: [67, 'Weather', 'Wave period', SECOND],
  wind_speed_fc: [68, 'Weather', 'Wind speed (forecast)', MPS],
  wind_direction: [69, 'Weather', 'Wind direction', DEGREE, 'angle', 'avg'],

  engine_speed: [80, 'Engine', 'Engine speed', RPM, 'quantity', 'avg', 'each'],
  boost_pressure: [81, 'Engine', 'Boost pressure', PRESSURE, 'quantity', 'avg', 'each'],
  tilt_trim: [82, 'Engine', 'Tilt/trim', SIGNED_PERCENT, 'quantity', 'avg', 'each'],
  oil_pressure: [83, 'Engine', 'Oil pressure', PRESSURE, 'quantity', 'avg', 'each'],
  oil_temperature: [84, 'Engine', 'Oil temperature', KELVIN, 'quantity', 'avg', 'each'],
  coolant_pressure: [85, 'Engine', 'Coolant pressure', PRESSURE, 'quantity', 'avg', 'each'],
  coolant_temperature: [86, 'Engine', 'Coolant temperature', KELVIN, 'quantity', 'avg', 'each'],
  alternator_voltage: [87, 'Engine', 'Alternator voltage', VOLT, 'quantity', 'avg', 'each'],
  fuel_pressure: [88, 'Engine', 'Fuel pressure', FUEL_PRESSURE, 'quantity', 'avg', 'each'],
  engine_load: [89, 'Engine', 'Load', PERCENT, 'quantity', 'avg', 'each'],
  engine_torque: [90, 'Engine', 'Torque', SIGNED_PERCENT, 'quantity', 'avg', 'each'],
  transmission_oil_pressure: [91, 'Engine', 'Transmission oil pressure', PRESSURE, 'quantity', 'avg', 'each'],
  transmission_oil_temperature: [
    92,
    'Engine',
    'Transmission oil temperature',
    KELVIN,
    'quantity',
    'avg',
    'each',
  ],
  transmission_gear: [
    93,
    'Engine',
    'Transmission gear',
    { stored: 'code', wire: 'code', step: 1, valid: [0, 3] },
    'state',
    'last',
    'each',
  ],

  fuel_rate: [123, 'Fuel', 'Fuel rate', FUEL_RATE, 'quantity', 'avg', 'each'],
  fuel_rate_l_nm: [111, 'Fuel', 'Fuel rate per mile', FUEL_PER_MILE],
  fuel_consumption: [112, 'Fuel', 'Fuel consumption', LITRE, 'counter', 'last', 'each'],
  time_to_empty: [113, 'Fuel', 'Time to empty', HOUR],
  distance_to_empty: [114, 'Fuel', 'Distance to empty', MILES],
  fuel_remaining: [115, 'Fuel', 'Fuel remaining', LITRE, 'quantity', 'last', 'each'],
  trip_run_time: [116, 'Fuel', 'Trip run time', HOUR, 'counter', 'last', 'each'],
  trip_fuel_used: [117, 'Fuel', 'Trip fuel used', LITRE, 'counter', 'last', 'each'],
  avg_fuel_rate: [124, 'Fuel', 'Average fuel rate', FUEL_RATE, 'quantity', 'avg', 'each'],
  fuel_economy: [125, 'Fuel', 'Fuel economy rate', FUEL_RATE, 'quantity', 'avg', 'each'],
  inst_fuel_rate: [126, 'Fuel', 'Instant fuel rate', FUEL_RATE, 'quantity', 'avg', 'each'],
  co2_emissions: [
    121,
    'Fuel',
    'CO2 emissions',
    { stored: 'kg', wire: 'kg', step: 0.0001, valid: [0, 200_000] },
    'quantity',
    'sum',
  ],
  /** Level of a fuel tank as the bus gives it; with the tank's capacity it becomes fuel_remaining. */
  fuel_level: [122, 'Fuel', 'Fuel level', PERCENT, 'quantity', 'last', 'each'],

  battery_voltage: [130, 'Battery', 'Battery voltage', VOLT, 'quantity', 'avg', 'each'],
  battery_current: [131, 'Battery', 'Battery current', AMPERE, 'quantity', 'avg', 'each'],
  battery_temperature: [132, 'Battery', 'Battery temperature', KELVIN, 'quantity', 'avg', 'each'],

  /** Alternating current that comes aboard; the lowest of its lines, so that one that fails is seen. */
  ac_input_voltage: [133, 'Battery', 'AC input voltage', GRID_VOLT, 'quantity', 'avg', 'each'],

  depth_below_transducer: [140, 'Depth', 'Depth below transducer', DEPTH, 'quantity', 'avg'],
  depth_below_surface: [141, 'Depth', 'Depth below surface', DEPTH, 'quantity', 'avg'],

  sea_water_pump_pressure: [
    150,
    'Pumps',
    'Sea water pump outlet pressure',
    PRESSURE,
    'quantity',
    'avg',
    'each',
  ],

  /** 1 is on. What hangs on it (a bilge pump, shore power) is for people to say. */
  switch: [160, 'Switches', 'Switch', ON_OFF, 'state', 'max', 'each'],
  /** An instance has eight bits, and nine banks of 28 switches fill them: what people call switch 253 is the first of these. */
  further_switch: [161, 'Switches', 'Switch', ON_OFF, 'state', 'max', 'each'],
} as const satisfies Record<string, Row>

export type SeriesKey = keyof typeof rows

function toSeries(key: SeriesKey): Series {
  const [number, group, label, unit, kind = 'quantity', aggregation = 'avg', each]: Row = rows[key]
  return {
    number,
    key,
    group,
    label,
    kind,
    storedUnit: unit.stored,
    unit: unit.wire,
    factor: unit.factor ?? 1,
    offset: unit.offset ?? 0,
    step: unit.step,
    aggregation,
    valid: unit.valid,
    instances: each === 'each',
  }
}

export const SERIES = Object.fromEntries(
  (Object.keys(rows) as SeriesKey[]).map((key) => [key, toSeries(key)]),
) as Readonly<Record<SeriesKey, Series>>

/** What people call a series. Some organizations call the safety speed comfort speed. */
export const seriesLabel = (key: SeriesKey, hasComfortSpeed: boolean): string =>
  key === 'rog' && hasComfortSpeed ? 'Comfort speed' : SERIES[key].label

const byNumber = new Map(Object.values(SERIES).map((series) => [series.number, series]))
export const seriesByNumber = (number: number): Series | undefined => byNumber.get(number)

/**
 * The series and instance that a field name on the wire means: `impact_2` is instance 2 of `impact`, a bare key is
 * instance 0. Null when the catalogue has no such field.
 */
export function parseField(field: string): { key: SeriesKey; instance: number } | null {
  if (Object.hasOwn(rows, field)) return { key: field as SeriesKey, instance: 0 }
  const match = /^([a-z_]+?)_(\d{1,3})$/.exec(field)
  const key = match?.[1]
  if (!key || !Object.hasOwn(rows, key) || !SERIES[key as SeriesKey].instances) return null
  const instance = Number(match[2])
  if (key === 'switch' && instance > SWITCHES && instance <= 2 * SWITCHES)
    return { key: 'further_switch', instance: instance - SWITCHES }
  return instance > 255 ? null : { key: key as SeriesKey, instance }
}

/** Switches of one bank on NMEA 2000. */
export const SWITCHES_OF_BANK = 28
/** Of nine banks; more are of the series `further_switch`, and go on with the numbers and the name of the first. */
export const SWITCHES = 252
/** The number that people know an engine, battery, tank or switch by. */
export const numberShown = (key: SeriesKey, instance: number) =>
  key === 'further_switch' && instance > 0 ? instance + SWITCHES : instance

export const fieldName = (key: SeriesKey, instance: number) =>
  instance === 0 ? key : `${key === 'further_switch' ? 'switch' : key}_${numberShown(key, instance)}`

/** Null when the value is not believable for this series (NaN and infinities included). */
export function acceptValue(key: SeriesKey, value: number): number | null {
  const [min, max] = SERIES[key].valid
  return value >= min && value <= max ? value : null
}

export const toWire = (key: SeriesKey, stored: number) =>
  withoutNoise(stored * SERIES[key].factor + SERIES[key].offset)
export const fromWire = (key: SeriesKey, wire: number) => (wire - SERIES[key].offset) / SERIES[key].factor

/** The integer that a value is stored as. */
export const toSteps = (key: SeriesKey, value: number) => Math.round(value / SERIES[key].step)
/** Divided by a whole number wherever the step is a fraction, so that equal values are equal doubles. */
export const fromSteps = (key: SeriesKey, steps: number) => {
  const { step } = SERIES[key]
  return step < 1 ? steps / Math.round(1 / step) : steps * step
}
/** A limit, or a mean, as the nearest value that could be stored: compare only such values with stored ones. */
export const onGrid = (key: SeriesKey, value: number) => fromSteps(key, toSteps(key, value))
