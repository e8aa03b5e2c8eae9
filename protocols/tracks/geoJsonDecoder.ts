import type { Decoded } from '#contract/domain/reading.ts'
import type { MessageDecoder } from '../codec.ts'
import { isRecord, type JsonRecord, parseJson } from '../json.ts'
import { meaningOf } from './columns.ts'
import { TrackTable } from './trackTable.ts'

/** Reads tracks in GeoJSON: points that each have a time, and lines with a time for each of their places. */
export class GeoJsonDecoder implements MessageDecoder {
  decode(message: Uint8Array, _receivedUs: number | null): Decoded {
    const whole = parseJson(new TextDecoder().decode(message))
    const features = isRecord(whole) && Array.isArray(whole.features) ? whole.features : [whole]
    const places = features.flatMap((feature) => (isRecord(feature) ? placesOf(feature) : []))
    const headings = [...new Set(places.flatMap((place) => Object.keys(place)))]
    const table = new TrackTable(headings.map((heading) => meaningOf(heading)))
    if (places.length === 0) table.reject('malformed', 'GeoJSON without a track')
    for (const place of places) table.row(headings.map((heading) => place[heading]))
    return table.take()
  }
}

type Place = Record<string, string | number | null>

function placesOf(feature: JsonRecord): Place[] {
  const geometry = isRecord(feature.geometry) ? feature.geometry : feature
  const properties = isRecord(feature.properties) ? feature.properties : {}
  const { type, coordinates } = geometry
  if (type === 'Point') return [{ ...cells(properties), ...positionOf(coordinates) }]
  const lines = type === 'LineString' ? [coordinates] : type === 'MultiLineString' ? list(coordinates) : []
  const times = timesOf(properties)
  const timesOfLines = type === 'LineString' ? [times] : list(times)
  return lines.flatMap((line, i) =>
    list(line).map((position, k) => ({ ...positionOf(position), time: cell(list(timesOfLines[i])[k]) })),
  )
}

/** Times of a line as converters write them: old and new toGeoJSON, and others. */
function timesOf({ coordTimes, times, timestamps, coordinateProperties }: JsonRecord): unknown {
  const within = isRecord(coordinateProperties) ? coordinateProperties.times : undefined
  return coordTimes ?? within ?? times ?? timestamps
}

function positionOf(coordinates: unknown): Place {
  const [longitude, latitude] = list(coordinates)
  return { longitude: cell(longitude), latitude: cell(latitude) }
}

const cells = (properties: JsonRecord): Place =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, cell(value)]))
const cell = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? value : null)
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
