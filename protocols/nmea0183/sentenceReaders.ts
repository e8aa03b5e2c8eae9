import { acceptValue, type SeriesKey } from '#contract/domain/series.ts'
import { BAR_PA, DEG_RAD, KNOT_MPS, ZERO_CELSIUS_K } from '#contract/domain/units.ts'
import { isTurn, turned } from '../angles.ts'
import { surfaceDepth } from '../surfaceDepth.ts'
import { isFresh, type SentenceContext, scaled } from './sentenceContext.ts'
import { readTransducers } from './transducers.ts'

const METRES_A_FOOT = 0.3048
const METRES_A_FATHOM = 1.8288
const KMH_MPS = 1 / 3.6

type Fields = readonly (string | undefined)[]
type SentenceReader = (fields: Fields, context: SentenceContext) => void

/**
 * The sentences that carry series, each with its reader. An empty field is "not available". Ranks order sentences by
 * accuracy: RMC before GGA before GLL for the position, a direction to true north before a derived one.
 */
export const SENTENCE_READERS: Readonly<Record<string, SentenceReader>> = {
  RMC: (fields, context) => {
    const [, status, lat, ns, lon, ew, sogKn, cogDeg, , variation, side] = fields
    const degrees = sided(variation, side, 'W')
    learnVariation(context, degrees)
    position(context, [lat, ns, lon, ew], status === 'A', 0)
    if (status !== 'A') return
    put(context, 'sog', scaled(sogKn, KNOT_MPS))
    put(context, 'cog', scaled(cogDeg, DEG_RAD))
  },
  GGA: ([, lat, ns, lon, ew, quality, , hdop], context) => {
    keepHdop(context, hdop)
    // Qualities 1 to 5 are satellites; 0 is none, 6 dead reckoning, 7 typed in, 8 simulated.
    position(context, [lat, ns, lon, ew], /^[1-5]$/.test(quality ?? ''), 2)
  },
  GNS: ([, lat, ns, lon, ew, mode = '', , hdop], context) => {
    keepHdop(context, hdop)
    position(context, [lat, ns, lon, ew], /[ADPRF]/.test(mode), 1)
  },
  GLL: ([lat, ns, lon, ew, , status], context) => position(context, [lat, ns, lon, ew], status !== 'V', 3),
  GSA: (fields, context) => keepHdop(context, fields[15]),
  VTG: ([cogDeg, , , , sogKn, , , , mode], context) => {
    if (mode === 'N') return
    put(context, 'sog', scaled(sogKn, KNOT_MPS), 1)
    put(context, 'cog', scaled(cogDeg, DEG_RAD), 1)
  },
  HDT: ([degrees], context) => heading(context, scaled(degrees, DEG_RAD), 0),
  HDG: ([degrees, deviation, deviationSide, variation, variationSide], context) => {
    const variationDeg = sided(variation, variationSide, 'W')
    learnVariation(context, variationDeg)
    heading(context, fromMagnetic(context, scaled(degrees, 1), sided(deviation, deviationSide, 'W') ?? 0), 1)
  },
  HDM: ([degrees], context) => heading(context, fromMagnetic(context, scaled(degrees, 1)), 2),
  VHW: ([trueDeg, , magneticDeg, , knots, , kmh], context) => {
    put(context, 'stw', scaled(knots, KNOT_MPS) ?? scaled(kmh, KMH_MPS))
    heading(context, scaled(trueDeg, DEG_RAD) ?? fromMagnetic(context, scaled(magneticDeg, 1)), 3)
  },
  ROT: ([perMinute, status], context) => {
    if (status === 'A') put(context, 'rate_of_turn', scaled(perMinute, DEG_RAD / 60))
  },
  RSA: ([starboard, starboardStatus, port, portStatus], context) => {
    // A single rudder uses the first field. The port rudder of two counts when the other sends nothing.
    if (starboardStatus === 'A') put(context, 'rudder_angle', scaled(starboard, DEG_RAD))
    if (portStatus === 'A') put(context, 'rudder_angle', scaled(port, DEG_RAD), 1)
  },
  DPT: ([metres, offset], context) => {
    const below = scaled(metres, 1)
    const toSurface = scaled(offset, 1)
    put(context, 'depth_below_transducer', below)
    // Positive: transducer to surface. Negative: transducer to keel.
    if (toSurface !== null && toSurface > 0)
      put(context, 'depth_below_surface', surfaceDepth(below, toSurface))
  },
  DBT: ([feet, , metres, , fathoms], context) =>
    put(context, 'depth_below_transducer', depth(feet, metres, fathoms), 1),
  DBS: ([feet, , metres, , fathoms], context) =>
    put(context, 'depth_below_surface', depth(feet, metres, fathoms), 1),
  MWD: ([trueDeg, , magneticDeg, , knots, , mps], context) => {
    put(context, 'wind_speed', scaled(mps, 1) ?? scaled(knots, KNOT_MPS))
    put(context, 'wind_direction', scaled(trueDeg, DEG_RAD) ?? fromMagnetic(context, scaled(magneticDeg, 1)))
  },
  MWV: ([degrees, reference, speed, unit = '', status], context) => {
    // R is the apparent wind, which is no weather.
    if (reference !== 'T' || status !== 'A') return
    put(context, 'wind_speed', scaled(speed, WIND_UNITS[unit] ?? Number.NaN), 1)
    const { headingTrue: bow } = context.boat
    const angle = scaled(degrees, DEG_RAD)
    const fresh = bow && isFresh(bow, context.timeUs)
    put(context, 'wind_direction', angle !== null && fresh ? turned(angle, bow.rad) : null, 1)
  },
  MDA: ([, , bar, , air, , water, , humidity, , , , trueDeg, , , , , , mps], context) => {
    put(context, 'pressure_fc', scaled(bar, BAR_PA), 1)
    put(context, 'air_temperature', celsius(air), 1)
    put(context, 'water_temperature_fc', celsius(water), 1)
    put(context, 'humidity_fc', scaled(humidity, 0.01), 1)
    put(context, 'wind_direction', scaled(trueDeg, DEG_RAD), 2)
    put(context, 'wind_speed', scaled(mps, 1), 2)
  },
  MTW: ([degrees], context) => put(context, 'water_temperature_fc', celsius(degrees)),
  VDR: ([trueDeg, , magneticDeg, , knots], context) => {
    put(
      context,
      'current_direction',
      scaled(trueDeg, DEG_RAD) ?? fromMagnetic(context, scaled(magneticDeg, 1)),
    )
    put(context, 'current_speed', scaled(knots, KNOT_MPS))
  },
  RPM: ([source, number, rpm, , status], context) => {
    // Engines are numbered from 1, with 0 for a single one; S counts the turns of a shaft.
    const instance = Math.max(scaled(number, 1) ?? 0, 1)
    if (source !== 'E' || status === 'V' || !(instance <= 255)) return
    context.sink.scalar(
      context.timeUs,
      'engine_speed',
      Math.trunc(instance),
      scaled(rpm, 1 / 60),
      context.source,
    )
  },
  XDR: readTransducers,
}

