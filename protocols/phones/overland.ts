/** GeoJSON batches of Overland, https://github.com/aaronpk/Overland-iOS#api. */
import { isRecord, type JsonRecord } from '../json.ts'
import { numberOf, type PhoneReport, positiveOf, timeOf } from './phoneReport.ts'

/** True for a note about the app, a visit or a trip: its position is older than its time. */
export function isOverlandNote(feature: unknown): boolean {
  const properties = isRecord(feature) && isRecord(feature.properties) ? feature.properties : {}
  return properties.action !== undefined || properties.type !== undefined
}

export function reportOfOverland(feature: unknown): PhoneReport {
  const { geometry, properties }: JsonRecord = isRecord(feature) ? feature : {}
  const { type, coordinates }: JsonRecord = isRecord(geometry) ? geometry : {}
  const [longitude, latitude]: unknown[] = type === 'Point' && Array.isArray(coordinates) ? coordinates : []
  const {
    timestamp,
    speed,
    course,
    horizontal_accuracy: accuracy,
  }: JsonRecord = isRecord(properties) ? properties : {}
  return {
    timeUs: timeOf(timestamp),
    latitudeDeg: numberOf(latitude),
    longitudeDeg: numberOf(longitude),
    speedMps: positiveOf(speed),
    courseDeg: positiveOf(course),
    accuracyM: positiveOf(accuracy),
    hdop: null,
    // Core Location marks an invalid position by a negative accuracy.
    valid: (numberOf(accuracy) ?? 0) >= 0,
  }
}
