/** JSON of OwnTracks, https://owntracks.org/booklet/tech/json/, the same over HTTP and MQTT. */
import type { JsonRecord } from '../json.ts'
import { numberOf, type PhoneReport, positiveOf, timeOf } from './phoneReport.ts'

const KMH_MPS = 1 / 3.6

/** Types of messages without a position to store; a transition repeats the position of a location. */
const SKIPPED = [
  ...['beacon', 'card', 'cmd', 'configuration', 'dump', 'lwt', 'request', 'status', 'steps'],
  ...['transition', 'waypoint', 'waypoints'],
]

export type OwntracksType = 'location' | 'encrypted' | 'skipped' | 'unknown'

export function owntracksType({ _type: type }: JsonRecord): OwntracksType {
  if (type === 'location' || type === 'encrypted') return type
  return typeof type === 'string' && SKIPPED.includes(type) ? 'skipped' : 'unknown'
}

export const reportOfOwntracks = ({ lat, lon, tst, vel, cog, acc }: JsonRecord): PhoneReport => {
  const speedKmh = positiveOf(vel)
  return {
    timeUs: timeOf(numberOf(tst)),
    latitudeDeg: numberOf(lat),
    longitudeDeg: numberOf(lon),
    speedMps: speedKmh === null ? null : speedKmh * KMH_MPS,
    courseDeg: positiveOf(cog),
    accuracyM: positiveOf(acc),
    hdop: null,
    valid: true,
  }
}
