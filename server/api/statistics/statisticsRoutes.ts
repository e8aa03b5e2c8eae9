/** Safety and fuel read the same trips and compute different figures from them. */

import { eq } from 'drizzle-orm'
import { mpsToKn } from '#contract/domain/units.ts'
import { Problem } from '#contract/wire/errors.ts'
import {
  type FuelStatistics,
  fetchDashboardStatistics,
  fetchFuelStatistics,
  fetchSafetyStatistics,
  type SafetyStatistics,
  type StatisticsRequest,
} from '#contract/wire/statistics.ts'
import { FIGURE_WEEKS, getWeeklyFigures } from '#contract/wire/tripFigures.ts'
import type { Caller } from '#server/access/caller.ts'
import { dashboard } from '#server/analytics/statistics/dashboard.ts'
import { fuelOfMany, type ManyTrips, safetyOfMany } from '#server/analytics/statistics/manyTrips.ts'
import { fuelOfTrip, safetyOfTrip } from '#server/analytics/statistics/oneTrip.ts'
import { lastWeeks, openCalendar } from '#server/analytics/statistics/periods.ts'
import type { EcoBand } from '#server/processing/formulas/analysis/ecoBand.ts'
import { readEcoBand } from '#server/processing/formulas/analysis/readEcoBand.ts'
import { tripBuckets } from '#server/processing/formulas/analysis/tripBuckets.ts'
import {
  captainNumber,
  tripsBegunIn,
  vesselNumbersInScope,
  visibleCaptains,
  visibleVessels,
} from '#server/records/statistics.ts'
import { type TripToAnalyse, tripWithSettings } from '#server/records/tripAnalysis.ts'
import { tripFiguresBetween } from '#server/records/tripFigures.ts'
import { findTrip } from '#server/records/tripLists.ts'
import { trips } from '#server/stores/relational/schema.ts'
import { DAY } from '../publicApi/exampleDay.ts'
import { type Routes, type Services, serve } from '../serve.ts'
import { rangeMs } from './rangeMs.ts'

export const statisticsRoutes: Routes = [
  serve(
    fetchSafetyStatistics,
    ({ body, caller, ...services }): Promise<SafetyStatistics> =>
      body.request_type === 'trip'
        ? withTrip(services, caller, body, safetyOfTrip)
        : manyTrips(services, caller, body).then((many) => safetyOfMany(services.telemetry, many)),
    { example: { body: { request_type: 'trip', trip_id: '$TRIP_ID' } } },
  ),
  serve(
    fetchFuelStatistics,
    ({ body, caller, ...services }): Promise<FuelStatistics> =>
      body.request_type === 'trip'
        ? withTrip(services, caller, body, async (telemetry, row, buckets, trip) =>
            fuelOfTrip(telemetry, row, buckets, inKnots(await readEcoBand(telemetry, trip))),
          )
        : manyTrips(services, caller, body).then((many) => fuelOfMany(services.telemetry, many)),
    { example: { body: { request_type: 'agg', vessel_id: '$VESSEL_ID', ...DAY } } },
  ),
  serve(
    fetchDashboardStatistics,
    async ({ db, telemetry, caller, body }) => {
      const range = rangeMs(body)
      const [vesselIds, captainIds] = await Promise.all([
        visibleVessels(db, caller.scope, body.vessel_id),
        visibleCaptains(db, caller.scope),
      ])
      return dashboard(telemetry, { vesselIds, captainIds, ...range, timezone: body.timezone })
    },
    { example: { body: { vessel_id: ['$VESSEL_ID'], ...DAY, timezone: 'Atlantic/Reykjavik' } } },
  ),
  serve(getWeeklyFigures, async ({ db, caller: { scope }, clock, query }) => {
    const { vessel_id, captain_id, timezone } = query
    if ((vessel_id === undefined) === (captain_id === undefined))
      throw new Problem('invalid', 'Either vessel_id or captain_id is needed.')
    const isVisible =
      vessel_id !== undefined
        ? (await visibleVessels(db, scope, [vessel_id])).size > 0
        : (await captainNumber(db, scope, captain_id ?? '')) !== null
    if (!isVisible) throw new Problem('not_found')
    const of = vessel_id !== undefined ? eq(trips.vesselId, vessel_id) : eq(trips.captainId, captain_id ?? '')
    const edges = lastWeeks(openCalendar(timezone), clock.nowMs(), FIGURE_WEEKS)
    return { weeks: await tripFiguresBetween(db, scope, of, edges) }
  }),
]

/** As fine as a chart draws. */
const MOST_POINTS = 300

const FINEST_S = 15

async function withTrip<Answer>(
  { db, telemetry }: Pick<Services, 'db' | 'telemetry'>,
  { scope }: Caller,
  { trip_id, resolution, stats_only = false }: StatisticsRequest,
  answer: (
    telemetry: Services['telemetry'],
    row: NonNullable<Awaited<ReturnType<typeof findTrip>>>,
    buckets: Awaited<ReturnType<typeof tripBuckets>>,
    trip: TripToAnalyse,
  ) => Promise<Answer>,
): Promise<Answer> {
  const row = await findTrip(db, scope, trip_id ?? '')
  const trip = row && (await tripWithSettings(db, row.trip.id))
  if (!row || !trip) throw new Problem('not_found')
  const finest = Math.max(FINEST_S, Math.ceil(trip.durationS / MOST_POINTS))
  const buckets = stats_only
    ? { time: [], nm: [] }
    : await tripBuckets(telemetry, trip, Math.round(resolution ?? finest))
  return answer(telemetry, row, buckets, trip)
}

const inKnots = (band: EcoBand | null) =>
  band && { sog: mpsToKn(band.speedMps), from: mpsToKn(band.fromMps), to: mpsToKn(band.toMps) }

async function manyTrips(
  { db }: Pick<Services, 'db'>,
  { scope }: Caller,
  body: StatisticsRequest,
): Promise<ManyTrips> {
  const range = { ...rangeMs(body), timezone: body.timezone }
  if (body.vessel_id !== undefined) {
    const [vesselNumber] = (await visibleVessels(db, scope, [body.vessel_id])).keys()
    if (vesselNumber === undefined) throw new Problem('not_found')
    const trips = await tripsBegunIn(db, scope, { vesselId: body.vessel_id }, range)
    return { trips, of: { vesselNumbers: [vesselNumber] }, ...range }
  }
  const captainId = body.captain_id ?? ''
  const number = await captainNumber(db, scope, captainId)
  if (number === null) throw new Problem('not_found')
  const trips = await tripsBegunIn(db, scope, { captainId }, range)
  return {
    trips,
    of: { vesselNumbers: await vesselNumbersInScope(db, scope), captainNumber: number },
    ...range,
  }
}