const WIND_UNITS: Readonly<Record<string, number>> = { N: KNOT_MPS, M: 1, K: KMH_MPS }

function put(
  { sink, timeUs, source }: SentenceContext,
  key: SeriesKey,
  value: number | null,
  rank = 0,
): void {
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
function fromMagnetic(
  { boat, timeUs }: SentenceContext,
  degrees: number | null,
  deviationDeg = 0,
): number | null {
  const { variation } = boat
  const isKnown = variation !== null && variation.timeUs <= timeUs
  if (degrees === null || !isKnown) return null
  const deviation = deviationDeg * DEG_RAD
  return isTurn(deviation) ? turned(degrees * DEG_RAD, deviation + variation.rad) : Number.NaN
}

function learnVariation({ boat, sink, timeUs }: SentenceContext, degrees: number | null): void {
  if (degrees === null) return
  const rad = degrees * DEG_RAD
  if (isTurn(rad)) boat.variation = { rad, timeUs }
  else sink.reject('out_of_range', 'variation')
}

function heading(context: SentenceContext, rad: number | null, rank: number): void {
  if (rad !== null && acceptValue('heading', rad) !== null)
    context.boat.headingTrue = { rad, timeUs: context.timeUs }
  put(context, 'heading', rad, rank)
}

function keepHdop({ boat, timeUs }: SentenceContext, field: string | undefined): void {
  const value = scaled(field, 1)
  if (value !== null && value > 0) boat.hdop = { value, timeUs }
}

function position(context: SentenceContext, [lat, ns, lon, ew]: Fields, valid: boolean, rank: number): void {
  const latitudeDeg = coordinate(lat, ns, 'S')
  const longitudeDeg = coordinate(lon, ew, 'W')
  if (latitudeDeg === null || longitudeDeg === null) return
  const { hdop } = context.boat
  const fresh = hdop && isFresh(hdop, context.timeUs)
  context.sink.fix(
    { timeUs: context.timeUs, latitudeDeg, longitudeDeg, hdop: fresh ? hdop.value : null, valid },
    context.source,
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
