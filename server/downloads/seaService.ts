import { DAY_MS, HOUR_S } from '#contract/domain/time.ts'
import { mToNmi } from '#contract/domain/units.ts'
import type { SeaService } from '#contract/wire/seaService.ts'
import type { Calendar } from '#server/analytics/statistics/periods.ts'
import type { SailedTrip } from '#server/records/captains.ts'

/** A captain's trips as a record of service: all of them together, and by vessel. */
export function seaService(
  captain: SeaService['captain'],
  trips: readonly SailedTrip[],
  calendar: Calendar,
): SeaService {
  const byVessel = Map.groupBy(trips, ({ vesselId }) => vesselId)
  const vessels = [...byVessel].map(([id, own]) => ({
    id,
    name: own[0]?.vesselName ?? '',
    ...served(own, calendar),
  }))
  return {
    captain,
    total: served(trips, calendar),
    vessels: vessels.sort((a, b) => b.hours - a.hours || a.id.localeCompare(b.id)),
  }
}

/** The day of a moment on the calendar, as YYYY-MM-DD. */
export const dateOf = (iso: string, calendar: Calendar) =>
  new Date(calendar.localDay(Date.parse(iso)) * DAY_MS).toISOString().slice(0, 10)

function served(trips: readonly SailedTrip[], calendar: Calendar): SeaService['total'] {
  const days = new Set<number>()
  let [seconds, meters] = [0, 0]
  for (const { startUs, endUs, durationS, distanceM } of trips) {
    const last = calendar.localDay(endUs / 1000)
    for (let day = calendar.localDay(startUs / 1000); day <= last; day++) days.add(day)
    seconds += durationS
    meters += distanceM
  }
  const starts = trips.map(({ startUs }) => startUs / 1000)
  const isoOf = (ms: number) => (trips.length > 0 ? new Date(ms).toISOString() : null)
  return {
    nr_trips: trips.length,
    days: days.size,
    hours: seconds / HOUR_S,
    miles: mToNmi(meters),
    first_trip: isoOf(starts.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)),
    last_trip: isoOf(starts.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)),
  }
}
