/**
 * The form of OsmAnd and Traccar, https://www.traccar.org/osmand: query or form fields, which GPSLogger's address or JSON
 * body fills too, and the JSON of Traccar Client 9.
 */
import { KNOT_MPS } from '#contract/domain/units.ts'
import { isRecord, type JsonRecord } from '../json.ts'
import { numberOf, type PhoneReport, positiveOf, timeOf } from './phoneReport.ts'

/** Names of a field, those of the protocol first, then those of GPSLogger's `%ALL`. */
const NAMES = {
  lat: ['lat', 'latitude'],
  lon: ['lon', 'lng', 'long', 'longitude'],
  time: ['timestamp', 'time', 'epoch', 'utc'],
  course: ['bearing', 'heading', 'course', 'dir'],
  accuracy: ['accuracy', 'acc'],
} as const
/** `speed` is in knots in this protocol. GPSLogger and OsmAnd insert m/s, for which `spd` is the name. */
const SPEEDS = [
  { name: 'speed', unitMps: KNOT_MPS },
  { name: 'spd', unitMps: 1 },
] as const
/** Spellings of `valid` for a position without a fix. */
const INVALID = ['false', '0']

/** True when at least one field of a position is there. */
export const isForm = (fields: JsonRecord): boolean =>
  [...NAMES.lat, ...NAMES.lon, 'location'].some((name) => fields[name] !== undefined)

/**
 * A report from fields with lower-case names; each value is text or a number. Without a time it was measured when it
 * arrived, as in the protocol.
 */
export function reportOfForm(fields: JsonRecord, receivedUs: number): PhoneReport {
  const first = (names: readonly string[]) =>
    names.map((name) => fields[name]).find((value) => value !== undefined && value !== '')
  const [lat, lon, ...rest] = typeof fields.location === 'string' ? fields.location.split(',') : []
  const isPair = lon !== undefined && rest.length === 0
  const [speedMps = null] = SPEEDS.flatMap(({ name, unitMps }) => {
    const speed = positiveOf(fields[name])
    return speed === null ? [] : [speed * unitMps]
  })
  const time = first(NAMES.time)
  return {
    timeUs: time === undefined ? receivedUs : timeOf(time),
    latitudeDeg: numberOf(isPair ? lat : first(NAMES.lat)),
    longitudeDeg: numberOf(isPair ? lon : first(NAMES.lon)),
    speedMps,
    courseDeg: positiveOf(first(NAMES.course)),
    accuracyM: positiveOf(first(NAMES.accuracy)),
    hdop: positiveOf(fields.hdop) || null,
    valid: !INVALID.includes(String(fields.valid ?? 'true').toLowerCase()),
  }
}

/** Locations of the JSON of Traccar Client 9, one or several; null when the message is none. */
export function traccarLocations(body: JsonRecord): unknown[] | null {
  const { location } = body
  if (Array.isArray(location)) return location
  return isRecord(location) ? [location] : null
}

/** Speed is in m/s and −1 where it is unknown. */
export function reportOfTraccar(location: unknown): PhoneReport {
  const { coords, timestamp }: JsonRecord = isRecord(location) ? location : {}
  const { latitude, longitude, speed, heading, accuracy }: JsonRecord = isRecord(coords) ? coords : {}
  return {
    timeUs: timeOf(timestamp),
    latitudeDeg: numberOf(latitude),
    longitudeDeg: numberOf(longitude),
    speedMps: positiveOf(speed),
    courseDeg: positiveOf(heading),
    accuracyM: positiveOf(accuracy),
    hdop: null,
    valid: true,
  }
}
