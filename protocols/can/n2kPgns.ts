import { acceptValue, type SeriesKey, SWITCHES_OF_BANK } from '#contract/domain/series.ts'
import { isTurn, turned } from '../angles.ts'
import { fromBusInstance, switchOf } from '../instances.ts'
import type { ReadingSink } from '../readingSink.ts'
import { surfaceDepth } from '../surfaceDepth.ts'
import type { CanFrame } from './canFrame.ts'
import {
  DC_BATTERY,
  PRESSURE_ATMOSPHERIC,
  PRESSURE_WATER,
  REFERENCE_MAGNETIC,
  REFERENCE_TRUE,
  SOURCE_OUTSIDE,
  SOURCE_SEA,
  TANK_FUEL,
  TANK_GASOLINE,
  WIND_MAGNETIC_NORTH,
  WIND_TRUE_BOAT,
  WIND_TRUE_NORTH,
  WIND_TRUE_WATER,
} from './n2kSeries.ts'

/** Fields of one message by canboat's names; null means "not available" or an error code. */
export type Fields = Readonly<Record<string, number | string | null | undefined>>

export const numberOf = (value: Fields[string]) => (typeof value === 'number' ? value : null)
export const textOf = (value: Fields[string]) => (typeof value === 'string' ? value : null)

/** How long a heading or a fix quality may be used to complete another message. */
const FRESH_US = 10_000_000

/** State that messages leave for later messages. Times use the clock of the frames. */
export interface Bus {
  variation: { rad: number; timeUs: number } | null
  headingTrue: { rad: number; timeUs: number } | null
  quality: Map<number, { hdop: number | null; valid: boolean; timeUs: number }>
}

export const newBus = (): Bus => ({
  variation: null,
  headingTrue: null,
  quality: new Map(),
})

interface Context {
  sink: ReadingSink
  bus: Bus
  frame: CanFrame
  timeUs: number
}

interface SpecialPgn {
  fast?: true
  read(fields: Fields, context: Context): void
}

/** Messages whose fields have a meaning only together, or only with other messages. */
export const SPECIAL_PGNS: ReadonlyMap<number, SpecialPgn> = new Map<number, SpecialPgn>([
  // The clock alone: no series.
  [60928, { read: addressClaim }],
  [126996, { fast: true, read: productInformation }],
  [126992, { read() {} }],
  [129033, { read() {} }],
  [127245, { read: rudder }],
  [127250, { read: heading }],
  [
    127258,
    {
      read: (fields, context) => learnVariation(context, fields),
    },
  ],
  [127501, { read: switchBank }],
  [127503, { fast: true, read: acInput }],
  [127505, { read: tank }],
  [127506, { fast: true, read: batteryCharge }],
  [128259, { read: speed }],
  [128267, { read: depth }],
  [129025, { read: position }],
  [129026, { read: courseAndSpeed }],
  [129029, { fast: true, read: gnssPosition }],
  [129291, { read: current }],
  [130306, { read: wind }],
  [130310, { read: environmentOld }],
  [130311, { read: environment }],
  [130312, { read: (fields, context) => temperature(fields.actualTemperature, fields, context, 1) }],
  [130313, { read: humidity }],
  [130314, { read: pressure }],
  [130316, { read: (fields, context) => temperature(fields.temperature, fields, context, 0) }],
  [130323, { fast: true, read: (fields, context) => put(context, 'gust_fc', fields.windGusts) }],
  [129038, { fast: true, read: aisReport }],
  [129039, { fast: true, read: aisReport }],
  [129040, { fast: true, read: aisReport }],
  [129794, { fast: true, read: aisReport }],
  [129809, { fast: true, read: aisReport }],
  [129810, { fast: true, read: aisReport }],
])

/** True when received within the last seconds. A late or repeated message is not completed by later data. */
const isFresh = (value: { timeUs: number }, timeUs: number) =>
  value.timeUs <= timeUs && timeUs - value.timeUs <= FRESH_US

