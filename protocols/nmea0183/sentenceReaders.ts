import { acceptValue, type SeriesKey } from '#contract/domain/series.ts'
import { BAR_PA, DEG_RAD, KNOT_MPS, ZERO_CELSIUS_K } from '#contract/domain/units.ts'
import { isTurn, turned } from '../angles.ts'
import { surfaceDepth } from '../surfaceDepth.ts'
import { type Heard, isFresh, scaled } from './heard.ts'
import { readTransducers } from './transducers.ts'

const METRES_A_FOOT = 0.3048
const METRES_A_FATHOM = 1.8288
const KMH_MPS = 1 / 3.6

type Fields = readonly (string | undefined)[]

/**
 * The sentences that carry series, each with its reader. An empty field is "not available". Ranks order sentences by
 * accuracy: RMC before GGA before GLL for the position, a direction to true north before a derived one.
 */
export const SENTENCE_READERS: Readonly<Record<string, (fields: Fields, heard: Heard) => void>> = {
  RMC: (fields, heard) => {
    const [, status, lat, ns, lon, ew, sogKn, cogDeg, , variation, side] = fields
    const degrees = sided(variation, side, 'W')
    learnVariation(heard, degrees)
    position(heard, [lat, ns, lon, ew], status === 'A', 0)
    if (status !== 'A') return
    put(heard, 'sog', scaled(sogKn, KNOT_MPS))
    put(heard, 'cog', scaled(cogDeg, DEG_RAD))
  },
  GGA: ([, lat, ns, lon, ew, quality, , hdop], heard) => {
    keepHdop(heard, hdop)
    // Qualities 1 to 5 are satellites; 0 is none, 6 dead reckoning, 7 typed in, 8 simulated.
    position(heard, [lat, ns, lon, ew], /^[1-5]$/.test(quality ?? ''), 2)
  },
  GNS: ([, lat, ns, lon, ew, mode = '', , hdop], heard) => {
    keepHdop(heard, hdop)
    position(heard, [lat, ns, lon, ew], /[ADPRF]/.test(mode), 1)
  },
  GLL: ([lat, ns, lon, ew, , status], heard) => position(heard, [lat, ns, lon, ew], status !== 'V', 3),
  GSA: (fields, heard) => keepHdop(heard, fields[15]),
  VTG: ([cogDeg, , , , sogKn, , , , mode], heard) => {
    if (mode === 'N') return
    put(heard, 'sog', scaled(sogKn, KNOT_MPS), 1)
    put(heard, 'cog', scaled(cogDeg, DEG_RAD), 1)
  },
  HDT: ([degrees], heard) => heading(heard, scaled(degrees, DEG_RAD), 0),
  HDG: ([degrees, deviation, deviationSide, variation, variationSide], heard) => {
    const variationDeg = sided(variation, variationSide, 'W')
    learnVariation(heard, variationDeg)
    heading(heard, fromMagnetic(heard, scaled(degrees, 1), sided(deviation, deviationSide, 'W') ?? 0), 1)
  },
  HDM: ([degrees], heard) => heading(heard, fromMagnetic(heard, scaled(degrees, 1)), 2),
  VHW: ([trueDeg, , magneticDeg, , knots, , kmh], heard) => {
    put(heard, 'stw', scaled(knots, KNOT_MPS) ?? scaled(kmh, KMH_MPS))
    heading(heard, scaled(trueDeg, DEG_RAD) ?? fromMagnetic(heard, scaled(magneticDeg, 1)), 3)
  },
  ROT: ([perMinute, status], heard) => {
    if (status === 'A') put(heard, 'rate_of_turn', scaled(perMinute, DEG_RAD / 60))
  },
  RSA: ([starboard, starboardStatus, port, portStatus], received) => {
    // A single rudder comes in the first field. The port one of two counts where the other sends nothing.
    if (starboardStatus === 'A') put(received, 'rudder_angle', scaled(starboard, DEG_RAD))
    if (portStatus === 'A') put(received, 'rudder_angle', scaled(port, DEG_RAD), 1)
  },
  DPT: ([metres, offset], heard) => {
    const below = scaled(metres, 1)
    const toSurface = scaled(offset, 1)
    put(heard, 'depth_below_transducer', below)
    // Positive: transducer to surface. Negative: transducer to keel.
    if (toSurface !== null && toSurface > 0) put(heard, 'depth_below_surface', surfaceDepth(below, toSurface))
  },
  DBT: ([feet, , metres, , fathoms], heard) =>
    put(heard, 'depth_below_transducer', depth(feet, metres, fathoms), 1),
  DBS: ([feet, , metres, , fathoms], heard) =>
    put(heard, 'depth_below_surface', depth(feet, metres, fathoms), 1),
  MWD: ([trueDeg, , magneticDeg, , knots, , mps], heard) => {
    put(heard, 'wind_speed', scaled(mps, 1) ?? scaled(knots, KNOT_MPS))
    put(heard, 'wind_direction', scaled(trueDeg, DEG_RAD) ?? fromMagnetic(heard, scaled(magneticDeg, 1)))
  },
  MWV: ([degrees, reference, speed, unit = '', status], heard) => {
    // R is the apparent wind, which is no weather.
    if (reference !== 'T' || status !== 'A') return
    put(heard, 'wind_speed', scaled(speed, WIND_UNITS[unit] ?? Number.NaN), 1)
    const { headingTrue: bow } = heard.boat
    const angle = scaled(degrees, DEG_RAD)
    const fresh = bow && isFresh(bow, heard.timeUs)
    put(heard, 'wind_direction', angle !== null && fresh ? turned(angle, bow.rad) : null, 1)
  },
  MDA: ([, , bar, , air, , water, , humidity, , , , trueDeg, , , , , , mps], heard) => {
    put(heard, 'pressure_fc', scaled(bar, BAR_PA), 1)
    put(heard, 'air_temperature', celsius(air), 1)
    put(heard, 'water_temperature_fc', celsius(water), 1)
    put(heard, 'humidity_fc', scaled(humidity, 0.01), 1)
    put(heard, 'wind_direction', scaled(trueDeg, DEG_RAD), 2)
    put(heard, 'wind_speed', scaled(mps, 1), 2)
  },
  MTW: ([degrees], heard) => put(heard, 'water_temperature_fc', celsius(degrees)),
  VDR: ([trueDeg, , magneticDeg, , knots], heard) => {
    put(heard, 'current_direction', scaled(trueDeg, DEG_RAD) ?? fromMagnetic(heard, scaled(magneticDeg, 1)))
    put(heard, 'current_speed', scaled(knots, KNOT_MPS))
  },
  RPM: ([source, number, rpm, , status], heard) => {
    // Engines are numbered from 1, with 0 for a single one; S counts the turns of a shaft.
    const instance = Math.max(scaled(number, 1) ?? 0, 1)
    if (source !== 'E' || status === 'V' || !(instance <= 255)) return
    heard.sink.scalar(heard.timeUs, 'engine_speed', Math.trunc(instance), scaled(rpm, 1 / 60), heard.source)
  },
  XDR: readTransducers,
}

