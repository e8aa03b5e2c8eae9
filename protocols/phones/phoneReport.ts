/** One report of a phone or tracker, and how its values become readings. */
import { DEG_RAD } from '#contract/domain/units.ts'
import type { ReadingSink } from '../readingSink.ts'
import { timestampUs } from '../timestampUs.ts'

/** Null where the app did not send the value, or marked it as unknown. */
export interface PhoneReport {
  /** NaN for a time that is missing or unreadable. */
  timeUs: number
  latitudeDeg: number | null
  longitudeDeg: number | null
  speedMps: number | null
  courseDeg: number | null
  /** Radius around the position within which the phone is with a probability of 68 %. */
  accuracyM: number | null
  hdop: number | null
  valid: boolean
}

/** Metres of error for each unit of HDOP, as in the margin of geofences. */
const ACCURACY_PER_HDOP_M = 5

/**
 * Adds the readings of a report. A report without a position or a time gives none and is refused: its speed and
 * course say nothing without them.
 */
export function addReport(sink: ReadingSink, report: PhoneReport): void {
  const { timeUs, latitudeDeg, longitudeDeg, speedMps, courseDeg, accuracyM, hdop, valid } = report
  if (latitudeDeg === null || longitudeDeg === null) sink.reject('malformed', 'position')
  else if (Number.isNaN(timeUs)) sink.reject('no_time', 'position')
  else if (Math.abs(latitudeDeg) > 90 || Math.abs(longitudeDeg) > 180) sink.reject('out_of_range', 'position')
  else {
    sink.fix({
      ...{ timeUs, latitudeDeg, longitudeDeg, valid },
      hdop: hdop ?? (accuracyM === null ? null : accuracyM / ACCURACY_PER_HDOP_M),
    })
    if (speedMps !== null) sink.scalar(timeUs, 'sog', 0, speedMps)
    if (courseDeg !== null) sink.scalar(timeUs, 'cog', 0, courseDeg * DEG_RAD)
  }
}

/** The number that JSON or text states, else null: an empty text is no zero. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'string') return DECIMAL.test(value) ? Number(value) : null
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
const DECIMAL = /^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d{1,2})?\s*$/i

/** Null for a negative number too: apps send −1 for an unknown speed, course or accuracy. */
export function positiveOf(value: unknown): number | null {
  const number = numberOf(value)
  return number !== null && number >= 0 ? number : null
}

/** Time in any usual spelling; NaN for none. A `+` of a time zone becomes a space where it is not escaped in an address. */
export const timeOf = (value: unknown): number =>
  timestampUs(
    String(value ?? '')
      .trim()
      .replace(/(T\d\d:.*) (\d\d:?\d\d)$/, '$1+$2'),
  )