/** The NAME is the whole message, least byte first. */
function addressClaim(_: Fields, { sink, frame, timeUs }: Context): void {
  if (frame.data.length < 8) return
  const name = [...frame.data.subarray(0, 8)].reverse().map((byte) => byte.toString(16).padStart(2, '0'))
  sink.sender({ timeUs, address: frame.source, what: 'name', value: name.join('') })
}

function productInformation(fields: Fields, { sink, frame, timeUs }: Context): void {
  const facts = [
    ['model', textOf(fields.modelId)],
    ['version', textOf(fields.softwareVersionCode)],
    ['serial', textOf(fields.modelSerialCode)],
  ] as const
  for (const [what, value] of facts)
    if (value !== null) sink.sender({ timeUs, address: frame.source, what, value })
}

function put(
  { sink, frame, timeUs }: Context,
  key: SeriesKey,
  value: Fields[string],
  rank = 0,
  instance = 0,
): void {
  sink.scalar(timeUs, key, instance, numberOf(value), frame.source, rank)
}

/** Some receivers fill signed fields with the "not available" of unsigned ones, which reads as −1. */
const positive = (value: Fields[string]) => (typeof value === 'number' && value >= 0 ? value : null)

/** An angle from true north; a magnetic one needs the variation, and without it is not used at all. */
function fromTrueNorth(angle: Fields[string], reference: Fields[string], context: Context): number | null {
  const { variation } = context.bus
  const rad = numberOf(angle)
  if (rad === null || reference === REFERENCE_TRUE) return rad
  const isKnown = variation && variation.timeUs <= context.timeUs
  return reference === REFERENCE_MAGNETIC && isKnown ? turned(rad, variation.rad) : null
}

function learnVariation({ bus, sink, timeUs }: Context, { variation }: Fields): void {
  const rad = numberOf(variation)
  if (rad === null) return
  if (isTurn(rad)) bus.variation = { rad, timeUs }
  else sink.reject('out_of_range', 'variation')
}

function heading(fields: Fields, context: Context): void {
  const { bus, timeUs } = context
  learnVariation(context, fields)
  const compass = numberOf(fields.heading)
  const magnetic = fields.reference === REFERENCE_MAGNETIC
  const deviation = numberOf(fields.deviation) ?? 0
  const turn = isTurn(deviation) ? deviation : Number.NaN
  const corrected = compass !== null && magnetic ? turned(compass, turn) : compass
  const rad = fromTrueNorth(corrected, fields.reference, context)
  if (rad !== null && acceptValue('heading', rad) !== null) bus.headingTrue = { rad, timeUs }
  put(context, 'heading', rad, magnetic ? 1 : 0)
}

/** Highest instance up to which further rudders are distinguished. */
const LAST_RUDDER = 9

/**
 * The first rudder is the vessel's; another one counts where the first sends nothing. A message that orders an angle
 * without a position comes from an autopilot, which does not measure.
 */
function rudder(fields: Fields, context: Context): void {
  if (numberOf(fields.position) === null && numberOf(fields.angleOrder) !== null) return
  const rank = Math.min(numberOf(fields.instance) ?? 0, LAST_RUDDER)
  put(context, 'rudder_angle', fields.position, rank)
}

function tank(fields: Fields, context: Context): void {
  if (fields.type !== TANK_FUEL && fields.type !== TANK_GASOLINE) return
  const busInstance = numberOf(fields.instance)
  if (busInstance === null) return
  const instance = fromBusInstance(busInstance)
  const percent = numberOf(fields.level)
  const capacityL = numberOf(fields.capacity)
  const level = percent === null ? null : percent / 100
  put(context, 'fuel_level', level, 0, instance)
  // An invalid level gives no volume.
  const known = level === null ? null : acceptValue('fuel_level', level)
  if (capacityL)
    put(context, 'fuel_remaining', known === null ? null : known * (capacityL / 1000), 0, instance)
}

