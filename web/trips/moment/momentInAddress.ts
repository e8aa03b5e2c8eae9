import { MINUTE_S } from '#contract/domain/time.ts'
import { minuteOf } from '#web/plots/resolution.ts'
import type { MomentSearch, TripMapSearch } from '#web/searchParameters.ts'
import type { Interval } from '../../replay/player.ts'

export type Addressed = Pick<TripMapSearch, 't' | 'minute' | 'sensor'>

/**
 * Moment of a trip that an address names, epoch ms; one outside the trip becomes the nearest within. A minute alone
 * means its first second.
 */
export function momentIn({ t, minute }: Addressed, trip: Interval): number | undefined {
  const askedMs = t ?? (isOfTrip(minute, trip) ? minute * 1000 : undefined)
  return askedMs === undefined ? undefined : Math.min(trip.toMs, Math.max(trip.fromMs, askedMs))
}

/** Minute shown in detail, epoch seconds: that of the moment. Undefined where the address asks for the whole trip. */
export function minuteIn({ t, minute }: Addressed, trip: Interval): number | undefined {
  const momentMs = minute !== undefined && t !== undefined ? momentIn({ t }, trip) : undefined
  if (momentMs !== undefined) return minuteOf(momentMs)
  return isOfTrip(minute, trip) ? minute : undefined
}

const isOfTrip = (minute: number | undefined, { fromMs, toMs }: Interval): minute is number =>
  minute !== undefined && (minute + MINUTE_S) * 1000 > fromMs && minute * 1000 <= toMs

/** The address with another moment; a minute shown in detail becomes that of the moment. */
export function withMoment<Search extends Addressed>(search: Search, timeMs: number): Search {
  const minute = search.minute === undefined ? undefined : minuteOf(timeMs)
  return { ...search, t: Math.round(timeMs), minute }
}

/** The moment alone, for a link to another view of the trip. */
export const onlyMoment = ({ t, sensor }: MomentSearch): MomentSearch => ({ t, sensor })

const OF_SENSOR = /^impact_\d+$/

/** Fields of a plot with the impact of the chosen sensor, where they have that of another one. */
export function withSensor(fields: readonly string[], sensor: number | undefined): readonly string[] {
  const own = `impact_${sensor}`
  if (sensor === undefined || fields.includes(own)) return fields
  const other = fields.find((field) => OF_SENSOR.test(field))
  return fields.map((field) => (field === other ? own : field))
}