const WIND_UNITS: Readonly<Record<string, number>> = { N: KNOT_MPS, M: 1, K: KMH_MPS }

function put({ sink, timeUs, source }: Heard, key: SeriesKey, value: number | null, rank = 0): void {
  sink.scalar(timeUs, key, 0, value, source, rank)
}

const celsius = (field: string | undefined) => {
  const degrees = scaled(field, 1)
  return degrees === null ? null : degrees + ZERO_CELSIUS_K
}

const depth = (feet: string | undefined, metres: string | undefined, fathoms: string | undefined) =>
  scaled(metres, 1) ?? scaled(feet, METRES_A_FOOT) ?? scaled(fathoms, METRES_A_FATHOM)

function sided(field: string | undefined, side: string | undefined, negative: string): number | null {
  const value = scaled(field, 1)
  return value === null || !side ? null : side === negative ? -value : value
}

/** Without the variation a magnetic direction is not used at all: in Iceland it would be 10° wrong. */
function fromMagnetic({ boat, timeUs }: Heard, degrees: number | null, deviationDeg = 0): number | null {
  const { variation } = boat
  const isKnown = variation !== null && variation.timeUs <= timeUs
  if (degrees === null || !isKnown) return null
  const deviation = deviationDeg * DEG_RAD
  return isTurn(deviation) ? turned(degrees * DEG_RAD, deviation + variation.rad) : Number.NaN
}

function learnVariation({ boat, sink, timeUs }: Heard, degrees: number | null): void {
  if (degrees === null) return
  const rad = degrees * DEG_RAD
  if (isTurn(rad)) boat.variation = { rad, timeUs }
  else sink.reject('out_of_range', 'variation')
}

function heading(heard: Heard, rad: number | null, rank: number): void {
  if (rad !== null && acceptValue('heading', rad) !== null)
    heard.boat.headingTrue = { rad, timeUs: heard.timeUs }
  put(heard, 'heading', rad, rank)
}

function keepHdop({ boat, timeUs }: Heard, field: string | undefined): void {
  const value = scaled(field, 1)
  if (value !== null && value > 0) boat.hdop = { value, timeUs }
}

function position(heard: Heard, [lat, ns, lon, ew]: Fields, valid: boolean, rank: number): void {
  const latitudeDeg = coordinate(lat, ns, 'S')
  const longitudeDeg = coordinate(lon, ew, 'W')
  if (latitudeDeg === null || longitudeDeg === null) return
  const { hdop } = heard.boat
  const fresh = hdop && isFresh(hdop, heard.timeUs)
  heard.sink.fix(
    { timeUs: heard.timeUs, latitudeDeg, longitudeDeg, hdop: fresh ? hdop.value : null, valid },
    heard.source,
    rank,
  )
}

/** `ddmm.mmm` with its hemisphere. */
function coordinate(
  field: string | undefined,
  hemisphere: string | undefined,
  negative: string,
): number | null {
  const value = scaled(field, 1)
  if (value === null || !hemisphere) return null
  const degrees = Math.trunc(value / 100)
  const result = degrees + (value - degrees * 100) / 60
  return hemisphere === negative ? -result : result
}