function speed(fields: Fields, context: Context): void {
  put(context, 'stw', fields.speedWaterReferenced)
  // A paddle wheel without a receiver behind it never has the speed over ground; only its values count.
  if (numberOf(fields.speedGroundReferenced) !== null) put(context, 'sog', fields.speedGroundReferenced, 1)
}

/** Each switch is off (0), on (1), in error (2), or missing. */
function switchBank(fields: Fields, context: Context): void {
  const bank = numberOf(fields.instance)
  for (let number = 1; number <= SWITCHES_OF_BANK; number++) {
    const state = numberOf(fields[`indicator${number}`])
    if (state === null || state > 2) continue
    const known = bank === null ? null : switchOf(bank, number)
    if (known === null) {
      context.sink.reject('out_of_range', 'switch')
      return
    }
    put(context, known.key, state === 2 ? null : state, 0, known.instance)
  }
}

/** Other sources of direct current (alternators, solar panels) have no charge. */
function batteryCharge(fields: Fields, context: Context): void {
  const busInstance = numberOf(fields.instance)
  const percent = numberOf(fields.stateOfCharge)
  if (busInstance === null || fields.dcType !== DC_BATTERY) return
  put(context, 'battery_charge', percent === null ? null : percent / 100, 0, fromBusInstance(busInstance))
}

/** One to three lines of the shore, a generator or the like; the lowest of those with a voltage. */
function acInput(fields: Fields, context: Context): void {
  const busInstance = numberOf(fields.instance)
  const lines = (fields as { list?: unknown }).list
  if (busInstance === null || !Array.isArray(lines)) return
  const volts = (lines as Fields[]).flatMap(({ voltage }) => numberOf(voltage) ?? [])
  const isWrong = volts.some((volt) => acceptValue('ac_input_voltage', volt) === null)
  if (isWrong) context.sink.reject('out_of_range', 'ac_input_voltage')
  put(
    context,
    'ac_input_voltage',
    volts.length > 0 && !isWrong ? Math.min(...volts) : null,
    0,
    fromBusInstance(busInstance),
  )
}

/** The offset is the distance to the surface when positive, to the keel when negative. */
function depth(fields: Fields, context: Context): void {
  const below = numberOf(fields.depth)
  const offset = numberOf(fields.offset)
  put(context, 'depth_below_transducer', below)
  if (offset !== null && offset > 0) put(context, 'depth_below_surface', surfaceDepth(below, offset))
}

function position(fields: Fields, context: Context): void {
  const latitudeDeg = numberOf(fields.latitude)
  const longitudeDeg = numberOf(fields.longitude)
  if (latitudeDeg === null || longitudeDeg === null) return
  const { sink, bus, frame, timeUs } = context
  const quality = bus.quality.get(frame.source)
  const fresh = quality && isFresh(quality, timeUs) ? quality : { hdop: null, valid: true }
  sink.fix({ timeUs, latitudeDeg, longitudeDeg, hdop: fresh.hdop, valid: fresh.valid }, frame.source)
}

/** Methods 1 to 5 are fixes from satellites; 0 is none, 6 dead reckoning, 7 typed in, 8 simulated. */
function gnssPosition(fields: Fields, context: Context): void {
  const { sink, bus, frame, timeUs } = context
  const method = numberOf(fields.method)
  const valid = method !== null && method >= 1 && method <= 5
  const hdop = positive(fields.hdop)
  bus.quality.set(frame.source, { hdop, valid, timeUs })
  const latitudeDeg = numberOf(fields.latitude)
  const longitudeDeg = numberOf(fields.longitude)
  if (latitudeDeg === null || longitudeDeg === null) return
  sink.fix({ timeUs, latitudeDeg, longitudeDeg, hdop, valid }, frame.source, 1)
}

function courseAndSpeed(fields: Fields, context: Context): void {
  put(context, 'sog', fields.sog)
  put(context, 'cog', fromTrueNorth(fields.cog, fields.cogReference, context))
}

function current(fields: Fields, context: Context): void {
  put(context, 'current_speed', fields.drift)
  put(context, 'current_direction', fromTrueNorth(fields.set, fields.setReference, context))
}

/** Wind over ground is best; wind relative to the boat's own motion through water comes last; apparent is no weather. */
const WIND_RANK = new Map([
  [WIND_TRUE_NORTH, 0],
  [WIND_MAGNETIC_NORTH, 1],
  [WIND_TRUE_BOAT, 2],
  [WIND_TRUE_WATER, 3],
])

function wind(fields: Fields, context: Context): void {
  const reference = numberOf(fields.reference)
  const rank = reference === null ? undefined : WIND_RANK.get(reference)
  if (reference === null || rank === undefined) return
  put(context, 'wind_speed', fields.windSpeed, rank)
  put(context, 'wind_direction', windDirection(numberOf(fields.windAngle), reference, context), rank)
}

function windDirection(angleRad: number | null, reference: number, context: Context): number | null {
  const { bus, timeUs } = context
  if (reference === WIND_TRUE_NORTH || reference === WIND_MAGNETIC_NORTH)
    return fromTrueNorth(angleRad, reference, context)
  const bow = bus.headingTrue
  return angleRad !== null && bow && isFresh(bow, timeUs) ? turned(angleRad, bow.rad) : null
}

/** Temperatures come in four messages; the newer the message, the finer it is. */
function environmentOld(fields: Fields, context: Context): void {
  put(context, 'water_temperature_fc', fields.waterTemperature, 3)
  put(context, 'air_temperature', fields.outsideAmbientAirTemperature, 3)
  put(context, 'pressure_fc', fields.atmosphericPressure, 2)
}

function environment(fields: Fields, context: Context): void {
  const key = temperatureKey(fields.temperatureSource)
  if (key) put(context, key, fields.temperature, 2)
  if (fields.humiditySource === SOURCE_OUTSIDE) put(context, 'humidity_fc', ratio(fields.humidity), 1)
  put(context, 'pressure_fc', fields.atmosphericPressure, 1)
}

function temperature(value: Fields[string], fields: Fields, context: Context, rank: number): void {
  const key = temperatureKey(fields.source)
  if (key) put(context, key, value, rank)
}

function temperatureKey(source: Fields[string]): SeriesKey | null {
  if (source === SOURCE_SEA) return 'water_temperature_fc'
  return source === SOURCE_OUTSIDE ? 'air_temperature' : null
}

function humidity(fields: Fields, context: Context): void {
  if (fields.source === SOURCE_OUTSIDE) put(context, 'humidity_fc', ratio(fields.actualHumidity))
}

const ratio = (percent: Fields[string]) => (typeof percent === 'number' ? percent / 100 : null)

function pressure(fields: Fields, context: Context): void {
  if (fields.source === PRESSURE_ATMOSPHERIC) put(context, 'pressure_fc', fields.pressure)
  const busInstance = numberOf(fields.instance)
  if (fields.source === PRESSURE_WATER && busInstance !== null)
    put(context, 'sea_water_pump_pressure', fields.pressure, 0, fromBusInstance(busInstance))
}

/** Position reports carry no name and static reports no position; both are reports about a vessel. */
function aisReport(fields: Fields, { sink, timeUs }: Context): void {
  const mmsi = numberOf(fields.userId)
  if (mmsi === null || mmsi <= 0 || mmsi > 999_999_999) sink.reject('malformed', 'AIS identity')
  else
    sink.ais({
      timeUs,
      mmsi,
      name: textOf(fields.name),
      latitudeDeg: numberOf(fields.latitude),
      longitudeDeg: numberOf(fields.longitude),
      sogMps: numberOf(fields.sog),
      cogRad: numberOf(fields.cog),
      ...(fields.typeOfShip == null ? {} : { shipType: numberOf(fields.typeOfShip) }),
    })
}
